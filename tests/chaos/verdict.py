"""Judges a world by its database and by what hosts show. Test support.

Reads the rows with the database's own driver and counts them by itself: nothing of the program that
is judged takes part.
"""

import json
from collections import Counter
from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

from chaos.acts import Book, cards, is_final
from chaos.at_board import BOOT, game
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


def seating(rows: Sequence[Kept]) -> Any:
    """Who sits where, as the newest row says that tells it; None if nobody was named."""
    told = [row.body.get("names") for row in rows if row.kind in ("game", "names")]
    return told[-1] if told else None


def faults_of_rows(table: str, seed: int, rows: Sequence[Kept], book: Book) -> Iterator[str]:
    """What must not be in the database, or is not and must be."""
    keys = yield from _faults_of_keys(table, rows, book)
    yield from _faults_of_cards(table, seed, rows, keys)
    yield from _faults_of_names(table, rows, keys)


def _faults_of_keys(
    table: str, rows: Sequence[Kept], book: Book
) -> Generator[str, None, Mapping[str, int]]:
    """The same about the numbers of rows, and about keys; returns how often each is there."""
    numbers = [row.seq for row in rows]
    if numbers != [*range(1, len(rows) + 1)]:
        yield f"{table}: the numbers of its rows have gaps: {numbers}"
    keys = Counter(key for row in rows if (key := _key_done(row, book)))
    for key, times in keys.items():
        if times > 1:
            yield f"{table}: {key} was done {times} times"
        if key not in book.asked:
            yield f"{table}: {key} was never asked for"
    told = [act for act in book.acknowledged.values() if act.table == table]
    for act in told:
        if act.key not in keys:
            yield f"{table}: {act.key} was acknowledged and is lost"
    return keys


def _key_done(row: Kept, book: Book) -> str:
    """The key of the request that this row says was carried out or fell away; or empty."""
    if row.kind != "asked" or row.body.get("is_refused"):
        return ""
    return book.key_of(row.body["key"])


def fates(book: Book) -> Counter[str]:
    """How often each kind of act waited to be saved, fell away, was refused or was carried out."""
    found = Counter[str]()
    for key, answers in book.answers.items():
        kind = key.split("-", 1)[0]
        types = {
            str(each.said.get("type", "")).rpartition(":")[2]
            for each in answers
            if each.status >= 400
        }
        found[f"{kind}: waited"] += any(each.status == 202 for each in answers)
        found[f"{kind}: put off"] += "away" in types
        found[f"{kind}: fell away"] += "lapsed" in types
        found[f"{kind}: refused"] += "lapsed" not in types and any(map(is_final, answers))
        found[f"{kind}: done"] += any(each.status in (200, 201) for each in answers)
    return +found


def faults_of_refusals(rows: Sequence[Kept], book: Book) -> Iterator[str]:
    """What was refused for good, and was carried out all the same: before, or later.

    Also what was possible all the time, as nobody else acts there, and was refused for good.
    """
    done = {_key_done(row, book) for row in rows if not row.body.get("lapsed")}
    for key, answers in book.answers.items():
        final = [each for each in answers if is_final(each)]
        if final and key.startswith(("card-", "name-")):
            yield f"{key} was refused for good: {final[0]}"
        was_told = any(each.status in (200, 201) for each in answers)
        # Whoever stood still with a request may read it after the refusal: that is asking again.
        is_done = key in done and not any(each.may_be_late for each in answers)
        if final and (is_done or was_told):
            yield f"{key} was refused for good and carried out: {answers}"


def faults_of_games(table: str, rows: Sequence[Kept], book: Book) -> Iterator[str]:
    """What is wrong where one game after the other began, and others entered what they could."""
    yield from _faults_of_keys(table, rows, book)
    game, people = 0, ""
    for row in rows:
        if row.kind == "game":
            game, people = game + 1, row.body["names"][0]
        key = _key_done(row, book)
        if not key or key.startswith("game-"):
            continue
        answers = book.answers.get(key, [])
        lapsed = row.body.get("lapsed")
        # Asked again at another host, it may have been done there, in the game that ran there.
        done = {each.said["game"] for each in answers if each.status in (200, 201)}
        if done - {game} and not lapsed:
            yield f"{table}: {key} is in game {game}, and was answered: {answers}"
        # Every host that may have it has shown whose game that was; the numbers may be others now.
        meant = {each.people for each in answers if each.status in (200, 201, 202)}
        is_known = meant and "" not in meant and all(each.status for each in answers)
        if is_known and people not in meant and not lapsed:
            yield f"{table}: {key} is in the game of {people}, and was answered: {answers}"
        if lapsed and done:
            yield f"{table}: {key} fell away, and was acknowledged: {answers}"


def faults_of_board(
    table: str, seed: int, rows: Sequence[Kept], book: Book, lost: Collection[str]
) -> Iterator[str]:
    """What is wrong with the events of the board, of which `lost` were lost with the old server."""
    there = Counter(row.source for row in rows if row.source and row.source.startswith(BOOT))
    for source, times in there.items():
        if times > 1:
            yield f"{table}: {source} is there {times} times"
        if source not in book.happened:
            yield f"{table}: {source} never happened"
    for source in book.confirmed:
        if source not in there and source not in lost:
            yield f"{table}: {source} was acknowledged and is lost"
    if not lost and rows:
        lines = game(seed)[1][: max(0, len(there) - 1)]  # the first event begins the game
        yield from _unlike(table, _plain(rows), lines)


def _faults_of_cards(
    table: str, seed: int, rows: Sequence[Kept], keys: Mapping[str, int]
) -> Iterator[str]:
    """Each card that was asked for is there once, in its order, and nothing else is."""
    yield from _unlike(
        table, _plain(rows), [act.body for act in cards(table, seed) if act.key in keys]
    )


def _plain(rows: Sequence[Kept]) -> list[Any]:
    """The entries, without the note that nobody made one."""
    return [{name: row[name] for name in row if name != "presumed"} for row in record(rows)]


def _unlike(table: str, plain: Sequence[Any], wanted: Sequence[Any]) -> Iterator[str]:
    if plain != [*wanted]:
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
