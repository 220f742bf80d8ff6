"""What anybody may know of a moment of Hearts beyond the trick. Values alone."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypedDict

from tricktable.rules.position import detail
from tricktable.rules.trick_game import Bar
from tricktable.rules.view import View

What = Literal["deal", "pass", "play", "over"]
"""What is awaited."""


class HeartsDeal(TypedDict):
    """A deal that is over; points by seat."""

    moon: int | None
    gains: list[int]


class HeartsDetail(TypedDict):
    """Hearts' part of a summary; numbers by seat."""

    pass_to: int
    """How many seats to the left the cards of this deal are passed, or of the next; 0 for none."""
    broken: bool
    """Whether hearts may be led."""
    points: list[int]
    """Taken in the running deal."""
    totals: list[int]
    deals: list[HeartsDeal]


class Deal(NamedTuple):
    """A deal that is over; values by seat."""

    hearts: tuple[int, ...]
    queen: tuple[bool, ...]
    jack: tuple[bool, ...]
    """Who has taken J♦; nobody where it counts nothing."""
    moon: int | None
    """Who has taken all hearts and Q♠."""
    gains: tuple[int, ...]


class Position(NamedTuple):
    """How the game stands."""

    what: What
    pass_to: int
    """How many seats to the left the cards of this deal are passed, or of the next; 0 for none."""
    passing: tuple[int, ...]
    """The seats that have not passed theirs."""
    opening: str
    """The card that is led first in a deal."""
    bar: Bar
    broken: bool
    points: tuple[int, ...]
    totals: tuple[int, ...]
    until: int
    deals: tuple[Deal, ...]

    def as_json(self) -> HeartsDetail:
        """The game's part of the summary."""
        return detail(self, HeartsDetail)


HeartsView = View[Position]
