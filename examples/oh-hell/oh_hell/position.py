"""What anybody may know of a moment of Oh Hell beyond the trick. Values alone."""

from dataclasses import dataclass
from typing import Literal

from tricktable.rules.position import SummaryPart
from tricktable.rules.view import View

NextStep = Literal["deal", "turn_up", "bid", "play", "over"]
"""What is awaited."""


@dataclass(frozen=True, slots=True)
class OhHellDeal(SummaryPart):
    """A deal that is over; numbers by seat."""

    dealer: int
    cards: int
    """In each hand."""
    bids: tuple[int, ...]
    tricks: tuple[int, ...]
    gains: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OhHellDetail(SummaryPart):
    """Oh Hell's part of a summary; numbers by seat."""

    cards: int
    """In each hand of the running deal, or of the next."""
    turned: str | None
    """The card that was turned up in the deal that runs, or ran last."""
    bids: tuple[int | None, ...]
    """In that deal; null while a seat has not bid, and none before the first deal."""
    totals: tuple[int, ...]
    deals: tuple[OhHellDeal, ...]


@dataclass(frozen=True, slots=True)
class Position(OhHellDetail):
    """How the game stands."""

    what: NextStep


OhHellView = View[Position]
