"""What anybody may know of a moment of Bridge beyond the trick. Values alone."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypedDict

from tricktable.rules.position import detail
from tricktable.rules.view import View

What = Literal["deal", "bid", "open", "play", "over"]
"""What is awaited."""
PASS, DOUBLE, REDOUBLE = "pass", "double", "redouble"
STRAINS: Final = "CDHSN"
"""The suits, and no trump."""
BIDS: Final = tuple(f"{level}{strain}" for level in range(1, 8) for strain in STRAINS)
"""From the lowest to the highest."""
Term = tuple[str, int]
"""One thing that was scored, as `score.TERMS` words it, and its points."""


class Contract(NamedTuple):
    """What a side has undertaken."""

    level: int
    """The tricks beyond six."""
    strain: str
    """A suit's letter, or N."""
    doubled: int
    """0, 1 for a double, 2 for a redouble."""
    declarer: int

    @property
    def bid(self) -> str:
        """The call that it was bid with."""
        return f"{self.level}{self.strain}"


class ContractDetail(TypedDict):
    """A contract."""

    bid: str
    doubled: int
    declarer: int


class BridgeDeal(TypedDict):
    """A deal that is over; points by side."""

    contract: ContractDetail | None
    """Null if everybody passed."""
    tricks: int
    """Of the declarer's side."""
    gains: list[int]


class BridgeDetail(TypedDict):
    """Bridge's part of a summary; numbers by side."""

    contract: ContractDetail | None
    """Of the running deal, as far as it has been bid."""
    vulnerable: list[bool]
    """In the running deal, or in the next."""
    below: list[int]
    """What counts for the running game of a rubber."""
    games: list[int]
    """Of the rubber."""
    totals: list[int]
    deals: list[BridgeDeal]


class Deal(NamedTuple):
    """A deal that is over; values by side."""

    contract: Contract | None
    tricks: int
    terms: tuple[tuple[Term, ...], ...]
    gains: tuple[int, ...]


class Position(NamedTuple):
    """How the game stands; values by side."""

    what: What
    dealer: int | None
    contract: Contract | None
    calls: tuple[tuple[int, str], ...]
    """Of the running deal: seat and call."""
    dummy: int | None
    vulnerable: tuple[bool, ...]
    is_rubber: bool
    below: tuple[int, ...]
    games: tuple[int, ...]
    boards: int
    totals: tuple[int, ...]
    deals: tuple[Deal, ...]

    def as_json(self) -> BridgeDetail:
        """The game's part of the summary."""
        return detail(self, BridgeDetail)


BridgeView = View[Position]
