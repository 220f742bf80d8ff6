"""How a whole simulated board says it is, and that its host goes on meanwhile."""

import pytest

from board.plugged_board import Plugged
from tablewire.checkup import HEALTH

UID = "04A3C6CAE26180"
MOST_SLICE_US = 5_000


@pytest.fixture(scope="module")
def plugged():
    with Plugged() as board:
        board.until(lambda: board.host.board)
        yield board


def examined(plugged, test=False):
    """Ask the board and return its answer, the readers' words by name."""
    assert plugged.host.ask(test)
    plugged.until(lambda: plugged.host.health is not None)
    health = plugged.host.health
    readers = [dict(zip(HEALTH["r"], health[f"r{number}"], strict=True)) for number in range(4)]
    return health, readers


def test_it_has_tested_its_readers_at_the_start(plugged):
    health, readers = examined(plugged)
    assert [(reader["version"], reader["test"]) for reader in readers] == [("92", "ok")] * 4
    assert health["display"] == ("ok",)
    assert health["keys"] == ("-",)


def test_a_test_on_demand_finds_what_broke_and_cards_and_picture_stay(plugged):
    board = plugged.board
    board.lay(3, UID)
    plugged.until(lambda: plugged.told("C"))
    board.fault("selftest", reader=0, on=True)
    board.fault("version", reader=1, value=0x12)
    board.fault("display", on=True)
    board.stat(forget=True)
    health, readers = examined(plugged, test=True)
    assert [reader["test"] for reader in readers] == ["bad", "none", "ok", "ok"]
    assert readers[1]["version"] == "12"
    assert health["display"] == ("dead",)
    assert board.stat()["longest_slice_us"] <= MOST_SLICE_US
    board.fault("selftest", reader=0, on=False)
    board.fault("display", on=False)
    _, readers = examined(plugged, test=True)
    assert readers[0]["test"] == "ok"
    assert plugged.told("C") == [("3", UID)]
    assert readers[3]["falls"] == "0"


def test_it_counts_what_goes_wrong_at_each_reader(plugged):
    board = plugged.board
    _, before = examined(plugged)
    board.fault("hung", reader=0)
    board.fault("noise", reader=2, count=2)
    board.lay(1, "04A3C6CAE26280")
    board.lay(1, "04A3C6CAE26380")
    plugged.until(lambda: plugged.told("X"))
    plugged.until(lambda: int(examined(plugged)[1][0]["restarts"]) > int(before[0]["restarts"]))
    _, after = examined(plugged)
    assert int(after[2]["errors"]) > int(before[2]["errors"])
    assert int(after[1]["collisions"]) >= 2
    assert after[3] == before[3]
    board.lift(1)


def speeds(plugged):
    """How fast the bus is, as set and for each reader, in kHz."""
    return [int(khz) for khz in examined(plugged)[0]["board"][3].split(",")]


def test_a_reader_that_garbles_gets_a_slower_bus_and_the_others_keep_theirs():
    with Plugged() as plugged:
        plugged.until(lambda: plugged.host.board)
        assert speeds(plugged) == [1000] * 5
        plugged.board.fault("slow", reader=1, khz=300)
        plugged.until(lambda: speeds(plugged) == [1000, 1000, 250, 1000, 1000])
        plugged.board.lay(1, UID)
        plugged.board.lay(2, "04B1C6CAE26280")
        plugged.until(lambda: len(plugged.told("C")) == 2)
        assert sorted(plugged.told("C")) == [("1", UID), ("2", "04B1C6CAE26280")]
        plugged.board.reset()  # it finds its speed again before it tests the readers
        plugged.until(lambda: len(set(plugged.boots)) == 2)
        assert speeds(plugged) == [1000, 1000, 250, 1000, 1000]
        assert [each["test"] for each in examined(plugged)[1]] == ["ok"] * 4


def test_a_reader_without_power_is_no_reason_for_a_slower_bus(plugged):
    for what in ("dead", "open"):
        plugged.board.fault(what, reader=2, on=True)
        plugged.until(lambda: ("2", "dead") in plugged.told("R"))
        plugged.board.fault(what, reader=2, on=False)
        plugged.until(lambda: plugged.told("R")[-1:] == [("2", "ok")])
        assert speeds(plugged) == [1000] * 5


def test_keys_that_stick_are_named_until_they_are_let_go(plugged):
    plugged.board.hold("Q", down=True)
    plugged.until(lambda: ("key_Q_is_stuck",) in plugged.told("F"))
    assert examined(plugged)[0]["keys"] == ("Q",)
    plugged.board.hold("Q", down=False)
    plugged.until(lambda: examined(plugged)[0]["keys"] == ("-",))
