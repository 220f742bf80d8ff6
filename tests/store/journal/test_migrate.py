"""Migrations: the shape they make is the shape the statements expect, and none runs needlessly."""

import contextlib
import sqlite3
import subprocess
import sys

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from store.journal.suite import row
from tricktable.store.journal import Newer, Row, open_journal
from tricktable.store.journal.migrate import VERSIONS
from tricktable.store.journal.schema import JOURNAL, METADATA

SHAPE = """
    SELECT type, name, tbl_name, sql FROM sqlite_master
    WHERE type IN ('table', 'index') AND tbl_name = 'journal' ORDER BY name
"""


@pytest.fixture
def migrated(tmp_path):
    path = tmp_path / "migrated.db"
    open_journal(path).close()
    return path


def shape(path):
    with contextlib.closing(sqlite3.connect(path)) as database:
        return [
            [word if word is None else " ".join(word.split()) for word in line]
            for line in database.execute(SHAPE)
        ]


def set_version(path, version):
    with contextlib.closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE alembic_version SET version_num = ?", (version,))


def test_a_migrated_journal_has_the_shape_of_a_fresh_one(tmp_path, migrated):
    fresh = tmp_path / "fresh.db"
    engine = create_engine(f"sqlite:///{fresh}")
    METADATA.create_all(engine)
    engine.dispose()
    assert shape(fresh) == shape(migrated)
    assert [name for _, name, _, _ in shape(migrated)] == ["journal", "journal_source"]


def test_alembic_finds_nothing_to_do(migrated):
    engine = create_engine(f"sqlite:///{migrated}")
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, METADATA) == []
    engine.dispose()


def test_columns_are_the_fields_of_a_row():
    assert tuple(JOURNAL.columns.keys()) == Row._fields


def test_every_migration_is_known_to_the_program_and_in_this_order():
    config = Config()
    config.set_main_option("script_location", "tricktable.store.journal:migrations")
    scripts = ScriptDirectory.from_config(config)
    assert tuple(reversed([each.revision for each in scripts.walk_revisions()])) == VERSIONS
    assert scripts.get_heads() == [VERSIONS[-1]]


def test_opening_a_current_journal_loads_neither_alembic_nor_another_database(migrated):
    program = (
        "import sys; from tricktable.store.journal import open_journal\n"
        "assert 'sqlalchemy' not in sys.modules\n"
        "open_journal(sys.argv[1]).close()\n"
        "assert 'sqlalchemy' in sys.modules and 'alembic' not in sys.modules\n"
        "assert 'sqlalchemy.dialects.postgresql' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program, str(migrated)], check=True)


def test_a_journal_of_a_newer_tricktable_is_refused_and_left_alone(migrated):
    set_version(migrated, "0042")
    before = migrated.read_bytes()
    with pytest.raises(
        Newer,
        match=r"newer Tricktable wrote this journal .version 0042; this one reads up to "
        rf"{VERSIONS[-1]}.: update Tricktable",
    ):
        open_journal(migrated)
    assert migrated.read_bytes() == before


def test_a_migration_that_never_ended_left_nothing_and_runs_again(tmp_path):
    """A program killed within its first start leaves an empty file, or one with a log only."""
    path = tmp_path / "journal.db"
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("BEGIN IMMEDIATE")
        database.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
    journal = open_journal(path)
    journal.append([row("T5", 1)])
    journal.close()
    assert shape(path)
