"""What a guest's page shows of a game: the middle of the table, and sheets below it. No markup.

A game supplies its own if cards played in turn do not show everything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Generic, NamedTuple

from tricktable.rules.bidding import bid_that_stands, bids, said_beside
from tricktable.rules.field_words import field_words
from tricktable.rules.position import Common, P
from tricktable.rules.score import row_mark
from tricktable.rules.why import by_rank
from tricktable.text.language import _, message
from tricktable.text.sentences import (
    Fact,
    Name,
    Part,
    Picture,
    Sentence,
    Sheet,
    SheetRow,
    Strong,
    figure,
    list_in_words,
    sentence,
    signed,
    team,
)

if TYPE_CHECKING:
    from tricktable.rules.score import Score
    from tricktable.rules.view import AnyView, CardOfSeat, View


BESIDE: Final = message("{one} · {other}")
"""Puts two short things side by side."""
NO_FIGURE: Final = "\N{EN DASH}"
"""In place of a number that there is not now; a voice leaves it out."""


class TrickPlace(NamedTuple):
    """One seat's place in a trick, in playing order."""

    seat: int
    name: str
    card: str | None = None
    leads: bool = False
    wins: bool = False
    is_due: bool = False
    said: Sentence = ()
    """A bid, until a card is there."""
    worth: int | None = None
    """What the card counts now, if that is not printed on it."""
    lies: str | None = None
    """The card that lies there after an exchange, if it is a different one."""
    waits: str | None = None
    """A card laid before the choice that has to be made first."""
    is_out: bool = False
    """Whether the seat does not play this deal."""


class Heap(NamedTuple):
    """Face-down cards: how many, and what they are."""

    name: str
    cards: int


@field_words
@dataclass(frozen=True, slots=True)
class Middle:
    """The middle of the table."""

    title: Sentence
    side: Sentence = ()
    """A few words about the whole: trump, or what the trick is played for."""
    places: tuple[TrickPlace, ...] = ()
    is_resting: bool = False
    """Whether the cards are those of a finished trick, with the next not yet led."""
    taken: Sentence = ()
    """Who took the trick before the one shown."""
    last: tuple[TrickPlace, ...] = ()
    """The trick before the one shown; empty while a finished one is shown."""
    heaps: tuple[Heap, ...] = ()
    highest: str = ""
    """What stands at the place of the highest bid, in the current language."""
    heard: Sentence | None = None
    """What a listener is told instead of the side when it changes, such as who won the bidding."""
    why: Sentence = ()
    """Why the newest complete trick went to its taker; empty before the first."""


class Fronts(NamedTuple):
    """The face-up card at each place of the virtual table, and who is ahead."""

    cards: Mapping[int, str]
    """By seat, plus one for the place that belongs to nobody."""
    ahead: int | None = None
    """Who is winning the trick on the table, or won it."""


# --- a game of tricks ----------------------------------------------------------------------------


def table(view: AnyView) -> Middle:
    """The bids until a card is led, while somebody has something to say; else the trick."""
    made = bids(view)
    if made is None:
        return trick(view)
    bidders = (
        TrickPlace(
            seat,
            view.names[seat],
            wins=seat == view.highest,
            is_due=seat == view.next_seat,
            said=made.words.get(seat, ()),
            is_out=seat in view.out,
        )
        for seat in view.in_turn(made.first)
    )
    return Middle(
        title=(_(made.bidding.title),),
        side=list_in_words([each for each in (side(view), dealer_sentence(view)) if each], BESIDE),
        places=tuple(bidders),
        highest=_(made.bidding.highest),
    )


def trick(view: AnyView) -> Middle:
    """The current trick; a complete one stays until the next lead."""
    is_resting = not view.trick and bool(view.last)
    shown, winning = (view.last, view.last_winner) if is_resting else (view.trick, view.best)
    has_last = bool(view.trick and view.last)
    stands = bid_that_stands(view)
    # Whoever makes hearts trump has told the trump suit.
    tells_trump = bool(view.trump) and Picture(view.trump) in stands
    beside = (side(view, has_trump=not tells_trump), stands, *said_beside(view))
    return Middle(
        # The line above speaks of the next trick, so this one is told as done.
        title=_trick_taker(view) if is_resting else _number(view),
        side=list_in_words([each for each in beside if each], BESIDE),
        places=places(view, shown, winning, () if is_resting else _due(view)),
        is_resting=is_resting,
        taken=_trick_taker(view) if has_last else (),
        why=why(view),
        last=places(view, view.last, view.last_winner) if has_last else (),
    )


