"""The API's description as OpenAPI, made from the structs it reads and answers with.

Each route states what it takes and gives where it is defined, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, wraps
from importlib.metadata import version
from typing import Any, Final, NamedTuple, NotRequired, ParamSpec, TypedDict, TypeVar, get_args

import msgspec
from flask import Blueprint, Response, request
from spectree import Response as Answers
from spectree import SpecTree
from spectree.model_adapter import get_msgspec_model_adapter

from tricktable.rules.nesting import is_too_deep
from tricktable.rules.values import JsonValue
from tricktable.text.language import _
from tricktable.web import locale
from tricktable.web.api import examples
from tricktable.web.api.competition_shapes import CompetitionJson
from tricktable.web.api.models import ClubJson, DoneJson
from tricktable.web.api.problems import KINDS, MIMETYPE, Problem, Refusal, example
from tricktable.web.guards import TOKEN_HEADER

P = ParamSpec("P")
T = TypeVar("T")

blueprint = Blueprint("api_described", __name__, url_prefix="/api/v1")

JSON: Final = "application/json"
JSON_LINES: Final = "application/jsonl"
EVENTS: Final = "text/event-stream"
TABLES: Final = "tables"
GAMES: Final = "games"
ENTRIES: Final = "entries"
PLAY: Final = "play"
PHONES: Final = "phones"
DECKS: Final = "decks"
CLUB_EVENING: Final = "club"
HOUSE: Final = "house"
COMPETITION: Final = "competition"
TAGS: Final = {
    TABLES: "The tables of the house, their games and their boards.",
    GAMES: "Games to choose from, past games, and new games.",
    ENTRIES: "The record of the running game.",
    PLAY: "Decisions made at the table.",
    PHONES: "Which phones have seats.",
    DECKS: "Decks of tagged cards, and control cards.",
    CLUB_EVENING: "What all tables share on a club evening, and every table at a glance.",
    HOUSE: "The house's people and season.",
    COMPETITION: "The club's competition: who plays whom at which table, and the standings.",
}
"""The groups of operations."""


class HeaderField(NamedTuple):
    """A header that an operation reads."""

    name: str
    words: str
    pattern: str = ""
    """Its form, as a regular expression; empty for any."""


IF_NONE_MATCH: Final = HeaderField(
    "If-None-Match", "The ETag of the answer you have; 304 if that is still current."
)

_TOKEN: Final = "host"
_OWN_MACHINE: Final = """The host's token. A request from the host's own machine needs none,
which is what the second choice, `{}`, means; a request that came through a proxy (`Forwarded`,
`X-Forwarded-For`) never counts as one. A request that changes something is refused if its `Origin`
is not the address it was sent to. Without a token, a `POST` without `Content-Type` must carry our
origin in `Origin`, as a browser's does."""

_PATHS: Final = {
    "code": "The table's code, as on its QR code.",
    "seq": "The entry's number.",
    "number": "The game's number, or an entrant's.",
    "announcement": "The announcement's id.",
    "seat": "The seat's number, from 0.",
    "name": "The game's name.",
}


def _name(kind: object) -> str:
    """The name of a struct, or of a choice between several."""
    titles = (getattr(each, "title", None) for each in get_args(kind)[1:])
    words = next((str(title) for title in titles if title), "")
    return words or _plain(getattr(kind, "__name__", ""))


def _plain(name: str) -> str:
    """A struct's name without `Json`, which generated programs do not need."""
    return name.removesuffix("Json")


_models: Final = get_msgspec_model_adapter()
# The library asks for a model's schema at each operation that names it, which was a fifth of the
# host's start, and copies what it is given.
_models.json_schema = cache(_models.json_schema)  # type: ignore[assignment]

_tree: Final = SpecTree(
    "flask",
    mode="strict",
    model_adapter=_models,
    validation_error_model=Problem,
    naming_strategy=_name,
    nested_naming_strategy=lambda _, name: _plain(name),
    page_templates={},  # the library's own pages load scripts from other sites
    annotations=False,
    title="Tricktable",
    version=version("tricktable"),
    description="Card tables: what anybody in the room may see, and what the host may do.",
)


class Text(NamedTuple):
    """A body that is not JSON."""

    mimetype: str
    words: str
    example: JsonValue
    type: str = "string"
    """The JSON schema's type."""


