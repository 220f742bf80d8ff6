"""What anybody may know of a moment of Spades beyond the trick. Values alone."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypedDict

from tricktable.rules.position import detail
from tricktable.rules.trick_game import Bar
from tricktable.rules.view import View

What = Literal["deal", "bid", "play", "over"]
"""What is awaited."""
BLIND: Final = "blind"
"""The bid of nil before one has seen one's cards."""
Bid = int | Literal["blind"]


class SpadesDeal(TypedDict):
    """A deal that is over; numbers by seat, then by side."""

    bids: list[Bid]
    tricks: list[int]
    bags: list[int]
    gains: list[int]


class SpadesDetail(TypedDict):
    """Spades' part of a summary."""

    bids: list[Bid | None]
    """Of the running deal by seat; null while a seat has not bid."""
    broken: bool
    """Whether spades may be led."""
    bags: list[int]
    """By side: those that are not yet ten."""
    totals: list[int]
    """By side."""
    deals: list[SpadesDeal]


class Deal(NamedTuple):
    """A deal that is over; values by seat, then by side."""

    bids: tuple[Bid, ...]
    tricks: tuple[int, ...]
    terms: tuple[tuple[tuple[str, int], ...], ...]
    """What adds up to the gain of a side: what it is (`Kind`), and the points."""
    bags: tuple[int, ...]
    """Those of a side afterwards that are not yet ten."""
    gains: tuple[int, ...]


Kind = Literal["bid", "bags", "nil", "blind", "ten"]


class Position(NamedTuple):
    """How the game stands."""

    what: What
    dealer: int | None
    bids: tuple[Bid | None, ...]
    """Of the running deal by seat; None while a seat has not bid."""
    bar: Bar
    broken: bool
    bags: tuple[int, ...]
    totals: tuple[int, ...]
    deals: tuple[Deal, ...]

    def as_json(self) -> SpadesDetail:
        """The game's part of the summary."""
        return detail(self, SpadesDetail)


SpadesView = View[Position]
