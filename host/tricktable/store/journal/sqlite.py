"""The journal in one SQLite file: durable when `append` returns, readable by any other program.

Write-ahead log, synchronous=FULL: every commit reaches the disk before it is answered, and a
power cut loses nothing that was answered (https://sqlite.org/wal.html). What SQLite does not
notice is noticed here: a log that is lost or damaged, and files that are taken away.
"""

import contextlib
import logging
import os
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeVar

from sqlalchemy import Connection
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from tricktable.store import private_files
from tricktable.store.byte_lock import has_locks, lock_reason
from tricktable.store.journal import migrate, tally
from tricktable.store.journal.connections import (
    BUSY_TIMEOUT_S,
    FROZEN,
    MAKE,
    READ_ONLY,
    WRITE,
    OpenFile,
    driver,
    empty_log,
    open_file,
    transaction,
    without_guard,
)
from tricktable.store.journal.errors import (
    REMEDY,
    AtLimit,
    Full,
    JournalError,
    Outage,
    ReadOnly,
    RowTaken,
    Unsound,
)
from tricktable.store.journal.group import GroupCommit, together_or_apart
from tricktable.store.journal.place import (
    BESIDE,
    CUT,
    LOGLESS,
    MISSING,
    REPLACED,
    JournalFiles,
    appear,
    beside,
    size,
)
from tricktable.store.journal.rescue import bring_over
from tricktable.store.journal.row import Hints, Home, Phone, Row, ShelfRow
from tricktable.store.journal.schema import (
    ADD,
    ADD_HOME,
    ADD_PHONE,
    ADD_SHELVED,
    ALL_PHONES,
    FORGET_SHELVED,
)
from tricktable.store.journal.sql import SqlReading
from tricktable.text.count import how_many
from tricktable.text.outage import reason

PATIENCE_MS: Final = 100
"""How long a write waits for another program that has the file locked, once one has waited in vain:
each card waits for it, and where the table's lock is held, so does every page."""
_ONE_WRITE_BYTES: Final = 4 * 2**20
"""More than is ever written at once: a whole record of 2 MiB that is imported, in rows."""
NO_ROOM_BYTES: Final = 64 * 1024
"""A disk with less room counts as full: SQLite grows its shared memory by 32 KiB at once."""

LOOK_S: Final = 0.02
"""Between two looks at whether another program has written; each takes microseconds."""
# With 20 looks a second an idle host took 0.95 % of a processor, 0.7 % of it to wake up.
IDLE_LOOK_S: Final = 0.2
"""The same where no other program has written for `LIVELY_S`: waking up is what costs."""
LIVELY_S: Final = 30.0
"""Longer than people take for a card: a table at which they play elsewhere is looked at often."""

_ADD: Final = str(ADD.compile(dialect=sqlite.dialect()))
# What was stored goes first, so that of phones of one moment the newest is read last.
_PUT_PHONE: Final = str(ADD_PHONE.prefix_with("OR REPLACE").compile(dialect=sqlite.dialect()))
_PHONE: Final = 'SELECT "table", digest, person, state, since FROM phone WHERE digest = ?'
_LOSE_PHONE: Final = "DELETE FROM phone WHERE digest = ?"
_OVERWRITE: Final = 'UPDATE journal SET body = ? WHERE "table" = ? AND seq = ?'
_TAKE_BACK: Final = 'DELETE FROM journal WHERE "table" = ? AND seq = ?'
_ALREADY_THERE: Final = frozenset(
    {
        sqlite3.SQLITE_CONSTRAINT_TRIGGER,  # journal_never_replaces, before an index can object
        sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY,
        sqlite3.SQLITE_CONSTRAINT_UNIQUE,
    }
)
_DAMAGED: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})

_CANNOT: Final = "cannot be written: its disk or its files are read-only"
_TOLD: Final = {
    MISSING: "deleted",
    REPLACED: "replaced by another file",
    LOGLESS: "left without its log",
    CUT: "cut short",
}

_log = logging.getLogger(__name__)

T = TypeVar("T")


