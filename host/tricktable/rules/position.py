"""What every game's position can do. Knows no game, and nothing of a view that holds one."""

from collections.abc import Callable, Mapping
from dataclasses import fields
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
)

from tricktable.rules.cards import Card


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


class SummaryPart:
    """The base of what a summary tells of a game: a frozen dataclass, whose fields these are.

    A position inherits from it and adds what only the host knows. What a field describes by such a
    class is told in the same way: a deal, a contract.
    """

    __slots__ = ()

    def as_json(self) -> Mapping[str, object]:
        """The game's part of the summary, as record.md states it. Tuples become lists."""
        kind: type = type(self)
        return cast(Mapping[str, object], _whole(told_of(kind))(self))


S = TypeVar("S", bound=SummaryPart)


def of_state(position: type[S], state: object) -> S:
    """The position that says what the state does, field by field; of a card, its code."""
    told = (getattr(state, each) for each in _names(cast(type, position)))
    return position(*(each.code if isinstance(each, Card) else each for each in told))


@cache
def _names(position: type) -> tuple[str, ...]:
    return tuple(each.name for each in fields(position))


@cache
def told_of(position: type) -> type:
    """What these positions tell: the class next to `SummaryPart`."""
    return [each for each in position.__mro__ if issubclass(each, SummaryPart)][-2]


@cache
def awaited_in(position: type) -> tuple[str, ...]:
    """All that a game with these positions can wait for: the values of their `what`."""
    return get_args(get_type_hints(position)["what"])


_Encoder = Callable[..., object]


@cache
def _whole(shape: type) -> _Encoder:
    """What makes of an object the dictionary of these fields."""
    said = {key: _encoder(hint) for key, hint in get_type_hints(shape).items()}
    keys = tuple(said)
    converted = tuple((key, each) for key, each in said.items() if each is not None)

    def whole(of: object) -> object:
        values = {key: getattr(of, key) for key in keys}
        for key, each in converted:
            values[key] = each(values[key])
        return values

    return whole


def _encoder(hint: object) -> _Encoder | None:
    """What makes a value what this type says; None if it is that as it stands."""
    if isinstance(hint, type) and issubclass(hint, SummaryPart):
        return _whole(cast(type, hint))
    within = get_args(hint)
    if get_origin(hint) is tuple:
        each = _encoder(within[0])
        return list if each is None else lambda values: [each(value) for value in values]
    there = _encoder(within[0]) if NoneType in within else None
    return there and (lambda value: None if value is None else there(value))
