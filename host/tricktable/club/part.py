"""What a part of the club is: a state, its rows, its requests. Knows no part and no journal."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from typing import Final, Generic, NamedTuple, TypeVar, cast

from msgspec import Struct

from tricktable.rules.values import JsonValue

S = TypeVar("S")
R = TypeVar("R", bound=Struct)

Body = Mapping[str, JsonValue]
"""A row's body, read."""


class ClubChange(NamedTuple):
    """A future row of the club."""

    kind: str
    body: Mapping[str, object]


class ClubRefusal(NamedTuple):
    """Why a request cannot be carried out now."""

    reason: str
    """A sentence in the asker's language."""
    because: str = ""
    """The kind of refusal, if callers may need to tell it apart."""


ClubChanges = list[ClubChange]


def _never(_state: object, _at: datetime) -> Hashable:
    return None


@dataclass(frozen=True, slots=True)
class Part(Generic[S, R]):
    """One part of the club; how to make one is said at the top of the package."""

    name: str
    empty: S
    """Its state before the first row; immutable."""
    kinds: frozenset[str]
    """The kinds of its rows."""
    fold: Callable[[S, str, Body, datetime], S]
    """The state after a row of this kind, written at this time."""
    requests: tuple[type[Struct], ...]
    decide: Callable[[ClubMoment, R], ClubChanges | ClubRefusal]
    """The rows that a request becomes; none if there is nothing to do."""
    stage: Callable[[S, datetime], Hashable] = _never
    """What of it changes as time goes by."""
    written: frozenset[str] = frozenset()
    """The fields of its rows, at any depth, in which people write: forgotten names leave them."""


AnyPart = Part[object, Struct]
"""Some part; which one, only `registry.PARTS` forgets, and `ClubState.of` knows it again."""


@dataclass(frozen=True, slots=True)
class ClubState:
    """What the club knows after some rows. Immutable."""

    seq: int = 0
    """The newest row's number."""
    _states: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))

    def of(self, part: Part[S, R]) -> S:
        """The state of this part."""
        return cast("S", self._states.get(part.name, part.empty))

    def after(self, part: AnyPart | None, kind: str, body: Body, at: datetime) -> ClubState:
        """The state after one more row; one that no part knows only counts."""
        if part is None:
            return ClubState(self.seq + 1, self._states)
        changed = part.fold(self.of(part), kind, body, at)
        return ClubState(self.seq + 1, MappingProxyType({**self._states, part.name: changed}))


NOTHING_YET: Final = ClubState()


class ClubMoment(NamedTuple):
    """All that a decision rests on."""

    state: ClubState
    at: datetime
    """Now, with a time zone."""

    @property
    def seq(self) -> int:
        """The number that the decision's first row gets."""
        return self.state.seq + 1

    def of(self, part: Part[S, R]) -> S:
        """The state of this part."""
        return self.state.of(part)
