"""What the service's tests share is what a table would have come to by itself."""

from dataclasses import replace
from random import Random

import pytest

from players import every_game
from tricktable.table import commands
from web.room import CODE, NAMES, Room, ask

REMARK = "desk"
"""A note to one moment, which the next entry wipes away: what comes at once has only the last."""


@pytest.mark.parametrize(("name", "count"), every_game.USUAL)
def test_entries_that_come_at_once_lead_where_each_by_itself_does(tmp_path, name, count):
    played = every_game.by_chance(Random(4), name, count)
    new = commands.NewGame(name, count, list(NAMES[:count]), dict(played.header.given))
    ends = []
    for at_once in (True, False):
        folder = tmp_path / str(at_once)
        folder.mkdir()
        room = Room(folder)
        ask(room.table, new)
        for lines in [played.lines] if at_once else [[line] for line in played.lines]:
            room.enter(lines)
        rows = [(row.kind, row.body) for row in room.journal.read(CODE) if row.kind != REMARK]
        ends.append((rows, replace(room.table.view(), version=0, row=0, at="")))
        room.close()
    assert ends[0] == ends[1]
