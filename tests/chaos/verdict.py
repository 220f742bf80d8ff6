"""Judges a world by its database and by what hosts show. Test support.

Reads the rows with the database's own driver and counts them by itself: nothing of the program that
is judged takes part.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

from chaos.acts import Book, cards
from chaos.ground import Ground

_READ: Final = """
    SELECT seq, source, kind, body FROM journal WHERE "table" = %s ORDER BY seq
"""
_NOBODY: Final = ("", "", "", "")


class Kept(NamedTuple):
    """A row, as the database has it."""

    seq: int
    source: str | None
    kind: str
    body: Any


def kept(ground: Ground, database: str, table: str) -> list[Kept]:
    """The rows of a table."""
    found = ground.ask(database, _READ, table)
    return [Kept(seq, source, kind, json.loads(body)) for seq, source, kind, body in found]


def record(rows: Sequence[Kept]) -> list[Any]:
    """The entries of its game, in order."""
    return [row.body for row in rows if row.kind == "entry"]


def faults_of_rows(table: str, seed: int, rows: Sequence[Kept], book: Book) -> Iterator[str]:
    """What must not be in the database, or is not and must be."""
    numbers = [row.seq for row in rows]
    if numbers != [*range(1, len(rows) + 1)]:
        yield f"{table}: the numbers of its rows have gaps: {numbers}"
    keys = Counter(row.body["key"].split(".", 1)[1] for row in rows if row.kind == "asked")
    for key, times in keys.items():
        if times > 1:
            yield f"{table}: {key} was done {times} times"
        if key not in book.asked:
            yield f"{table}: {key} was never asked for"
    told = [act for act in book.acknowledged.values() if act.table == table]
    for act in told:
        if act.key not in keys:
            yield f"{table}: {act.key} was acknowledged and is lost"
    yield from _faults_of_cards(table, seed, rows, keys)
    yield from _faults_of_names(table, rows, keys)


def _faults_of_cards(
    table: str, seed: int, rows: Sequence[Kept], keys: Mapping[str, int]
) -> Iterator[str]:
    """Each card that was asked for is there once, in its order, and nothing else is."""
    wanted = [act.body for act in cards(table, seed) if act.key in keys]
    plain = [{name: row[name] for name in row if name != "presumed"} for row in record(rows)]
    if plain != wanted:
        at = next(
            (n for n, pair in enumerate(zip(plain, wanted, strict=False)) if pair[0] != pair[1]),
            min(len(plain), len(wanted)),
        )
        yield (
            f"{table}: entry {at + 1} of {len(plain)} is {plain[at : at + 1]}, "
            f"asked for was {wanted[at : at + 1]} of {len(wanted)}"
        )


def _faults_of_names(table: str, rows: Sequence[Kept], keys: Mapping[str, int]) -> Iterator[str]:
    """Each name that was asked for was given once."""
    given = Counter(
        name
        for before, now in pairwise([_NOBODY, *_seatings(rows)])
        for was, name in zip(before, now, strict=True)
        if was != name
    )
    for name, times in given.items():
        if times > 1:
            yield f"{table}: {name} was written {times} times"
        if name.startswith("N") and f"name-{table}-{int(name[1:]):04}" not in keys:
            yield f"{table}: {name} was written without its key"


def _seatings(rows: Sequence[Kept]) -> Iterator[Sequence[str]]:
    """Who sat where, from one row to the next."""
    yield from (row.body["names"] for row in rows if row.kind == "names")
