"""What anybody may know of a moment of Euchre beyond the trick. Values alone."""

from dataclasses import dataclass
from typing import Literal

from tricktable.rules.position import SummaryPart

NextStep = Literal["deal", "turn_up", "call", "discard", "defend", "play", "over"]
"""What is awaited."""


@dataclass(frozen=True, slots=True)
class EuchreDeal(SummaryPart):
    """A deal that is over; gains by side."""

    maker: int
    trump: str
    alone: tuple[int, ...]
    """The seats that played without their partners."""
    tricks: int
    """Of the makers."""
    gains: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class EuchreDetail(SummaryPart):
    """Euchre's part of a summary."""

    turned: str | None
    """The card that was turned up in the deal that runs, or ran last."""
    maker: int | None
    """Who made trump in it."""
    alone: tuple[int, ...]
    totals: tuple[int, ...]
    """By side."""
    deals: tuple[EuchreDeal, ...]


@dataclass(frozen=True, slots=True)
class Position(EuchreDetail):
    """How the game stands."""

    what: NextStep
