"""A journal in PostgreSQL as it is at one moment, while hosts go on writing it. Changes nothing."""

import contextlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import TypeVar

from sqlalchemy import URL, Connection, inspect

from tricktable.store.journal import migrate
from tricktable.store.journal.errors import Outage
from tricktable.store.journal.postgres import as_journal_errors, driver_of, engine, name_of, patient
from tricktable.store.journal.schema import JOURNAL
from tricktable.store.journal.sql import SqlReading

T = TypeVar("T")


class JournalSnapshot(SqlReading):
    """What one transaction of this connection sees; its methods that change something fail."""

    def __init__(self, connection: Connection, said: str) -> None:
        """Read in the connection's transaction; errors call the database `said`."""
        super().__init__("postgresql")
        self._connection, self._said = connection, said

    @property
    def size_bytes(self) -> int:
        """What the rows take in the database, with their indexes. Raises: Outage."""
        wanted = "SELECT pg_total_relation_size('journal')"
        return self._query(lambda reader: int(reader.exec_driver_sql(wanted).scalar() or 0))

    def _query(self, ask: Callable[[Connection], T]) -> T:
        with as_journal_errors(self._said):
            return ask(self._connection)

    def _state(self, reader: Connection) -> object:  # noqa: ARG002 - nothing is added meanwhile
        return self

    def _changer(self) -> AbstractContextManager[Connection]:
        raise Outage(f"{self._said} is only read here")

    def _hint_beside(self, writer: Connection) -> None:
        """Nothing to do: nothing is changed."""


@contextlib.contextmanager
def snapshot(url: URL) -> Iterator[JournalSnapshot]:
    """The journal in the database at `url` as it is now; nobody who writes it waits.

    Raises: Outage, if there is none or one of an older version; Newer.
    """
    said, made = f"the journal {name_of(url)}", engine(url)
    try:
        with as_journal_errors(said), made.connect() as plain:
            connection = plain.execution_options(
                isolation_level="REPEATABLE READ", postgresql_readonly=True
            )
            with connection.begin(), patient(driver_of(connection)):
                if not inspect(connection).has_table(JOURNAL.name):
                    raise Outage(f"{said}: there is no journal in this database")
                if not migrate.is_current(connection):
                    raise Outage(
                        f"{said} is from an older version; a host of this version updates it"
                    )
                yield JournalSnapshot(connection, said)
    finally:
        made.dispose()
