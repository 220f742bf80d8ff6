"""The games in a table's journal, each as a record in the form of docs/reference/record.md.

Reads rows and judges nothing: everything in a journal was judged before it was saved.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from tricktable.store.journal import Row

ENTRIES: Final = ("entry", "entries")
"""The kinds of rows that hold entries: one each, or the hundreds of an imported record."""


def record_of(rows: Iterable[Row], number: int, corrected: Iterable[str] = ()) -> Iterator[str]:
    """The lines of that game's record, without line feeds; none if there is no such game.

    What was `corrected` is part of it once another game has begun.
    """
    game = 0
    for row in rows:
        game += row.kind == "game"
        if game == number:
            yield from (row.body,) if row.kind == "game" else entries_in(row)
    if 0 < number < game:
        yield from corrected


def entries_in(row: Row) -> list[str]:
    """The record lines in a row; none if it holds something else."""
    if row.kind == "entry":
        return [row.body]
    if row.kind == "entries":
        return [json.dumps(fields, ensure_ascii=True) for fields in json.loads(row.body)["entries"]]
    return []


def entry_count(row: Row) -> int:
    """How many lines `entries_in` returns, without writing them: a hundred times as fast.

    A row of an imported record is counted while its table is locked.
    """
    if row.kind == "entries":
        return len(_TOGETHER.decode(row.body).entries)
    return int(row.kind == "entry")


class _Together(msgspec.Struct):
    """The body of a row that holds hundreds of entries."""

    entries: list[msgspec.Raw]


_TOGETHER: Final = msgspec.json.Decoder(_Together)
