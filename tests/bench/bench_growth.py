"""What a card costs where there are 1, 10, 100 and 1,000 tables, all in play, in one process.

Processor time of the whole process, so other programs hardly count: from the board's event to the
journal, and to one message for the table's phones. The tables have no boards and their lines do
not run; what waiting tables cost is measured by `idle`.
"""

import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from bench.report import Row
from board.link.board import Happening, happenings
from players.torite import play
from rig.evening import RED, SETTINGS
from rig.preparations import new_journal
from rig.table import RecordingAudience
from tricktable.app import House, open_house
from tricktable.store.decks import Decks, Shelf
from tricktable.store.journal import Row as JournalRow
from tricktable.store.journal import open_journal
from tricktable.table.table import Table

WORLDS: Final = {1: 24, 10: 6, 100: 2, 1000: 1}
"""This many houses with that many tables are opened, one after the other."""
MOST_RATIO: Final = 1.3
TRICKS: Final = 12
CARDS: Final = 4
BOOT: Final = "0A1B2C3D"


class Course(NamedTuple):
    """A game of one table: what its board tells, and the rows of the journal after each event."""

    events: Sequence[Happening]
    rows: Sequence[JournalRow]
    after: Sequence[int]
    """How many rows there are after this many events."""
    first: int
    """The number of the event that lays the first card."""


def rows() -> Iterator[Row]:
    """A house with one table, then the larger ones beside it."""
    course = _course()
    alone_ms = 0.0
    for tables, worlds in WORLDS.items():
        ms = measured(course, tables, worlds)
        alone_ms = alone_ms or ms
        ratio = ms / alone_ms
        what = f"processor time of a card where {tables:,} tables play"
        if tables == 1:
            yield Row(what.replace("tables play", "table plays"), f"{ms:.2f} ms", "", None)
        else:
            reach = f"<= {MOST_RATIO} x"
            yield Row(what, f"{ms:.2f} ms, {ratio:.2f} x", reach, ratio <= MOST_RATIO, "one table")


def measured(course: Course, tables: int, worlds: int) -> float:
    """What a card costs in ms: the mean of the tricks' medians, since later ones cost more."""
    taken: dict[int, list[float]] = defaultdict(list)
    for world in range(worlds):
        with tempfile.TemporaryDirectory() as name, _house(Path(name), course, tables, world) as it:
            for trick, ms in _trick(it, course, world):
                taken[trick].append(ms)
    return statistics.mean(map(statistics.median, taken.values()))


def _course() -> Course:
    """One honest game, to its last trick."""
    with tempfile.TemporaryDirectory() as name:
        journal = new_journal(Path(name) / "journal.db")
        table = Table("T", journal, Shelf(Decks((RED,))), RecordingAudience())
        events, after = list(happenings(play(Random(1), 4), RED)), [0]
        for number, (what, *args) in enumerate(events, start=1):
            table.hear(BOOT, number, what, args)
            after.append(table.view().row)
        kept = [*journal.read("T")]
        journal.close()
    cards = [number for number, event in enumerate(events) if event[0] == "C"]
    return Course(events, kept, after, cards[0])


def _begun(course: Course, place: int, world: int) -> int:
    """How many events have happened at this table: each begins with another trick."""
    return course.first + CARDS * ((place + world) % (TRICKS - 1))


def _house(folder: Path, course: Course, tables: int, world: int) -> AbstractContextManager[House]:
    """A house whose tables are in the middle of a game."""
    new_journal(folder / "journal.db").close()
    journal = open_journal(folder / "journal.db")
    for place in range(tables):
        code, had = f"T{place:03}", course.rows[: course.after[_begun(course, place, world)]]
        journal.append([row._replace(table=code) for row in had])
    journal.close()
    return open_house(SETTINGS(data=folder), Shelf(Decks((RED,))), list)


def _trick(house: House, course: Course, world: int) -> Iterator[tuple[int, float]]:
    """A card at each table in turn, five times: which trick it was of, and what it cost in ms."""
    at = {code: _begun(course, int(code[1:]), world) for code in house.tables}
    for turn in range(1 + CARDS):
        for code, begun in at.items():
            number = begun + turn
            what, *args = course.events[number]
            table = house.tables[code]
            began = time.process_time_ns()
            table.hear(BOOT, number + 1, what, args)
            ms = (time.process_time_ns() - began) / 1e6
            if turn:  # the first has woken the table
                yield (number - course.first) // CARDS, ms
