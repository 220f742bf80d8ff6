"""Whatever a board sends is a value: a search over hostile events, and what it has found before."""

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rig.table import Rig
from table.desk.hostile import Evening, evenings
from thorough import examples
from tricktable.board.picture import picture
from tricktable.rules.entries import Declared
from tricktable.table import commands

STEPS = 1_000


@given(st.integers(min_value=0, max_value=2**32))
@examples(4)
def test_a_table_bears_whatever_a_board_and_pages_send_and_knows_it_after_a_restart(seed):
    """A thousand steps each; `make test-long` takes a million."""
    for _ in evenings(seed, STEPS):
        pass


def test_the_search_comes_to_every_dialogue_and_every_game():
    """A search that plays nothing finds nothing."""
    chance, asked, awaited = Random(1), set(), set()
    for _ in range(6):
        evening = Evening(chance)
        while len(evening.journal.rows) < 400:
            evening.step()
            view = evening.table.view()
            if view.asked is not None:
                asked.add(str(view.asked.question).partition(" ")[0])
            if view.header is not None and view.view is not None:
                awaited.add((view.header.game, view.view.next_what))
    assert len(asked) > 8, asked
    assert len(awaited) > 8, awaited


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    rig = Rig(tmp_path)
    rig.begin(names=["Ann", "Bo", "Cy", "Di"])
    return rig


@pytest.mark.parametrize("seat", ["4", "12", "13", "99", "9999999999"])
@pytest.mark.parametrize("line", ["change a name", "swap two players"])
def test_a_seat_that_is_none_answers_nothing(rig, line, seat):
    rig.choose("game", "people", line)
    for length in ("short", "long", "longer", ""):
        rig.event("S", seat, length)
        assert rig.view.desk.note is not None
        assert rig.view.asked is not None
    rows = [*rig.table.rows()][-4:]
    assert all(row.source for row in rows)
    rig.restart()
    assert rig.view.asked is not None
    rig.button(1)
    rig.press("OK")
    assert rig.view.names == ("Ann", "Bo", "Cy", "Di")


@pytest.mark.parametrize("event", ["S 99 short", "X 99", "U 99 late", "R 99 dead", "C 99 04"])
def test_a_place_that_is_none_is_named_before_the_first_game_and_in_one(tmp_path, event):
    rig = Rig(tmp_path)
    for _ in range(2):
        rig.event(*event.split())
        assert rig.said
        picture(rig.view)
        rig.restart()
        rig.begin()


@pytest.mark.parametrize(
    "event",
    ["S 1 longer", "S 1", "S one short", "S 100 short", "R 1 maybe", "R 1 ok ok", "C 1", "K", "Z"],
)
def test_what_no_board_may_say_is_acknowledged_and_told_calmly(rig, event):
    record, (what, *words) = rig.table.record(), event.split()
    assert record is not None
    before = rig.table.newest_durable(rig.boot)
    rig.event(what, *words)
    assert rig.table.newest_durable(rig.boot) == before + 1
    assert rig.said == f"The board sent an unknown message: {what}"
    assert rig.record.seq == record.seq


def test_a_row_that_names_a_seat_that_is_none_can_be_read(rig):
    """Such rows stand in journals: an older host wrote them, and could not start again."""
    seq = [*rig.table.rows()][-1].seq + 1
    row = [*rig.table.rows()][-1]
    body = json.dumps({"note": ["button", 99, None, ""]})
    rig.journal.append([row._replace(seq=seq, source=None, kind="desk", body=body)])
    rig.restart()
    assert rig.said == "Seat 100's card is next. Press again to undo."


@pytest.mark.parametrize("players", ["5", "8", "T", "K"])
def test_a_game_for_more_people_than_have_names_begins_at_the_keys(tmp_path, players):
    rig = Rig(tmp_path)
    rig.ask(commands.NewGame("triatri", 3, ["Ann", "Bo", "Cy"]))
    rig.choose("game", "new game", "Tredici")
    rig.press(players, "OK")
    assert rig.view.header.game == "tredici"
    assert rig.view.names[:3] == ("Ann", "Bo", "Cy")


def test_what_the_table_says_is_given_to_no_seat(tmp_path):
    rig = Rig(tmp_path)
    rig.ask(commands.NewGame("torite", 2, ["Ann", "Bo"], dealer=0))
    stacks = [[4, 3, 3, 3], [3, 4, 3, 3], [3, 3, 4, 3], [3, 3, 3, 4]]
    rig.ask(commands.Declare("stacks", None, stacks))
    assert rig.ask(commands.Declare("pairing", None, [[1, 2], [3, 4]])).is_done
    rig.choose("correct", "wrong last seat")
    rig.button(1)
    assert rig.said == "That seat cannot have played it."
    record = rig.record
    assert isinstance(record.last.entry, Declared)
