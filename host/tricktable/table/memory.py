"""What a table remembers, so that nobody needs to type it again: who sat where, and the rules.

Folded from the journal's rows like everything else. Knows no page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from tricktable.rules.game import Header
from tricktable.rules.names import default_names
from tricktable.rules.values import HouseRules

KEPT_LINEUPS: Final = 12
"""More than are offered at once, for a game is offered only those of its size."""
MOST_PEOPLE: Final = 60
"""A club's regulars; after a long absence, a name has to be typed again."""

Lineup = tuple[str, ...]
"""Who sits where, seat by seat; empty for an unnamed seat."""


@dataclass(frozen=True, slots=True)
class Memory:
    """What is remembered. Immutable."""

    lineups: tuple[Lineup, ...] = ()
    """Newest first; the same people appear once, as they last sat."""
    people: tuple[str, ...] = ()
    """Everybody who has played here, the most recent first."""
    rules: Mapping[tuple[str, int], HouseRules] = field(default_factory=dict)
    """The house rules of the last game of each kind, as written in its record."""

    def after_game(self, header: Header) -> Memory:
        """The memory after a game has begun."""
        kept = {**self.rules, (header.game, header.players): header.given}
        return replace(self._with(_own_names(header, header.seat_names)), rules=kept)

    def after_names(self, header: Header, was: Sequence[str], names: Sequence[str]) -> Memory:
        """The memory after people have changed seats or names during a game."""
        before = _own_names(header, was)
        others = tuple(each for each in self.lineups if each != before)
        return replace(self, lineups=others)._with(_own_names(header, names))

    @property
    def newest(self) -> Lineup:
        """The last lineup; empty if nobody ever gave a name."""
        return self.lineups[0] if self.lineups else ()

    def _with(self, lineup: Lineup) -> Memory:
        came = tuple(name for name in lineup if name)
        if not came:
            return self
        # The same people in other seats are one line, or moving on every game would fill the list.
        others = (each for each in self.lineups if sorted(each) != sorted(lineup))
        people = dict.fromkeys((*came, *self.people))
        return replace(
            self,
            lineups=(lineup, *others)[:KEPT_LINEUPS],
            people=tuple(people)[:MOST_PEOPLE],
        )


def _own_names(header: Header, names: Sequence[str]) -> Lineup:
    """The names that people typed, seat by seat, without defaults and dummies."""
    own = default_names(header.players, header.seats)
    return tuple(
        "" if name == default else name
        for name, default in zip(names[: header.players], own, strict=False)
    )
