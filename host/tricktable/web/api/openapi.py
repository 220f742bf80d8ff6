"""The API's description as OpenAPI, made from the table of its routes."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from http import HTTPStatus
from importlib.metadata import metadata
from inspect import getdoc
from typing import Final, cast, get_args

import msgspec
from flask import Blueprint, Response, request

from tricktable.games import GAMES
from tricktable.web.api import examples
from tricktable.web.api.dispatch import NOT_SAVED
from tricktable.web.api.problems import KINDS, MIMETYPE, Problem, example
from tricktable.web.api.route import HOST, TAGS, HeaderField, Route
from tricktable.web.api.routes import PREFIX, ROUTES
from tricktable.web.api.schemas import (
    DETAIL,
    Schema,
    members,
    plain_name,
    reference,
    schemas,
    words_of,
)
from tricktable.web.api.shapes import JSON, Text
from tricktable.web.guards import TOKEN_HEADER

Part = dict[str, object]
"""A part of the description."""

blueprint = Blueprint("openapi", __name__, url_prefix=PREFIX)

VERSION: Final = "3.1.0"
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


@blueprint.get("/openapi.json")
def openapi() -> Response:
    """This description."""
    here = [{"url": request.host_url.rstrip("/"), "description": "This host."}]
    return Response(msgspec.json.encode({**description(), "servers": here}), mimetype=JSON)


@cache
def description() -> Part:
    """The whole interface as OpenAPI 3.1, apart from its address."""
    shapes, components = _shapes()
    paths: dict[str, Part] = {}
    for each in ROUTES:
        path = paths.setdefault(PREFIX + _PLACE.sub(r"{\2}", each.path), {})
        path[each.method.lower()] = _operation(each, shapes)
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


# --- what is taken and given ---------------------------------------------------------------------


def _shapes() -> tuple[dict[object, Schema], dict[str, Schema]]:
    """The schema of each type that a route takes or gives, and those they refer to."""
    kinds: list[object] = [Problem]
    for each in ROUTES:
        bodies = [body for body in (each.takes.body, each.shape) if body is not None]
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


def _operation(route: Route, shapes: dict[object, Schema]) -> Part:
    parts = _SUMMARY.fullmatch(route.words)
    told: Part = {
        "operationId": route.name,
        "summary": (parts[1] if parts else route.words).removesuffix("."),
        "description": route.words,
        "tags": [route.tag],
        "security": [{_TOKEN: []}, {}] if route.permission is HOST else [],
        "parameters": [
            *_in_path(route.path),
            *_in_query(route.takes.query),
            *map(_in_header, route.headers),
        ],
        "responses": {str(status): answer for status, answer in sorted(_answers(route, shapes))},
    }
    if route.takes.body is not None:
        told["requestBody"] = {"required": True, **_body(route.takes.body, shapes)}
    return told


def _in_path(path: str) -> Iterator[Part]:
    for kind, name in _PLACE.findall(path):
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


def _answers(route: Route, shapes: dict[object, Schema]) -> Iterator[tuple[int, Part]]:
    yield route.status, _body(route.shape, shapes)
    if route.is_conditional:
        yield HTTPStatus.NOT_MODIFIED, {"description": "The answer that you have is current."}
    if route.may_wait:
        yield NOT_SAVED, _body(route.shape, shapes) | {"description": "Done, but not saved yet."}
    for status in {KINDS[kind].status for kind in route.every_problem}:
        kinds = [kind for kind in route.every_problem if KINDS[kind].status == status]
        yield status, _problem(kinds)


def _problem(kinds: Sequence[str]) -> Part:
    shown = {kind: {"value": msgspec.to_builtins(example(kind))} for kind in kinds}
    words = " ".join(f"{KINDS[kind].title}." for kind in kinds)
    content = {"schema": reference(Problem.__name__), "examples": shown}
    return {"description": words, "content": {MIMETYPE: content}}


def _one_line(words: str) -> str:
    return " ".join(words.split())
