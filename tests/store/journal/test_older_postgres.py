"""Databases that older programs made in PostgreSQL: brought up to date, with all that is in them.

Each has the schema of its time, and the rows that a program of that time wrote (eras.py).
"""

import gzip
import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from psycopg import sql
from sqlalchemy import create_engine, make_url

from rig.postgres import Postgres
from store.journal.eras import CODE, RELEASED
from store.journal.suite import ANN, FIRST, in_threads, row
from store.journal.test_copies import content
from tricktable.store.journal import Journal, ShelfRow, open_journal
from tricktable.store.journal.migrate import VERSIONS, upgrade

TABLES = ("journal", "phone", "home", "lease", "shelf")
"""Those of the newest schema; an older one lacks the last ones."""
SHAPE = """
    SELECT 'column', table_name, column_name, data_type || is_nullable
    FROM information_schema.columns WHERE table_schema = 'public'
    UNION SELECT 'index', tablename, indexname, indexdef FROM pg_indexes
    WHERE schemaname = 'public'
    UNION SELECT 'rule', conrelid::regclass::text, conname, pg_get_constraintdef(oid)
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION SELECT 'trigger', tgrelid::regclass::text, tgname, pg_get_triggerdef(oid)
    FROM pg_trigger WHERE NOT tgisinternal
    ORDER BY 1, 2, 3, 4
"""


@pytest.fixture(params=VERSIONS)
def schema(request: pytest.FixtureRequest) -> str:
    version: str = request.param
    return version


@pytest.fixture
def old(tmp_path: Path, schema: str) -> Path:
    """The file that the program of that time wrote."""
    path = tmp_path / "old.db"
    path.write_bytes(gzip.decompress((RELEASED / f"{schema}.db.gz").read_bytes()))
    return path


@pytest.fixture
def url(server: Postgres, schema: str, old: Path) -> str:
    """A database of that schema, with everything in it that the file has."""
    url = server.database()
    engine = create_engine(make_url(url).set(drivername="postgresql+psycopg"))
    with engine.begin() as connection:
        upgrade(connection, schema)
    engine.dispose()
    with closing(sqlite3.connect(old)) as file, psycopg.connect(url) as shell:
        for table in tables(url):
            found = file.execute(f"SELECT * FROM {table}")
            columns = sql.SQL(", ").join(sql.Identifier(each[0]) for each in found.description)
            places = sql.SQL(", ").join(sql.Placeholder() * len(found.description))
            put = sql.SQL("INSERT INTO {} ({}) VALUES ({})")
            shell.cursor().executemany(put.format(sql.Identifier(table), columns, places), found)
    return url


def asked(url: str, statement: str) -> list[tuple[object, ...]]:
    """What the database answers somebody who is no journal."""
    with psycopg.connect(url, autocommit=True) as shell:
        return shell.execute(statement).fetchall()


def tables(url: str) -> list[str]:
    """The tables that it has, but for the one with its version."""
    there = asked(url, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    return [each for each in TABLES if (each,) in there]


def everything(url: str, *names: str) -> dict[str, list[tuple[object, ...]]]:
    """All rows of these tables."""
    return {name: asked(url, f"SELECT * FROM {name} ORDER BY 1, 2") for name in names}


def test_it_is_brought_up_to_date_and_holds_what_it_held(url, schema, old, server):
    there = tables(url)
    assert len(there) == {"0001": 1, "0002": 2, "0003": 3, "0004": 5}[schema]
    before = everything(url, *there)
    assert len(before["journal"]) > 100
    with closing(open_journal(url)) as journal, closing(open_journal(old)) as file:
        assert content(journal) == content(file)
    assert everything(url, *there) == before
    assert asked(url, "SELECT version_num FROM alembic_version") == [(VERSIONS[-1],)]
    fresh = server.database()
    open_journal(fresh).close()
    assert asked(url, SHAPE) == asked(fresh, SHAPE)


def test_hosts_that_start_together_upgrade_it_once_and_play_on(url):
    opened: list[Journal] = []
    in_threads(*[lambda: opened.append(open_journal(url))] * 3)
    assert len(opened) == 3
    newest = opened[0].newest()[CODE]
    for seq, journal in enumerate(opened, start=newest + 1):
        journal.append([row(CODE, seq)], [ANN])
    first, *_, last = opened
    last.keep_homes([FIRST])
    last.shelve([ShelfRow("a", 100, 1, "deck", "{}")])
    assert first.newest()[CODE] == newest + 3
    assert ANN in first.phones("T5")
    assert FIRST in first.homes()
    assert first.take("pen:T5", "A", 60_000).holder == "A"
    assert [each.name for each in first.shelf()][-1] == "a"
    for journal in opened:
        journal.close()


def test_no_row_of_it_can_be_changed(url):
    open_journal(url).close()
    with pytest.raises(psycopg.errors.RaiseException, match="never changed or shortened"):
        asked(url, "UPDATE journal SET body = '2' RETURNING 1")
