"""What anybody may know of a moment of Spades beyond the trick. Values alone."""

from dataclasses import dataclass
from typing import Final, Literal

from tricktable.rules.position import SummaryPart
from tricktable.rules.view import View

NextStep = Literal["deal", "bid", "play", "over"]
"""What is awaited."""
BLIND: Final = "blind"
"""The bid of nil before one has seen one's cards."""
Bid = int | Literal["blind"]


@dataclass(frozen=True, slots=True)
class SpadesDeal(SummaryPart):
    """A deal that is over; numbers by seat, then by side."""

    bids: tuple[Bid, ...]
    tricks: tuple[int, ...]
    bags: tuple[int, ...]
    gains: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SpadesDetail(SummaryPart):
    """Spades' part of a summary."""

    bids: tuple[Bid | None, ...]
    """By seat in the deal that runs, or ran last: null while it has not bid; none before that."""
    broken: bool
    """Whether spades may be led."""
    bags: tuple[int, ...]
    """By side: those that are not yet ten."""
    totals: tuple[int, ...]
    """By side."""
    deals: tuple[SpadesDeal, ...]


@dataclass(frozen=True, slots=True)
class Deal(SpadesDeal):
    """A deal that is over; values by seat, then by side."""

    terms: tuple[tuple[tuple[str, int], ...], ...]
    """What adds up to the gain of a side: what it is (`Kind`), and the points."""


Kind = Literal["bid", "bags", "nil", "blind", "ten"]


@dataclass(frozen=True, slots=True)
class Position(SpadesDetail):
    """How the game stands."""

    what: NextStep
    deals: tuple[Deal, ...]


SpadesView = View[Position]
