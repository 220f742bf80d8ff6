"""What every game's position can do. Knows no game, and nothing of a view that holds one."""

from collections.abc import Callable, Mapping
from functools import cache
from types import NoneType
from typing import (
    Final,
    Protocol,
    TypeVar,
    cast,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)


class Position(Protocol):
    """What a viewpoint may know of a moment beyond the trick: each game has its own."""

    def as_json(self) -> Mapping[str, object]:
        """The game's part of the summary, as record.md states it."""


class Common:
    """What most games wait for at some time, as all of them call it."""

    DEAL: Final = "deal"
    PLAY: Final = "play"
    OVER: Final = "over"
    BETWEEN: Final = (DEAL, OVER)
    """No deal is running."""


P = TypeVar("P", bound=Position)


D = TypeVar("D", bound=Mapping[str, object])


def detail(of: object, shape: type[D]) -> D:
    """These values as `shape`, a TypedDict, has them: each key is a field or property of `of`.

    Tuples become lists, and what a TypedDict describes becomes one in turn. Raises:
    AttributeError, if there is no such field.
    """
    return cast(D, _whole(shape)(of))


Said = Callable[..., object]


@cache
def _whole(shape: type) -> Said:
    """What makes of an object the dictionary that this TypedDict describes."""
    said = {key: _said(hint) for key, hint in get_type_hints(shape).items()}
    keys = tuple(said)
    converted = tuple((key, each) for key, each in said.items() if each is not None)

    def whole(of: object) -> object:
        values = {key: getattr(of, key) for key in keys}
        for key, each in converted:
            values[key] = each(values[key])
        return values

    return whole


def _said(hint: object) -> Said | None:
    """What makes a value what this type says; None if it is that as it stands."""
    if is_typeddict(hint):
        return _whole(cast(type, hint))
    within = get_args(hint)
    if get_origin(hint) is list:
        each = _said(within[0])
        return list if each is None else lambda values: [each(value) for value in values]
    there = _said(within[0]) if NoneType in within else None
    return there and (lambda value: None if value is None else there(value))
