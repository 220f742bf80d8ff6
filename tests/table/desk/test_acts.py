"""Acts that change what was recorded: what they write, row by row."""

from players.torite import DEALT, declared, played, plays
from records.lines import record_of
from rig.moments import at
from tricktable.rules.entries import Struck
from tricktable.rules.record import Record
from tricktable.table.desk import acts
from tricktable.table.desk.changes import ActRow, Change, DeskRow, EntryRow, note_row
from tricktable.table.notes import Note
from tricktable.text.language import message

LED = [DEALT, declared(1, "leader")]
NO_HAND = [note_row(Note("no_hand"))]


def finished() -> Record:
    """A whole game of four: each seat has a suit, and shows the last card that it keeps."""
    cards = [f"{rank}{suit}" for rank in "3456789TJQKA2" for suit in "CDHS"]
    kept = [played("shown", seat, code) for seat, code in enumerate(cards[48:])]
    return record_of(4, [DEALT, declared(0, "leader"), *plays(*cards[:48]), *kept])


def thrown_in(*seqs: int) -> list[Change]:
    """The rows that strike these entries, in this order."""
    return [
        ActRow(message("the hand thrown in"), len(seqs)),
        *(EntryRow(Struck(seq)) for seq in seqs),
        note_row(Note("thrown_in")),
        DeskRow({"early": ()}),
    ]


def test_a_hand_is_thrown_in_from_its_newest_entry_back_to_its_deal():
    for lines, expected in (
        ([], NO_HAND),
        ([DEALT], thrown_in(1)),
        (LED, thrown_in(2, 1)),
        ([*LED, *plays("2C", "3C", first=1)], thrown_in(4, 3, 2, 1)),
    ):
        assert [*acts.throw_in(at(record_of(4, lines)))] == expected


def test_a_finished_game_is_not_thrown_in_but_its_last_deal_can_be_voided():
    record = finished()
    assert record.state.status == "finished"
    assert [*acts.throw_in(at(record))] == NO_HAND
    assert [*acts.void_deal(record)] == thrown_in(*range(54, 0, -1))
    assert [*acts.void_deal(record_of(4))] == NO_HAND
