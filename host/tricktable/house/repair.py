"""Checks whether a journal is sound, and makes a new one from what can still be read.

Judges a table as a starting host does: row by row, and whether the outcome can be shown.
Prints nothing.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar, cast

from tricktable.club import registry
from tricktable.club.part import NOTHING_YET
from tricktable.store.decks import Decks, Shelf
from tricktable.store.journal import (
    CLUB,
    BadRow,
    Home,
    Journal,
    JournalError,
    Lease,
    Outage,
    Phone,
    Row,
    ShelfRow,
    database_of,
    driver_needed,
    path_of,
)
from tricktable.store.journal import tally as tallies
from tricktable.store.journal.place import BESIDE, JournalFiles, beside, is_in_use, set_aside, size
from tricktable.store.journal.salvage import rows_by_number, rows_in
from tricktable.store.journal.sql import SqlReading
from tricktable.store.journal.sqlite import SqliteJournal
from tricktable.table.idempotency import ASKED
from tricktable.table.story import CLOSED, GAME, LOST, OPENED, Story
from tricktable.table.table import Table
from tricktable.table.views import TableView

if TYPE_CHECKING:
    from sqlalchemy import URL

T = TypeVar("T")

FAR: Final = 10_000
"""Nobody loses this many rows at once: a row so far behind the others has a damaged number."""
_GONE: Final = ""
_NO_TIME: Final = "1970-01-01T00:00:00+00:00"
"""What a row of the club has instead of a time that is lost, and none is before it."""
_WITHOUT_A_GAME: Final = (ASKED, "act", "desk", "names", "seat")
"""Kinds of rows that do not change the meaning of the entries after them."""


class Diagnosis(NamedTuple):
    """The verdict on the file or on one table."""

    part: str
    is_sound: bool
    sentence: str
    """Without a full stop."""


class _NoAudience:
    """An audience that ignores everything it is shown."""

    def show(self, view: TableView) -> None:
        """Do nothing."""


class _Rows:
    """A journal with the rows of one table: just enough of one to open that table."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._rows = rows

    def read(self, _table: str) -> Iterator[Row]:
        """See `Journal.read`."""
        yield from self._rows

    def phones(self, _table: str) -> list[Phone]:
        """See `Journal.phones`."""
        return []

    def leases(self, _prefix: str) -> list[Lease]:
        """See `Journal.leases`."""
        return []

    def look(self) -> None:
        """See `Journal.look`."""


def _open(code: str, rows: Iterable[Row]) -> None:
    """Open a table with these rows, as a host does. Raises: BadRow."""
    Table(code, cast(Journal, _Rows(rows)), Shelf(Decks(())), _NoAudience())


# --- is it sound ----------------------------------------------------------------------------------


def check(where: str | Path) -> list[Diagnosis]:
    """The verdicts on the journal's file or database, and on each table. Changes nothing.

    Raises: Outage, if it is in neither.
    """
    database = database_of(where)
    return check_file(path_of(where)) if database is None else _check_database(database)


def _check_database(database: URL) -> list[Diagnosis]:
    with driver_needed():
        from tricktable.store.journal.snapshot import snapshot

    try:
        with snapshot(database) as journal:
            said = f"it answers, {journal.size_bytes // 1024} KiB"
            return [Diagnosis("database", True, said), *_tables(journal, {})]
    except JournalError as fault:
        return [Diagnosis("database", False, str(fault))]


def check_file(path: Path) -> list[Diagnosis]:
    """The same for a journal that is a file."""
    saved = tallies.read(JournalFiles(path).tally)
    if not size(path):
        state = "it is empty" if path.exists() else "there is no journal"
        held = f"; it held {quantity(sum(saved.values()), 'row')}" if saved else ""
        return [Diagnosis("file", False, state + held)]
    try:
        with contextlib.closing(SqliteJournal(path, reads_only=True)) as journal:
            return [_file(journal, path), *_tables(journal, saved)]
    except JournalError as fault:
        return [Diagnosis("file", False, str(fault))]


def _file(journal: SqliteJournal, path: Path) -> Diagnosis:
    faults = journal.faults()
    if faults:
        more = f", and {len(faults) - 1} more" if len(faults) > 1 else ""
        return Diagnosis("file", False, f"damaged: {faults[0]}{more}")
    log = size(JournalFiles(path).log)
    beside_it = f", and {log // 1024} KiB in its log" if log else ""
    return Diagnosis("file", True, f"sound, {size(path) // 1024} KiB{beside_it}")


