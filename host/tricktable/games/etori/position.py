"""The public position in Etori, besides the trick. Values only."""

from typing import Literal, NamedTuple, TypedDict

from tricktable.rules.position import detail
from tricktable.rules.view import View

What = Literal["deal", "play", "over"]
"""Everything the game can wait for, as records call it."""


class EtoriDeal(TypedDict):
    """How a deal ended. Teams are numbered."""

    dealer: int
    winner: int
    faces: list[int]
    """The face cards that each team captured."""
    chips: int
    """The chips that changed hands."""


class EtoriDetail(TypedDict):
    """Etori's part of a summary (record.md, `detail` by game). Teams are numbered."""

    chips: list[int]
    faces: list[int]
    """Face cards captured in the current deal, by team."""
    sitting: int | None
    """The team that sits out the current deal."""
    deals: list[EtoriDeal]
    """The finished deals."""


class DealResult(NamedTuple):
    """How a deal ended. Teams are numbered."""

    dealer: int
    winner: int
    faces: tuple[int, ...]
    chips: int
    """The chips that changed hands."""
    loser: int


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

    def as_json(self) -> EtoriDetail:
        """The game's part of the summary (record.md, `detail` by game)."""
        return detail(self, EtoriDetail)


EtoriView = View[Position]
