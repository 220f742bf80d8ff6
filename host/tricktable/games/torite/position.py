"""The public position in The Torite, besides the trick. Values only."""

from dataclasses import dataclass
from typing import Literal

from tricktable.rules.position import SummaryPart
from tricktable.rules.view import View

NextStep = Literal["deal", "leader", "stacks", "pairing", "turn_up", "play", "show", "over"]
"""Everything the game can wait for, as records call it."""
LossReason = Literal["tricks", "suits"]
"""What went wrong: the trick counts, or two kept cards of one suit."""
Code = str
"""A card as records write it."""


@dataclass(frozen=True, slots=True)
class ToriteRound(SummaryPart):
    """What each seat has from one round."""

    tricks: tuple[int, ...]
    kept: tuple[Code | None, ...]
    """The card that each seat showed at the end of the round."""


@dataclass(frozen=True, slots=True)
class ToriteDetail(SummaryPart):
    """The Torite's part of a summary (record.md, `detail` by game)."""

    rounds: tuple[ToriteRound, ...]
    """The rounds so far, the current one last."""
    set_aside: Code | None
    """With three players, the card left over, once it is shown."""
    won: bool | None
    """Whether the table has won; null until that is decided."""
    score: int | None
    """The score of a win."""
    possible: bool
    """Whether the table can still win."""


@dataclass(frozen=True, slots=True)
class Position(ToriteDetail):
    """How the game stands."""

    what: NextStep
    target: tuple[int, ...]
    """The trick counts that win, highest first."""
    of_rounds: int
    """How many rounds the game has."""
    left: int
    """Tricks still to play in this round."""
    finals: tuple[tuple[int, ...], ...]
    """For each seat, the trick counts in this round that still lead to a win."""
    lost_by: LossReason | None
    """Why the game can no longer be won."""
    face_up: tuple[Code, ...]
    """The dummy's face-up cards."""

    @property
    def kept_suits(self) -> list[str]:
        """The suit letter of every kept card shown, and of the one set aside."""
        kept = (code for each in self.rounds for code in each.kept)
        return [code[1] for code in (*kept, self.set_aside) if code is not None]


ToriteView = View[Position]
