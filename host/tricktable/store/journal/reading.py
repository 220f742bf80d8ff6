"""What reads a journal from an SQL database, whichever it is; how to connect, a subclass knows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Final

from sqlalchemy import Connection

from tricktable.store.journal.homes import Home
from tricktable.store.journal.phones import Phone
from tricktable.store.journal.row import Row
from tricktable.store.journal.schema import ALL_HOMES, FIND, PHONES_AT, READ, TABLES

ROWS_AT_A_TIME: Final = 1000
"""Rows that one read takes from the database, so that no reader holds a snapshot open."""


class SqlReading(ABC):
    """The half of a `Journal` that changes nothing."""

    @abstractmethod
    def _reader(self) -> AbstractContextManager[Connection]:
        """A connection for reading. Raises: Outage."""

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

    def find(self, table: str, source: str) -> Row | None:
        """See `Journal.find`."""
        with self._reader() as reader:
            found = reader.execute(FIND, {"table": table, "source": source}).first()
        return None if found is None else Row._make(found)

    def tables(self) -> list[str]:
        """See `Journal.tables`."""
        with self._reader() as reader:
            return list(reader.execute(TABLES).scalars())

    def phones(self, table: str) -> list[Phone]:
        """See `Journal.phones`."""
        with self._reader() as reader:
            return [Phone._make(found) for found in reader.execute(PHONES_AT, {"table": table})]

    def homes(self) -> list[Home]:
        """See `Journal.homes`."""
        with self._reader() as reader:
            return [Home._make(found) for found in reader.execute(ALL_HOMES)]
