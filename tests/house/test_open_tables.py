"""The tables of a house: each is opened when somebody comes to it, and only once."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from rig.patience import PATIENCE_S
from rig.preparations import new_journal
from rig.table import RecordingAudience
from tricktable.house.open_tables import OpenTables
from tricktable.store.decks import Shelf
from tricktable.store.journal import Journal, Outage
from tricktable.table.table import Table

CODES = ("7KQ", "2AB")


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    made = new_journal(tmp_path / "journal.db")
    yield made
    made.close()


def test_a_table_is_opened_when_somebody_comes_to_it(journal):
    opened: list[str] = []

    def wake(code: str) -> Table:
        opened.append(code)
        return Table(code, journal, Shelf(), RecordingAudience())

    tables = OpenTables(wake)
    tables.add(CODES)
    assert [*tables] == [*CODES]
    assert len(tables) == 2
    assert "2AB" in tables
    assert "ZZZ" not in tables
    assert (opened, tables.awake) == ([], [])
    assert tables["2AB"] is tables["2AB"]
    assert tables.awake == [tables["2AB"]]
    assert opened == ["2AB"]
    assert tables.get("ZZZ") is None
    tables.remove("2AB")
    assert [*tables] == ["7KQ"]
    assert tables.awake == []


def test_whoever_goes_through_all_tables_leaves_out_what_is_closed_meanwhile(journal):
    tables = OpenTables(lambda code: Table(code, journal, Shelf(), RecordingAudience()))
    for through in (tables.values, tables.items):
        tables.add(CODES)
        for found in through():
            assert found in (tables["7KQ"], ("7KQ", tables["7KQ"]))
            tables.remove("2AB")


def test_a_table_that_everybody_comes_to_at_once_is_opened_once(journal):
    come = threading.Barrier(8)
    opened: list[str] = []

    def wake(code: str) -> Table:
        opened.append(code)
        return Table(code, journal, Shelf(), RecordingAudience())

    def come_to(code: str) -> Table:
        come.wait(PATIENCE_S)
        return tables[code]

    tables = OpenTables(wake)
    tables.add(CODES)
    with ThreadPoolExecutor(8) as guests:
        found = [*guests.map(come_to, CODES * 4)]
    assert sorted(opened) == sorted(CODES)
    assert len({*map(id, found)}) == 2


def test_a_table_that_cannot_be_read_now_can_be_come_to_again(journal):
    faults = [Outage("the disk is away")]

    def wake(code: str) -> Table:
        if faults:
            raise faults.pop()
        return Table(code, journal, Shelf(), RecordingAudience())

    tables = OpenTables(wake)
    tables.add(CODES)
    with pytest.raises(Outage):
        tables["7KQ"]
    assert tables.awake == []
    assert tables["7KQ"].code == "7KQ"
