"""What anybody may know of a moment of Etori beyond the trick. Values alone."""

from __future__ import annotations

from typing import Literal, NamedTuple

from tricktable.rules.view import View

What = Literal["deal", "play", "over"]
"""All that the game can wait for, as records call it."""


class DealResult(NamedTuple):
    """How a deal ended; teams by number."""

    dealer: int
    winner: int
    faces: tuple[int, ...]
    chips: int
    """What was really paid."""
    loser: int

    def as_json(self) -> dict[str, object]:
        """As record.md states it."""
        return {
            "dealer": self.dealer,
            "winner": self.winner,
            "faces": list(self.faces),
            "chips": self.chips,
        }


class Position(NamedTuple):
    """How the match stands; teams by number."""

    what: What
    chips: tuple[int, ...]
    faces: tuple[int, ...]
    """Face cards captured in the running deal."""
    sitting: int | None
    """The team that sits out the running deal."""
    deals: tuple[DealResult, ...]
    """The deals that were played."""
    leaders: tuple[int, ...]
    """The seats of which either may lead, while nobody's turn it is."""
    left: int
    """Face cards that nobody has captured yet."""
    rensho: str
    """The card that takes any trick."""
    dealing: int | None
    """The team that deals next; None while a deal runs and before the first."""

    def as_json(self) -> dict[str, object]:
        """The game's part of the summary (record.md, `detail` by game)."""
        return {
            "chips": list(self.chips),
            "faces": list(self.faces),
            "sitting": self.sitting,
            "deals": [each.as_json() for each in self.deals],
        }


EtoriView = View[Position]
