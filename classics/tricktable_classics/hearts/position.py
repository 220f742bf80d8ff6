"""What anybody may know of a moment of Hearts beyond the trick. Values alone."""

from dataclasses import dataclass
from typing import Literal

from tricktable.rules.position import SummaryPart

NextStep = Literal["deal", "pass", "play", "over"]
"""What is awaited."""


@dataclass(frozen=True, slots=True)
class HeartsDeal(SummaryPart):
    """A deal that is over; points by seat."""

    moon: int | None
    gains: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HeartsDetail(SummaryPart):
    """Hearts' part of a summary; numbers by seat."""

    pass_to: int
    """How many seats to the left the cards of this deal are passed, or of the next; 0 for none."""
    broken: bool
    """Whether hearts may be led."""
    points: tuple[int, ...]
    """Taken in the deal that runs, or ran last; none before the first."""
    totals: tuple[int, ...]
    deals: tuple[HeartsDeal, ...]


@dataclass(frozen=True, slots=True)
class Deal(HeartsDeal):
    """A deal that is over; values by seat."""

    hearts: tuple[int, ...]
    queen: tuple[bool, ...]
    jack: tuple[bool, ...]
    """Who has taken J♦; nobody where it counts nothing."""


@dataclass(frozen=True, slots=True)
class Position(HeartsDetail):
    """How the game stands."""

    what: NextStep
    deals: tuple[Deal, ...]