_texts: Final[dict[str, dict[str, Text]]] = {}
"""By operation: the request body, and the response bodies by status."""
_headers: Final[dict[str, tuple[HeaderField, ...]]] = {}
_shapes: Final[dict[str, tuple[object, object, tuple[str, ...]]]] = {}
"""By operation: what it takes and gives, and its kinds of problems."""


def route(
    name: str,
    gives: object,
    *,
    tag: str,
    takes: Any = None,
    status: int = 200,
    query: type[msgspec.Struct] | None = None,
    headers: tuple[HeaderField, ...] = (),
    problems: tuple[str, ...] = (),
) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Describe a view.

    Args:
        name: the operation's name.
        tag: what it is about: one of TAGS.
        gives: the struct that it answers with, or a Text.
        takes: the struct in its request, a union of some (no `type` to mypy), or a Text.
        status: the status of a successful answer.
        query: a struct of its parameters.
        headers: the headers it reads.
        problems: the kinds it may answer with, besides those of every request.
    """
    problems = ("slowly", "unreadable", "away", *problems)
    kinds = {KINDS[each].status for each in problems}
    answers: dict[str, object] = {f"HTTP_{each}": Problem for each in sorted(kinds)}
    answers[f"HTTP_{status}"] = None if isinstance(gives, Text) else gives
    if IF_NONE_MATCH in headers:
        answers["HTTP_304"] = None
    # Reading a competition gives the same struct, and changes nothing that could be unsaved.
    is_competition = gives is CompetitionJson and "reused" in problems
    if gives in (DoneJson, ClubJson) or is_competition:
        answers["HTTP_202"] = gives
    texts = {"asked": takes, str(status): gives}
    _texts[name] = {where: text for where, text in texts.items() if isinstance(text, Text)}
    _headers[name] = headers
    _shapes[name] = takes, gives, problems
    describe: Callable[[Callable[P, T]], Callable[P, T]] = _tree.validate(
        query=query,
        json=None if isinstance(takes, Text) else takes,
        resp=Answers(**answers),
        validation_error_status=400,
        tags=(tag,),
        security=[{_TOKEN: []}, {}] if "not-host" in problems else [],
        path_parameter_descriptions=_PATHS,
        operation_id=name,
        skip_validation=True,  # `body` is stricter: "1" is no number there
    )

    def described(view: Callable[P, T]) -> Callable[P, T]:
        # The library's own wrapper reads each answer to its end, but a stream has none. The library
        # only finds it through this one, by `__wrapped__`; it never runs.
        @wraps(describe(view))
        def plain(*args: P.args, **kwargs: P.kwargs) -> T:
            return view(*args, **kwargs)

        return plain

    return described


def body(decoder: msgspec.json.Decoder[T]) -> T:
    """The request's body, decoded. Raises: Refusal."""
    if request.mimetype != JSON:
        raise Refusal("media", _("The body must be application/json."))
    data = request.get_data()
    if is_too_deep(data.decode("latin-1")):  # brackets are ASCII, whatever the rest is
        raise Refusal("unreadable", _("It is nested too deeply."))
    return _read(lambda: _decoded(decoder, data))


def _decoded(decoder: msgspec.json.Decoder[T], data: bytes) -> T:
    """The body; `16.0` counts as a whole number too (JSON Schema Validation 2020-12, 6.1.1)."""
    try:
        return decoder.decode(data)
    except msgspec.ValidationError:
        given = msgspec.json.decode(data)
        whole = _whole(given)
        if msgspec.json.encode(whole) == msgspec.json.encode(given):
            raise
        read: T = msgspec.convert(whole, decoder.type)
        return read


def _whole(given: object) -> object:
    """The same value with whole floats as integers."""
    match given:
        case float() if given.is_integer():
            return int(given)
        case list():
            return [_whole(each) for each in given]
        case dict():
            return {name: _whole(each) for name, each in given.items()}
    return given


def parameters(kind: type[T]) -> T:
    """The address's parameters as this struct. Raises: Refusal."""
    given = {name: said for name, said in request.args.items() if name != locale.FIELD}
    return _read(lambda: msgspec.convert(given, kind, strict=False))


def _read(read: Callable[[], T]) -> T:
    try:
        return read()
    except (msgspec.DecodeError, UnicodeDecodeError) as fault:
        raise Refusal("unreadable", f"{fault}.") from None


