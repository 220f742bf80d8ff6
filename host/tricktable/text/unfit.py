"""What is wrong with values that do not fit their types, in words for whoever sent them.

msgspec says it in Python's terms (``Expected `str` matching regex …``). Only the place is read from
that; what may stand there is told from the type. No clause here has a final stop.
"""

import re
from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Final, TypeVar, cast

import msgspec
from msgspec import inspect

from tricktable.text.language import _, message

T = TypeVar("T")

FORM: Final = "form"
"""In the `extra` of a type's `Meta`: its pattern in words."""
_PLACE: Final = re.compile(r" - at `([^`]*)`$")
_STEP: Final = re.compile(r"\.([^.\[]+)|\[(\d+|\.\.\.)\]")
_MISSING: Final = re.compile(r"missing required field `(.*)`$")
_UNKNOWN: Final = re.compile(r"unknown field `(.*)`$", re.DOTALL)
_GOT: Final = re.compile(r"got `(\w+)`$")
_NUMBERS: Final = ("int", "float")
_LONGEST: Final = 40
"""Letters of an unknown field's name that are quoted."""
_OF_JSON: Final = {
    "str": message("a text"),
    "int": message("a number"),
    "float": message("a number"),
    "bool": message("a boolean"),
    "null": message("null"),
    "array": message("a list"),
    "object": message("an object"),
}
_OF_PYTHON: Final = {"NoneType": "null", "list": "array", "dict": "object"}
_GIVEN: Final = {**_OF_JSON, **{word: _OF_JSON[of] for word, of in _OF_PYTHON.items()}}
"""What was given, by msgspec's word for it; for the tag of a struct that is Python's."""


class Unfit(ValueError):
    """Raised if a value does not fit its type: a clause says where, and what may stand there."""


def fit(given: object, kind: type[T], *, strict: bool = True) -> T:
    """The value as this type, such as a struct or a choice of several. Raises: Unfit.

    Args:
        given: plain JSON values.
        kind: what they are to be.
        strict: whether texts stay texts; otherwise "7" is a number too, as in forms.
    """
    try:
        return msgspec.convert(given, kind, strict=strict)
    except msgspec.ValidationError as fault:
        raise Unfit(_clause(str(fault), kind, given)) from None


def form(kind: object, *, is_member: bool = False) -> str:
    """What this type takes, such as "a whole number from 0 to 9"; or each member of its list."""
    of = inspect.type_info(kind)
    return _form(_at(of, None, ("...",)) if is_member else of)


def _clause(said: str, kind: object, given: object) -> str:
    found = _PLACE.search(said)
    said = said[: found.start()] if found else said
    path = found[1] if found else "$"
    at = _at(inspect.type_info(kind), given, [a or b for a, b in _STEP.findall(path)])
    place = path.removeprefix("$").removeprefix(".").replace("[...]", "")
    if missing := _MISSING.search(said):
        form = _form(_member(at, missing[1]))
        return _('"{field}" is missing: it must be {form}', field=_in(place, missing[1]), form=form)
    if unknown := _UNKNOWN.search(said):
        name = unknown[1] if len(unknown[1]) <= _LONGEST else f"{unknown[1][:_LONGEST]}…"
        known = ", ".join(_members(at))
        return _('unknown field "{field}"; known: {known}', field=_in(place, name), known=known)
    got = _GOT.search(said)
    if got is None or (got[1] in _NUMBERS and _is_number(at)):
        return _('"{field}" must be {form}', field=place, form=_form(at))
    given_as = _(_GIVEN[got[1]])
    if place:
        return _(
            '"{field}" must be {form}; it was {given}', field=place, form=_form(at), given=given_as
        )
    return _("the body must be {form}; it was {given}", form=_form(at), given=given_as)


def _in(place: str, name: str) -> str:
    return f"{place}.{name}" if place else name


# --- where it is ---------------------------------------------------------------------------------


def _at(kind: inspect.Type, given: object, steps: Sequence[str]) -> inspect.Type:
    """The type at the end of these steps; of several structs, the one that `given` names."""
    for step in steps:
        kind = _chosen_type(_plain(kind), given)
        match kind:
            case inspect.StructType():
                kind = _member(kind, step)
            case inspect.ListType() | inspect.VarTupleType():
                kind = kind.item_type
            case inspect.DictType():
                kind = kind.value_type
            case inspect.UnionType():
                return inspect.LiteralType(tuple(_tags(kind)))  # no tag, or one that there is not
        given = _inner(given, step)
    return _chosen_type(_plain(kind), given) if _structs(_plain(kind)) else kind


