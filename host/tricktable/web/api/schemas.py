"""The JSON schemas of the API's structs, as generators of clients need them.

What msgspec says of a struct, and besides: the words beside its members, a type for each
enumeration, and one named schema for each set that several structs share.
"""

import ast
import inspect
import json
import sys
from collections import ChainMap
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Final, cast

import msgspec

Schema = dict[str, object]
"""A JSON schema."""
_REF: Final = "#/components/schemas/"
_ENDING: Final = "Json"
_PACKAGE: Final = __package__ or ""
VALUE: Final = "Value"
"""The schema of what a game defines."""
DETAIL: Final = "Detail"
"""The schema of a game's own part of a summary."""
_PLAIN: Final = ({"type": "boolean"}, {"type": "integer"}, {"type": "string"})
_VALUE: Final[Schema] = {
    "title": VALUE,
    "description": "The value of a house rule or of something said. Each game has its own: "
    "`readGameRules` describes them.",
    # No schema that refers to itself: generators of clients cannot follow one.
    "anyOf": [
        {"type": "null"},
        *_PLAIN,
        {
            "type": "array",
            "items": {"anyOf": [*_PLAIN, {"type": "array", "items": {"type": "integer"}}]},
        },
        {"type": "object", "additionalProperties": {"anyOf": [*_PLAIN]}},
    ],
}
_BESIDE: Final = ("default", "description")
"""What stands beside a reference."""
_LIMITS: Final = ("minLength", "maxLength", "pattern")


def reference(name: str) -> Schema:
    """The schema that refers to the one with this name."""
    return {"$ref": f"{_REF}{name}"}


def schemas(kinds: Sequence[object]) -> tuple[list[Schema], dict[str, Schema]]:
    """The schemas of these types, and all those by name that they refer to."""
    plain, parts = msgspec.json.schema_components(kinds, ref_template=f"{_REF}{{name}}")
    named: dict[str, Schema] = {VALUE: _VALUE}
    structs = {each.__name__: each for each in _structs()}
    beside = ChainMap(*({**_words_in(each.__module__)} for each in kinds if isinstance(each, type)))
    for name, part in parts.items():
        words = words_of(structs[name]) if name in structs else beside.get(name, {})
        worded = _with_words(part, words)
        rest = {key: said for key, said in worded.items() if key != "title"}
        named[plain_name(name)] = {"title": plain_name(name), **_in_order(rest, named)}
    return [_in_order(each, named) for each in plain], dict(sorted(named.items()))


def words_of(struct: type[msgspec.Struct]) -> Mapping[str, str]:
    """What stands below each member, by the name that it has in JSON."""
    said: dict[str, str] = {}
    for kind in reversed(struct.__mro__):
        said |= _words_in(kind.__module__).get(kind.__qualname__, {})
    names = zip(struct.__struct_fields__, struct.__struct_encode_fields__, strict=True)
    return {encoded: said[name] for name, encoded in names if name in said}


def plain_name(name: str) -> str:
    """A struct's name without `Json`, which generated programs do not need."""
    return name.removesuffix(_ENDING)


def _structs() -> Iterator[type[msgspec.Struct]]:
    waiting = [msgspec.Struct]
    while waiting:
        kinds = waiting.pop().__subclasses__()
        waiting += kinds
        yield from (each for each in kinds if each.__module__.startswith(_PACKAGE))


def members(schema: Schema) -> Mapping[str, Schema]:
    """The schemas of an object's members, by name."""
    return cast(Mapping[str, Schema], schema.get("properties", {}))


def _with_words(schema: Schema, words: Mapping[str, str]) -> Schema:
    told = {name: _member(each, words.get(name, "")) for name, each in members(schema).items()}
    return {**schema, "properties": told} if told else schema


def _member(member: Schema, words: str) -> Schema:
    """A member with its words, which also tell what it is if it is left out.

    With a `default` some generators make it one that nobody may leave out, and that every answer
    has.
    """
    kept = {name: said for name, said in member.items() if name != "default"}
    if member.get("default") not in (None, "", [], {}):
        words = f"{words} By default {json.dumps(member['default'])}.".strip()
    return {**kept, "description": words} if words else kept


@cache
def _words_in(module: str) -> Mapping[str, Mapping[str, str]]:
    """The words below each member of each class of a module."""
    if not module.startswith(_PACKAGE.partition(".")[0]):
        return {}
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    return {
        each.name: dict(_words_below(each.body))
        for each in tree.body
        if isinstance(each, ast.ClassDef)
    }


def _words_below(body: Sequence[ast.stmt]) -> Iterator[tuple[str, str]]:
    for member, below in pairwise(body):
        match member, below:
            case ast.AnnAssign(ast.Name(name)), ast.Expr(ast.Constant(str(words))):
                yield name, " ".join(words.split())


def _in_order(schema: Schema, named: dict[str, Schema]) -> Schema:
    """The schema with its names in order; what has a title of its own is named once for all."""
    title = schema.get("title")
    if isinstance(title, str):
        beside = {key: said for key, said in schema.items() if key in _BESIDE}
        rest = {key: said for key, said in schema.items() if key != "title" and key not in _BESIDE}
        made = {"title": title, **_in_order(rest, named)}
        assert named.setdefault(title, made) == made, f"there are two of {title}"
        return {**reference(title), **beside}
    cleaned = {key: _within(each, named) for key, each in schema.items()}
    if "$ref" in cleaned:
        cleaned.pop("type", None)
    return _with_type(cleaned) if isinstance(cleaned.get("enum"), list) else cleaned


def _within(said: object, named: dict[str, Schema]) -> object:
    """What a schema says."""
    match said:
        case str() if said.startswith(_REF):
            return plain_name(said)
        case list():
            return [_within(each, named) for each in said]
        case dict():
            return _in_order(said, named)
    return said


def _with_type(choice: Schema) -> Schema:
    """An enumeration with its type, and without limits that say no more."""
    kept = {key: said for key, said in choice.items() if key not in _LIMITS}
    return kept if "type" in kept else {"type": "string", **kept}
