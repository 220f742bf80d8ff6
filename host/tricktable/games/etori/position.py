"""The public position in Etori, besides the trick. Values only."""

from __future__ import annotations

from typing import Literal, NamedTuple

from tricktable.rules.view import View

What = Literal["deal", "play", "over"]
"""Everything the game can wait for, as records call it."""


class DealResult(NamedTuple):
    """How a deal ended. Teams are numbered."""

    dealer: int
    winner: int
    faces: tuple[int, ...]
    chips: int
    """The chips that changed hands."""
    loser: int

    def as_json(self) -> dict[str, object]:
        """The form given in record.md."""
        return {
            "dealer": self.dealer,
            "winner": self.winner,
            "faces": list(self.faces),
            "chips": self.chips,
        }


class Position(NamedTuple):
    """How the match stands. Teams are numbered."""

    what: What
    chips: tuple[int, ...]
    faces: tuple[int, ...]
    """Face cards captured in the current deal, by team."""
    sitting: int | None
    """The team that sits out the current deal."""
    deals: tuple[DealResult, ...]
    """The finished deals."""
    leaders: tuple[int, ...]
    """The seats that may lead, when it is no single seat's turn."""
    left: int
    """Face cards not yet captured."""
    rensho: str
    """The card that takes any trick."""

    def as_json(self) -> dict[str, object]:
        """The game's part of the summary (record.md, `detail` by game)."""
        return {
            "chips": list(self.chips),
            "faces": list(self.faces),
            "sitting": self.sitting,
            "deals": [each.as_json() for each in self.deals],
        }


EtoriView = View[Position]
