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
    return cast(D, {key: said(getattr(of, key)) for key, said in _keys(shape).items()})


@cache
def _keys(shape: type) -> Mapping[str, Callable[[object], object]]:
    return {key: _said(hint) for key, hint in get_type_hints(shape).items()}


def _said(hint: object) -> Callable[[object], object]:
    """What makes a value what this type says."""
    if is_typeddict(hint):
        return lambda value: detail(value, cast(type[Mapping[str, object]], hint))
    within = get_args(hint)
    if get_origin(hint) is list:
        each = _said(within[0])
        return lambda values: [each(value) for value in cast(tuple[object, ...], values)]
    if NoneType in within:
        there = _said(within[0])
        return lambda value: None if value is None else there(value)
    return lambda value: value
