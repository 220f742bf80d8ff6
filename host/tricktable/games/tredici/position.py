"""What one viewpoint may know of a moment in Tredici. Values only."""

from dataclasses import dataclass
from typing import Literal

from tricktable.rules.cards import Card
from tricktable.rules.position import SummaryPart
from tricktable.rules.view import View

NextStep = Literal["deal", "target", "stack", "discard", "draw", "give", "over"]
"""Everything the game can wait for, as records call it."""


@dataclass(frozen=True, slots=True)
class TrediciDetail(SummaryPart):
    """Tredici's part of a summary (record.md, `detail` by game). Owners are numbered."""

    stacks: tuple[int, ...]
    """How many cards each owner has set aside."""
    hands: tuple[int, ...]
    """How many cards each seat holds."""
    draw: int
    discard: int
    hand_size: int
    kische: int | None
    """The seat that last called kisché."""
    targets: tuple[str | None, ...]
    """The suit each owner collects, if it is public."""
    purged: tuple[int, ...]
    """The seats purged by the last kisché."""
    owners: tuple[tuple[int, ...], ...]
    """The seats of each owner."""


@dataclass(frozen=True, slots=True)
class Position(TrediciDetail):
    """Where the cards are, by count. Owners (teams or single seats) are numbered."""

    what: NextStep
    seats: tuple[int, ...]
    """The seats that may act next."""
    cards: int | None
    """How many cards must be moved, if the number is fixed."""
    may_call: tuple[int, ...]
    """The seats that may call kisché now."""
    stacked: tuple[tuple[int, ...], ...]
    """The cards of each stack as they lie, in threes."""
    named: tuple[frozenset[Card], ...]
    """The cards of each owner's stacks that were named, if the viewpoint may know them."""
    is_between_turns: bool
    """No turn has begun: players may call kisché or agree on a draw."""


TrediciView = View[Position]
