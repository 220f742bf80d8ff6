"""The public position in Troika, besides the trick. Values only."""

from typing import Literal, NamedTuple, TypedDict

from tricktable.rules.position import detail
from tricktable.rules.view import View

Step = Literal["trump", "discard"]
"""The steps between bidding and play."""
What = Literal["deal", "bid", Step, "play", "over"]
"""Everything the game can wait for, as records call it."""


class TroikaHigh(TypedDict):
    """The highest bid so far."""

    seat: int
    bid: str


class TroikaDeal(TypedDict):
    """A scored deal. A side is a seat modulo 2."""

    dealer: int
    bidder: int
    """The side that bid."""
    bid: str
    trump: str
    points: list[int]
    scored: list[int]


class TroikaDetail(TypedDict):
    """Troika's part of a summary (record.md, `detail` by game). A side is a seat modulo 2."""

    totals: list[int]
    target: int
    """The points needed to win."""
    high: TroikaHigh | None
    trump: str | None
    """A suit letter, `none` or `low`; null until it is named."""
    points: list[int]
    """What each side has taken in the current deal."""
    deals: list[TroikaDeal]


class High(NamedTuple):
    """The highest bid so far."""

    seat: int
    bid: str


class BidResult(NamedTuple):
    """A scored deal. A side is a seat modulo 2."""

    dealer: int
    bidder: int
    """The side that bid."""
    bid: str
    trump: str
    points: tuple[int, int]
    scored: tuple[int, int]


class Position(NamedTuple):
    """How the match stands. A side is a seat modulo 2."""

    what: What
    totals: tuple[int, int]
    target: int
    """The points needed to win."""
    high: High | None
    trump: str | None
    """A suit letter, `none` or `low`; None until it is named."""
    points: tuple[int, int]
    """What each side has taken in the current deal."""
    deals: tuple[BidResult, ...]
    dealer: int | None
    bids: tuple[str, ...]
    """The current deal's bids, in order from the dealer's left."""
    limit: int | None
    """From this total on, a side scores only by bidding; None for no limit."""

    def as_json(self) -> TroikaDetail:
        """The game's part of the summary (record.md, `detail` by game)."""
        return detail(self, TroikaDetail)


TroikaView = View[Position]
