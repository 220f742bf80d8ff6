"""What anybody may know of a moment of Troika beyond the trick. Values alone."""

from __future__ import annotations

from typing import Literal, NamedTuple

from tricktable.rules.view import View

Step = Literal["trump", "discard"]
"""What comes between the bidding and the play."""
What = Literal["deal", "bid", Step, "play", "over"]
"""All that the game can wait for, as records call it."""


class High(NamedTuple):
    """The highest bid so far."""

    seat: int
    bid: str


class BidResult(NamedTuple):
    """A deal that was scored; a side is a seat modulo 2."""

    dealer: int
    bidder: int
    """The side that bid it."""
    bid: str
    trump: str
    points: tuple[int, int]
    scored: tuple[int, int]


class Position(NamedTuple):
    """How the match stands; a side is a seat modulo 2."""

    what: What
    totals: tuple[int, int]
    target: int
    """Points that win."""
    high: High | None
    trump: str | None
    """A suit letter, `none` or `low`; None until it is named."""
    points: tuple[int, int]
    """What the sides have taken in the running deal."""
    deals: tuple[BidResult, ...]
    dealer: int | None
    bids: tuple[str, ...]
    """Of the running deal, in order from the seat after the dealer."""
    limit: int | None
    """From this total on, only a bid scores; None for never."""

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
