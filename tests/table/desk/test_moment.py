"""The desk: what remains on it after an entry, and what is cleared."""

from dataclasses import fields

import pytest

from records.lines import record_of
from rig.table import Rig
from tricktable.rules.cards import card
from tricktable.rules.entries import Dealt, Moved, Played, Struck
from tricktable.table.desk.desk import Desk, DeskFields, NotedFields, ScannedMove
from tricktable.table.desk.moment import History, Moment

MOVING = tuple(ScannedMove(seat, "hand>stack", ("2C",)) for seat in range(4))


@pytest.mark.parametrize("seat", range(4))
def test_a_move_ends_only_the_scanning_of_its_own_seat(seat):
    after = Desk(moving=MOVING).after(Moved(seat, "hand", "stack", 1, None))
    assert after.moving == tuple(each for each in MOVING if each.seat != seat)


@pytest.mark.parametrize(
    ("entry", "kept"), [(Played(0, card("2C")), MOVING), (Dealt(0), ()), (Struck(1), ())]
)
def test_a_changed_entry_and_a_new_deal_end_all_scanning_and_a_card_none(entry, kept):
    assert Desk(moving=MOVING).after(entry).moving == kept


@pytest.mark.parametrize(
    ("players", "options", "is_shared"), [(4, {}, False), (5, {"teams": [[0, 1, 2], [3, 4]]}, True)]
)
def test_from_five_on_nobody_has_a_reader_alone(tmp_path, players, options, is_shared):
    record = record_of(players, [], "tredici", **options)
    now = Moment(Desk(), record, Rig(tmp_path).decks, record.header.seat_names, History())
    assert now.is_shared is is_shared


def test_a_change_of_the_desk_can_name_each_of_its_fields_and_no_other():
    assert {*NotedFields.__annotations__, *DeskFields.__annotations__} == {
        each.name for each in fields(Desk)
    }
