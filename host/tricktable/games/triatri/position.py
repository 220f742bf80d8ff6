"""The public position in TriATri, besides the trick. Values only."""

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypedDict

from tricktable.rules.position import SummaryPart
from tricktable.rules.view import View

NextStep = Literal["deal", "reveal", "prize", "play", "over"]
"""Everything the game can wait for, as records call it."""
Ending = Literal["two_sets", "colour_gone", "three_rounds"]
"""How a game can end, as records call it."""
Code = str
"""A card as records write it."""


TriatriPrize = TypedDict("TriatriPrize", {"colour": str, "from": Literal["own", "stock"]})
TriatriPrize.__doc__ = "The gem at stake in the trick, as records write it."


@dataclass(frozen=True, slots=True)
class TriatriDetail(SummaryPart):
    """TriATri's part of a summary (record.md, `detail` by game)."""

    round: int
    trick: int
    """Number of tricks begun in this round."""
    starter: int | None
    """The seat that names the prize."""
    prize: TriatriPrize | None
    """The gem at stake in the trick."""
    gems: tuple[tuple[int, ...], ...]
    """The number of gems, by seat and colour."""
    stock: tuple[int, ...]
    """The number of gems left, by colour."""
    points: tuple[int, ...]
    """By seat, as if the game ended now."""
    ended_by: Ending | None


class CardInTrick(NamedTuple):
    """The card in front of a seat of the trick after all exchanges."""

    code: Code
    worth: int
    """What the card counts."""


class Plan(NamedTuple):
    """The parts of a game fixed by the number of players and the house rules."""

    players: int
    deck: int
    """The cards of this game, as a mask."""
    imitation: str
    starter_is_free: bool
    last_of_three: bool
    """Of three or more tied cards in two colours, the last wins instead of the dominant colour."""
    redo_vs_imitation: bool


@dataclass(frozen=True, slots=True)
class Position(TriatriDetail):
    """How the game stands."""

    plan: Plan
    what: NextStep
    of_rounds: int
    revealed: tuple[tuple[int, Code], ...]
    """The cards shown to decide who starts, with their seats."""
    after: tuple[tuple[int, ...], ...]
    """The points by seat after each finished round."""


TriatriView = View[Position]
