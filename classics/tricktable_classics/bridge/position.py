"""What anybody may know of a moment of Bridge beyond the trick. Values alone."""

from dataclasses import dataclass
from typing import Final, Literal

from tricktable.rules.position import SummaryPart
from tricktable.rules.view import View

NextStep = Literal["deal", "bid", "open", "play", "over"]
"""What is awaited."""
PASS, DOUBLE, REDOUBLE = "pass", "double", "redouble"
STRAINS: Final = "CDHSN"
"""The suits, and no trump."""
BIDS: Final = tuple(f"{level}{strain}" for level in range(1, 8) for strain in STRAINS)
"""From the lowest to the highest."""
Term = tuple[str, int]
"""One thing that was scored, as `score.TERMS` words it, and its points."""


@dataclass(frozen=True, slots=True)
class Contract(SummaryPart):
    """What a side has undertaken."""

    bid: str
    """The call that it was bid with: the tricks beyond six, and a suit's letter or N."""
    doubled: int
    """0, 1 for a double, 2 for a redouble."""
    declarer: int

    @property
    def level(self) -> int:
        """The tricks beyond six."""
        return int(self.bid[0])

    @property
    def strain(self) -> str:
        """A suit's letter, or N."""
        return self.bid[1]


@dataclass(frozen=True, slots=True)
class BridgeDeal(SummaryPart):
    """A deal that is over; points by side."""

    contract: Contract | None
    """Null if everybody passed."""
    tricks: int
    """Of the declarer's side."""
    gains: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BridgeDetail(SummaryPart):
    """Bridge's part of a summary; numbers by side."""

    contract: Contract | None
    """Of the deal that runs, as far as it has been bid, or ran last."""
    vulnerable: tuple[bool, ...]
    """In the running deal, or in the next."""
    below: tuple[int, ...]
    """What counts for the running game of a rubber."""
    games: tuple[int, ...]
    """Of the rubber."""
    totals: tuple[int, ...]
    deals: tuple[BridgeDeal, ...]


@dataclass(frozen=True, slots=True)
class Deal(BridgeDeal):
    """A deal that is over; values by side."""

    terms: tuple[tuple[Term, ...], ...]


@dataclass(frozen=True, slots=True)
class Position(BridgeDetail):
    """How the game stands; values by side."""

    what: NextStep
    deals: tuple[Deal, ...]
    calls: tuple[tuple[int, str], ...]
    """Of the deal that runs, or ran last: seat and call."""
    is_rubber: bool


BridgeView = View[Position]
