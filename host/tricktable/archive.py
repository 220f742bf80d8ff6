"""The games that a table's journal keeps, each as the record that docs/reference/record.md states.

Reads rows and judges nothing: what is in a journal was judged before it came there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from tricktable.journal import Row

ENTRIES: Final = ("entry", "entries")
"""The kinds of rows that keep entries: one, or hundreds of a record that was taken in."""


class ArchivedGame(NamedTuple):
    """One game of a table."""

    number: int
    """From 1, in the order in which they were begun."""
    began: str
    """Wall time, ISO 8601."""
    header: str
    """The first line of its record."""
    entries: int


def games(rows: Iterable[Row]) -> Iterator[ArchivedGame]:
    """Every game, oldest first."""
    kept: ArchivedGame | None = None
    for row in rows:
        if row.kind == "game":
            if kept:
                yield kept
            kept = ArchivedGame(kept.number + 1 if kept else 1, row.at, row.body, 0)
        elif kept:
            kept = kept._replace(entries=kept.entries + len(entries_in(row)))
    if kept:
        yield kept


def record_of(rows: Iterable[Row], number: int) -> Iterator[str]:
    """The lines of that game's record, without line feeds; none if there is no such game."""
    game = 0
    for row in rows:
        game += row.kind == "game"
        if game == number:
            yield from (row.body,) if row.kind == "game" else entries_in(row)


def entries_in(row: Row) -> list[str]:
    """The lines of a record that the row keeps; none, if it keeps something else."""
    if row.kind == "entry":
        return [row.body]
    if row.kind == "entries":
        return [json.dumps(fields, ensure_ascii=True) for fields in json.loads(row.body)["entries"]]
    return []
