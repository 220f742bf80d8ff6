"""Requests that may come twice: what came of one, as the journal keeps it beside what it changed.

A program that got no answer asks again with the same key, after a restart too. Reads and writes
no journal itself.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Final, NamedTuple

import msgspec

from tricktable import requests
from tricktable.journal import Row
from tricktable.rules.values import JsonValue

ASKED: Final = "asked"
"""The kind of a row that says what came of a request with a key."""


class Outcome(NamedTuple):
    """What came of a request, as long as the journal has it."""

    request: str
    """Tells it from any other request."""
    game: int
    """The game that was running then, or began with it."""
    seq: int
    """The newest entry of its record then."""


def source(key: str) -> str:
    """The source of the row that keeps this key's request; no board's life is called so."""
    return f"key.{key}:1"


def digest(request: requests.Request) -> str:
    """The same for two requests that ask for the same thing, and for no others."""
    # With the kind: two requests may have the same fields.
    said = type(request).__name__.encode() + msgspec.json.encode(request, order="sorted")
    return hashlib.sha256(said).hexdigest()


def body(key: str, kept: Outcome) -> Mapping[str, JsonValue]:
    """The row's body."""
    return {"key": key, **kept._asdict()}


def of(row: Row) -> Outcome:
    """What came of the request that this row has the source of; of a lost row nothing is known."""
    return read(row) if row.kind == ASKED else Outcome("", 0, 0)


def read(row: Row) -> Outcome:
    """What an `asked` row says. Raises: KeyError, if it says something else."""
    said = json.loads(row.body)
    return Outcome(said["request"], said["game"], said["seq"])
