"""What asks a journal in an SQL database, whichever it is; how to connect, a subclass knows.

Leases are in here whole: of what changes, only they are asked the same way in each database.
"""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Final, TypeVar

import msgspec
from sqlalchemy import Connection, Executable, TextClause

from tricktable.store.journal.row import (
    ERASED,
    FOR_EVER_MS,
    Extent,
    Home,
    Lease,
    Phone,
    Row,
    ShelfRow,
)
from tricktable.store.journal.schema import (
    ALL_HOMES,
    ALL_SHELVED,
    EXTENTS,
    FIND,
    LOOSE,
    PHONES_AT,
    READ,
    READ_ON,
    TABLES,
    lease_statements,
)

T = TypeVar("T")

ROWS_AT_A_TIME: Final = 1000
"""Rows that one read takes from the database, so that no reader holds a snapshot open."""


class SqlReading(ABC):
    """The half of a `Journal` that changes no row. Mutable."""

    def __init__(self, database: str) -> None:
        """For the database of this name in SQLAlchemy: `sqlite`, `postgresql`."""
        self._leasing = lease_statements(database)
        self._read_on = READ_ON[database]

    _counted: tuple[object, Mapping[str, int]] = (None, {})
    """The newest rows, and the state of the store in which they were the newest."""

    @abstractmethod
    def _state(self, reader: Connection) -> object:
        """Something that is never equal again once rows were added. Raises: Outage."""

    @abstractmethod
    def _query(self, ask: Callable[[Connection], T]) -> T:
        """What `ask` finds out; it may be asked twice, for it changes nothing. Raises: Outage."""

    @abstractmethod
    def _changer(self) -> AbstractContextManager[Connection]:
        """The one connection for writing, for a statement of its own. Raises: Full, Outage."""

    @abstractmethod
    def _hint_beside(self, writer: Connection) -> None:
        """Hint other hosts that something changed beside the rows. Raises: Outage."""

    def read(self, table: str, after: int = 0) -> Iterator[Row]:
        """See `Journal.read`."""
        while True:
            rows = self._rows(READ, {"table": table, "after": after})
            yield from rows
            if len(rows) < ROWS_AT_A_TIME:
                return
            after = rows[-1].seq

    def read_on(self, after: Mapping[str, int]) -> Iterator[Row]:
        """See `Journal.read_on`."""
        behind = dict(after)
        while behind:
            rows = self._rows(self._read_on, {"behind": msgspec.json.encode(behind).decode()})
            yield from rows
            if len(rows) < ROWS_AT_A_TIME:
                return
            behind |= {row.table: row.seq for row in rows}

    def _rows(self, statement: Executable, bound: Mapping[str, object]) -> Sequence[Row]:
        """The next rows that this statement finds. Raises: Outage."""
        wanted = {**bound, "most": ROWS_AT_A_TIME}
        return self._query(lambda reader: [*map(Row._make, reader.execute(statement, wanted))])

    def find(self, table: str, source: str) -> Row | None:
        """See `Journal.find`."""
        wanted = {"table": table, "source": source}
        found = self._query(lambda reader: reader.execute(FIND, wanted).first())
        return None if found is None else Row._make(found)

    def tables(self) -> list[str]:
        """See `Journal.tables`."""
        return self._query(lambda reader: [*reader.execute(TABLES).scalars()])

    def newest(self) -> Mapping[str, int]:
        """See `Journal.newest`."""

        def count(reader: Connection) -> Mapping[str, int]:
            # Asked first: what is added behind it is counted the next time, if not now.
            state = self._state(reader)
            then, counted = self._counted
            if state is None or state != then:
                counted = {found.table: found.seq for found in reader.execute(LOOSE)}
                self._counted = state, counted
            return counted

        return self._query(count)

    def extents(self) -> list[Extent]:
        """See `Journal.extents`."""
        return self._query(lambda reader: [*map(Extent._make, reader.execute(EXTENTS))])

    def phones(self, *tables: str) -> list[Phone]:
        """See `Journal.phones`."""
        wanted = {"tables": tables}
        return self._query(lambda reader: [*map(Phone._make, reader.execute(PHONES_AT, wanted))])

    def homes(self) -> list[Home]:
        """See `Journal.homes`."""
        return self._query(lambda reader: [*map(Home._make, reader.execute(ALL_HOMES))])

    def shelf(self) -> list[ShelfRow]:
        """See `Journal.shelf`."""
        return self._query(lambda reader: [*map(ShelfRow._make, reader.execute(ALL_SHELVED))])

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
            if mine := self._change_lease(self._leasing.take, wanted, is_news=True):
                return mine
            if found := self._leases(self._leasing.present, {"name": name}):
                return found[0]
            # It has ended in between.

    def renew(self, lease: Lease, for_ms: int, what: str | None = None) -> Lease | None:
        """See `Journal.renew`."""
        said = lease.what if what is None else what
        wanted = {**_which(lease), "for_ms": for_ms, "what": said}
        return self._change_lease(self._leasing.renew, wanted, is_news=said != lease.what)

    def renew_all(self, holder: str, for_ms: int) -> list[Lease]:
        """See `Journal.renew_all`."""
        with self._changer() as writer:
            found = writer.execute(self._leasing.renew_all, {"holder": holder, "for_ms": for_ms})
            return [Lease._make(each) for each in found.all()]

    def let_go(self, lease: Lease) -> bool:
        """See `Journal.let_go`."""
        with self._changer() as writer:
            was_there = bool(writer.execute(self._leasing.let_go, _which(lease)).all())
            if was_there:
                self._hint_beside(writer)
            return was_there

    def leases(self, prefix: str) -> list[Lease]:
        """See `Journal.leases`."""
        return self._leases(self._leasing.beginning, {"prefix": prefix})

    def _leases(self, statement: TextClause, bound: Mapping[str, object]) -> list[Lease]:
        return self._query(lambda reader: [*map(Lease._make, reader.execute(statement, bound))])

    def _mark_erased(self, writer: Connection, table: str) -> None:
        """Give the table's lease `ERASED` its next epoch, within the writer's transaction."""
        name, holder = f"{ERASED}{table}", secrets.token_hex(8)
        wanted = {"name": name, "holder": holder, "for_ms": FOR_EVER_MS, "what": "{}"}
        writer.execute(self._leasing.take, {**wanted, "forced": True})

    def _change_lease(
        self, statement: TextClause, bound: Mapping[str, object], *, is_news: bool
    ) -> Lease | None:
        with self._changer() as writer:
            found = writer.execute(statement, bound).all()
            if found and is_news:
                self._hint_beside(writer)
        return Lease._make(found[0]) if found else None


def _which(lease: Lease) -> dict[str, object]:
    return {"name": lease.name, "holder": lease.holder, "epoch": lease.epoch}
