"""What anybody may know of a moment of Oh Hell beyond the trick. Values alone."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypedDict

from tricktable.rules.position import detail
from tricktable.rules.view import View

What = Literal["deal", "turn_up", "bid", "play", "over"]
"""What is awaited."""


class OhHellDeal(TypedDict):
    """A deal that is over; numbers by seat."""

    dealer: int
    cards: int
    """In each hand."""
    bids: list[int]
    tricks: list[int]
    gains: list[int]


class OhHellDetail(TypedDict):
    """Oh Hell's part of a summary; numbers by seat."""

    cards: int
    """In each hand of the running deal, or of the next."""
    turned: str | None
    """The card that was turned up."""
    bids: list[int | None]
    """Of the running deal; null while a seat has not bid."""
    totals: list[int]
    deals: list[OhHellDeal]


class Deal(NamedTuple):
    """A deal that is over; numbers by seat."""

    dealer: int
    cards: int
    """In each hand."""
    bids: tuple[int, ...]
    tricks: tuple[int, ...]
    gains: tuple[int, ...]


class Position(NamedTuple):
    """How the game stands."""

    what: What
    cards: int
    """In each hand of the running deal, or of the next."""
    of_deals: int
    """How many deals are played."""
    dealer: int | None
    turned: str | None
    """The card that was turned up."""
    bids: tuple[int | None, ...]
    """Of the running deal, by seat; None while a seat has not bid."""
    totals: tuple[int, ...]
    """Points by seat."""
    deals: tuple[Deal, ...]

    def as_json(self) -> OhHellDetail:
        """The game's part of the summary."""
        return detail(self, OhHellDetail)


OhHellView = View[Position]
