"""The public position in Troika, besides the trick. Values only."""

from dataclasses import dataclass
from typing import Literal

from tricktable.rules.position import SummaryPart
from tricktable.rules.view import View

Step = Literal["trump", "discard"]
"""The steps between bidding and play."""
NextStep = Literal["deal", "bid", Step, "play", "over"]
"""Everything the game can wait for, as records call it."""


@dataclass(frozen=True, slots=True)
class TroikaHigh(SummaryPart):
    """The highest bid so far."""

    seat: int
    bid: str


@dataclass(frozen=True, slots=True)
class TroikaDeal(SummaryPart):
    """A scored deal. A side is a seat modulo 2."""

    dealer: int
    bidder: int
    """The side that bid."""
    bid: str
    trump: str
    points: tuple[int, ...]
    scored: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TroikaDetail(SummaryPart):
    """Troika's part of a summary (record.md, `detail` by game). A side is a seat modulo 2."""

    totals: tuple[int, ...]
    target: int
    """The points needed to win."""
    high: TroikaHigh | None
    trump: str | None
    """A suit letter, `none` or `low`; null until it is named."""
    points: tuple[int, ...]
    """What each side has taken in the current deal."""
    deals: tuple[TroikaDeal, ...]


@dataclass(frozen=True, slots=True)
class Position(TroikaDetail):
    """How the match stands. A side is a seat modulo 2."""

    what: NextStep
    dealer: int | None
    bids: tuple[str, ...]
    """The current deal's bids, in order from the dealer's left."""
    limit: int | None
    """From this total on, a side scores only by bidding; None for no limit."""


TroikaView = View[Position]
