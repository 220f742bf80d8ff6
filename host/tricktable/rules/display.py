"""What the board's display shows of a game: columns side by side, or rows below a title. Values.

A game supplies its own if cards in columns and the score do not show everything. All of it is in
English and in the board's own characters, as `text.board` makes them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Generic, NamedTuple

from tricktable.rules.position import Common, P
from tricktable.rules.topics import topic_of
from tricktable.text.board import label, short_name
from tricktable.text.sentences import spoken

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
    below = [has[seat] for seat in range(view.seats)]
    words = {} if view.trick else said_now(view)
    if not words:
        return laid(view, numbered(view), below, view.trump)
    places = in_view(view, [*words], None)
    cards = [(places.index(seat), words[seat]) for seat in words if seat in places]
    columns = laid(view, _asked(view), below, view.trump, places)
    return columns._replace(cards=cards, best=-1)


def said_now(view: AnyView) -> Mapping[int, str]:
    """What each seat has said last of what is to be said now, the newest last: bids, mostly."""
    words: dict[int, str] = {}
    for seat, topic, value in view.said:
        if seat is not None and topic == view.next_what:
            words.pop(seat, None)
            told = spoken(topic_of(view.rules, topic).worded(value))
            words[seat] = short_name(told, WORD_CHARACTERS)
    return words


def _asked(view: AnyView) -> str:
    """`Deal 3: Bid`."""
    title = topic_of(view.rules, view.next_what).title
    return f"{view.rules.dealing.word.capitalize()} {view.deal}: {title}" if view.deal else title


WORD_CHARACTERS: Final = 5
"""So many fit into one of four columns."""
MOST_COLUMNS: Final = 4
"""So many fit beside each other on the display."""


def laid(
    view: AnyView, title: str, has: Sequence[object], beside: str, places: Sequence[int] = ()
) -> Columns:
    """Cards in playing order; one that is complete lies there until the next lead.

    Args:
        has: what each seat has below its name.
        places: the seats that have a column, in order; where none are given those of `in_view`.
    """
    # Its last card must be seen too.
    lying, winner = (view.trick, view.best) if view.trick else (view.last, view.last_winner)
    places = places or in_view(view, [seat for seat, _ in lying], winner)
    cards = [(seat, code) for seat, code in lying if seat in places]
    are_several = view.next_seat is None and view.next_what != Common.DEAL
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


def in_view(view: AnyView, played: Sequence[int], winner: int | None) -> Sequence[int]:
    """The seats that have a column: all of a small table.

    Of a larger one those that a player looks for: who led, whose card is winning, who laid the
    newest one and who is awaited; then who laid before and who comes next.
    """
    if view.seats <= MOST_COLUMNS:
        return range(view.seats)
    first = played[0] if played else view.next_seat or 0
    clockwise = [seat % view.seats for seat in range(first, first + view.seats)]
    waiting = [seat for seat in clockwise if seat not in played]
    sought = [*played[:1], winner, *played[-1:], view.next_seat, *reversed(played), *waiting]
    chosen = [*dict.fromkeys(seat for seat in sought if seat is not None)][:MOST_COLUMNS]
    return [seat for seat in (*played, *waiting) if seat in chosen]


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
