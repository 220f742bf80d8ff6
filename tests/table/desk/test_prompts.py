"""What the table asks and says by itself after an entry, and what becomes of the answers."""

import pytest

from players.torite import DEALT, PAIRED, declared, played, plays
from records.lines import entry, record_of
from referees.witness import Line
from rig.moments import at
from tricktable.rules.cards import BY_CODE
from tricktable.rules.entries import Declared, Played, Struck
from tricktable.rules.record import Record
from tricktable.table.desk.changes import ActRow, Change, DeskRow, EntryRow, desk_change, note_row
from tricktable.table.desk.desk import Desk, EarlyCard, OpenDialogue
from tricktable.table.desk.presumption import WITH_ACT
from tricktable.table.desk.prompts import (
    after,
    ask_lost,
    ask_revoke,
    behind,
    take_lost,
    take_revoke,
)
from tricktable.table.notes import Note
from tricktable.text.language import Message, message

LED = [DEALT, declared(1, "leader")]
HEARTS = plays("2C", "3C", "4C", "5H", first=1)
"""Seat 0 plays a heart to clubs, with entry 6."""
NO_ANSWER = note_row(Note("no_such_answer"))
ASKED = desk_change(asking=OpenDialogue("revoke", 0, detail="6"))


def said_after(record: Record, *lines: Line) -> list[Change]:
    """What the table says to these entries, all but the last of which it presumed."""
    before, changes = record.fork(), list[Change]()
    for line in lines:
        made = entry(before, line)
        before.add(made)
        changes.append(EntryRow(made, is_presumed="presumed" in line))
    is_several = len(lines) > 1
    group = [ActRow(WITH_ACT, len(lines), is_with_presumed=True)] if is_several else []
    note = [note_row(Note("presumed"))] if group else []
    return [*behind(at(record), [*group, *changes, *note])]


# --- revokes -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "is_asked"), [("flag", False), ("undo", True), ("void_deal", True)]
)
def test_a_revoke_is_asked_about_with_the_card_that_proves_it_and_only_then(action, is_asked):
    record = record_of(4, [*LED, *HEARTS], revoke_action=action)
    asked = [ASKED] if is_asked else []
    for card, expected in (("9S", []), ("9C", asked), ("9H", [])):
        assert said_after(record, played("played", 0, card)) == expected
        proof = record.fork()
        proof.add(entry(proof, played("played", 0, card)))
        assert [*after(at(record), proof)] == expected
        assert said_after(proof, played("played", 1, "9D")) == [], "it is asked about once"


def test_a_revoke_is_asked_about_though_another_one_is_known():
    first = record_of(4, [*LED, *HEARTS, *plays("5C", "TH", "9C", "TC")], revoke_action="undo")
    assert [each.seq for each in first.findings() if each.rule == "follow"] == [6]
    assert said_after(first, played("played", 1, "JC")) == [
        desk_change(asking=OpenDialogue("revoke", 1, detail="8"))
    ]


def test_entries_that_change_others_are_answered_with_nothing():
    record = record_of(4, [*LED, *HEARTS, played("played", 0, "9S")], revoke_action="undo")
    right = {"kind": "corrected", "seq": 7, "entry": played("played", 0, "9C")}
    for line in (right, {"kind": "struck", "seq": 7}):
        assert said_after(record, line) == []
        later = record.fork()
        later.add(entry(later, line))
        assert [*after(at(record), later)] == []
    assert [*after(at(None), record)] == []
    assert [*after(at(record), record_of(4))] == []
    assert [*behind(at(None), [EntryRow(Struck(1))])] == []
    assert [*behind(at(record), [])] == []
    several = [EntryRow(entry(record, played("played", 0, "9C")))] * 2
    assert [*behind(at(record), several)] == [], "entries that are no one act"


def test_the_question_offers_what_the_house_rules_say():
    for action, words in (("undo", "back to that trick"), ("void_deal", "throw the hand in")):
        record = record_of(4, [*LED, *HEARTS], revoke_action=action)
        asked = ask_revoke(at(record), OpenDialogue("revoke", 0, detail="6"))
        assert asked.text == "Ann did not follow suit"
        assert asked.options == (("2", "let it stand"), ("3", words))


def struck(name: str, note: Note, *seqs: int) -> list[Change]:
    """The rows that strike these entries in this order, in one act."""
    rows = [EntryRow(Struck(seq)) for seq in seqs]
    return [ActRow(message(name), len(rows)), *rows, note_row(note)]


def test_a_revoke_stands_or_play_goes_back_to_it_or_the_hand_is_thrown_in():
    lines = [*LED, *HEARTS, played("played", 0, "5C")]
    asking = OpenDialogue("revoke", 0, detail="6")
    back = struck("the play after a revoke", Note("taken_to", 0), 7, 6)
    void = struck("the hand thrown in", Note("thrown_in"), 7, 6, 5, 4, 3, 2, 1)
    for action, expected in (
        ("undo", back),
        ("void_deal", [*void, DeskRow({"early": ()})]),
    ):
        now = at(record_of(4, lines, revoke_action=action))
        assert [*take_revoke(now, asking, "2")] == [desk_change(asking=None)]
        assert [*take_revoke(now, asking, "3")] == expected
        for key in ("4", "A", "OK"):
            assert [*take_revoke(now, asking, key)] == [NO_ANSWER]
    assert [*take_revoke(at(None), asking, "3")] == [NO_ANSWER]


# --- games that cannot be won --------------------------------------------------------------------


