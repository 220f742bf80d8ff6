"""The journal: every table's rows, in order, for ever. The only truth about what happened.

Knows no game; everything else is rebuilt from it.
"""

from __future__ import annotations

from pathlib import Path

from tricktable.store.journal.errors import (
    BadRow,
    Full,
    JournalError,
    Newer,
    Outage,
    RowTaken,
    Unsound,
)
from tricktable.store.journal.homes import Home
from tricktable.store.journal.phones import Phone
from tricktable.store.journal.row import Journal, Row

__all__ = [
    "BadRow",
    "Full",
    "Home",
    "Journal",
    "JournalError",
    "Newer",
    "Outage",
    "Phone",
    "Row",
    "RowTaken",
    "Unsound",
    "open_journal",
    "path_of",
]


def open_journal(where: str | Path, max_bytes: int | None = None) -> Journal:
    """Open the journal at `where`, a path or an SQLAlchemy URL (`sqlite:///journal.db`).

    Creates or updates it if need be. It never grows beyond `max_bytes`, if given.
    Raises: Newer, Full, Unsound, Outage.
    """
    from tricktable.store.journal.sqlite import SqliteJournal

    return SqliteJournal(path_of(where), max_bytes)


def path_of(where: str | Path) -> Path:
    """The file of the journal at `where`, a path or an SQLAlchemy URL. Raises: Outage."""
    from sqlalchemy import make_url  # 0.4 s that a command without a journal need not wait
    from sqlalchemy.exc import ArgumentError

    if isinstance(where, Path) or "://" not in where:
        return Path(where)
    try:
        url = make_url(where)
    except ArgumentError as error:
        raise Outage(f"unknown kind of journal: {error}") from error
    if url.get_backend_name() != "sqlite" or url.database in (None, "", ":memory:"):
        raise Outage(
            f"the journal must be an SQLite file, as in sqlite:///journal.db, "
            f"not {url.render_as_string()}"  # hides a password
        )
    return Path(url.database)