def _tables(journal: SqlReading, saved: Mapping[str, int]) -> Iterator[Diagnosis]:
    try:
        there = journal.tables()
        has_club = next(journal.read(CLUB), None) is not None
    except Outage as fault:
        yield Diagnosis("tables", False, f"they cannot be listed: {fault}")
        return
    for code in sorted({*there, *saved, *([CLUB] if has_club else [])}):
        yield _table(journal, code, saved.get(code, 0))


def _table(journal: SqlReading, code: str, saved: int) -> Diagnosis:
    try:
        rows = [*journal.read(code)]
        if code == CLUB:
            registry.fold_rows(rows)
        else:
            _open(code, rows)
    except BadRow as fault:
        return Diagnosis(code, False, f"row {fault.seq} is damaged: {fault.why}")
    except Outage as fault:
        return Diagnosis(code, False, f"it cannot be read: {fault}")
    if len(rows) < saved:
        return Diagnosis(code, False, f"only {len(rows)} of the {saved} saved rows are there")
    games = sum(row.kind == GAME for row in rows if code != CLUB)
    lost = sum(row.kind == LOST for row in rows)
    before = f"; {lost} more were lost earlier" if lost else ""
    of_games = "" if code == CLUB else f", {quantity(games, 'game')}"
    said = f"{quantity(len(rows) - lost, 'row')}{of_games}{before}"
    return Diagnosis(code, True, f"sound, {said}")


def quantity(number: int, what: str) -> str:
    """`1 row`, `2 rows`."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def stretches(numbers: Sequence[int]) -> str:
    """Sorted numbers as people write them: `3, 5 to 9`."""
    said: list[str] = []
    begun = 0
    for place, number in enumerate(numbers):
        if number + 1 != (numbers[place + 1] if place + 1 < len(numbers) else 0):
            first = numbers[begun]
            said.append(str(number) if first == number else f"{first} to {number}")
            begun = place + 1
    return ", ".join(said)


# --- what can be saved ----------------------------------------------------------------------------


class Repair(NamedTuple):
    """The outcome of a repair."""

    kept: Path
    """Where the damaged one is now."""
    tables: Mapping[str, tuple[int, tuple[int, ...]]]
    """How many rows of each table were saved, and the numbers of those that are lost."""
    has_phones: bool
    """Whether the phones' seats and the boards' tables could still be read."""


def repair(path: Path, when: str) -> Repair:
    """Replace a damaged journal by a new one that holds all that can still be read.

    The damaged one is kept under a name that ends in `when`. A row that is lost is replaced by one
    that says so; what followed in its game goes with it, because entries tell of each other by
    their numbers. Raises: Outage, OSError; then nothing has changed.
    """
    place = JournalFiles(path)
    if is_in_use(path):
        raise Outage(f"a host is using the journal {path}; stop it first")
    part = beside(place.path, f".{when}.part")
    file, log = (_content(each) for each in (place.path, place.log))
    found, saved = rows_by_number(rows_in(file, log)), tallies.read(place.tally)
    if place.is_missing and not found and not saved:
        raise Outage(f"there is no journal {path}")
    beside_rows = _beside_the_rows(path)
    tables = {}
    try:
        with contextlib.closing(SqliteJournal(part)) as journal:
            for code in sorted({*found, *saved}):
                rows = _whole(code, found.get(code, {}), saved.get(code, 0))
                if any(row.kind != LOST for row in rows):
                    journal.append(rows)
                lost = tuple(row.seq for row in rows if row.kind == LOST)
                if rows:
                    tables[code] = (len(rows) - len(lost), lost)
            journal.append((), beside_rows.phones or [])
            journal.keep_homes(beside_rows.homes or [])
            journal.shelve(beside_rows.decks or [])
        kept = set_aside(place.path, when)
        for ending in ("", *BESIDE):
            if beside(part, ending).exists():
                beside(part, ending).rename(beside(place.path, ending))
    finally:
        for ending in ("", *BESIDE):
            beside(part, ending).unlink(missing_ok=True)
    return Repair(kept, tables, None not in (beside_rows.phones, beside_rows.homes))


def _content(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""


class _BesideRows(NamedTuple):
    """What a journal keeps beside its rows, each None if SQLite cannot read it any more."""

    phones: list[Phone] | None = None
    homes: list[Home] | None = None
    decks: list[ShelfRow] | None = None
    """Those of a club, in a copy of its PostgreSQL; a journal of an older version has no room."""


def _beside_the_rows(path: Path) -> _BesideRows:
    try:
        journal = SqliteJournal(path, reads_only=True)
    except JournalError:
        return _BesideRows()
    with contextlib.closing(journal):
        return _BesideRows(
            _readable(journal.all_phones), _readable(journal.homes), _readable(journal.shelf)
        )


def _readable(read: Callable[[], list[T]]) -> list[T] | None:
    try:
        return read()
    except JournalError:
        return None


def _whole(code: str, found: Mapping[int, Row], saved: int) -> list[Row]:
    """Rows with which that table, or the club, can be opened and shown; as `mended_rows` has it."""
    if code == CLUB:
        return mended_club(found, saved)
    return _showable(code, mended_rows(code, found, saved))


def mended_club(found: Mapping[int, Row], saved: int) -> list[Row]:
    """The same for the club's rows, which are independent: only damaged ones are lost."""
    kept: list[Row] = []
    state = NOTHING_YET
    for row in _without_gaps(CLUB, found, saved):
        row = _as_lost(row) if row.kind == _GONE else row
        row = row if row.at else row._replace(at=_NO_TIME)
        try:
            state = registry.fold(state, row)
        except BadRow:
            row = _as_lost(row)
            state = registry.fold(state, row)
        kept.append(row)
    return kept


