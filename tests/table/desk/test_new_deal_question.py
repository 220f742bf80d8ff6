"""A card that lay in the last trick is read again: it lies there still, or a new deal begins."""

from players.torite import DEALT, played, plays
from records.lines import record_of
from rig.moments import at, entries_of
from tricktable.table.desk.changes import PRESUMED, desk_change, note_row
from tricktable.table.desk.desk import OpenDialogue
from tricktable.table.desk.new_deal_question import ask_new_deal, take_new_deal
from tricktable.table.desk.presumption import WITH_ACT
from tricktable.table.notes import Note

TRICKS = [f"{rank}{suit}" for rank in "AKQJ" for suit in "CDHS"]
ENDED = record_of(4, [DEALT, *plays(*TRICKS, first=1)], "etori")
ASKING = OpenDialogue("anew", 3, detail="JH")


def test_it_asks_with_the_card_and_leaves_it_lying_or_counts_it_in_the_next_deal():
    asked = ask_new_deal(at(ENDED), ASKING)
    assert asked.text == "JH again. Is it a new deal?"
    assert asked.options == (("2", "no, it was still there"), ("3", "new deal"))
    assert [*take_new_deal(at(ENDED), ASKING, "2")] == [desk_change(asking=None)]
    for key in ("4", "A", "OK"):
        assert [*take_new_deal(at(ENDED), ASKING, key)] == [note_row(Note("no_such_answer"))]
    group, *rows, note = take_new_deal(at(ENDED), ASKING, "3")
    assert group.body == {"name": WITH_ACT, "entries": 2}
    dealer = 1 if ENDED.state.next.seat is None else ENDED.state.next.seat
    assert entries_of(rows) == [
        {"kind": "dealt", "dealer": dealer, PRESUMED: True},
        played("played", 3, "JH"),
    ]
    assert note.note.about == "presumed"


def test_a_card_that_cannot_be_of_a_new_deal_is_refused_and_the_question_is_over():
    gone = note_row(Note("not_there", 3), asking=None)
    running = record_of(4, [DEALT, *plays("AC", "AD", "AH", "AS", first=1)], "etori")
    for record, asking in (
        (ENDED, ASKING._replace(seat=None)),
        (running, ASKING),
        (record_of(4, [], "tredici"), ASKING),
    ):
        expected = note_row(Note("not_there", asking.seat), asking=None)
        assert [*take_new_deal(at(record), asking, "3")] == [expected]
    assert [*take_new_deal(at(None), ASKING, "3")] == [note_row(Note("no_such_answer"))]
    assert [*take_new_deal(at(None), ASKING, "2")] == [desk_change(asking=None)]
    assert gone.note == Note("not_there", 3)
