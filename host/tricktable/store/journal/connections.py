"""Connections to the SQLite file of a journal, each set up so that a commit is durable.

None of them creates a file unless asked to: a name that leads nowhere is an error.
"""

import contextlib
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect

from tricktable.store.journal.schema import JOURNAL, LOOSE

BUSY_TIMEOUT_S: Final = 5.0
"""How long to wait for another program's write: the default of sqlite3."""
# Several times what moving 1,000 pages takes (below).
AGAIN_S: Final = 0.02
"""How long after another program's checkpoint was met it is looked for again."""
CHECKPOINT_PAGES: Final = 1000
"""Pages in the log before they move to the database: SQLite's default, 1-3 ms of work."""
READ_ONLY, WRITE, MAKE = "ro", "rw", "rwc"
"""What a connection may do: read; write too; create the file too (https://sqlite.org/uri.html)."""
FROZEN: Final = "ro&immutable=1"
"""Read a file that has no log on a read-only disk, where SQLite cannot create a log's index."""


class OpenFile(NamedTuple):
    """A file that is open."""

    engine: Engine
    """Makes more connections to it."""
    writer: Connection
    file: sqlite3.Connection
    """The driver's own connection below `writer`."""
    is_read_only: bool

    def newest(self) -> dict[str, int]:
        """The number of each table's newest row, by the table's code."""
        if not inspect(self.writer).has_table(JOURNAL.name):
            return {}
        return {found.table: found.seq for found in self.writer.execute(LOOSE)}

    def close(self) -> None:
        """Close the file."""
        self.writer.close()
        self.engine.dispose()


def open_file(path: Path, mode: str) -> OpenFile:
    """Open the file at `path`, which must exist unless `mode` is MAKE.

    Raises: what SQLAlchemy and the driver raise.
    """
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        isolation_level="AUTOCOMMIT",  # transactions are begun by hand, where one can see them
        creator=lambda: sqlite3.connect(
            f"{path.absolute().as_uri()}?mode={mode}",
            timeout=BUSY_TIMEOUT_S,
            uri=True,
            check_same_thread=False,  # as SQLAlchemy has it for files: its pool lends them out
        ),
    )
    is_read_only = mode in (READ_ONLY, FROZEN)
    if not is_read_only:
        event.listen(engine, "connect", _set_up)
    writer = engine.connect()
    return OpenFile(engine, writer, driver(writer), is_read_only)


def _set_up(connection: sqlite3.Connection, _record: object) -> None:
    """Make a new connection durable. Raises: sqlite3.OperationalError if there can be no log."""
    (mode,) = connection.execute("PRAGMA journal_mode=WAL").fetchone()
    if mode != "wal":
        raise sqlite3.OperationalError("no write-ahead log is possible here (a network drive?)")
    # NORMAL is ten times as quick, but its newest commits may be gone after a power cut; FULL made
    # 6,000 appends a second, and a table needs one.
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA fullfsync=ON")  # macOS: fsync alone leaves rows in the drive's cache
    connection.execute(f"PRAGMA wal_autocheckpoint={CHECKPOINT_PAGES}")


def driver(connection: Connection) -> sqlite3.Connection:
    """The driver's connection below SQLAlchemy's."""
    below = connection.connection.driver_connection
    assert isinstance(below, sqlite3.Connection)
    return below


@contextlib.contextmanager
def transaction(file: sqlite3.Connection) -> Iterator[None]:
    """All or nothing, and no other writer in between."""
    # Takes the write lock at once: a transaction that reads first and then must wait for it fails
    # with SQLITE_BUSY, whatever the timeout (https://sqlite.org/lang_transaction.html).
    file.execute("BEGIN IMMEDIATE")
    try:
        yield
        file.execute("COMMIT")
    finally:
        if file.in_transaction:  # some errors have rolled back already
            file.execute("ROLLBACK")


def empty_log(file: sqlite3.Connection) -> bool:
    """Move the whole log to the database and cut it off; False if others kept it from being done.

    SQLite waits for those who read the log, and not for another checkpoint
    (https://sqlite.org/c3ref/wal_checkpoint_v2.html): that is asked for again for as long.
    """
    (patience_ms,) = file.execute("PRAGMA busy_timeout").fetchone()
    ends_s = time.monotonic() + patience_ms / 1000
    while True:
        (is_busy, *_) = file.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if not is_busy or time.monotonic() >= ends_s:
            return not is_busy
        time.sleep(AGAIN_S)


@contextlib.contextmanager
def without_guard(file: sqlite3.Connection, guard: str) -> Iterator[None]:
    """Within a transaction, remove the trigger called `guard` and put it back."""
    # SQLite cannot switch a trigger off, but its DDL belongs to the transaction: no other program
    # ever sees the journal without it, and what raises in between brings it back.
    (trigger,) = file.execute("SELECT sql FROM sqlite_master WHERE name = ?", (guard,)).fetchone()
    file.execute(f"DROP TRIGGER {guard}")
    yield
    file.execute(trigger)
