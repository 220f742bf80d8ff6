"""The phones of a table in the database: kept, changed, and there after an update."""

import contextlib
import sqlite3

import pytest
from sqlalchemy import create_engine

from store.journal.suite import row
from tricktable.store.journal import Phone, open_journal
from tricktable.store.journal.row import SITS
from tricktable.store.journal.schema import ADD_PHONE, ALL_PHONES, FORGET_PHONE, PHONES

ANN = Phone("T5", "aa", "1.0", SITS, "2026-05-01T12:00:00")
BO = Phone("T5", "bb", "1.1", SITS, "2026-05-01T11:00:00")
ELSEWHERE = Phone("T6", "cc", "1.0", SITS, "2026-05-01T11:00:00")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "journal.db"


def test_a_journal_of_the_first_version_takes_phones_and_loses_no_row(path):
    journal = open_journal(path)
    journal.append([row("T5", 1)])
    journal.close()
    with contextlib.closing(sqlite3.connect(path)) as database, database:
        database.execute("DROP TABLE phone")
        database.execute("DROP TABLE home")
        database.execute("DROP TABLE lease")
        database.execute("DROP TABLE shelf")
        database.execute("UPDATE alembic_version SET version_num = '0001'")
    journal = open_journal(path)
    assert list(journal.read("T5")) == [row("T5", 1)]
    journal.append((), [ANN])
    assert journal.phones("T5") == [ANN]
    journal.close()


def test_of_several_phones_only_the_one_that_is_named_is_forgotten():
    names = ["aa", "bb", "cc"]
    engine = create_engine("sqlite://")
    with engine.begin() as database:
        PHONES.create(database)
        database.execute(ADD_PHONE, [ANN._replace(digest=name)._asdict() for name in names])
        database.execute(FORGET_PHONE, [{"known": "bb"}])
        assert {each.digest for each in database.execute(ALL_PHONES)} == {"aa", "cc"}
    engine.dispose()
