"""Control cards: spare tags that stand for an act instead of a card. Carries out nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, NamedTuple

UNDO: Final = "undo"
NEW_DEAL: Final = "new_deal"
NO_TRUMP: Final = "no_trump"
MUTE: Final = "mute"
SCORES: Final = "scores"
ACTS: Final = (UNDO, NEW_DEAL, NO_TRUMP, MUTE, SCORES)
"""What a control card can stand for."""


class Control(NamedTuple):
    """The tag of a control card."""

    act: str
    """One of `ACTS`."""


@dataclass(frozen=True)
class Controls:
    """The control cards of a house; several may stand for the same act. Immutable."""

    tags: Mapping[str, str] = field(
        default_factory=lambda: MappingProxyType({}), repr=False, hash=False
    )
    """Tag number in upper case to one of `ACTS`."""

    def with_tag(self, number: str, act: str) -> Controls:
        """A copy with one more card, or with one that now stands for another act."""
        return Controls(MappingProxyType({**self.tags, number: act}))

    def without(self, act: str) -> Controls:
        """A copy without the cards for this act."""
        left = {number: other for number, other in self.tags.items() if other != act}
        return Controls(MappingProxyType(left))

    @property
    def counts(self) -> Mapping[str, int]:
        """The number of cards for each act."""
        acts = list(self.tags.values())
        return {act: acts.count(act) for act in ACTS}