def _number(view: AnyView) -> Sentence:
    """Which trick it is; that there is none while the cards are not dealt."""
    if view.next_what == Common.DEAL:
        return (_("No trick yet"),)
    return sentence("Trick {number}", number=view.number)


def why(view: AnyView) -> Sentence:
    """Why the newest complete trick went to its taker; empty before the first."""
    if view.last_winner is None:
        return ()
    return view.rules.page.why(view, view.last, view.last_winner)


def side(view: AnyView, *, has_trump: bool = True) -> Sentence:
    """The trump suit, the card that was turned up and the stock; empty if there is none of them."""
    turned = sentence("{card} turned up", card=Picture(view.turned)) if view.turned else ()
    stock = sentence("stock {number}", number=view.stock) if view.stock else ()
    told = (trump(view) if has_trump else (), turned, stock)
    return list_in_words([each for each in told if each], BESIDE)


def dealer_sentence(view: AnyView) -> Sentence:
    """Who dealt; empty before the first deal."""
    return () if view.dealer is None else sentence("{who} dealt", who=Name(view.names[view.dealer]))


def trump(view: AnyView) -> Sentence:
    """The trump suit; empty if there is none."""
    return sentence("{suit} trump", suit=Picture(view.trump)) if view.trump else ()


def places(
    view: AnyView,
    trick: Sequence[CardOfSeat],
    winning: int | None,
    awaited: Sequence[int] = (),
) -> tuple[TrickPlace, ...]:
    """The cards in playing order, then the seats that have yet to play."""
    played = [
        TrickPlace(seat, view.names[seat], code, leads=number == 0, wins=seat == winning)
        for number, (seat, code) in enumerate(trick)
    ]
    present = [seat for seat, _ in trick]
    first = (*awaited, *present, 0)[0]
    waiting = (
        TrickPlace(seat, view.names[seat], is_due=seat in awaited, is_out=seat in view.out)
        for seat in view.in_turn(first)
        if seat not in present
    )
    return (*played, *waiting)


def _due(view: AnyView) -> tuple[int, ...]:
    """The seats that must play a card, or the one that must speak; if all must, none is marked."""
    is_one = len(view.awaited) == 1 and view.next_what not in Common.BETWEEN
    return view.awaited if view.next_what == Common.PLAY or is_one else ()


def _trick_taker(view: AnyView) -> Sentence:
    """The winner of the newest finished trick; empty before the first."""
    if view.last_winner is None:
        return ()
    who = Name(view.names[view.last_winner])
    return sentence("{who} took trick {number}", who=who, number=sum(view.tally))


def last_laid(view: AnyView) -> Fronts:
    """The cards of the trick, or of the last one."""
    if view.trick:
        return Fronts(dict(view.trick), view.best)
    return Fronts(dict(view.last), view.last_winner)


class Gain(NamedTuple):
    """What one owner gained in a deal, or has at the end of a game."""

    who: Sentence
    amount: str


def deal_sum(view: AnyView) -> tuple[Gain, ...]:
    """What the deal that has just ended gained or cost, best first; empty at any other time."""
    if view.is_over or view.next_what not in Common.BETWEEN:
        return ()
    score = view.rules.score(view)
    # A deal that was thrown in has no sum: the newest one is an older deal's.
    if not score.deals or score.deals[-1].number != view.deal:
        return ()
    newest = score.deals[-1]
    listed = zip(view.owners, newest.gains, strict=True)
    gains = [(seats, gain) for seats, gain in listed if gain]
    gains.sort(key=lambda each: -score.worth(each[1]))
    return tuple(Gain(team(seats, view.names), signed(gain)) for seats, gain in gains)


def final_score(view: AnyView) -> tuple[Gain, ...]:
    """What everybody has at the end, best first; empty if it tells nobody apart."""
    if not view.is_over:
        return ()
    score, won = view.rules.score(view), view.winner or ()
    pairs = zip(view.owners, score.total.values, strict=True)
    totals = [(seats, total or 0) for seats, total in pairs]
    if len({total for _, total in totals}) == 1:
        return ()
    totals.sort(key=lambda each: (each[0][0] not in won, -score.worth(each[1])))
    return tuple(Gain(team(seats, view.names), figure(total)) for seats, total in totals)


