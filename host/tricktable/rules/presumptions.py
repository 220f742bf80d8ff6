"""What a table presumes: entries that nobody made, but that the next act shows to have happened.

A card on the table means that somebody dealt. A game says in its folder, act by act, which entry
must have come before and why; it says nothing where people had a choice whose outcome matters.
Decides nothing, and knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING, Final, NamedTuple

from tricktable.rules.entries import (
    Corrected,
    Dealt,
    Declared,
    Entry,
    Happening,
    Held,
    Impossible,
    Played,
    Shown,
    entry_of_offer,
)
from tricktable.rules.faults import GameFault, place_of
from tricktable.rules.field_words import field_words
from tricktable.rules.position import Common
from tricktable.text.language import Message, message

if TYPE_CHECKING:
    from tricktable.rules.cards import Card
    from tricktable.rules.game import Offer, State
    from tricktable.rules.laying import CardMeaning
    from tricktable.rules.record import Record, Step

LAID: Final = "laid"
"""The act of laying a card face up."""
READ: Final = "read"
"""The act of scanning a card face down in a hand."""
DEALT: Final = "dealt"
"""The act of saying who deals."""
MOST: Final = 64
"""How many entries one act can show to be missing: silent turns of a whole table and more."""


class Presumption(NamedTuple):
    """An entry that the table makes by itself, and the reason for it."""

    entry: Entry
    """Something that happened; or the correction of an entry that was presumed before."""
    why: Message
    """A clause that can follow *We assumed that*, with seats as in `Impossible`."""


@field_words
class Attempt(NamedTuple):
    """An act that is not possible yet, and the record that it would follow."""

    record: Record
    """Read-only; includes what has been presumed for this act so far."""
    presumed: frozenset[int]
    """The entries of the record that the table presumed, by number."""
    seat: int | None
    """Who acts; None for the table."""
    what: str
    """`LAID`, `READ`, a topic of records, or a move (`hand>stack`)."""

    @property
    def state(self) -> State:
        """The moment before the act."""
        return self.record.state

    @property
    def dealer(self) -> int | None:
        """Who dealt last; None before the first deal."""
        deals = (step.entry for step in self.record.newest_first())
        return next((entry.dealer for entry in deals if isinstance(entry, Dealt)), None)


def no_presumption(_: Attempt) -> Presumption | None:
    """The table waits until somebody says it."""
    return None


def no_early_offers(_: State) -> Iterable[tuple[int, str]]:
    """Nothing is offered early."""
    return ()


def no_choice(_: State) -> str:
    """No card has to wait."""
    return ""


@field_words
@dataclass(frozen=True, slots=True)
class PresumptionRules:
    """What a game presumes. By default nothing."""

    before: Callable[[Attempt], Presumption | None] = no_presumption
    """The next entry missing before the act; None if there is none, or if it is not known."""
    early: Callable[[State], Iterable[tuple[int, str]]] = no_early_offers
    """What seats can do though something presumable is missing: each with the kind of act."""
    choice: Callable[[State], str] = no_choice
    """A message: the choice that only people know, and that must be made before a card is played.

    Empty if none must; else some offer with values leads towards it, or a deal.
    """


def owes(record: Record, seat: int | None) -> bool:
    """Whether the game waits for this seat to move cards out of its hand: until then it lays none.

    What it laid, nobody could tell from what it gives away.
    """
    state, topics = record.state, record.header.rules.topics
    moves = {each.name for each in topics if each.is_move and each.step_name == state.next.what}
    return any(
        each.what in moves and each.what.startswith("hand>") and seat in each.seats
        for each in state.offers()
    )


class Supposition(NamedTuple):
    """The record as it would be, and what is presumed for that."""

    record: Record
    presumed: tuple[Presumption, ...]


def suppositions(
    record: Record, presumed: frozenset[int], seat: int | None, what: str
) -> Iterator[Supposition]:
    """The record with one more presumption each time, until the game knows no further one.

    Each one is valid until the next is asked for. Raises: GameFault.
    """
    trial, made = record.fork(), list[Presumption]()
    while len(made) < MOST:
        if what == LAID and owes(trial, seat):
            return
        one = _presumption(Attempt(trial, presumed, seat, what))
        if one is None:
            return
        try:
            presumed |= {trial.add(one.entry)}
        except Impossible:
            return  # what cannot have happened is not presumed
        made.append(one)
        yield Supposition(trial, tuple(made))


def _presumption(act: Attempt) -> Presumption | None:
    try:
        return act.record.header.rules.presuming.before(act)
    except Exception as fault:  # whatever the game does
        raise GameFault(place_of(fault)) from fault


def with_other_dealers(
    record: Record, presumed: frozenset[int], seat: int | None, what: str
) -> Iterator[Supposition]:
    """The record with each other first dealer whom this act may show.

    Only where the table presumed who deals first, and no card has been played or moved since; one
    may have been turned up. The dealer is whoever would have been presumed if the act had come
    before anybody was. Where the game does not say that, it may be any other seat.
    Raises: GameFault.
    """
    deal = _presumed_first_deal(record, presumed)
    if deal is None or seat is None:
        return
    for dealer in _dealers(record, deal, seat, what):
        right = dealt_by(dealer)
        entry, trial = Corrected(deal.seq, Dealt(dealer)), record.fork()
        try:
            trial.add(entry)
        except Impossible:  # what was said since fits the first one only
            continue
        yield Supposition(trial, (right._replace(entry=entry),))


def _dealers(record: Record, deal: Step, seat: int, what: str) -> list[int]:
    """The other seats that may have dealt, in the order of turns."""
    seats, was, direction = record.header.seats, deal.entry, record.state.tabletop().step
    first = _presumption(Attempt(record.until(deal.seq - 1), frozenset(), seat, what))
    assert isinstance(was, Dealt)
    if first is not None and isinstance(first.entry, Dealt):
        return [first.entry.dealer] if first.entry != was else []
    return [(was.dealer + direction * each) % seats for each in range(1, seats)]


def _presumed_first_deal(record: Record, presumed: frozenset[int]) -> Step | None:
    """The deal, if nobody said whose the first one is; only words, and cards shown, followed it."""
    for step in record.newest_first():
        if isinstance(step.entry, Dealt):
            is_first = not any(isinstance(each.entry, Dealt) for each in _before(record, step))
            return step if is_first and step.seq in presumed else None
        if not isinstance(step.entry, (Declared, Held, Shown)):
            return None
    return None


def _before(record: Record, step: Step) -> Iterator[Step]:
    return takewhile(lambda each: each.seq < step.seq, record.steps())


def is_as_presumed(record: Record, since: int, upto: int, seat: int, what: str) -> bool:
    """Whether the entries after `since`, up to `upto`, are what this seat's act presumed back then.

    So it is where two people were quick: one acts early, and another says meanwhile what that act
    takes for granted, perhaps of another dealer. False if the act was not early. Raises: GameFault.
    """
    said = [step.entry for step in record.steps_from(since + 1) if step.seq <= upto]
    if not said or len(said) != upto - since:
        return False  # something was struck or corrected
    past = record.until(since)
    if (seat, what) not in _early(past):
        return False
    tries = suppositions(past, frozenset(), seat, what)
    return any(_are_alike([each.entry for each in tried.presumed], said) for tried in tries)


def _are_alike(some: list[Entry], others: list[Happening]) -> bool:
    return len(some) == len(others) and all(
        one == other or (isinstance(one, Dealt) and isinstance(other, Dealt))
        for one, other in zip(some, others, strict=True)
    )


class Early(NamedTuple):
    """Something that one seat can say at once, because what comes before it is presumed."""

    offer: Offer
    record: Record
    """The record that it would follow."""


def offers_early(record: Record, presumed: frozenset[int], of: int | None = None) -> list[Early]:
    """What seats, or this one alone, can say before what the game waits for. Raises: GameFault."""
    found = []
    for seat, what in _early(record):
        if of not in (None, seat):
            continue
        for tried in suppositions(record, presumed, seat, what) if what != LAID else ():
            offer = _offer(tried.record, seat, what)
            if offer is not None:
                found.append(Early(offer._replace(seats=(seat,)), tried.record.fork()))
                break
    return found + _of_other_dealers(record, presumed, of)


def _of_other_dealers(record: Record, presumed: frozenset[int], of: int | None) -> list[Early]:
    """What a seat could say if another seat than the presumed one had dealt first."""
    deal, found = _presumed_first_deal(record, presumed), list[Early]()
    if deal is None:
        return found
    acts = (*_early(record.until(deal.seq - 1)), *_turns(record))
    for seat, what in dict.fromkeys(acts):
        if of not in (None, seat) or what == LAID or _offer(record, seat, what) is not None:
            continue
        for shown in with_other_dealers(record, presumed, seat, what):
            offer = _offer(shown.record, seat, what)
            if offer is not None:
                found.append(Early(offer._replace(seats=(seat,)), shown.record))
                break
    return found


def _turns(record: Record) -> Iterator[tuple[int, str]]:
    """What one seat alone can say now, of every seat: whose turn it is, the dealer decides."""
    seats: dict[str, list[int | None]] = {}
    for offer in record.state.offers():
        seats.setdefault(offer.what, []).extend(offer.seats)
    for what, able in seats.items():
        match able:
            case [int()]:
                yield from ((seat, what) for seat in range(record.header.seats))


def stands_early(record: Record, presumed: frozenset[int]) -> CardMeaning | None:
    """What a card means that is laid before what the game waits for; None if it means nothing.

    Raises: GameFault.
    """
    header = record.header
    for seat, what in _early(record):
        for tried in suppositions(record, presumed, seat, what) if what == LAID else ():
            stands = header.rules.laying.card_meaning(header, tried.record.state.next)
            if stands is not None:
                return stands
    return None


# --- cards that wait for a choice ----------------------------------------------------------------


def choice(record: Record) -> str:
    """The choice that a card laid now waits for, as a message; else empty. Raises: GameFault."""
    try:
        return record.header.rules.presuming.choice(record.state)
    except Exception as fault:  # whatever the game does
        raise GameFault(place_of(fault)) from fault


def once_chosen(record: Record, cards: Iterable[tuple[int, Card]]) -> Record | None:
    """A record in which that choice is made one way or another, then these cards are played.

    Whatever is chosen, the same cards can be played after it. None if no choice has to be made, or
    if one of these seats still has to move cards.
    Raises: Impossible, if one of these cards cannot be played then; GameFault.
    """
    cards = [*cards]
    if not choice(record) or any(owes(record, seat) for seat, _ in cards):
        return None
    trial = record.fork()
    for _ in range(MOST):
        if not choice(trial):
            break
        entry = _towards(trial.state)
        if entry is None:
            return None
        trial.add(entry)
    for seat, card in cards:
        trial.add(Played(seat, card))
    return trial


def _towards(state: State) -> Entry | None:
    for each in state.offers():
        if each.what == DEALT and each.seats[0] is not None:
            return Dealt(each.seats[0])
        if ">" not in each.what and each.values not in ((), (None,)):
            # The last value: after the highest bid, the fewest are left to be made.
            return Declared(each.seats[0], each.what, each.values[-1])
    return None


def _early(record: Record) -> list[tuple[int, str]]:
    try:
        return [*record.header.rules.presuming.early(record.state)]
    except Exception as fault:  # whatever the game does
        raise GameFault(place_of(fault)) from fault


def _offer(record: Record, seat: int, what: str) -> Offer | None:
    return next(
        (each for each in record.state.offers() if each.what == what and seat in each.seats), None
    )


# --- what most games presume ---------------------------------------------------------------------


_BY_ROTATION: Final = message("{seat} deals by rotation")
_DEALS: Final = message("{seat} deals")


def dealt_by(dealer: int, by_rotation: bool = False) -> Presumption:
    """The cards were dealt, by this seat."""
    return Presumption(
        Dealt(dealer), Message(_BY_ROTATION if by_rotation else _DEALS, {"seat": dealer})
    )


def is_of_deals(why: Message) -> bool:
    """Whether this is the reason of a deal."""
    return why.words in (_DEALS, _BY_ROTATION)


def dealt_in_turn(act: Attempt) -> Presumption | None:
    """The cards were dealt by whose turn it is: the only one who may, or the next in turn.

    None before the first deal of a game, in which anybody may deal.
    """
    may = [seat for each in act.state.offers() if each.what == DEALT for seat in each.seats]
    able = [seat for seat in may if seat is not None]
    if len(able) == 1:
        return dealt_by(able[0], by_rotation=act.dealer not in (None, able[0]))
    if act.dealer is None or not able:
        return None
    seats, last, step = act.record.header.seats, act.dealer, act.state.tabletop().step
    return dealt_by(
        min(able, key=lambda seat: ((seat - last) * step - 1) % seats), by_rotation=True
    )


def deal_openers(state: State) -> Iterator[tuple[int, str]]:
    """What opens the next deal, by those who will be awaited first, where one seat alone may deal.

    A card, unless something is to be said; cards that are to be moved must wait for the deal.
    """
    match [each.seats for each in state.offers() if each.what == DEALT]:
        case [(int(dealer),)]:
            after = state.apply(Dealt(dealer))
            if not after.offers():
                yield from ((seat, LAID) for seat in after.awaited)
            for each in after.offers():
                said = each.seats if ">" not in each.what else ()
                yield from ((seat, each.what) for seat in said if seat is not None)


_BY_LAYING: Final[Mapping[tuple[str, str], str]] = {
    ("hand>discard", LAID): message("{seat} discards"),
    ("open", LAID): message("{seat}’s hand lies open"),
}
"""What a card shows that is laid, as games of `trick_game` call it."""


def by_offer(whys: Mapping[tuple[str, str], str] = _BY_LAYING) -> PresumptionRules:
    """The deal in turn, and what one seat is offered that has no choice, once an act shows it.

    While it is a move, whoever acts next can do so early.

    Args:
        whys: by what is offered and the act that shows it, the reason, a message with `{seat}`;
            that a card which is laid shows a discard, or a hand that lies open, stands there.
    """
    reasons = {**_BY_LAYING, **whys}

    def before(act: Attempt) -> Presumption | None:
        for each in act.state.offers():
            match reasons.get((each.what, act.what)), each:
                case str(why), (what, (int(seat),), (value,), _):
                    return Presumption(
                        entry_of_offer(seat, what, value), Message(why, {"seat": seat})
                    )
        return dealt_in_turn(act) if act.state.next.what == Common.DEAL else None

    def early(state: State) -> Iterator[tuple[int, str]]:
        yield from deal_openers(state)
        for each in state.offers():
            match each:
                case (what, (int(seat),), (value,), _) if ">" in what:
                    after = state.apply(entry_of_offer(seat, what, value))
                    for act in (act for offered, act in reasons if offered == what):
                        yield from ((by, act) for by in _able(after, act, seat))

    return PresumptionRules(before, early)


def _able(state: State, act: str, after: int) -> Iterator[int]:
    """Who can do this after that seat; of a card, everybody else who plays."""
    if act == LAID and state.next.what == Common.PLAY:
        table = state.tabletop()
        away = {after, *table.out}
        yield from (seat for seat in range(len(table.tally)) if seat not in away)
    for each in state.offers():
        if each.what == act:
            yield from (seat for seat in each.seats if seat is not None)