class SqliteJournal(SqlReading):
    """A `Journal` in the SQLite file at `path`, created and migrated if need be. Mutable.

    If it cannot be written, it is read, and written as soon as possible.
    Raises: Newer, Full, Unsound, Outage.
    """

    is_shared = False
    """A file lies on one machine: its hosts share ports and pages there."""

    def __init__(
        self, path: Path, max_bytes: int | None = None, *, reads_only: bool = False
    ) -> None:
        """Open it. If `reads_only`, write nothing and take whatever is there for everything.

        That is for examining a journal that may be damaged; it must exist.
        """
        super().__init__("sqlite")
        self.path = path
        self._reads_only = reads_only
        self._place = JournalFiles(path)
        self._max_bytes = max_bytes
        self._writing = threading.Lock()
        self._is_closed = False
        self._was_locked = False  # the newest write waited for another program in vain
        self._opened: OpenFile | None = None
        self._tally: tally.Tally | None = None
        self._newest: dict[str, int] = {}  # each table's newest row that was saved
        self._group = GroupCommit(together_or_apart(self._write))
        try:
            with self._own_errors():
                if not reads_only:
                    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)  # rows hold secrets
                    # SQLite would wait for its whole patience, and again with each statement.
                    if not has_locks(path.parent):
                        raise Outage(f"the journal {path} {lock_reason(path.parent)}")
                    self._newest = self._saved_rows()
                elif not size(self._place.path):
                    raise Unsound(f"the journal {path} is empty or missing")
                self._open()
        except BaseException:
            self.close()
            raise

    def append(self, rows: Sequence[Row], phones: Sequence[Phone] = ()) -> None:
        """See `Journal.append`."""
        if rows or phones:
            self._group.submit(rows, phones)

    def overwrite(self, table: str, bodies: Mapping[int, str]) -> None:
        """See `Journal.overwrite`."""
        changes = [(body, table, seq) for seq, body in bodies.items()]
        with self._writing, self._own_errors():
            file = self._ready().file
            file.execute("PRAGMA temp_store=MEMORY")  # no old page in a temporary file
            file.execute("PRAGMA secure_delete=ON")
            with transaction(file), without_guard(file, "journal_never_changes"):
                file.executemany(_OVERWRITE, changes)
                if changes:
                    self._mark_erased(self._ready().writer, table)
            # After the transaction: VACUUM is refused within one
            # (https://sqlite.org/lang_vacuum.html).
            file.execute("VACUUM")  # pages that an earlier version of a row left free
            is_emptied = empty_log(file)
            self._place.remember()  # both files have become shorter
            if not is_emptied:
                raise Outage("another program is reading the journal; stop it and try again")

    def all_phones(self) -> list[Phone]:
        """The phones at all tables, the longest unchanged first."""
        return self._query(lambda reader: [*map(Phone._make, reader.execute(ALL_PHONES))])

    def keep_homes(self, homes: Sequence[Home]) -> None:
        """See `Journal.keep_homes`."""
        if not homes:
            return
        with self._writing, self._own_errors(), transaction(self._ready().file):
            self._ready().writer.execute(ADD_HOME, [each._asdict() for each in homes])

    def shelve(self, changes: Sequence[ShelfRow], gone: Sequence[str] = ()) -> None:
        """See `Journal.shelve`."""
        if not changes:
            return
        with self._writing, self._own_errors(), transaction(self._ready().file):
            known = [{"known": name} for name in (*gone, *(each.name for each in changes))]
            self._ready().writer.execute(FORGET_SHELVED, known)
            self._ready().writer.execute(ADD_SHELVED, [each._asdict() for each in changes])

    def hints(self) -> Hints:
        """See `Journal.hints`."""
        return _Changes(self._version)

    def limit(self, max_bytes: int) -> None:
        """Let the file grow to `max_bytes` at most; beyond them `append` raises Full.

        Keeps a small card from filling to its last byte. Space that the file already has stays
        usable, and the write-ahead log beside it (about 4 MiB) is not counted. Raises: Outage.
        """
        with self._writing, self._own_errors():
            self._max_bytes = max_bytes
            _limit(self._ready().file, max_bytes)

    def look(self) -> None:
        """See `Journal.look`."""
        with self._writing:
            self._settle()
            self._ready()

    def faults(self) -> list[str]:
        """SQLite's own complaints about its file. Reads all of it.

        Raises: Outage.
        """
        with self._reader() as reader:
            found = reader.exec_driver_sql("PRAGMA integrity_check").scalars().all()
        return [] if found == ["ok"] else [*found]

    def backup(self, target: Path) -> None:
        """Copy the journal in its present state to the new file `target`, while play continues.

        `target` appears only when complete. Raises: Full, Outage.
        """
        part = target.with_name(target.name + ".part")
        with self._reader() as reader:
            part.unlink(missing_ok=True)
            with contextlib.suppress(FileNotFoundError):  # SQLite says it better
                os.close(private_files.new(part))
            with contextlib.closing(sqlite3.connect(part)) as copy:
                driver(reader).backup(copy)
            part.replace(target)

    def close(self) -> None:
        """See `Journal.close`."""
        with self._writing:
            self._is_closed = True
            self._let_go()

    # --- opening ---------------------------------------------------------------------------------

    def _saved_rows(self) -> dict[str, int]:
        """What was saved here, according to the tally; creates the journal if there never was one.

        Raises: Unsound, if there was one. SQLite must not see an empty file: it deletes its log.
        """
        saved = tally.read(self._place.tally)
        log_bytes = size(self._place.log)
        if not size(self._place.path):
            if saved or log_bytes or not self._place.is_missing:
                state = "is missing" if self._place.is_missing else "is an empty file"
                raise Unsound(
                    f"the journal {self.path} {state}{_contents_at_save(saved)}; {REMEDY}"
                )
            self._make()
        return saved

    def _make(self) -> None:
        """Create a journal without rows, which appears only when complete."""
        # Two programs may make it at the same moment: each its own, and `appear` keeps the first.
        part = beside(self._place.path, f".{os.getpid()}.part")
        try:
            _remove(part)
            os.close(private_files.new(part))
            made = open_file(part, MAKE)
            try:
                migrate.bring_up_to_date(made.writer)
            finally:
                made.close()
            appear(part, self._place.path)
        finally:
            _remove(part)

    def _open(self) -> None:
        """Open the file, if nothing saved is missing. Raises: Unsound, Newer, and others."""
        path = self._place.path
        if not self._reads_only:
            self._place.keep_private()
        is_writable = self._place.is_writable and not self._reads_only
        if is_writable and self._newest and self._place.log.exists():
            with contextlib.closing(open_file(path, READ_ONLY)) as first:  # it leaves the log alone
                self._compare(first.newest())
        now = open_file(path, WRITE if is_writable else self._read_mode())
        try:
            if is_writable:
                migrate.bring_up_to_date(now.writer)
            elif not migrate.is_current(now.writer):
                raise Outage(
                    f"the journal {self.path} is from an older version; run `tricktable serve` "
                    "where it can be written to update it"
                )
            newest = now.newest()
            self._compare(newest)
            _limit(now.file, self._max_bytes)
        except BaseException:
            now.close()
            raise
        self._let_go()
        self._newest = newest
        self._opened = now
        if is_writable:
            self._tally = tally.Tally(self._place.tally, newest)
        self._place.remember()

    def _read_mode(self) -> str:
        """How to read without writing: SQLite makes an index of a log, even of an empty one."""
        log = self._place.log
        return READ_ONLY if (log.exists() if self._place.is_writable else size(log)) else FROZEN

    def _compare(self, found: Mapping[str, int]) -> None:
        """Check that everything saved is there. Raises: Unsound."""
        lost = [
            f"table {table} has {found.get(table, 0)} of {seq} rows"
            for table, seq in self._newest.items()
            if found.get(table, 0) < seq
        ]
        if lost:
            raise Unsound(f"the journal {self.path} has lost rows: {', '.join(lost)}; {REMEDY}")

    def _let_go(self) -> None:
        if self._opened is not None:
            self._opened.close()
            self._opened = None
        if self._tally is not None:
            self._tally.close()
            self._tally = None

    # --- staying where it is found ---------------------------------------------------------------

    def _ready(self) -> OpenFile:
        """The open file, writable. Raises: Full, Outage."""
        if self._opened is None or self._opened.is_read_only:
            self._settle()
        if self._opened is None or self._opened.is_read_only:
            raise ReadOnly(f"the journal {self.path} {_CANNOT}")
        return self._opened

    def _settle(self) -> None:
        """Check that the open file is still the one under its name, and mend it if not.

        Raises: Full, Outage.
        """
        if self._is_closed:
            raise Outage("the journal is closed")
        with self._own_errors():
            if self._opened is None:
                self._open()
            elif self._opened.is_read_only:
                if self._place.is_writable and not self._reads_only:
                    self._let_go()
                    self._open()
            elif change := self._place.change():
                _log.warning("the journal %s was %s while it was open", self.path, _TOLD[change])
                self._mend(self._opened, change)

    def _mend(self, now: OpenFile, change: str) -> None:
        """Put the content of the open files back under their name. Raises: Outage, and others."""
        try:
            (is_busy, *_) = now.file.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except sqlite3.Error as error:
            is_busy = True
            if change in (LOGLESS, CUT):
                raise Unsound(f"the journal {self.path} was {_TOLD[change]}: {REMEDY}") from error
        if change in (LOGLESS, CUT):
            if is_busy:
                raise Outage(
                    f"the journal {self.path} was {_TOLD[change]}, and is still being read"
                )
            # Where files are deleted one by one, it may have been the file's turn meanwhile.
            change = self._place.change() or change
        if change in (LOGLESS, CUT):
            self._let_go()
        else:
            self._bring_over(now, change)
        self._open()
        _log.warning("everything that was saved is in %s again", self.path)

    def _bring_over(self, now: OpenFile, change: str) -> None:
        self._place.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._place.clear()
        if change == MISSING:
            self._make()
        with contextlib.closing(open_file(self._place.path, WRITE)) as there:
            migrate.bring_up_to_date(there.writer)
            if not bring_over(now, there, self._newest):
                raise Outage(
                    f"another journal has taken the place of {self.path}; move it away, "
                    "and saving resumes"
                )

    # --- writing ---------------------------------------------------------------------------------

    def _write(self, rows: Sequence[Row], phones: Sequence[Phone]) -> Exception | None:
        """Add `rows` and keep `phones` durably, all or none; returns None, or why not."""
        try:
            with self._writing:
                # The driver's own call: the way through SQLAlchemy costs 17 µs after each flush.
                file = self._ready().file
                was_locked = self._was_locked
                if was_locked:
                    _wait(file, PATIENCE_MS)
                before: list[Phone] = []
                if len(rows) == 1 and not phones:
                    file.execute(_ADD, rows[0])  # a statement is a transaction
                else:
                    with transaction(file):
                        file.executemany(_ADD, rows)
                        before = _as_stored(file, phones)
                        file.executemany(_PUT_PHONE, phones)
                if was_locked:
                    self._was_locked = False
                    _wait(file, int(1000 * BUSY_TIMEOUT_S))
                if not self._place.is_same:
                    self._stay(file, rows, phones, before)
                self._count(rows)
        except sqlite3.Error as error:
            return self._fault(error)
        except (JournalError, ValueError) as error:
            return error
        return None

    def _stay(
        self,
        file: sqlite3.Connection,
        rows: Sequence[Row],
        phones: Sequence[Phone],
        before: Sequence[Phone],
    ) -> None:
        """The files were taken away: put their content, `rows` and `phones` too, back in place.

        Raises: Full, Outage; then it has no such rows, and phones are as they were `before`.
        """
        try:
            self._settle()
        except JournalError:
            # Nobody finds them under the journal's name, so they are not acknowledged. Nor may they
            # come back with these files: whoever brought them brings them again.
            with (
                contextlib.suppress(sqlite3.Error),
                transaction(file),
                without_guard(file, "journal_never_shrinks"),
            ):
                file.executemany(_TAKE_BACK, [(row.table, row.seq) for row in rows])
                file.executemany(_LOSE_PHONE, [(phone.digest,) for phone in phones])
                file.executemany(_PUT_PHONE, before)
            raise

    def _count(self, rows: Sequence[Row]) -> None:
        newest = self._newest
        for row in rows:
            if row.seq > newest.get(row.table, 0):
                newest[row.table] = row.seq
        if self._tally is not None:
            self._tally.write()

    def _version(self) -> object:
        """Another one whenever another program has written; None if nobody can know."""
        with self._writing:
            # On the writer's connection, which is not told of its own commits.
            now = self._opened
            try:
                return now and (now, *now.file.execute("PRAGMA data_version").fetchall())
            except sqlite3.Error:
                return None  # the next write finds out what is wrong, and says it

    def _hint_beside(self, writer: Connection) -> None:
        """Nothing to do: whoever watches the file sees that it has changed."""

    def _state(self, reader: Connection) -> object:  # noqa: ARG002 - it counts others' commits
        now, version = self._opened, self._version()
        return now and version and (version, now.file.total_changes)

    @contextlib.contextmanager
    def _reader(self) -> Iterator[Connection]:
        now = self._opened
        if now is None or not self._place.is_same:
            with self._writing:
                self._settle()
                now = self._opened
        assert now is not None
        with self._own_errors(), now.engine.connect() as reader:
            yield reader

    def _query(self, ask: Callable[[Connection], T]) -> T:
        with self._reader() as reader:
            return ask(reader)

    @contextlib.contextmanager
    def _changer(self) -> Iterator[Connection]:
        with self._writing, self._own_errors():
            yield self._ready().writer

    @contextlib.contextmanager
    def _own_errors(self) -> Iterator[None]:
        """Turn exceptions of the database or file system into the journal's own errors."""
        try:
            yield
        except DBAPIError as error:
            raise self._fault(error.orig) from error
        except sqlite3.Error as error:
            raise self._fault(error) from error
        except (SQLAlchemyError, OSError) as error:
            raise Outage(f"the journal {self.path}: {reason(error)}") from error

    def _fault(self, error: BaseException | None) -> JournalError | ValueError:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
        said = f"the journal {self.path}: {error}"
        if code in _ALREADY_THERE:
            return RowTaken(said)
        if code & 0xFF == sqlite3.SQLITE_CONSTRAINT:
            return ValueError(said)
        if code == sqlite3.SQLITE_FULL:
            at_limit = f"the journal {self.path} is as large as max_journal_mib lets it be"
            return AtLimit(at_limit) if self._is_at_limit() else Full(said)
        if code & 0xFF == sqlite3.SQLITE_BUSY:
            self._was_locked = True
            return Outage(f"the journal {self.path} {lock_reason(self.path.parent)}")
        if code & 0xFF in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN) and self._no_room():
            return Full(f"the journal {self.path}: the disk is full")
        if code & 0xFF in _DAMAGED:
            return Unsound(f"{said}; {REMEDY}")
        if code & 0xFF == sqlite3.SQLITE_READONLY:
            return ReadOnly(f"the journal {self.path} {_CANNOT}")
        return Outage(said)

    def _is_at_limit(self) -> bool:
        used = size(self.path) + size(self._place.log)
        return self._max_bytes is not None and used + _ONE_WRITE_BYTES > self._max_bytes

    def _no_room(self) -> bool:
        # Growing the shared-memory file on a full disk is an I/O error, not SQLITE_FULL.
        try:
            return shutil.disk_usage(self.path.parent).free < NO_ROOM_BYTES
        except OSError:
            return False  # there is no such folder, or no disk