def mended_rows(code: str, found: Mapping[int, Row], saved: int) -> list[Row]:
    """Rows from 1 on, without a gap, with which a table can be opened.

    Args:
        code: the table's.
        found: the rows that can be read, by number; any of them may be damaged.
        saved: the number of its newest row; 0 if unknown.
    """
    kept: list[Row] = []
    story, is_lost = Story(code), False
    for row in _without_gaps(code, found, saved):
        if row.kind == GAME:
            is_lost = False
        if row.kind == _GONE or (is_lost and row.kind not in (OPENED, CLOSED)):
            is_lost, row = True, _as_lost(row)
        try:
            story.fold(row)
        except BadRow:
            is_lost = is_lost or row.kind not in _WITHOUT_A_GAME
            row = _as_lost(row)
            story = _story(code, [*kept, row])  # the old one may be half-changed
        kept.append(row)
    while kept and kept[-1].kind == LOST and kept[-1].seq > saved:
        kept.pop()
    return kept


def _story(code: str, rows: Iterable[Row]) -> Story:
    """The story of rows that have been folded before."""
    story = Story(code)
    for row in rows:
        story.read(row)
    story.settle()
    return story


def _as_lost(row: Row) -> Row:
    # A board that sends the event again is told that it is known: a lost row keeps its source.
    source = row.source if row.source and row.source.rpartition(":")[2].isdigit() else None
    return row._replace(kind=LOST, body="{}", source=source)


def _without_gaps(code: str, found: Mapping[int, Row], saved: int) -> Iterator[Row]:
    """The rows found, up to the newest one saved; missing rows get an empty kind."""
    at, sources = "", set()
    for seq in range(1, _last(sorted(found), saved) + 1):
        row = found.get(seq, Row(code, seq, at, None, _GONE, "{}"))
        # The database takes each source once; of two rows with the same one, one was damaged.
        if row.source in sources:
            row = row._replace(source=None)
        sources.add(row.source or "")
        if not _is_time(row.at):
            row = row._replace(at=at)  # it is a label: the row before was at about the same time
        at = row.at
        yield row


def _is_time(at: str) -> bool:
    try:
        return datetime.fromisoformat(at).tzinfo is not None
    except ValueError:
        return False


def _last(numbers: Sequence[int], saved: int) -> int:
    """The number of the newest row, ignoring numbers that cannot be right."""
    last = saved
    for number in numbers:
        if number > max(last, 0) + FAR:
            break
        last = max(last, number)
    return last


def _showable(code: str, rows: list[Row]) -> list[Row]:
    """The same rows, without those of the desk if they cannot be put into words."""
    try:
        _open(code, rows)
    except BadRow:
        return [_as_lost(row) if row.kind == "desk" else row for row in rows]
    return rows
