"""What a record can hold in a field, as types: any JSON, and what is often made of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

if TYPE_CHECKING:
    JsonValue: TypeAlias = (
        "bool | int | float | str | Sequence[JsonValue] | Mapping[str, JsonValue] | None"
    )
else:
    # msgspec, which reads structs by their types, knows no recursive ones: to it any JSON is Any.
    JsonValue = Any

HouseRules = Mapping[str, JsonValue]
"""House rules by name, each with its value."""
Rows = Sequence[Sequence[int]]


def rows_in(value: JsonValue) -> list[list[int]]:
    """Lists of whole numbers in a list; what is none is left out, so that it equals no `value`."""
    rows = value if isinstance(value, list) else []
    lists = [row for row in rows if isinstance(row, list)]
    return [[number for number in row if type(number) is int] for row in lists]


MOST_LISTED: Final = 14
"""The most numbers that are listed, as a key says none to thirteen; of more, the bounds."""


class Bounds(NamedTuple):
    """Whole numbers in a row, too many to list: one of them is typed."""

    least: int
    most: int


def bounded(values: Sequence[JsonValue]) -> tuple[Bounds | None, tuple[JsonValue, ...]]:
    """The bounds of the numbers among these values, and the values beside them.

    The bounds are None if the numbers have gaps or are few: then all values are beside them.
    """
    numbers = sorted(value for value in values if type(value) is int)
    if len(numbers) <= MOST_LISTED or numbers != [*range(numbers[0], numbers[-1] + 1)]:
        return None, tuple(values)
    others = tuple(value for value in values if type(value) is not int)
    return Bounds(numbers[0], numbers[-1]), others
