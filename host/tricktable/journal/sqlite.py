"""The journal in one SQLite file: durable when `append` returns, readable by any other program.

Write-ahead log, synchronous=FULL: every commit reaches the disk before it is answered, and a
power cut takes back nothing that was answered (https://sqlite.org/wal.html).
"""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, Connection, create_engine, event
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from tricktable.journal import migrate
from tricktable.journal.errors import Full, JournalError, Outage, Taken
from tricktable.journal.group import GroupCommit, Ticket
from tricktable.journal.homes import Home
from tricktable.journal.phones import Phone
from tricktable.journal.row import Row
from tricktable.journal.schema import (
    ADD,
    ADD_HOME,
    ADD_PHONE,
    ALL_HOMES,
    FORGET_HOME,
    FORGET_PHONE,
    PHONES_AT,
    READ,
    TABLES,
)

BUSY_TIMEOUT_S: Final = 5.0
"""How long to wait for another program that is writing, as long as sqlite3's own default."""
CHECKPOINT_PAGES: Final = 1000
"""Pages in the log before they move to the database: SQLite's default, 1-3 ms of work."""
NO_ROOM_BYTES: Final = 64 * 1024
"""A disk with less room than this is full: SQLite grows its shared memory by 32 KiB at once."""
ROWS_AT_A_TIME: Final = 1000
"""Rows that one read takes from the database, so that no reader holds a snapshot open."""

_ADD: Final = str(ADD.compile(dialect=sqlite.dialect()))
_OVERWRITE: Final = 'UPDATE journal SET body = ? WHERE "table" = ? AND seq = ?'
_GUARD: Final = "SELECT sql FROM sqlite_master WHERE name = 'journal_never_changes'"
_ALREADY_THERE: Final = frozenset(
    {
        sqlite3.SQLITE_CONSTRAINT_TRIGGER,  # journal_never_replaces, before an index can object
        sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY,
        sqlite3.SQLITE_CONSTRAINT_UNIQUE,
    }
)


