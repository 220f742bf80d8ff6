"""What a record can hold in a field, as types: any JSON, and what is often made of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    JsonValue: TypeAlias = (
        "bool | int | float | str | Sequence[JsonValue] | Mapping[str, JsonValue] | None"
    )
else:
    # msgspec, which reads structs by their types, knows no recursive ones: to it any JSON is Any.
    JsonValue = Any

Chosen = Mapping[str, JsonValue]
"""House rules by name, each with its value."""
Rows = Sequence[Sequence[int]]


def rows_in(value: JsonValue) -> list[list[int]]:
    """Lists of whole numbers in a list; what is none is left out, so that it equals no `value`."""
    rows = value if isinstance(value, list) else []
    lists = [row for row in rows if isinstance(row, list)]
    return [[number for number in row if type(number) is int] for row in lists]
