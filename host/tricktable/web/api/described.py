"""What each operation takes and gives, said where it is defined; and how its requests are read.

`openapi` describes the operations from that, and nothing else says it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, ParamSpec, TypeVar

import msgspec
from flask import current_app, request

from tricktable.rules.nesting import is_too_deep
from tricktable.rules.values import JsonValue
from tricktable.text.language import _
from tricktable.web import locale
from tricktable.web.api.problems import Refusal

P = ParamSpec("P")
T = TypeVar("T")

JSON: Final = "application/json"
JSON_LINES: Final = "application/jsonl"
CSV: Final = "text/csv"
BYTES: Final = "application/octet-stream"
"""For clients that know no JSON Lines."""
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


class Text(NamedTuple):
    """A body that is not JSON of one of the API's structs."""

    mimetypes: tuple[str, ...]
    """Any of these; the first one is the usual."""
    words: str
    example: JsonValue
    schema: object = str
    """The type of what it holds; for a stream, that of an event's data."""


class Described(NamedTuple):
    """An operation."""

    name: str
    tag: str
    takes: object
    """The struct in its request, a choice of some, a Text, or None."""
    gives: object
    """The struct that it answers with, or a Text."""
    status: int
    query: type[msgspec.Struct] | None
    headers: tuple[HeaderField, ...]
    problems: tuple[str, ...]


_ANY: Final = msgspec.json.Decoder()
_operations: Final[dict[Callable[..., object], Described]] = {}
"""By view."""


def route(
    name: str,
    gives: object,
    *,
    tag: str,
    takes: object = None,
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
        takes: the struct in its request, a choice of some, or a Text.
        status: the status of a successful answer.
        query: a struct of its parameters.
        headers: the headers it reads.
        problems: the kinds it may answer with, besides those of every request.
    """
    every = ("slowly", "unreadable", "away", *problems)

    def described(view: Callable[P, T]) -> Callable[P, T]:
        _operations[view] = Described(name, tag, takes, gives, status, query, headers, every)
        return view

    return described


def operation_of(endpoint: str | None) -> Described | None:
    """The operation at this endpoint of the app; None for what is none."""
    view = current_app.view_functions.get(endpoint or "")
    return _operations.get(view) if view else None


def no_body() -> None:
    """End the request if it has a body that its operation does not take.

    An empty object is none: some programs send one with every request. Raises: Refusal.
    """
    asked = operation_of(request.endpoint)
    if asked is None or asked.takes is not None or not request.get_data().strip():
        return
    if body(_ANY) != {}:
        raise Refusal("unreadable", _("This request takes no body."))


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
