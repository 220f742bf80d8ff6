"""The public position in Troika, besides the trick. Values only."""

from __future__ import annotations

from typing import Literal, NamedTuple

from tricktable.rules.view import View

Step = Literal["trump", "discard"]
"""The steps between bidding and play."""
What = Literal["deal", "bid", Step, "play", "over"]
"""Everything the game can wait for, as records call it."""


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

    def as_json(self) -> dict[str, object]:
        """The game's part of the summary (record.md, `detail` by game)."""
        return {
            "totals": list(self.totals),
            "target": self.target,
            "high": self.high and self.high._asdict(),
            "trump": self.trump,
            "points": list(self.points),
            "deals": [
                each._asdict() | {"points": list(each.points), "scored": list(each.scored)}
                for each in self.deals
            ],
        }


TroikaView = View[Position]
