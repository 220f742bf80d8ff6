"""What anybody may know of a moment of Euchre beyond the trick. Values alone."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypedDict

from tricktable.rules.position import detail
from tricktable.rules.view import View

What = Literal["deal", "turn_up", "call", "discard", "defend", "play", "over"]
"""What is awaited."""


class EuchreDeal(TypedDict):
    """A deal that is over; gains by side."""

    maker: int
    trump: str
    alone: list[int]
    """The seats that played without their partners."""
    tricks: int
    """Of the makers."""
    gains: list[int]


class EuchreDetail(TypedDict):
    """Euchre's part of a summary."""

    turned: str | None
    """The card that lies turned up."""
    maker: int | None
    """Who made trump in this deal."""
    trump: str | None
    alone: list[int]
    totals: list[int]
    """By side."""
    deals: list[EuchreDeal]


class Deal(NamedTuple):
    """A deal that is over; gains by side."""

    maker: int
    trump: str
    alone: tuple[int, ...]
    tricks: int
    gains: tuple[int, ...]


class Position(NamedTuple):
    """How the game stands."""

    what: What
    dealer: int | None
    turned: str | None
    """The card that lies turned up, or that the dealer has taken up."""
    is_second: bool
    """Whether everybody has passed once: another suit is named."""
    maker: int | None
    trump: str | None
    alone: tuple[int, ...]
    totals: tuple[int, ...]
    deals: tuple[Deal, ...]

    def as_json(self) -> EuchreDetail:
        """The game's part of the summary."""
        told = detail(self, EuchreDetail)
        if self.what != "call" or self.is_second:
            told["turned"] = None
        return told


EuchreView = View[Position]
