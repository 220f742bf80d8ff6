"""The table of each board in the database: kept, changed, and there after an update."""

import contextlib
import sqlite3

import pytest

from store.journal.suite import row
from tricktable.store.journal import Home, open_journal

FIRST = Home("E661", "7KQ", "2026-05-01T12:00:00")
OTHER = Home("E662", "T5A", "2026-05-01T11:00:00")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "journal.db"


def test_a_journal_of_the_second_version_takes_homes_and_loses_no_row(path):
    journal = open_journal(path)
    journal.append([row("T5", 1)])
    journal.close()
    with contextlib.closing(sqlite3.connect(path)) as database, database:
        database.execute("DROP TABLE home")
        database.execute("DROP TABLE lease")
        database.execute("DROP TABLE shelf")
        database.execute("UPDATE alembic_version SET version_num = '0002'")
    journal = open_journal(path)
    assert list(journal.read("T5")) == [row("T5", 1)]
    journal.keep_homes([FIRST])
    assert journal.homes() == [FIRST]
    journal.close()
