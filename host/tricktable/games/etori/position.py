"""The public position in Etori, besides the trick. Values only."""

from dataclasses import dataclass
from typing import Literal

from tricktable.rules.position import SummaryPart
from tricktable.rules.view import View

NextStep = Literal["deal", "play", "over"]
"""Everything the game can wait for, as records call it."""


@dataclass(frozen=True, slots=True)
class EtoriDeal(SummaryPart):
    """How a deal ended. Teams are numbered."""

    dealer: int
    winner: int
    faces: tuple[int, ...]
    """The face cards that each team captured."""
    chips: int
    """The chips that changed hands."""


@dataclass(frozen=True, slots=True)
class EtoriDetail(SummaryPart):
    """Etori's part of a summary (record.md, `detail` by game). Teams are numbered."""

    chips: tuple[int, ...]
    faces: tuple[int, ...]
    """Face cards captured in the current deal, by team."""
    sitting: int | None
    """The team that sits out the current deal."""
    deals: tuple[EtoriDeal, ...]
    """The finished deals."""


@dataclass(frozen=True, slots=True)
class DealResult(EtoriDeal):
    """How a deal ended. Teams are numbered."""

    loser: int


@dataclass(frozen=True, slots=True)
class Position(EtoriDetail):
    """How the match stands. Teams are numbered."""

    what: NextStep
    deals: tuple[DealResult, ...]
    leaders: tuple[int, ...]
    """The seats that may lead, when it is no single seat's turn."""
    left: int
    """Face cards not yet captured."""
    rensho: str
    """The card that takes any trick."""


EtoriView = View[Position]