class SqliteJournal:
    """A `Journal` in the SQLite file at `path`, made and migrated if need be.

    Raises: Newer, Full, Outage.
    """

    def __init__(self, path: Path, max_bytes: int | None = None) -> None:
        self.path = path
        self._engine = create_engine(
            URL.create("sqlite", database=str(path)),
            isolation_level="AUTOCOMMIT",  # transactions are begun below, where one can see them
            connect_args={"timeout": BUSY_TIMEOUT_S},
        )
        event.listen(self._engine, "connect", _set_up)
        self._writing = threading.Lock()
        self._is_closed = False
        self._group = GroupCommit(self._commit)
        with self._told():
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)  # rows hold secrets
            self._writer = self._engine.connect()
            self._file = _driver(self._writer)
        try:
            self._migrate()
            if max_bytes is not None:
                self.limit(max_bytes)
        except BaseException:
            self.close()
            raise

    def append(self, rows: Sequence[Row]) -> None:
        """See `Journal.append`."""
        if rows:
            self._group.submit(rows)

    def read(self, table: str, after: int = 0) -> Iterator[Row]:
        """See `Journal.read`."""
        while True:
            bound = {"table": table, "after": after, "most": ROWS_AT_A_TIME}
            with self._reader() as reader:
                rows = [Row._make(found) for found in reader.execute(READ, bound)]
            yield from rows
            if len(rows) < ROWS_AT_A_TIME:
                return
            after = rows[-1].seq

    def overwrite(self, table: str, bodies: Mapping[int, str]) -> None:
        """See `Journal.overwrite`."""
        changes = [(body, table, seq) for seq, body in bodies.items()]
        with self._writing, self._told():
            file = self._open_file()
            file.execute("PRAGMA temp_store=MEMORY")  # no old page in a temporary file
            file.execute("PRAGMA secure_delete=ON")
            with _transaction(file):
                (guard,) = file.execute(_GUARD).fetchone()
                file.execute("DROP TRIGGER journal_never_changes")
                file.executemany(_OVERWRITE, changes)
                file.execute(guard)
            file.execute("VACUUM")  # pages that an earlier version of a row left free
            (is_busy, *_) = file.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            if is_busy:
                raise Outage("another program reads the journal; end it and try again")

    def tables(self) -> list[str]:
        """See `Journal.tables`."""
        with self._reader() as reader:
            return list(reader.execute(TABLES).scalars())

    def phones(self, table: str) -> list[Phone]:
        """See `Journal.phones`."""
        with self._reader() as reader:
            return [Phone._make(found) for found in reader.execute(PHONES_AT, {"table": table})]

    def keep_phones(self, phones: Sequence[Phone]) -> None:
        """See `Journal.keep_phones`."""
        if not phones:
            return
        with self._writing, self._told(), _transaction(self._open_file()):
            self._writer.execute(FORGET_PHONE, [{"known": each.digest} for each in phones])
            self._writer.execute(ADD_PHONE, [each._asdict() for each in phones])

    def homes(self) -> list[Home]:
        """See `Journal.homes`."""
        with self._reader() as reader:
            return [Home._make(found) for found in reader.execute(ALL_HOMES)]

    def keep_homes(self, homes: Sequence[Home]) -> None:
        """See `Journal.keep_homes`."""
        if not homes:
            return
        with self._writing, self._told(), _transaction(self._open_file()):
            self._writer.execute(FORGET_HOME, [{"known": each.board} for each in homes])
            self._writer.execute(ADD_HOME, [each._asdict() for each in homes])

    def limit(self, max_bytes: int) -> None:
        """Let the file grow to `max_bytes` at most; beyond them `append` raises Full.

        Keeps a small card from filling to its last byte. Space that the file already has stays
        usable, and the write-ahead log beside it (about 4 MiB) is not counted. Raises: Outage.
        """
        with self._writing, self._told():
            file = self._open_file()
            (page_bytes,) = file.execute("PRAGMA page_size").fetchone()
            file.execute(f"PRAGMA max_page_count={max(1, max_bytes // page_bytes)}")

    def backup(self, target: Path) -> None:
        """Copy the journal as it is now into the new file `target`, while play goes on.

        `target` appears only when it is whole. Raises: Full, Outage.
        """
        part = target.with_name(target.name + ".part")
        with self._reader() as reader:
            part.unlink(missing_ok=True)
            with contextlib.closing(sqlite3.connect(part)) as copy:
                _driver(reader).backup(copy)
            part.replace(target)

    def close(self) -> None:
        """See `Journal.close`."""
        with self._writing:
            self._is_closed = True
            self._writer.close()
            self._engine.dispose()

    def _migrate(self) -> None:
        with self._told():
            if not migrate.is_current(self._writer):
                with _transaction(self._file):  # another program may be at the same file
                    migrate.upgrade(self._writer)

    def _commit(self, batch: Sequence[Ticket]) -> None:
        """Commit a batch as one transaction; if it is refused, each producer's rows by themselves.

        So a producer whose rows conflict fails alone, and small rows get in where large do not.
        """
        answer = self._write([row for ticket in batch for row in ticket.rows])
        is_shared = answer is None or isinstance(answer, Outage) or len(batch) == 1
        for ticket in batch:
            ticket.answer = answer if is_shared else self._write(ticket.rows)

    def _write(self, rows: Sequence[Row]) -> Exception | None:
        """Add `rows` durably, all or none; None, or why not."""
        try:
            with self._writing:
                # The driver's own call: the way through SQLAlchemy costs 17 µs after each flush.
                file = self._open_file()
                if len(rows) == 1:
                    file.execute(_ADD, rows[0])  # a statement is a transaction
                else:
                    with _transaction(file):
                        file.executemany(_ADD, rows)
        except sqlite3.Error as error:
            return self._fault(error)
        except (JournalError, ValueError) as error:
            return error
        return None

    def _open_file(self) -> sqlite3.Connection:
        if self._is_closed:
            raise Outage("the journal is closed")
        return self._file

    @contextlib.contextmanager
    def _reader(self) -> Iterator[Connection]:
        if self._is_closed:
            raise Outage("the journal is closed")
        with self._told(), self._engine.connect() as reader:
            yield reader

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        """Turn what the database or the file system raises into the journal's own errors."""
        try:
            yield
        except DBAPIError as error:
            raise self._fault(error.orig) from error
        except sqlite3.Error as error:
            raise self._fault(error) from error
        except (SQLAlchemyError, OSError) as error:
            raise Outage(f"the journal {self.path}: {error}") from error

    def _fault(self, error: BaseException | None) -> JournalError | ValueError:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
        said = f"the journal {self.path}: {error}"
        if code in _ALREADY_THERE:
            return Taken(said)
        if code & 0xFF == sqlite3.SQLITE_CONSTRAINT:
            return ValueError(said)
        if code == sqlite3.SQLITE_FULL or (code & 0xFF == sqlite3.SQLITE_IOERR and self._no_room()):
            return Full(said)
        return Outage(said)

    def _no_room(self) -> bool:
        # Growing the shared-memory file on a full disk is an I/O error, not SQLITE_FULL.
        return shutil.disk_usage(self.path.parent).free < NO_ROOM_BYTES


def _set_up(connection: Any, _record: object) -> None:
    """Make a new connection durable. Raises: sqlite3.OperationalError where there can be no log."""
    (mode,) = connection.execute("PRAGMA journal_mode=WAL").fetchone()
    if mode != "wal":
        raise sqlite3.OperationalError("no write-ahead log is possible here (a network drive?)")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA fullfsync=ON")  # macOS: fsync alone leaves rows in the drive's cache
    connection.execute(f"PRAGMA wal_autocheckpoint={CHECKPOINT_PAGES}")


def _driver(connection: Connection) -> sqlite3.Connection:
    """The driver's connection below SQLAlchemy's."""
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver


@contextlib.contextmanager
def _transaction(file: sqlite3.Connection) -> Iterator[None]:
    """All or nothing, and no other writer in between."""
    file.execute("BEGIN IMMEDIATE")
    try:
        yield
        file.execute("COMMIT")
    finally:
        if file.in_transaction:  # some errors have rolled back already
            file.execute("ROLLBACK")