def totals(view: AnyView, seat: int) -> tuple[Gain, ...]:
    """What everybody has now of what decides the game, this seat's owner first.

    Before anything of that is known, what is counted meanwhile; after a deal, with its gain.
    """
    score = view.rules.score(view)
    known = [each for each in score.figures if any(value is not None for value in each.values)]
    pairs = [*zip(view.owners, (known or score.figures)[-1].values, strict=True)]
    first = next(number for number, seats in enumerate(view.owners) if seat in seats)
    gained, has = dict(deal_sum(view)), []
    for seats, value in (*pairs[first:], *pairs[:first]):
        who, amount = team(seats, view.names), NO_FIGURE if value is None else figure(value)
        gain = gained.get(who)
        has.append(Gain(who, f"{amount} ({gain})" if gain else amount))
    return tuple(has)


# --- how it stands -------------------------------------------------------------------------------


def sheets(view: AnyView) -> tuple[Sheet, ...]:
    """The score, and what each deal gained."""
    return (standing_sheet(view), *deals(view))


def standing_sheet(view: AnyView) -> Sheet:
    """Each owner's figures, and the conditions."""
    score = view.rules.score(view)
    has_teams = any(len(seats) > 1 for seats in view.owners)
    return Sheet(
        "teams" if has_teams else "seats",
        _("Teams") if has_teams else _("Seats"),
        (
            sentence("Team") if has_teams else sentence("Seat"),
            *((str(each.title),) for each in score.figures),
        ),
        tuple(_row(view, score, owner) for owner in range(len(view.owners))),
        (*_played_to(view), *score.facts),
        is_plain=True,
    )


def _played_to(view: AnyView) -> Iterator[Fact]:
    if view.until:
        yield Fact(sentence("Played to {number}", number=view.until))


def _row(view: AnyView, score: Score, owner: int) -> SheetRow:
    cells = ((_strong(each.values[owner]),) for each in score.figures)
    name, mark = team(view.owners[owner], view.names), row_mark(view, score, owner)
    if mark == "out":
        is_gone = score.marks[owner] == "out"
        words = message("{who}, out") if is_gone else message("{who}, sitting out")
        name = sentence(words, who=name)
    return SheetRow(name, tuple(cells), mark)


def _strong(value: int | None) -> Strong:
    return Strong(NO_FIGURE if value is None else figure(value))


_MOST_SUMS: Final = 2


def deals(view: AnyView) -> tuple[Sheet, ...]:
    """What each deal gained and the totals after it, newest first; empty before the first."""
    score, rows = view.rules.score(view), []
    if not score.deals:
        return ()
    totals = [total or 0 for total in score.total.values]
    for deal in reversed(score.deals):
        # A phone has room for two such sums side by side, or for more columns of gains alone.
        cells: tuple[Sentence, ...] = tuple(
            (signed(gain), " → ", Strong(figure(total)))
            if len(totals) <= _MOST_SUMS
            else (signed(gain),)
            for gain, total in zip(deal.gains, totals, strict=True)
        )
        rows.append(SheetRow((str(deal.number),), cells))
        totals = [total - gain for total, gain in zip(totals, deal.gains, strict=True)]
    heads = (sentence("Deal"), *(team(seats, view.names) for seats in view.owners))
    title = _("Deals so far")
    return (Sheet("deals", title, heads, tuple(rows), is_long=True, layout="sums"),)


# --- what a game hands over ----------------------------------------------------------------------


def _no_signs(_view: AnyView) -> tuple[Part, ...]:
    return ()


def _no_place(_view: AnyView) -> str:
    return ""


def _stack_title(_view: AnyView, number: int) -> str:
    return _("Stack {number}", number=number)


@field_words
@dataclass(frozen=True, slots=True)
class Page(Generic[P]):
    """How pages draw a game; defaults suit a trick-taking game."""

    middle: Callable[[View[P]], Middle] = table
    """What lies on the table."""
    sheets: Callable[[View[P]], tuple[Sheet, ...]] = sheets
    """The standing, below the cards. The deal's tricks are added after these sheets."""
    why: Callable[[View[P], Sequence[CardOfSeat], int], Sentence] = by_rank
    """Why this seat took a complete trick of the deal, in one sentence."""
    signs: Callable[[View[P]], Sequence[Part]] = _no_signs
    """What stands beside each trick's number: what it was played for."""
    fronts: Callable[[View[P]], Fronts] = last_laid
    """What lies face up in front of the seats of the virtual table."""
    of_nobody: Callable[[View[P]], str] = _no_place
    """The name of the place for a card that belongs to no seat; empty if there is none."""
    stack: Callable[[View[P], int], str] = _stack_title
    """The name of the stack with this number on the virtual table."""
