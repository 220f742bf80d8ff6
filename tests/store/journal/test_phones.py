"""The phones of a table in the database: kept, changed, and there after an update."""

import contextlib
import sqlite3

import pytest

from store.journal.suite import row
from tricktable.store.journal import Outage, Phone, open_journal
from tricktable.store.journal.phones import REPLACED, SITS

ANN = Phone("T5", "aa", "1.0", SITS, "2026-05-01T12:00:00")
BO = Phone("T5", "bb", "1.1", SITS, "2026-05-01T11:00:00")
ELSEWHERE = Phone("T6", "cc", "1.0", SITS, "2026-05-01T11:00:00")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "journal.db"


def test_phones_are_there_after_a_restart_oldest_first_and_each_at_its_table(path):
    journal = open_journal(path)
    journal.keep_phones([ANN, BO])
    journal.keep_phones([ELSEWHERE])
    journal.keep_phones([])
    journal.close()
    journal = open_journal(path)
    assert journal.phones("T5") == [BO, ANN]
    assert journal.phones("T6") == [ELSEWHERE]
    assert journal.tables() == []
    journal.close()


def test_a_phone_is_known_once_as_it_was_last(path):
    journal = open_journal(path)
    journal.keep_phones([ANN, BO])
    gone = ANN._replace(state=REPLACED, since="2026-05-01T13:00:00")
    journal.keep_phones([gone])
    assert journal.phones("T5") == [BO, gone]
    journal.close()


def test_a_closed_journal_keeps_none(path):
    journal = open_journal(path)
    journal.close()
    with pytest.raises(Outage):
        journal.keep_phones([ANN])
    with pytest.raises(Outage):
        journal.phones("T5")


def test_a_journal_of_the_first_version_takes_phones_and_loses_no_row(path):
    journal = open_journal(path)
    journal.append([row("T5", 1)])
    journal.close()
    with contextlib.closing(sqlite3.connect(path)) as database, database:
        database.execute("DROP TABLE phone")
        database.execute("DROP TABLE home")
        database.execute("UPDATE alembic_version SET version_num = '0001'")
    journal = open_journal(path)
    assert list(journal.read("T5")) == [row("T5", 1)]
    journal.keep_phones([ANN])
    assert journal.phones("T5") == [ANN]
    journal.close()
