"""What lies on the table, as a guest's page draws it: the running trick, bids, or piles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from tricktable.rules.view import AnyView, CardOfSeat
from tricktable.service import sentences
from tricktable.text.language import _, message
from tricktable.text.parts import Name, Picture, Sentence, sentence


class Place(NamedTuple):
    """One seat's place in a trick, in playing order."""

    name: str
    card: str | None
    leads: bool
    wins: bool
    is_due: bool
    said: str = ""
    """A bid, where no card lies yet."""
    worth: int | None = None
    """What the card counts now, where that is not printed on it."""
    lies: str | None = None
    """The card that lies there after an exchange, where it is another one."""


class Heap(NamedTuple):
    """Cards face down: how many, and what they are."""

    name: str
    cards: int


@dataclass(frozen=True, slots=True)
class Felt:
    """The middle of the table."""

    title: Sentence
    side: Sentence
    """Trump, or the prize."""
    places: tuple[Place, ...] = ()
    is_resting: bool = False
    """The cards shown are a finished trick: the next has not been led."""
    taken: Sentence = ()
    last: tuple[Place, ...] = ()
    """The trick before the one shown; empty while that one rests."""
    heaps: tuple[Heap, ...] = ()
    are_bids: bool = False
    """No cards lie there yet: what the seats bid, and who is awaited with a word."""


def felt(view: AnyView, names: sentences.Names) -> Felt:
    """The middle of the table as it is now."""
    if view.game == "tredici":
        return _piles(view)
    if view.next_what in ("bid", "trump", "discard"):
        return Felt(sentence("Bids"), _side(view, names), _bids(view, names), are_bids=True)
    if view.next_what == "reveal":
        revealed: Any = view.outlook["revealed"]
        shown = tuple((seat, code) for seat, code in revealed)
        return Felt(sentence("One card each"), (), _places(view, names, shown, None, ()))
    return _trick(view, names)


def _trick(view: AnyView, names: sentences.Names) -> Felt:
    is_resting = not view.trick and bool(view.last) and view.next_what != "turn_up"
    outlook: dict[str, Any] = view.outlook
    shown, winning = (view.last, view.last_winner) if is_resting else (view.trick, view.best)
    due = () if is_resting else view.awaited
    before = "last_" if is_resting else ""
    places = _places(
        view,
        names,
        shown,
        winning,
        due if view.next_what in ("play", "prize", "turn_up") else (),
        outlook.get(f"{before}worth", ()),
        outlook.get(f"{before}lies", ()),
    )
    has_last = bool(view.trick and view.last)
    number = len(view.tricks) if is_resting else view.number
    return Felt(
        title=sentence("Trick {number}", number=_within(number, view.of) if is_resting else number),
        side=_side(view, names),
        places=places,
        is_resting=is_resting,
        taken=sentences.taken(view, names),
        last=_places(view, names, view.last, view.last_winner, ()) if has_last else (),
    )


def _within(number: int, of: int) -> int:
    """The number of a trick in its own round, where two rounds are played with one deal."""
    return (number - 1) % of + 1 if of and number else number


def _places(
    view: AnyView,
    names: sentences.Names,
    trick: tuple[CardOfSeat, ...],
    winning: int | None,
    due: Sequence[int],
    worths: Sequence[int] = (),
    lies: Sequence[str] = (),
) -> tuple[Place, ...]:
    """The cards in the order they were played, then the seats that are still to play."""
    present = [seat for seat, _ in trick]
    seats = _playing(view)
    first = due[0] if due else present[0] if present else seats[0]
    from_first = [seat for seat in seats if seat >= first] + [s for s in seats if s < first]
    played = []
    for number, (seat, code) in enumerate(trick):
        lying = lies[number] if lies and lies[number] != code else None
        worth = worths[number] if worths else None
        is_first = number == 0 and view.next_what != "reveal"
        place = Place(names[seat], code, is_first, seat == winning, False, "", worth, lying)
        played.append(place)
    waiting = (
        Place(names[seat], None, False, False, seat in due)
        for seat in from_first
        if seat not in present
    )
    return (*played, *waiting)


def _playing(view: AnyView) -> list[int]:
    """The seats that take part now: in Etori a team sits out, or has no chips left."""
    seats = list(range(view.seats))
    if view.game != "etori":
        return seats
    detail: dict[str, Any] = view.detail
    teams = len(detail["chips"])
    away = {team for team, chips in enumerate(detail["chips"]) if not chips}
    if view.next_what in ("deal", "over"):  # whoever lost the last chips has played that deal
        present = {seat % teams for seat, _ in view.last}
        away = set(range(teams)) - present if present else away
    elif detail["sitting"] is not None:
        away.add(detail["sitting"])
    return [seat for seat in seats if seat % teams not in away]


def _bids(view: AnyView, names: sentences.Names) -> tuple[Place, ...]:
    outlook: dict[str, Any] = view.outlook
    high: Any = view.detail["high"]
    bids = {
        (outlook["dealer"] + 1 + place) % view.seats: bid
        for place, bid in enumerate(outlook["bids"])
    }
    order = [(outlook["dealer"] + 1 + step) % view.seats for step in range(view.seats)]
    return tuple(
        Place(
            names[seat],
            None,
            False,
            high is not None and high["seat"] == seat,
            seat == view.next_seat,
            sentences.bid_words(bids[seat]) if seat in bids else "",
        )
        for seat in order
    )


def _side(view: AnyView, names: sentences.Names) -> Sentence:
    """Trump, the Rensho or the prize."""
    detail: dict[str, Any] = view.detail
    if view.game == "triatri":
        prize = detail["prize"]
        if prize is None:
            return ()
        gem, seat = Picture(prize["colour"]), detail["starter"]
        if prize["from"] == "own" and seat is not None:
            return sentence("for {gem} of {who}", gem=gem, who=Name(names[seat]))
        return sentence("for {gem} from the stock", gem=gem)
    if view.game == "troika":
        trump = detail["trump"]
        if trump in ("none", "low"):
            return sentence(_OTHER_TRUMPS[trump])
        return sentence("{suit} trump", suit=Picture(trump)) if trump else ()
    if not view.trump:
        return ()
    trump, rensho = Picture(view.trump), view.outlook.get("rensho")
    if rensho:
        return sentence("{suit} trump · {card} Rensho", suit=trump, card=Picture(str(rensho)))
    return sentence("{suit} trump", suit=trump)


_OTHER_TRUMPS: Final = {"none": message("No trump"), "low": message("Low")}


def _piles(view: AnyView) -> Felt:
    detail: dict[str, Any] = view.detail
    heaps = (Heap(_("Draw pile"), detail["draw"]), Heap(_("Discards"), detail["discard"]))
    full = sentence("A full hand is {count}", count=detail["hand_size"])
    return Felt(sentence("Piles"), full, heaps=heaps)
