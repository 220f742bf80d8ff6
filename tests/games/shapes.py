"""Whether a value is what its type says: the annotations of values are looked at, of functions not.

For the suite alone, which tries games that mypy has not seen.
"""

import sys
import types
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Final, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from tricktable.rules import (
    asides,
    explanation,
    findings,
    game,
    keypad,
    options,
    page,
    position,
    record,
    score,
    topics,
    view,
)
from tricktable.rules.cards import Card
from tricktable.rules.deal import Holding
from tricktable.rules.review.review import Goal
from tricktable.text import language, sentences

_MODULES = (
    *(asides, explanation, findings, position, record, topics, keypad, options, page, score),
    *(sentences, language, game, view),
)
_NAMES = {
    name: thing
    for module in _MODULES
    for name, thing in vars(module).items()
    if not name.startswith("_")
} | {"Card": Card, "Goal": Goal, "Holding": Holding}
"""What stands in annotations, also where a module imports it for them alone."""


@cache
def _hints(kind: type) -> dict[str, Any]:
    # A module's own names come first: two modules may each have a `Mark`.
    return get_type_hints(kind, localns={**_NAMES, **vars(sys.modules[kind.__module__])})


@cache
def _parts(kind: type) -> tuple[tuple[str, Any], ...]:
    """What a value of this kind consists of, and the type of each."""
    if is_dataclass(kind):
        names = [each.name for each in fields(kind)]
    else:
        names = [*getattr(kind, "_fields", ())]
    hints = _hints(kind) if names else {}
    return tuple((name, hints[name]) for name in names)


@cache
def _taken_apart(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    return get_origin(hint), get_args(hint)


def misshapen(value: object, hint: Any, where: str = "it") -> list[str]:
    """Where the value is not of this type; empty if it is."""
    origin, of = _taken_apart(hint)
    if hint is Any or isinstance(hint, TypeVar):
        return []
    if hint is None or hint is type(None):
        return [] if value is None else [f"{where} is {value!r}, not None"]
    if origin in (Union, types.UnionType):
        ways = [misshapen(value, each, where) for each in of]
        return [] if [] in ways else ways[0]
    if origin is Literal:
        return [] if value in of else [f"{where} is {value!r}, not one of {hint}"]
    if origin is not None:
        return _of_many(value, origin, of, where)
    return _of_kind(value, hint, where)


def _of_many(value: object, origin: type, of: tuple[Any, ...], where: str) -> list[str]:
    if not isinstance(value, origin):
        return [f"{where} is no {origin.__name__}: {value!r}"]
    if is_dataclass(origin) or (issubclass(origin, tuple) and hasattr(origin, "_fields")):
        return _of_kind(value, origin, where)
    if isinstance(value, tuple) and of and of[-1] is not Ellipsis:
        if len(value) != len(of):
            return [f"{where} has {len(value)} parts, not {len(of)}"]
        pairs = [*zip(value, of, strict=True)]
    elif isinstance(value, Mapping):
        pairs = [(each, of[0]) for each in value] + [(each, of[1]) for each in value.values()]
    elif isinstance(value, (Sequence, AbstractSet)) and of:
        pairs = [(each, of[0]) for each in value]
    else:
        pairs = []
    found = (misshapen(each, hint, f"{where}[{at}]") for at, (each, hint) in enumerate(pairs))
    return [fault for faults in found for fault in faults]


_FIT: Final[dict[tuple[int, int], tuple[object, type]]] = {}
"""Frozen values that were found to fit, with their types; kept, so that no other gets their id.

One moment of a game has most of them in common with the moment before.
"""
_MANY: Final = 200_000


@cache
def _is_frozen(kind: type) -> bool:
    params = getattr(kind, "__dataclass_params__", None)
    return params.frozen if params else issubclass(kind, tuple)


def _of_kind(value: object, kind: Any, where: str) -> list[str]:
    if not isinstance(kind, type) or kind is object:
        return []
    if (id(value), id(kind)) in _FIT:
        return []
    if getattr(kind, "_is_protocol", False):
        return []
    wanted = (int,) if kind is int else (kind,)
    if not isinstance(value, wanted) or (kind is int and isinstance(value, bool)):
        return [f"{where} is {value!r}, not {kind.__name__}"]
    parts = _parts(kind)
    found = (misshapen(getattr(value, name), hint, f"{where}.{name}") for name, hint in parts)
    faults = [fault for faults in found for fault in faults]
    if _is_frozen(kind) and not faults:
        if len(_FIT) > _MANY:
            _FIT.clear()
        _FIT[id(value), id(kind)] = (value, kind)
    return faults
