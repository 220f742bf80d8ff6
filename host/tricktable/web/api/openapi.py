"""The API's description as OpenAPI, made from what each operation says it takes and gives."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from http import HTTPStatus
from importlib.metadata import metadata
from inspect import getdoc
from typing import Final, NamedTuple, cast, get_args

import msgspec
from flask import Blueprint, Response, current_app, request
from werkzeug.routing import Rule

from tricktable.games import GAMES
from tricktable.web.api import examples
from tricktable.web.api.asking import NOT_SAVED
from tricktable.web.api.competition_shapes import CompetitionJson
from tricktable.web.api.described import (
    IF_NONE_MATCH,
    JSON,
    TAGS,
    Described,
    HeaderField,
    Text,
    operation_of,
)
from tricktable.web.api.models import ClubJson, DoneJson, GameJson
from tricktable.web.api.problems import KINDS, MIMETYPE, Problem, example
from tricktable.web.api.schemas import (
    DETAIL,
    Schema,
    members,
    plain_name,
    reference,
    schemas,
    words_of,
)
from tricktable.web.guards import TOKEN_HEADER

Part = dict[str, object]
"""A part of the description."""

blueprint = Blueprint("api_openapi", __name__, url_prefix="/api/v1")

VERSION: Final = "3.1.0"
ON_CHANGE: Final = ("origin", "media", "too-long")
"""The problems of every request that changes something, whatever it takes."""
_TOKEN: Final = "host"
_WORDS: Final = """Card tables: what anybody in the room may see, and what the host may do. Ignore
members and words that you do not know: there will be more of both as games are added."""
_OWN_MACHINE: Final = """The host's token. A request from the host's own machine needs none,
which is what the second choice, `{}`, means; a request that came through a proxy (`Forwarded`,
`X-Forwarded-For`) never counts as one. A request that changes something is refused if its `Origin`
is not the address it was sent to. Without a token, a `POST` needs a `Content-Type` of
`application/json`, also without a body, or our own address in `Origin`, as a browser sends it."""
_PATHS: Final = {
    "code": "The table's code, as on its QR code.",
    "seq": "The entry's number.",
    "number": "The game's number, or an entrant's.",
    "announcement": "The announcement's id.",
    "seat": "The seat's number, from 0.",
    "name": "The game's name.",
}
_PLACE: Final = re.compile(r"<(?:(\w+):)?(\w+)>")
_SUMMARY: Final = re.compile(r"(.+?\.)\s+(.+)", re.DOTALL)


class _Operation(NamedTuple):
    """An operation and where it is found."""

    rule: Rule
    is_: Described


@blueprint.get("/openapi.json")
def openapi() -> Response:
    """This description."""
    here = [{"url": request.host_url.rstrip("/"), "description": "This host."}]
    return Response(msgspec.json.encode({**description(), "servers": here}), mimetype=JSON)


@cache
def description() -> Part:
    """The whole interface as OpenAPI 3.1, apart from its address; needs an app."""
    found = [*_found()]
    shapes, components = _shapes(found)
    paths: dict[str, Part] = {}
    for each in found:
        path = paths.setdefault(_PLACE.sub(r"{\2}", each.rule.rule), {})
        path[_method(each.rule)] = _operation(each, shapes)
    about = metadata("tricktable")
    terms = about["License-Expression"]
    return {
        "openapi": VERSION,
        "info": {
            "title": "Tricktable",
            "summary": about["Summary"],
            "description": _one_line(_WORDS),
            "version": about["Version"],
            "license": {"name": terms, "identifier": terms},
            "contact": {"name": about["Author"] or about["Maintainer"]},
        },
        "tags": [{"name": name, "description": words} for name, words in TAGS.items()],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                _TOKEN: {
                    "type": "apiKey",
                    "in": "header",
                    "name": TOKEN_HEADER,
                    "description": _one_line(_OWN_MACHINE),
                }
            },
        },
    }


def _found() -> Iterator[_Operation]:
    for rule in current_app.url_map.iter_rules():
        if described := operation_of(rule.endpoint):
            yield _Operation(rule, described)


def _method(rule: Rule) -> str:
    (method,) = (rule.methods or set()) - {"HEAD", "OPTIONS"}
    return method.lower()


# --- what is taken and given ---------------------------------------------------------------------


def _shapes(found: Sequence[_Operation]) -> tuple[dict[object, Schema], dict[str, Schema]]:
    """The schema of each type that an operation takes or gives, and those they refer to."""
    kinds: list[object] = [Problem]
    for _, each in found:
        bodies = [body for body in (each.takes, each.gives) if body is not None]
        kinds += [body.schema if isinstance(body, Text) else body for body in bodies]
    details = [game.detail for game in GAMES.values() if game.detail]
    kinds = [*dict.fromkeys((*kinds, *details))]
    made, components = schemas(kinds)
    shapes = dict(zip(kinds, made, strict=True))
    components[DETAIL] = _detail([shapes[each] for each in details])
    return shapes, components


def _detail(known: list[Schema]) -> Schema:
    """What games say of their part of a summary; anything, if one of them does not say."""
    is_open = len(known) < len(GAMES)
    rest: list[Schema] = [{"type": "object", "additionalProperties": True}] if is_open else []
    words = "A game's own part of a summary, as the reference of records describes it."
    return {"title": DETAIL, "description": words, "anyOf": [*known, *rest]}


def _operation(found: _Operation, shapes: dict[object, Schema]) -> Part:
    rule, each = found
    is_change = _method(rule) != "get"
    each = each._replace(problems=(*each.problems, *(ON_CHANGE if is_change else ())))
    said = _one_line(getdoc(current_app.view_functions[rule.endpoint]) or "")
    parts = _SUMMARY.fullmatch(said)
    told: Part = {
        "operationId": each.name,
        "summary": (parts[1] if parts else said).removesuffix("."),
        "description": said,
        "tags": [each.tag],
        "security": [{_TOKEN: []}, {}] if "not-host" in each.problems else [],
        "parameters": [*_in_path(rule), *_in_query(each.query), *map(_in_header, each.headers)],
        "responses": {str(status): answer for status, answer in sorted(_answers(each, shapes))},
    }
    if each.takes is not None:
        told["requestBody"] = {"required": True, **_body(each.takes, shapes)}
    return told


def _in_path(rule: Rule) -> Iterator[Part]:
    for kind, name in _PLACE.findall(rule.rule):
        schema = {"type": "integer", "minimum": 0} if kind == "int" else {"type": "string"}
        words = _PATHS[name]
        yield {"name": name, "in": "path", "required": True, "schema": schema, "description": words}


def _in_query(struct: type[msgspec.Struct] | None) -> Iterator[Part]:
    if struct is None:
        return
    schema = schemas([struct])[1][struct.__name__]
    for name, member in members(schema).items():
        plain = {key: said for key, said in member.items() if key != "description"}
        yield {
            "name": name,
            "in": "query",
            "required": name in cast(list[str], schema["required"]),
            "schema": plain,
            "description": words_of(struct)[name],
        }


def _in_header(field: HeaderField) -> Part:
    schema = {"type": "string", **({"pattern": field.pattern} if field.pattern else {})}
    return {"name": field.name, "in": "header", "schema": schema, "description": field.words}


def _body(kind: object, shapes: dict[object, Schema]) -> Part:
    """A body that is taken or given: its words, and its content by media type."""
    if isinstance(kind, Text):
        content = {"schema": shapes[kind.schema], "example": kind.example}
        return {"description": kind.words, "content": dict.fromkeys(kind.mimetypes, content)}
    content = {"schema": shapes[kind], "examples": {**examples.of(kind)}}
    return {"description": _words(kind), "content": {JSON: content}}


def _words(kind: object) -> str:
    """What a struct says of itself; of a choice, the names of what it may be."""
    choice = get_args(get_args(kind)[0] if get_args(kind) else kind)
    if choice:
        return f"One of {', '.join(plain_name(each.__name__) for each in choice)}."
    return _one_line(getdoc(kind) or "")


def _answers(each: Described, shapes: dict[object, Schema]) -> Iterator[tuple[int, Part]]:
    yield each.status, _body(each.gives, shapes)
    if IF_NONE_MATCH in each.headers:
        yield HTTPStatus.NOT_MODIFIED, {"description": "The answer that you have is current."}
    # Reading a competition gives the same struct, and changes nothing that could be unsaved.
    is_competition = each.gives is CompetitionJson and "reused" in each.problems
    if each.gives in (DoneJson, GameJson, ClubJson) or is_competition:
        yield NOT_SAVED, _body(each.gives, shapes) | {"description": "Done, but not saved yet."}
    for status in {KINDS[kind].status for kind in each.problems}:
        kinds = [kind for kind in dict.fromkeys(each.problems) if KINDS[kind].status == status]
        yield status, _problem(kinds)


def _problem(kinds: Sequence[str]) -> Part:
    shown = {kind: {"value": msgspec.to_builtins(example(kind))} for kind in kinds}
    words = " ".join(f"{KINDS[kind].title}." for kind in kinds)
    content = {"schema": reference(Problem.__name__), "examples": shown}
    return {"description": words, "content": {MIMETYPE: content}}


def _one_line(words: str) -> str:
    return " ".join(words.split())