# --- as OpenAPI ---------------------------------------------------------------------------------

Content = dict[str, dict[str, JsonValue]]
"""By media type: a schema, and examples."""


class AnswerTold(TypedDict, total=False):
    """One answer, reduced to what is used here."""

    content: Content
    description: str


class BodyTold(TypedDict, total=False):
    """A request's body, reduced to what is used here."""

    content: Content
    required: bool
    description: str


class Operation(TypedDict):
    """One operation, reduced to what is used here."""

    operationId: str
    parameters: list[Mapping[str, JsonValue]]
    responses: dict[str, AnswerTold]
    requestBody: NotRequired[BodyTold]


class Discriminator(TypedDict):
    """How one schema of several is recognised."""

    mapping: dict[str, str]


class Schema(TypedDict, total=False):
    """A struct's schema, reduced to what is used here."""

    title: str
    discriminator: Discriminator


class Components(TypedDict):
    """Parts that are described once and referred to."""

    schemas: Mapping[str, Schema]
    securitySchemes: NotRequired[Mapping[str, JsonValue]]


class Description(TypedDict):
    """The whole description, reduced to what is used here."""

    tags: Sequence[Mapping[str, str]]
    paths: Mapping[str, Mapping[str, Operation]]
    components: Components


@blueprint.get("/openapi.json")
def openapi() -> Response:
    """This description."""
    return Response(msgspec.json.encode(description()), mimetype=JSON)


@cache
def description() -> Description:
    """The whole interface as OpenAPI 3.1; needs an app."""
    spec: Description = _tree.spec
    for name, schema in spec["components"]["schemas"].items():
        _rename(name, schema)
        _open_lists(schema)
    for methods in spec["paths"].values():
        for operation in methods.values():
            _complete(operation)
    spec["tags"] = [{"name": name, "description": words} for name, words in TAGS.items()]
    spec["components"]["securitySchemes"] = {
        _TOKEN: {
            "type": "apiKey",
            "in": "header",
            "name": TOKEN_HEADER,
            "description": " ".join(_OWN_MACHINE.split()),
        }
    }
    return spec


def _rename(name: str, schema: Schema) -> None:
    """Replace the structs' names, where the library uses them, with those in the description."""
    if "title" in schema:
        schema["title"] = name
    if "discriminator" in schema:
        mapping = schema["discriminator"]["mapping"]
        mapping.update({tag: _plain(where) for tag, where in mapping.items()})


def _open_lists(schema: object) -> None:
    """Give untyped lists an explicit `items`: some generators fail without one."""
    if isinstance(schema, dict):
        if schema.get("type") == "array" and "prefixItems" not in schema:
            schema.setdefault("items", {})
        for each in schema.values():
            _open_lists(each)
    elif isinstance(schema, list):
        for each in schema:
            _open_lists(each)


def _complete(operation: Operation) -> None:
    """Add what the library leaves out: bodies that are not JSON, problems, and headers."""
    name = operation["operationId"]
    for where, text in _texts[name].items():
        content: Content = {text.mimetype: {"schema": {"type": text.type}, "example": text.example}}
        if where == "asked":
            operation["requestBody"] = {
                "content": content,
                "required": True,
                "description": text.words,
            }
        else:
            operation["responses"][where] |= {"content": content, "description": text.words}
    takes, gives, kinds = _shapes[name]
    if takes is not None and not isinstance(takes, Text):
        operation["requestBody"]["content"][JSON]["examples"] = examples.of(takes)
    for status, response in operation["responses"].items():
        if int(status) >= 400:
            response["content"] = {MIMETYPE: response["content"][JSON]}
            response["content"][MIMETYPE]["examples"] = {
                kind: {"value": msgspec.to_builtins(example(kind))}
                for kind in dict.fromkeys(kinds)
                if KINDS[kind].status == int(status)
            }
        elif status != "304" and not isinstance(gives, Text):
            response["content"][JSON]["examples"] = examples.of(gives)
    operation["parameters"] += [
        {
            "name": header.name,
            "in": "header",
            "schema": {"type": "string"} | ({"pattern": header.pattern} if header.pattern else {}),
            "description": header.words,
        }
        for header in _headers[name]
    ]
