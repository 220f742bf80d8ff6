"""What the board tells of its readers stays on the desk until it tells something else."""

from players.torite import DEALT, declared, plays
from records.lines import record_of
from rig.moments import DECKS, at
from tricktable.rules.cards import card
from tricktable.rules.entries import Played
from tricktable.rules.record import Record
from tricktable.table.desk.changes import Change, EntryRow, desk_change, note_row
from tricktable.table.desk.desk import DeckWork, Desk
from tricktable.table.desk.from_board import hear, is_known, note_restart
from tricktable.table.notes import Note


def test_each_dead_reader_is_remembered_until_it_is_well_again(rig):
    for event, dead in (
        (("2", "dead"), (2,)),
        (("0", "dead"), (0, 2)),
        (("2", "dead"), (0, 2)),
        (("3", "dead"), (0, 2, 3)),
        (("2", "ok"), (0, 3)),
        (("1", "ok"), (0, 3)),
        (("0", "ok"), (3,)),
        (("3", "ok"), ()),
    ):
        rig.event("R", *event)
        assert rig.view.desk.dead_readers == dead


def test_the_line_says_whose_reader_is_dead_and_when_it_works_again(rig):
    rig.begin(names=["Ann", "Bo", "Cy", "Di"])
    rig.event("R", "2", "dead")
    assert rig.said == "Cy's reader is not answering. Type the cards."
    rig.event("R", "2", "ok")
    assert rig.said == "Cy's reader works again."


# --- without a table -----------------------------------------------------------------------------

RED = DECKS.decks[0]
FOUR = record_of(4, [DEALT, declared(1, "leader"), *plays("2C", "3C", first=1)])
FIVE = record_of(5, [], "tredici", teams=[[0, 1], [2, 3, 4]])


def heard(desk: Desk, what: str, *args: str, record: Record | None = FOUR) -> list[Change]:
    """The changes from one event."""
    return [*hear(at(record, desk), what, args)]


def test_what_a_board_may_say_is_known_word_by_word():
    for what, args in (
        ("C", ("0", "04")),
        ("C", ("99", "04")),
        ("X", ("3",)),
        ("U", ("3", "anything")),
        ("R", ("3", "dead")),
        ("R", ("3", "ok")),
        ("K", ("OK",)),
        ("S", ("0", "short")),
        ("S", ("0", "long")),
        ("Y", ("0", "word")),
        ("F", ("key_7_is_stuck",)),
    ):
        assert is_known(what, args)
        assert not is_known(what, args[:-1])
        assert not is_known(what, (*args, "more"))
        assert not is_known(what.lower(), args)
        if what not in "KF":
            for number in ("", "-1", "100", "x", "1 ", "\N{ARABIC-INDIC DIGIT ONE}"):
                assert not is_known(what, (number, *args[1:]))
    for what, word in (("R", "well"), ("R", ""), ("S", "shorter"), ("S", "")):
        assert not is_known(what, ("0", word))
        assert heard(Desk(), what, "0", word) == [note_row(Note("unknown_event", detail=what))]
    assert heard(Desk(), "Z") == [note_row(Note("unknown_event", detail="Z"))]


def test_faults_and_odd_cards_are_told_to_whoever_sits_there():
    for event, expected in (
        (("X", "2"), Note("two_cards", 2)),
        (("X", "4"), Note("two_cards")),
        (("U", "2", "truncated"), Note("unreadable", 2, detail="truncated")),
        (("U", "4", "truncated"), Note("unreadable", detail="truncated")),
        (("F", "key_7_is_stuck"), Note("key_stuck", detail="7")),
        (("F", "key_MENU_is_stuck"), Note("key_stuck", detail="MENU")),
        (("F", "key_1_is_stuck"), Note("board_fault", detail="key 1 is stuck")),
        (("F", "key_7_is_stuck_again"), Note("board_fault", detail="key 7 is stuck again")),
        (("F", "the_button_of_seat_2_is_stuck"), Note("button_stuck", 2)),
        (("F", "the_button_of_seat_12_is_stuck"), None),
        (("F", "something_else"), Note("board_fault", detail="something else")),
    ):
        note = expected or Note("board_fault", detail="the button of seat 12 is stuck")
        assert heard(Desk(), *event) == [note_row(note)]
    for missing, detail in ((0, ""), (1, "1"), (12, "12")):
        assert [*note_restart(missing)] == [note_row(Note("board_restarted", detail=detail))]


def test_a_dead_reader_is_noted_once_and_a_living_one_not_at_all():
    for before, event, about, seat, after in (
        ((), ("1", "dead"), "reader_dead", 1, [1]),
        ((0, 2), ("1", "dead"), "reader_dead", 1, [0, 1, 2]),
        ((0, 1, 2), ("1", "dead"), "reader_dead", 1, [0, 1, 2]),
        ((0, 1, 2), ("1", "ok"), "reader_ok", 1, [0, 2]),
        ((), ("1", "ok"), "reader_ok", 1, []),
        ((), ("4", "dead"), "reader_dead", None, [4]),
    ):
        row = note_row(Note(about, seat), dead_readers=after)  # type: ignore[arg-type]
        assert heard(Desk(dead_readers=before), "R", *event) == [row]


def test_a_locked_table_takes_cards_and_long_presses_and_no_key():
    locked, is_locked = [note_row(Note("locked"))], Desk(is_locked=True)
    reading = [note_row(Note("reading", 3), reading=3, typed="")]
    laid = [EntryRow(Played(3, card("4C")))]
    for event, open_table, at_a_locked_one in (
        (("K", "7"), [desk_change(typed="7")], locked),
        (("K", "UNDO"), [note_row(Note("nothing_to_undo"))], locked),
        (("S", "3", "short"), [note_row(Note("button", 3), typed="", chosen=3)], locked),
        (("S", "3", "long"), reading, reading),
        (("C", "3", RED.tag_of("4C")), laid, laid),
        (("Y", "3", "word"), [note_row(Note("claim_ended"))], [note_row(Note("claim_ended"))]),
    ):
        assert heard(Desk(), *event) == open_table
        assert heard(is_locked, *event) == at_a_locked_one
    tending = Desk(is_locked=True, tending=DeckWork("check", RED.name))
    (row,) = heard(tending, "C", "3", RED.tag_of("4C"))
    assert row.note == Note("is_there", card="4C")
    assert heard(tending, "K", "7") == [note_row(Note("tending"))]


def test_shared_readers_are_those_of_whoever_is_next():
    assert heard(Desk(chosen=4), "X", "0", record=FIVE) == [note_row(Note("two_cards", 4))]
    assert heard(Desk(), "X", "4", record=None) == [note_row(Note("two_cards"))]
    assert heard(Desk(), "X", "3", record=None) == [note_row(Note("two_cards", 3))]
