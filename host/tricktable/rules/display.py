"""What the board's display shows of a game: columns side by side, or rows below a title. Values.

A game hands over its own where cards in columns and the score do not say it all. All of it is in
English and in the board's own characters, as `text.board` makes them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, NamedTuple

from tricktable.rules.position import P
from tricktable.text.board import label, short_name

if TYPE_CHECKING:
    from tricktable.rules.view import AnyView, View

Chosen = Mapping[str, object]
"""The value of every house rule, by its name."""


class Columns(NamedTuple):
    """Columns with cards, bids or counts: one for each seat of a trick, or for each owner."""

    title: str
    names: Sequence[str]
    cards: Sequence[Sequence[object]]
    """Index of the column, and what is in it, in the order in which it came."""
    best: int = -1
    """Which of these is winning, -1 for none."""
    awaited: int = -1
    """Index of the column that is awaited, -1 for none or several."""
    has: Sequence[object] = ()
    """What each column has below its name."""
    beside: str = ""
    """The trump suit, or words."""
    due: Sequence[int] = ()
    """Which columns are awaited, where they are several."""
    owed: str = ""
    """The letter of the suit that is to be followed; empty while none is."""


class Rows(NamedTuple):
    """A table without heads."""

    title: str
    rows: Sequence[Sequence[str]]


# --- a game of tricks ----------------------------------------------------------------------------


def trick(view: AnyView, _: Chosen) -> Columns:
    """The cards of the trick, and below each name what decides the game."""
    score = view.rules.score(view)
    has = {
        seat: "" if value is None else value
        for seats, value in zip(score.owners, score.total.values, strict=True)
        for seat in seats
    }
    return laid(view, numbered(view), [has[seat] for seat in range(view.seats)], view.trump)


def laid(
    view: AnyView, title: str, has: Sequence[object], beside: str, places: Sequence[int] = ()
) -> Columns:
    """Cards in playing order; one that is complete lies there until the next lead.

    Args:
        has: what each seat has below its name.
        places: the seats that have a column, in order; all where none are given.
    """
    # Its last card must be seen too.
    cards, winner = (view.trick, view.best) if view.trick else (view.last, view.last_winner)
    places = places or range(view.seats)
    are_several = view.next_seat is None and view.next_what != "deal"
    return Columns(
        title=title,
        names=[short_name(view.names[seat]) for seat in places],
        cards=[(places.index(seat), code) for seat, code in cards],
        best=-1 if winner is None else [seat for seat, _ in cards].index(winner),
        awaited=places.index(view.next_seat) if view.next_seat in places else -1,
        has=[has[seat] for seat in places],
        beside=beside,
        due=[places.index(seat) for seat in view.awaited if are_several and seat in places],
        owed=view.led or "" if view.trick else "",
    )


def numbered(view: AnyView, number: int = 0) -> str:
    """`Trick 5/12`, or with the deal or round before it `D2 T5/12`."""
    number = number or number_of(view)
    if not view.deal:
        return f"Trick {number}/{view.of}"
    return f"{view.rules.dealing.word[0].upper()}{view.deal} T{number}/{view.of}"


def number_of(view: AnyView) -> int:
    """The number of the trick that lies there, also when it is complete."""
    return view.number if view.trick or not view.last else sum(view.tally)


# --- how it stands -------------------------------------------------------------------------------


def standings(view: AnyView, _: Chosen) -> Rows:
    """What the last deal has brought each owner, and what decides the game."""
    score = view.rules.score(view)
    gains = score.deals[-1].gains if score.deals else (0,) * len(score.owners)
    rows = [
        [label(seats, view.names), f"{gain:+d}", "" if total is None else str(total)]
        for seats, gain, total in zip(score.owners, gains, score.total.values, strict=True)
    ]
    return Rows(f"{view.title}{after(view)}", rows)


def after(view: AnyView) -> str:
    """`, after deal 3`; nothing before the first has been scored."""
    deals = view.rules.score(view).deals
    return f", after {view.rules.dealing.word} {deals[-1].number}" if deals else ""


def between(view: AnyView, options: Chosen) -> Rows:
    """The same, as the game has it."""
    return view.rules.display.standings(view, options)


@dataclass(frozen=True, slots=True)
class Display(Generic[P]):
    """How the display draws a game; what is left out is that of a game of tricks."""

    page: Callable[[View[P], Chosen], Columns | Rows] = trick
    """What lies on the table."""
    standings: Callable[[View[P], Chosen], Rows] = standings
    """How it stands, whenever somebody asks."""
    between: Callable[[View[P], Chosen], Columns | Rows] = between
    """What is to be seen after a deal and at the end, once its last card has been seen."""
