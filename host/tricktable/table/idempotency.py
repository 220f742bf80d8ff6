"""Requests that may come twice: the outcome of each, kept in the journal beside what it changed.

A program that got no answer asks again with the same key, even after a restart. Where several
hosts share a journal, a refusal is a row as well: the database takes one row for each attempt, so
that none is refused at one host and carried out at another. Reads and writes no journal itself.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

import msgspec

from tricktable.rules.values import JsonValue
from tricktable.store.journal import Row
from tricktable.table.notes import Note

ASKED: Final = "asked"
"""The kind of a row that holds the outcome of a request with a key."""


class Outcome(NamedTuple):
    """The outcome of a request, as the journal keeps it."""

    request: str
    """Tells it from any other request."""
    game: int
    """The game that was running then, or began with it."""
    seq: int
    """The newest entry of its record then."""
    lapsed: Note | None = None
    """What fell away of it, if it waited and another host had gone on meanwhile."""
    is_refused: bool = False
    """Whether this attempt was refused; the next one may be carried out."""


REFUSED: Final = Outcome("", 0, 0, is_refused=True)
"""Of an attempt that was refused nothing else is kept."""


class NewestAttempt(NamedTuple):
    """The newest attempt at what a key's request asks for."""

    number: int
    """From 1."""
    row: Row | None
    """What came of it; None if it has not been refused nor carried out."""
    refusal: int = 0
    """The number of the row that refused the one before; 0 if there was none."""


def source(key: str, attempt: int = 1) -> str:
    """The source of the row for this key's request; unlike the name of any board's life."""
    return f"key.{key}:{attempt}"


def newest(key: str, find: Callable[[str], Row | None]) -> NewestAttempt:
    """The newest attempt with this key, where `find` gives the row from a source, if there is one.

    Raises: what `find` raises.
    """
    # A program may ask again a thousand times for what is refused: each look halves what is left.
    refused, number, refusal_seq = 0, 1, 0
    row = find(source(key, number))
    while row is not None and of(row).is_refused:
        refused, number, refusal_seq = number, 2 * number, row.seq
        row = find(source(key, number))
    while number - refused > 1:
        middle = (refused + number) // 2
        found = find(source(key, middle))
        if found is not None and of(found).is_refused:
            refused, refusal_seq = middle, found.seq
        else:
            number, row = middle, found
    return NewestAttempt(number, row, refusal_seq)


def digest(request: msgspec.Struct) -> str:
    """A digest that is equal only for requests that ask for the same thing."""
    # With the kind: two requests may have the same fields.
    said = type(request).__name__.encode() + msgspec.json.encode(request, order="sorted")
    return hashlib.sha256(said).hexdigest()


def body(key: str, kept: Outcome, attempt: int = 1) -> Mapping[str, JsonValue]:
    """The row's body."""
    more: dict[str, JsonValue] = {"attempt": attempt} if attempt > 1 else {}
    if kept.is_refused:
        more["is_refused"] = True
    return {"key": key, "request": kept.request, "game": kept.game, "seq": kept.seq, **more}


def source_of(body: Mapping[str, object]) -> str:
    """The source of the row with this body."""
    return source(str(body["key"]), int(str(body.get("attempt", 1))))


def of(row: Row) -> Outcome:
    """The outcome of the request with this row's source; unknown if the row is lost."""
    return read(row) if row.kind == ASKED else Outcome("", 0, 0)


def read(row: Row) -> Outcome:
    """Read an `asked` row. Raises: KeyError, msgspec.ValidationError, if it is something else."""
    said = json.loads(row.body)
    lapsed = msgspec.convert(said.get("lapsed"), Note | None)
    is_refused = said.get("is_refused", False)
    return Outcome(said["request"], said["game"], said["seq"], lapsed, is_refused)
