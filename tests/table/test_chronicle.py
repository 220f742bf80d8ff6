"""Milestones of a table: told once, with the same number after a restart, and without a card."""

import json
from pathlib import Path

import pytest

from rig.table import NOON
from tricktable.games import GAMES
from tricktable.rules import codec
from tricktable.rules.record import Record
from tricktable.store.journal import Row
from tricktable.table import commands
from tricktable.table.chronicle import Chronicle, newest_game
from tricktable.table.scorebook import score_of
from web.room import CODE, NAMES, Room, ask, begin, deal, play_on, show_kept


@pytest.fixture
def room(tmp_path):
    room = Room(tmp_path, wall_clock=lambda: NOON)
    yield room
    room.close()


def told(room, chronicle=None, after=0):
    chronicle = chronicle or Chronicle()
    return [each for row in room.table.rows(after) for each in chronicle.take(row)]


def whole(room, seed=1):
    """A game of one deal, played to its end."""
    begin(room.table)
    hands = deal(seed)
    play_on(room.table, hands, 12)
    show_kept(room.table, hands)


RECORDS = Path(__file__).parents[1] / "board" / "records"


def rows_of(name):
    """A record of several deals as a table has it."""
    header, *entries = (RECORDS / name).read_text("utf-8").splitlines()
    yield Row(CODE, 1, NOON.isoformat(), None, "game", header)
    for seq, line in enumerate(entries, start=2):
        yield Row(CODE, seq, NOON.isoformat(), None, "entry", line)


@pytest.mark.parametrize("name", ["etori-4.jsonl", "troika-4.jsonl", "triatri-3.jsonl"])
def test_each_deal_that_was_scored_is_told_with_what_it_gained(name):
    chronicle, record = Chronicle(), None
    found = [each for row in rows_of(name) for each in chronicle.take(row)]
    header, *entries = (RECORDS / name).read_text("utf-8").splitlines()
    record = Record(codec.read_header(header, GAMES))
    for line in entries:
        record.add(codec.read_entry(line, record.header, record.seq + 1))
    scored = [deal for deal in score_of(record).deals if deal.number]
    deals = [each for each in found if each.what == "deal.ended"]
    assert {each.data["deal"] for each in deals} == {deal.number for deal in scored}
    newest = {each.data["deal"]: each for each in deals}
    for each in scored:
        assert tuple(side["gain"] for side in newest[each.number].data["sides"]) == each.gains
    assert (found[-1].what == "game.ended") == (record.state.status != "playing")


def test_a_game_begins_and_ends_once(room):
    whole(room)
    found = told(room)
    assert [each.what for each in found] == ["game.began", "game.ended"]
    began, ended = found
    assert began.data["table"] == CODE
    assert began.data["names"] == ["Ann", "Bo", "Cy", "Di"]
    assert (began.data["number"], began.data["players"]) == (1, 4)
    assert ended.data["status"] == room.table.view().view.status
    assert {name for side in ended.data["sides"] for name in side["names"]} == {*NAMES}
    assert ended.at.startswith("2026-05-01T12")


def test_what_is_taken_back_and_done_again_alike_is_not_told_again(room):
    whole(room)
    ask(room.table, commands.Undo())
    ask(room.table, commands.Redo())
    assert [each.what for each in told(room)] == ["game.began", "game.ended"]


def test_numbers_are_the_same_wherever_one_begins_to_read(room):
    whole(room)
    whole(room, seed=2)
    all_of_it = told(room)
    assert len({each.id for each in all_of_it}) == len(all_of_it) == 4
    upto = all_of_it[2].row + 3  # in the middle of the second game
    start = newest_game(room.table.rows(), upto)
    again = told(room, Chronicle(start.games), start.before)
    assert again == all_of_it[2:]
    assert again[0].data["number"] == 2
    assert newest_game(room.table.rows(), 10**9).last == room.table.view().row


def test_no_card_is_told(room):
    whole(room)
    said = json.dumps([each.data for each in told(room)])
    for code in ("2C", "AS", "QH", "TD"):
        assert f'"{code}"' not in said


def test_a_new_name_is_in_what_is_told_from_then_on(room):
    begin(room.table)
    ask(room.table, commands.Rename(0, "Eva"))
    hands = deal(1)
    play_on(room.table, hands, 12)
    show_kept(room.table, hands)
    (ended,) = (each for each in told(room) if each.what == "game.ended")
    assert "Eva" in str(ended.data)
    assert "Ann" not in str(ended.data)


def test_a_table_opens_and_closes(room):
    another = room.another("CLS")
    assert another.close().is_done
    chronicle = Chronicle()
    found = [each.what for row in room.journal.read("CLS") for each in chronicle.take(row)]
    assert found == ["table.closed"]
