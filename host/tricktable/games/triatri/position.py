"""What anybody may know of a moment of TriATri beyond the trick. Values alone."""

from __future__ import annotations

from typing import Literal, NamedTuple

from tricktable.rules.view import View

What = Literal["deal", "reveal", "prize", "play", "over"]
"""All that the game can wait for, as records call it."""
Ending = Literal["two_sets", "colour_gone", "three_rounds"]
"""What ends a game, as records call it."""
Code = str
"""A card as records write it."""


class Prize(NamedTuple):
    """The gem that the trick is played for."""

    colour: str
    """Its letter."""
    is_own: bool
    """It lies before the seat that named it, not in the stock."""

    def as_json(self) -> dict[str, object]:
        """As records write it."""
        return {"colour": self.colour, "from": "own" if self.is_own else "stock"}


class Laid(NamedTuple):
    """What lies before a seat of the trick after every exchange."""

    code: Code
    worth: int
    """What it counts."""


class Position(NamedTuple):
    """How the game stands."""

    what: What
    round: int
    trick: int
    """Tricks of the round that have begun."""
    starter: int | None
    """The seat that names the prize."""
    prize: Prize | None
    gems: tuple[tuple[int, ...], ...]
    """By seat and colour."""
    stock: tuple[int, ...]
    """By colour."""
    points: tuple[int, ...]
    """By seat, as if the game ended now."""
    ended_by: Ending | None
    of_rounds: int
    revealed: tuple[tuple[int, Code], ...]
    """The cards shown to decide who starts, with their seats."""
    lying: tuple[Laid, ...]
    """The running trick, in playing order."""
    lay: tuple[Laid, ...]
    """The trick before."""
    after: tuple[tuple[int, ...], ...]
    """The points by seat after each round that is over."""

    def as_json(self) -> dict[str, object]:
        """The game's part of the summary (record.md, `detail` by game)."""
        return {
            "round": self.round,
            "trick": self.trick,
            "starter": self.starter,
            "prize": self.prize and self.prize.as_json(),
            "gems": [list(each) for each in self.gems],
            "stock": list(self.stock),
            "points": list(self.points),
            "ended_by": self.ended_by,
        }


TriatriView = View[Position]
