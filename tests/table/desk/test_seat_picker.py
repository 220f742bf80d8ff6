"""Whose a chosen line is: which seats are asked for, and what each key then writes."""

from players.torite import DEALT, declared, plays
from players.tredici import TEAMS, ready
from records.lines import record_of
from rig.moments import at
from tricktable.rules.cards import card
from tricktable.rules.entries import Corrected, Dealt, Declared, Played
from tricktable.rules.record import Record
from tricktable.table.desk.changes import EntryRow, note_row
from tricktable.table.desk.desk import OpenDialogue
from tricktable.table.desk.seat_picker import ask_seat, take_seat
from tricktable.table.notes import Note

NO_ANSWER = note_row(Note("no_such_answer"))
FOUR = record_of(4, [DEALT, declared(1, "leader"), *plays("2C", "3C", first=1)])
FIVE = record_of(5, ready("CDHSC", [1] * 5)[:1], "tredici", teams=TEAMS)
TURN = record_of(4, ready("CDHS", [1, 1, 1, 1]), "tredici")
TARGETS = record_of(4, [DEALT], "tredici")
SIX = record_of(6, [DEALT], "etori")
KEYS = "A23456"


def picked(record: Record, detail: str) -> tuple[str, dict[str, str], dict[str, str]]:
    """The question, its answers, and the rows that the board shows instead of them."""
    asked = ask_seat(at(record), OpenDialogue("who", detail=detail))
    return asked.text, dict(asked.options), dict(asked.rows)


def test_every_seat_is_asked_for_where_an_entry_moves_and_else_those_that_can_say_it():
    names = dict(zip(KEYS, ("Ann", "Bo", "Cy", "Di", "Ed", "Fi"), strict=True))
    four = {key: names[key] for key in KEYS[:4]}
    five = {key: names[key] for key in KEYS[:5]}
    button, shared = "Who? Press the button, or", "Who?"
    for record, detail, expected in (
        (FOUR, "reseat", (button, four, {})),
        (FOUR, "reseat:4", (button, four, {})),
        (FOUR, "reseat:2", (button, four, {})),
        (FOUR, "reseat:1", ("Who dealt? Press the button, or", four, {})),
        (FOUR, "reseat:9", (button, four, {})),
        (FIVE, "reseat", ("Who dealt?", five, {})),
        (SIX, "reseat:1", ("Who dealt?", names, {"A-K": "the seat's number"})),
        (SIX, "reseat:2", (shared, names, {"A-K": "the seat's number"})),
        (TURN, "kische", (button, four, {})),
        (FIVE, "kische", (shared, {}, {})),
        (FOUR, "kische", (button, {}, {})),
        (FOUR, "target", (button, {}, {})),
        (TARGETS, "target", (button, four, {})),
    ):
        assert picked(record, detail) == expected, (record.header.game, detail)


def test_the_key_of_a_seat_moves_the_entry_there_or_says_it_for_that_seat():
    cannot = "that seat cannot have played it"
    for detail, key, expected in (
        ("reseat:1", "A", EntryRow(Corrected(1, Dealt(0)))),
        ("reseat:1", "4", EntryRow(Corrected(1, Dealt(3)))),
        ("reseat", "4", EntryRow(Corrected(4, Played(3, card("3C"))))),
        ("reseat:4", "A", EntryRow(Corrected(4, Played(0, card("3C"))))),
        ("reseat:3", "3", note_row(Note("not_now", 2, detail=cannot), asking=None)),
        ("reseat:2", "A", EntryRow(Corrected(2, Declared(0, "leader", None)))),
        ("reseat:9", "A", note_row(Note("nothing_to_undo"), asking=None)),
        ("reseat:1", "5", NO_ANSWER),
        ("reseat:1", "K", NO_ANSWER),
        ("reseat:1", "OK", NO_ANSWER),
        ("kische", "A", NO_ANSWER),
    ):
        (found,) = take_seat(at(FOUR), OpenDialogue("who", detail=detail), key)
        assert found == expected, (detail, key)
    for seat, key in enumerate(KEYS[:4]):
        (found,) = take_seat(at(TURN), OpenDialogue("who", detail="kische"), key)
        assert found == EntryRow(Declared(seat, "kische", None))
    (found,) = take_seat(at(TURN), OpenDialogue("who", detail="kische"), "5")
    assert found == NO_ANSWER


def test_the_seat_that_really_dealt_takes_the_bids_with_it_in_one_act():
    bids = [declared(1, "bid", "6"), declared(2, "bid", "pass")]
    record = record_of(4, [DEALT, *bids], "troika")
    act, *rows, note = take_seat(at(record), OpenDialogue("who", detail="reseat:1"), "3")
    assert act.body == {"name": "the change of dealer", "entries": len(rows)}
    assert rows[2:] == [
        EntryRow(Corrected(1, Dealt(2))),
        EntryRow(Corrected(2, Declared(3, "bid", "6"))),
        EntryRow(Corrected(3, Declared(0, "bid", "pass"))),
    ]
    assert note == note_row(Note("dealer_changed", 2))
    assert record.counts(1) == Dealt(0)


def test_without_an_entry_there_is_none_to_move():
    (found,) = take_seat(at(record_of(4)), OpenDialogue("who", detail="reseat"), "A")
    assert found == note_row(Note("nothing_to_undo"), asking=None)