class _Changes:
    """A `Hints` of a file: SQLite tells for 3 µs whether another program has written. Mutable."""

    def __init__(self, version: Callable[[], object]) -> None:
        self._version = version
        self._then: object = None
        self._changed_s = -LIVELY_S
        self._over = threading.Event()

    def wait(self, timeout_s: float) -> Mapping[str, int] | None:
        """See `Hints.wait`."""
        ends_s = time.monotonic() + timeout_s
        while not self._over.is_set():
            now_s = time.monotonic()
            if (now := self._version()) != self._then:
                if self._then is not None:  # a start is no news
                    self._changed_s = now_s
                self._then = now
                return {}
            if now_s >= ends_s:
                break
            pause_s = LOOK_S if now_s - self._changed_s < LIVELY_S else IDLE_LOOK_S
            self._over.wait(min(pause_s, ends_s - now_s))
        return None

    def stop(self) -> None:
        """See `Hints.stop`."""
        self._over.set()


def _as_stored(file: sqlite3.Connection, phones: Sequence[Phone]) -> list[Phone]:
    """What is stored for the digests of these phones."""
    found = (file.execute(_PHONE, (digest,)).fetchone() for digest in {p.digest for p in phones})
    return [Phone._make(each) for each in found if each is not None]


def _wait(file: sqlite3.Connection, ms: int) -> None:
    """Let what this connection does wait so long for other programs that have the file locked."""
    file.execute(f"PRAGMA busy_timeout={ms}")


def _limit(file: sqlite3.Connection, max_bytes: int | None) -> None:
    if max_bytes is not None:
        (page_bytes,) = file.execute("PRAGMA page_size").fetchone()
        file.execute(f"PRAGMA max_page_count={max(1, max_bytes // page_bytes)}")


def _contents_at_save(saved: Mapping[str, int]) -> str:
    """What it held after the last save, to end a sentence."""
    rows = (f"{how_many(seq, 'row')} of table {table}" for table, seq in saved.items())
    return f", although it held {', '.join(rows)}" if saved else ""


def _remove(path: Path) -> None:
    """Delete a database and its log, if they are there."""
    for ending in ("", *BESIDE):
        beside(path, ending).unlink(missing_ok=True)