def _inner(given: object, step: str) -> object:
    if isinstance(given, Mapping):
        return given.get(step)
    return given[int(step)] if isinstance(given, Sequence) and step.isdecimal() else None


def _plain(kind: inspect.Type) -> inspect.Type:
    return _plain(kind.type) if isinstance(kind, inspect.Metadata) else kind


def _structs(kind: inspect.Type) -> list[inspect.StructType]:
    every = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
    return [each for each in every if isinstance(each, inspect.StructType)]


def _chosen_type(kind: inspect.Type, given: object) -> inspect.Type:
    """Of a choice, the struct that is tagged so, or else the first list or the like."""
    if not isinstance(kind, inspect.UnionType):
        return kind
    for each in _structs(kind):
        if isinstance(given, Mapping) and given.get(cast(str, each.tag_field)) == each.tag:
            return each
    inner = [each for each in map(_plain, kind.types) if hasattr(each, "item_type")]
    return inner[0] if inner else kind


def _tags(kind: inspect.Type) -> list[str]:
    return [str(each.tag) for each in _structs(kind)]


def _members(kind: inspect.Type) -> list[str]:
    """The names of an object's members, its tag's too."""
    every = _structs(kind)
    tags = [each.tag_field for each in every[:1] if each.tag_field]
    names = [field.encode_name for each in every for field in each.fields]
    return [*dict.fromkeys((*tags, *names))]


def _member(kind: inspect.Type, name: str) -> inspect.Type:
    for each in _structs(kind):
        for field in each.fields:
            if field.encode_name == name:
                return field.type
    return inspect.LiteralType(tuple(_tags(kind)))


def _is_number(kind: inspect.Type) -> bool:
    kind = _plain(kind)
    if isinstance(kind, inspect.UnionType):
        return any(map(_is_number, kind.types))
    return isinstance(kind, inspect.IntType | inspect.FloatType)


# --- what may stand there ------------------------------------------------------------------------


def _form(kind: inspect.Type) -> str:
    """What this type takes."""
    match kind:
        case inspect.Metadata():
            listed = (kind.extra_json_schema or {}).get("enum")
            words = (kind.extra or {}).get(FORM)
            return _one_of(listed) if listed else _(words) if words else _form(kind.type)
        case inspect.UnionType() if not _tags(kind):
            forms = map(_form, kind.types)
            return reduce(lambda one, other: _("{one} or {other}", one=one, other=other), forms)
        case inspect.LiteralType():
            return _one_of(kind.values)
        case inspect.IntType():
            return _whole(kind)
        case inspect.StrType():
            return _text(kind)
        case inspect.ListType() | inspect.VarTupleType():
            return _list(kind.min_length, kind.max_length)
        case _:
            return _(_PLAIN.get(type(kind), _OBJECT))


_OBJECT: Final = message("an object")
_PLAIN: Final = {
    inspect.BoolType: message("true or false"),
    inspect.NoneType: message("null"),
    inspect.FloatType: message("a number"),
    inspect.DateType: message("a day, such as 2026-09-01"),
}


def _one_of(values: Sequence[object]) -> str:
    every = [str(each) for each in values]
    return _("one of {values}", values=", ".join(every)) if len(every) > 1 else f'"{every[0]}"'


def _whole(kind: inspect.IntType) -> str:
    if kind.ge is not None and kind.le is not None:
        return _("a whole number from {least} to {most}", least=kind.ge, most=kind.le)
    if kind.ge is not None:
        return _("a whole number of at least {least}", least=kind.ge)
    return _("a whole number")


def _text(kind: inspect.StrType) -> str:
    least, most = kind.min_length, kind.max_length
    if least and most:
        return _("a text of {least} to {most} characters", least=least, most=most)
    if most:
        return _("a text of at most {most} characters", most=most)
    return _("a text that is not empty") if least else _("a text")


def _list(least: int | None, most: int | None) -> str:
    if least and most:
        return _("a list of {least} to {most} items", least=least, most=most)
    return _("a list of at most {most} items", most=most) if most else _("a list")