def test_a_game_that_is_lost_stops_or_asks_or_goes_on_as_the_house_rules_say():
    ranks = "23456789TJQKA"
    cards = [each for rank in ranks for each in plays(f"{rank}S", f"{rank}H", seats=2)]
    cards[-2:] = [played("shown", 0, "AS"), played("shown", 1, "AH")]
    stops = note_row(Note("stopped"), is_stopped=True)
    for rule, expected in (
        ("auto", [stops]),
        ("ask", [desk_change(asking=OpenDialogue("lost"))]),
        ("never", []),
    ):
        record = record_of(2, [*PAIRED, *cards[:-1]], stop_when_lost=rule)
        assert said_after(record, cards[-1]) == expected
        earlier = record_of(2, [*PAIRED, *cards[:-3]], stop_when_lost=rule)
        assert said_after(earlier, cards[-3]) == []


def test_people_play_on_or_stop_in_a_game_that_cannot_be_won():
    asked = ask_lost(at(None), OpenDialogue("lost"))
    assert asked.text == "This can no longer be won"
    assert asked.options == (("2", "play on"), ("3", "stop here"))
    stops = note_row(Note("stopped"), is_stopped=True, asking=None)
    for key, expected in (
        ("2", desk_change(asking=None)),
        ("3", stops),
        ("4", NO_ANSWER),
        ("A", NO_ANSWER),
    ):
        assert [*take_lost(at(None), OpenDialogue("lost"), key)] == [expected]


# --- reminders -----------------------------------------------------------------------------------


def test_hands_are_to_be_read_after_the_deal_and_before_each_seats_first_card():
    unread, read = [note_row(Note("hand_unread", 1))], [note_row(Note("read_hands"))]
    first, again = played("played", 1, "2C"), played("played", 1, "9C")
    trick = plays("2C", "3C", "4C", "5C", first=1)
    other = played("held", 2, "QS")
    mine = played("held", 1, "KS")
    for lines, line, expected in (
        ([], DEALT, read),
        (LED, first, unread),
        ([*LED, played("held", 0, "JS")], first, unread),
        ([*LED, played("played", 0, "JS")], first, unread),
        ([*LED, played("played", 2, "JS")], first, unread),
        ([*LED, other], first, unread),
        ([*LED, mine], first, []),
        ([*LED, mine, other], first, []),
        ([DEALT, mine, LED[1]], first, []),
        ([*LED, *trick], again, []),
        ([DEALT], LED[1], []),
    ):
        for rule in ("required", "optional", "off"):
            record = record_of(4, lines, hand_scan=rule)
            assert said_after(record, line) == (expected if rule == "required" else [])


def test_a_hand_read_in_an_earlier_deal_is_not_this_one():
    tricks = plays(*(f"{rank}{suit}" for rank in "AKQJ" for suit in "CDHS"), first=1)
    deals = [DEALT, played("held", 1, "AC"), *tricks, {"kind": "dealt", "dealer": 1}]
    record = record_of(4, deals, "etori", hand_scan="required")
    assert said_after(record, played("played", 1, "2C")) == [note_row(Note("hand_unread", 1))]


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("face_up", "Turn the leftover card face up for all to see."),
        ("hidden", "Leave the leftover card face down. Nobody sees it."),
    ],
)
def test_a_game_reminds_people_unless_the_table_has_a_reminder_of_its_own(rule, words):
    record = record_of(3, [], set_aside=rule)
    reminder = note_row(Note("reminder", detail=Message(words)))
    assert said_after(record, DEALT) == [reminder]
    record = record_of(3, [], set_aside=rule, hand_scan="required")
    assert said_after(record, DEALT) == [note_row(Note("read_hands"))]


def test_what_was_presumed_hides_a_reminder_and_stands_beside_a_question():
    presumed = Note("presumed")
    record = record_of(4, [], hand_scan="required")
    first = [{**DEALT, "presumed": True}, {**LED[1], "presumed": True}, played("played", 1, "2C")]
    assert said_after(record, *first) == []
    record = record_of(4, [*LED, *HEARTS], revoke_action="undo")
    proof = [played("played", 3, "9D"), played("played", 0, "9C")]
    beside = note_row(presumed, asking=OpenDialogue("revoke", 0, detail="6"))
    assert said_after(record, *proof) == [beside]


# --- cards that waited ---------------------------------------------------------------------------


SHOWN = [played("shown", seat, code) for seat, code in enumerate(("5R", "2R", "3R"))]
PRIZE = EntryRow(Declared(0, "prize", {"colour": "R", "from": "stock"}))


def test_a_card_that_waited_is_played_behind_the_choice_and_remarked_on_like_any_other():
    presumed, unread = Note("presumed"), Note("hand_unread", 0)
    full = Note(
        "twice_in_trick", 0, "7R", Message("{seat} has already played to this trick", {"seat": 0})
    )
    lines = [{"kind": "dealt", "dealer": 2}, *SHOWN]
    for rule, cards, more, note, has_remark in (
        ("off", ["6R"], [], None, False),
        ("off", ["6R"], [note_row(presumed)], presumed, False),
        ("off", ["6R", "7R"], [], full, False),
        ("required", ["6R"], [], unread, True),
        ("required", ["6R"], [note_row(presumed)], presumed, True),
        ("required", ["6R", "7R"], [], full, True),
    ):
        record = record_of(3, lines, "triatri", hand_scan=rule)
        waits = Desk(early=tuple(EarlyCard(0, code, 0) for code in cards))
        card = EntryRow(Played(0, BY_CODE["6R"]))
        expected: list[Change] = [card, DeskRow({"early": (), "note": note})]
        expected += [DeskRow({"note": note})] if has_remark else []
        assert [*behind(at(record, waits), [PRIZE, *more])] == expected, (rule, cards, more)


def test_a_choice_that_frees_no_card_is_remarked_on_alone():
    lines = [{"kind": "dealt", "dealer": 2}, *SHOWN]
    record = record_of(3, lines, "triatri", hand_scan="required")
    assert [*behind(at(record), [PRIZE])] == []
