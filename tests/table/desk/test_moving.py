"""A move whose cards are scanned one by one, and that ends with a number nobody may move."""

from __future__ import annotations

from pathlib import Path

import pytest

from players.tredici import dealt, targets
from records.lines import record_of
from rig.table import Rig
from tricktable.rules.cards import STANDARD
from tricktable.table.desk.moment import Desk, History, Moment, Moving
from tricktable.table.desk.moving import finish_moving
from tricktable.table.notes import Note
from tricktable.text.language import Message


def test_more_cards_than_may_be_moved_are_told_with_the_least_and_the_most(tmp_path: Path) -> None:
    record = record_of(2, [dealt(1), *targets("SH")], "tredici")
    names = ("Ann", "Bo")
    now = Moment(Desk(), record, Rig(tmp_path).decks, names, History())
    eight = Moving(0, "hand>stack", tuple(card.code for card in STANDARD[:8]))
    (change,) = finish_moving(now, record, eight)
    most = Message("{least} to {most}", {"least": 0, "most": 7})
    assert change.body == {"note": Note("so_many", 0, detail=most)}


@pytest.mark.parametrize("seat", [0, 1])
def test_a_move_that_is_over_leaves_the_cards_that_another_seat_has_read(
    tmp_path: Path, seat: int
) -> None:
    record = record_of(2, [dealt(1), *targets("SH")], "tredici")
    late, other = Moving(seat, "hand>discard", ("AC",)), Moving(1 - seat, "hand>stack", ("2C",))
    desk = Desk(moving=(late, other))
    now = Moment(desk, record, Rig(tmp_path).decks, ("Ann", "Bo"), History())
    (change,) = finish_moving(now, record, late)
    assert change.body["moving"] == [other]
