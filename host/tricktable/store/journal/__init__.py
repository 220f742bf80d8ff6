"""The journal: every table's rows, in order, for ever. The only truth about what happened.

Knows no game; everything else is rebuilt from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tricktable.store.installation import command_for
from tricktable.store.journal.errors import (
    AtLimit,
    BadRow,
    Full,
    JournalError,
    Newer,
    Outage,
    ReadOnly,
    RowTaken,
    Unsound,
)
from tricktable.store.journal.row import (
    BESIDE,
    CLUB,
    ERASED,
    Extent,
    Home,
    Journal,
    Lease,
    Phone,
    Row,
    ShelfRow,
)

if TYPE_CHECKING:
    from sqlalchemy import URL

__all__ = [
    "BESIDE",
    "CLUB",
    "ERASED",
    "AtLimit",
    "BadRow",
    "Extent",
    "Full",
    "Home",
    "Journal",
    "JournalError",
    "Lease",
    "Newer",
    "Outage",
    "Phone",
    "ReadOnly",
    "Row",
    "RowTaken",
    "ShelfRow",
    "Unsound",
    "database_of",
    "driver_needed",
    "is_shared",
    "open_journal",
    "path_of",
]


def open_journal(where: str | Path, max_bytes: int | None = None) -> Journal:
    """Open the journal at `where`: a path, or a URL such as `postgresql://club@server/tables`.

    Creates or updates it if need be. A file never grows beyond `max_bytes`, if given.
    Raises: Newer, Full, Unsound, Outage.
    """
    url = _url_of(where)
    if url is None or url.get_backend_name() != "postgresql":
        from tricktable.store.journal.sqlite import SqliteJournal

        return SqliteJournal(path_of(where), max_bytes)
    with driver_needed():
        from tricktable.store.journal.postgres import PostgresJournal
    return PostgresJournal(url)


@contextmanager
def driver_needed() -> Iterator[None]:
    """Around the import of what talks to PostgreSQL. Raises: Outage, if its driver is missing."""
    try:
        yield
    except ImportError as error:
        raise Outage(
            f"a journal in PostgreSQL needs more packages: {command_for('club')}"
        ) from error


def is_shared(where: str | Path) -> bool:
    """Whether the journal at `where` is a database server's, for many hosts. Raises: Outage."""
    return database_of(where) is not None


def database_of(where: str | Path) -> URL | None:
    """The PostgreSQL database of the journal at `where`; None if it is a file. Raises: Outage."""
    url = _url_of(where)
    return url if url is not None and url.get_backend_name() == "postgresql" else None


def path_of(where: str | Path) -> Path:
    """The file of the journal at `where`, a path or an SQLAlchemy URL.

    Raises: Outage, if it is in no file.
    """
    url = _url_of(where)
    if url is None:
        return Path(where)
    if url.get_backend_name() == "postgresql":
        raise Outage(
            "the journal is in a PostgreSQL database, whose files are the server's: `tricktable "
            "restore` brings back what is damaged there"
        )
    if url.get_backend_name() != "sqlite" or url.database in (None, "", ":memory:"):
        raise Outage(
            f"the journal must be an SQLite file, as in sqlite:///journal.db, or a PostgreSQL "
            f"database, as in postgresql://user@server/name, "
            f"not {url.render_as_string()}"  # hides a password
        )
    return Path(url.database)


def _url_of(where: str | Path) -> URL | None:
    """The URL; None if it is a path. Raises: Outage."""
    if isinstance(where, Path) or "://" not in where:
        return None
    from sqlalchemy import make_url  # 0.4 s that a command without a journal need not wait
    from sqlalchemy.exc import ArgumentError

    try:
        return make_url(where)
    except ArgumentError as error:
        raise Outage(f"unknown kind of journal: {error}") from error
