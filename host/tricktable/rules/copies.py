"""Copies of tuples with other values: each entry of a record makes several."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

C = TypeVar("C")
T = TypeVar("T")

new_tuple: Final = tuple.__new__
"""Makes a named tuple of all its values, for every card of a replay in half the time of a call."""


def with_value(values: Sequence[T], at: int, value: T) -> tuple[T, ...]:
    """The same values with another one at this place."""
    made = list(values)
    made[at] = value
    return tuple(made)


def quick_copies(kind: type[C]) -> type[C]:
    """Let `_replace` of this named tuple touch only what changes: it takes half the time then."""
    names: tuple[str, ...] = kind._fields  # type: ignore[attr-defined]
    places = {name: place for place, name in enumerate(names)}

    def _replace(self: tuple[object, ...], /, **changes: object) -> tuple[object, ...]:
        values = list(self)
        for name, value in changes.items():
            values[places[name]] = value
        return new_tuple(type(self), values)

    kind._replace = _replace  # type: ignore[attr-defined]
    return kind
