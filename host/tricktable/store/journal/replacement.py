"""Another journal takes the place of the one in a PostgreSQL database, in one transaction.

What was there keeps its tables, under names that end in the time: nothing is deleted.
"""

import contextlib
from collections.abc import Iterator
from typing import Final

from sqlalchemy import URL, Connection, insert, inspect

from tricktable.store.journal import migrate
from tricktable.store.journal.copies import CopySource, common
from tricktable.store.journal.errors import Outage
from tricktable.store.journal.postgres import (
    APPLICATION,
    MIGRATING,
    as_journal_errors,
    driver_of,
    engine,
    name_of,
    patient,
)
from tricktable.store.journal.row import CLUB
from tricktable.store.journal.schema import HOMES, METADATA, PHONES, SHELF
from tricktable.store.journal.snapshot import JournalSnapshot

_TABLES: Final = (*METADATA.tables, "alembic_version")
_FUNCTION: Final = "journal_never_changes"
_PATIENCE: Final = "SET LOCAL lock_timeout = '10s'"
"""A backup that is being taken holds the tables for longer; then nothing is changed."""
# A host listens past a pool (see `Listener`), and one that has a board holds a lease for seconds.
_HOSTS: Final = """
    SELECT (SELECT count(*) FROM pg_stat_activity
            WHERE datname = current_database() AND application_name = %s
              AND pid <> pg_backend_pid() AND query LIKE 'LISTEN %%')
"""
_HOLDERS: Final = """
    SELECT count(*) FROM lease WHERE name LIKE 'board:%'
      AND until > extract(epoch FROM clock_timestamp()) * 1000
"""
_INDEXES: Final = """
    SELECT name.relname FROM pg_index JOIN pg_class AS name ON name.oid = indexrelid
    WHERE indrelid = to_regclass(%s)
"""
_COPY: Final = 'COPY journal ("table", seq, at, source, kind, body) FROM STDIN'


@contextlib.contextmanager
def replace_journal(
    url: URL, source: CopySource | None, when: str, *, with_decks: bool
) -> Iterator[tuple[str, ...]]:
    """Put `source`, or an empty journal, into the database, at the end of the `with` block.

    Yields the names of the tables in which everything is now that was there. Raises: Outage, if a
    host runs or the database cannot be changed; then, and if the block raises, nothing has changed.
    """
    said, made = f"the journal {name_of(url)}", engine(url)
    try:
        with as_journal_errors(said), made.connect() as plain:
            connection = plain.execution_options(isolation_level="READ COMMITTED")
            with connection.begin(), patient(driver_of(connection)):
                connection.exec_driver_sql(_PATIENCE)
                _refuse_others(connection, said)
                aside = tuple(_set_aside(connection, when))
                migrate.upgrade(connection)
                if source is not None:
                    _fill(connection, source, JournalSnapshot(connection, said), with_decks)
                yield aside
    finally:
        made.dispose()


def _refuse_others(connection: Connection, said: str) -> None:
    is_ours = connection.exec_driver_sql(MIGRATING).scalar()
    hosts = connection.exec_driver_sql(_HOSTS, (APPLICATION,)).scalar()
    if inspect(connection).has_table("lease"):
        hosts = hosts or driver_of(connection).execute(_HOLDERS).fetchone() != (0,)
    if hosts or not is_ours:
        raise Outage(f"a host is using {said}; stop all hosts of the club first")


def _set_aside(connection: Connection, when: str) -> Iterator[str]:
    """Rename our tables and all that has a name of its own beside them."""
    there = [each for each in _TABLES if inspect(connection).has_table(each)]
    ending, number = f"_{when}", 1
    while any(inspect(connection).has_table(f"{each}{ending}") for each in there):
        number += 1
        ending = f"_{when}-{number}"
    for table in there:
        indexes = connection.exec_driver_sql(_INDEXES, (table,)).scalars().all()
        for index in indexes:
            connection.exec_driver_sql(f'ALTER INDEX "{index}" RENAME TO "{index}{ending}"')
        connection.exec_driver_sql(f'ALTER TABLE "{table}" RENAME TO "{table}{ending}"')
        yield f"{table}{ending}"
    if there:
        connection.exec_driver_sql(f'ALTER FUNCTION {_FUNCTION}() RENAME TO "{_FUNCTION}{ending}"')


def _fill(
    connection: Connection, source: CopySource, there: JournalSnapshot, with_decks: bool
) -> None:
    """Write all that `source` holds, and read it back. Raises: Outage."""
    codes = [*source.tables(), CLUB]
    with driver_of(connection).cursor() as cursor, cursor.copy(_COPY) as rows:
        for code in codes:
            for row in source.read(code):
                rows.write_row(row)
    decks = source.shelf() if with_decks else []
    for table, found in ((PHONES, source.phones(*codes)), (HOMES, source.homes()), (SHELF, decks)):
        if some := [each._asdict() for each in found]:
            connection.execute(insert(table), some)
    for code in codes:  # none may be missing on either side
        common(source, there, code)
        common(there, source, code)
