"""What asks a journal in an SQL database, whichever it is; how to connect, a subclass knows.

Leases are in here whole: of what changes, only they are asked the same way in each database.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from typing import Final

from sqlalchemy import Connection, TextClause

from tricktable.store.journal.homes import Home
from tricktable.store.journal.leases import Lease
from tricktable.store.journal.phones import Phone
from tricktable.store.journal.row import Row
from tricktable.store.journal.schema import (
    ALL_HOMES,
    FIND,
    LOOSE,
    PHONES_AT,
    READ,
    TABLES,
    lease_statements,
)

ROWS_AT_A_TIME: Final = 1000
"""Rows that one read takes from the database, so that no reader holds a snapshot open."""


class SqlReading(ABC):
    """The half of a `Journal` that changes no row."""

    def __init__(self, database: str) -> None:
        """For the database of this name in SQLAlchemy: `sqlite`, `postgresql`."""
        self._leasing = lease_statements(database)

    _counted: tuple[object, Mapping[str, int]] = (None, {})
    """The newest rows, and the state of the store in which they were the newest."""

    @abstractmethod
    def _state(self, reader: Connection) -> object:
        """Something that is never equal again once rows were added. Raises: Outage."""

    @abstractmethod
    def _reader(self) -> AbstractContextManager[Connection]:
        """A connection for reading. Raises: Outage."""

    @abstractmethod
    def _changer(self) -> AbstractContextManager[Connection]:
        """The one connection for writing, for a statement of its own. Raises: Full, Outage."""

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

    def newest(self) -> Mapping[str, int]:
        """See `Journal.newest`."""
        with self._reader() as reader:
            # Asked first: what is added behind it is counted the next time, if not now.
            state = self._state(reader)
            then, counted = self._counted
            if state is None or state != then:
                counted = {found.table: found.seq for found in reader.execute(LOOSE)}
                self._counted = state, counted
        return counted

    def phones(self, table: str) -> list[Phone]:
        """See `Journal.phones`."""
        with self._reader() as reader:
            return [Phone._make(found) for found in reader.execute(PHONES_AT, {"table": table})]

    def homes(self) -> list[Home]:
        """See `Journal.homes`."""
        with self._reader() as reader:
            return [Home._make(found) for found in reader.execute(ALL_HOMES)]

    # --- leases ----------------------------------------------------------------------------------

    def take(
        self, name: str, holder: str, for_ms: int, what: str = "{}", *, forced: bool = False
    ) -> Lease:
        """See `Journal.take`."""
        wanted = {
            "name": name,
            "holder": holder,
            "for_ms": for_ms,
            "what": what,
            "forced": forced,
        }
        while True:
            if mine := self._changed(self._leasing.take, wanted):
                return mine
            with self._reader() as reader:
                found = reader.execute(self._leasing.present, {"name": name}).first()
            if found is not None:
                return Lease._make(found)
            # It has ended in between.

    def renew(self, lease: Lease, for_ms: int, what: str | None = None) -> Lease | None:
        """See `Journal.renew`."""
        said = lease.what if what is None else what
        return self._changed(self._leasing.renew, {**_which(lease), "for_ms": for_ms, "what": said})

    def let_go(self, lease: Lease) -> bool:
        """See `Journal.let_go`."""
        with self._changer() as writer:
            return bool(writer.execute(self._leasing.let_go, _which(lease)).all())

    def leases(self, prefix: str) -> list[Lease]:
        """See `Journal.leases`."""
        with self._reader() as reader:
            return [
                Lease._make(found)
                for found in reader.execute(self._leasing.beginning, {"prefix": prefix})
            ]

    def _changed(self, statement: TextClause, bound: Mapping[str, object]) -> Lease | None:
        with self._changer() as writer:
            found = writer.execute(statement, bound).all()
        return Lease._make(found[0]) if found else None


def _which(lease: Lease) -> dict[str, object]:
    return {"name": lease.name, "holder": lease.holder, "epoch": lease.epoch}
