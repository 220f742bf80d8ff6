"""The games that a table's journal keeps, each as the record that docs/reference/record.md states.

Reads rows and judges nothing: what is in a journal was judged before it came there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from tricktable.journal import Row


class Kept(NamedTuple):
    """One game of a table."""

    number: int
    """From 1, in the order in which they were begun."""
    began: str
    """Wall time, ISO 8601."""
    header: str
    """The first line of its record."""
    entries: int


class Found(NamedTuple):
    """One entry of a record."""

    game: int
    seq: int
    fields: dict[str, Any]
    """As records write it."""


def games(rows: Iterable[Row]) -> Iterator[Kept]:
    """Every game, oldest first."""
    kept: Kept | None = None
    for row in rows:
        if row.kind == "game":
            if kept:
                yield kept
            kept = Kept(kept.number + 1 if kept else 1, row.at, row.body, 0)
        elif row.kind == "entry" and kept:
            kept = kept._replace(entries=kept.entries + 1)
    if kept:
        yield kept


def record_of(rows: Iterable[Row], number: int) -> Iterator[str]:
    """The lines of that game's record, without line feeds; none if there is no such game."""
    game = 0
    for row in rows:
        game += row.kind == "game"
        if game == number and row.kind in ("game", "entry"):
            yield row.body


def entry_from(rows: Iterable[Row], source: str) -> Found | None:
    """The entry that came from this source."""
    game = seq = 0
    for row in rows:
        if row.kind == "game":
            game, seq = game + 1, 0
        elif row.kind == "entry":
            seq += 1
            if row.source == source:
                return Found(game, seq, json.loads(row.body))
    return None
