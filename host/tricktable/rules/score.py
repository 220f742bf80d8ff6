"""The figures of a game, and what each deal has gained. Only values; knows no game.

Each game makes its own from a view. Displays, pages, terminals, the evening's standings and chart,
and the spreadsheet are drawn from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, Protocol, TypeVar

from tricktable.rules.field_words import field_words
from tricktable.rules.position import Common
from tricktable.text.language import Message, message
from tricktable.text.sentences import Fact, Sentence

if TYPE_CHECKING:
    from tricktable.rules.view import AnyView

POINTS: Final = message("points")
POINTS_TITLE: Final = Message("Points")


@field_words
class Figure(NamedTuple):
    """What every owner has of one thing: a column of the table."""

    title: Message
    """Heads the column: `Chips`."""
    values: tuple[int | None, ...]
    """By owner; None if an owner has none now."""


class Term(NamedTuple):
    """One line of a sum."""

    words: Sentence
    amount: int


@field_words
class DealScore(NamedTuple):
    """A scored deal, or a whole game if nothing is scored before its end."""

    number: int
    """As `View.deal` counts them; 0 for a whole game."""
    gains: tuple[int, ...]
    """What it gained each owner."""
    terms: tuple[tuple[Term, ...], ...] = ()
    """For each owner, the terms that add up to the gain; empty if there are none to show."""


Mark = Literal["", "out", "sits out"]
"""Whether an owner takes part: has been put out of the game, or sits this deal out."""


@field_words
@dataclass(frozen=True, slots=True)
class Score:
    """The state of a game in figures; each tuple by owner is in the order of `View.owners`."""

    total: Figure
    """What decides the game."""
    now: tuple[Figure, ...] = ()
    """Further counts, usually in the current deal, in the order in which they are read."""
    deals: tuple[DealScore, ...] = ()
    """What has been scored so far, oldest first."""
    unit: str = POINTS
    """A message: the unit of all gains, from the first deal of an evening to the last."""
    marks: tuple[Mark, ...] = ()
    """Empty if everybody takes part."""
    facts: tuple[Fact, ...] = ()
    """Conditions of a win that are open, met or lost, and other facts that players ask for."""
    fewest_win: bool = False
    """Whether the smallest total is the best, as where points are penalties."""

    def worth(self, points: int) -> int:
        """The same points as a number of which more is always better, to put owners in order."""
        return -points if self.fewest_win else points

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Every column, the one that decides last."""
        return (*self.now, self.total)

    def takes_part(self, owner: int) -> bool:
        """Whether this owner plays now."""
        return not self.marks or not self.marks[owner]


class Gains(Protocol):
    """A deal that is over, as a position has it."""

    @property
    def gains(self) -> tuple[int, ...]:
        """What it gained each owner."""


G = TypeVar("G", bound=Gains)


def deal_scores(
    deals: Sequence[G], terms: Callable[[G, int], Iterable[Term]] | None = None
) -> tuple[DealScore, ...]:
    """These deals as `Score.deals` has them; `terms` adds up what a deal gained an owner."""
    return tuple(
        DealScore(
            number,
            deal.gains,
            tuple(tuple(terms(deal, owner)) for owner in range(len(deal.gains))) if terms else (),
        )
        for number, deal in enumerate(deals, start=1)
    )


def of_deal(view: AnyView, title: Message, values: tuple[int | None, ...]) -> Figure:
    """What every owner has in the running deal; nobody has any between deals."""
    runs = view.next_what not in Common.BETWEEN
    return Figure(title, values if runs else (None,) * len(view.owners))


def tricks(view: AnyView, during: Sequence[str] = (Common.PLAY,)) -> Figure:
    """The tricks that each owner has taken, while the game waits for one of these."""
    runs = view.next_what in during
    taken = (sum(view.tally[seat] for seat in seats) for seats in view.owners)
    return Figure(Message("Tricks"), tuple(each if runs else None for each in taken))


def by_points(
    terms: Callable[[G, int], Iterable[Term]] | None = None,
    now: Callable[[AnyView], Iterable[Figure]] = lambda view: (tricks(view),),
    fewest_win: bool = False,
    title: Message = POINTS_TITLE,
    unit: str = POINTS,
) -> Callable[[AnyView], Score]:
    """The score of a game whose positions have `totals` and `deals`: a sum, deal by deal.

    Args:
        terms: what a deal gained an owner, as terms that add up.
        now: the figures of the running deal; by default the tricks of each owner.
        fewest_win: as in `Score`.
        title: heads the column of the sum, if that does not count points: `Chips`.
        unit: as in `Score`, then: `chips`.
    """

    def score(view: AnyView) -> Score:
        at = view.position
        total = Figure(title, at.totals)
        deals = deal_scores(at.deals, terms)
        return Score(total, tuple(now(view)), deals, unit, fewest_win=fewest_win)

    return score


def row_mark(view: AnyView, score: Score, owner: int) -> str:
    """The mark of an owner's row, as in `SheetRow`: `won`, `out`, `due` or empty."""
    seats = {*view.owners[owner]}
    if seats.intersection(view.winner or ()):
        return "won"
    if not score.takes_part(owner):
        return "out"
    # If several may deal or speak, none is marked.
    stands_out = view.next_what == Common.PLAY or len(view.awaited) == 1
    return "due" if stands_out and seats.intersection(view.awaited) else ""
