"""Requests that may come twice: the outcome of each, kept in the journal beside what it changed.

A program that got no answer asks again with the same key, even after a restart. Reads and writes
no journal itself.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
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


def source(key: str) -> str:
    """The source of the row for this key's request; unlike the name of any board's life."""
    return f"key.{key}:1"


def digest(request: msgspec.Struct) -> str:
    """A digest that is equal only for requests that ask for the same thing."""
    # With the kind: two requests may have the same fields.
    said = type(request).__name__.encode() + msgspec.json.encode(request, order="sorted")
    return hashlib.sha256(said).hexdigest()


def body(key: str, kept: Outcome) -> Mapping[str, JsonValue]:
    """The row's body."""
    return {"key": key, "request": kept.request, "game": kept.game, "seq": kept.seq}


def of(row: Row) -> Outcome:
    """The outcome of the request with this row's source; unknown if the row is lost."""
    return read(row) if row.kind == ASKED else Outcome("", 0, 0)


def read(row: Row) -> Outcome:
    """Read an `asked` row. Raises: KeyError, msgspec.ValidationError, if it is something else."""
    said = json.loads(row.body)
    lapsed = msgspec.convert(said.get("lapsed"), Note | None)
    return Outcome(said["request"], said["game"], said["seq"], lapsed)
