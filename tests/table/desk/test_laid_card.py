"""What a card becomes when it is laid on a reader or typed, case by case."""

from players.torite import DEALT, PAIRED, declared, played, plays
from players.tredici import TEAMS, dealt, targets
from records.lines import dummy, record_of
from rig.moments import DECKS, at, entries_of
from rig.table import STRANGER
from tricktable.rules.cards import card
from tricktable.rules.entries import Corrected, Entry, Held, Impossible, Played, Shown
from tricktable.rules.record import Record
from tricktable.store.decks import Decks, KnownCard, OtherDeck, UnknownTag
from tricktable.table.desk import first_game
from tricktable.table.desk.accept import Asks, Denied, accept, act_of, changes_of, mend
from tricktable.table.desk.changes import ActRow, Change, Changes, EntryRow, desk_change, note_row
from tricktable.table.desk.desk import CardCorrection, Desk, EarlyCard, OpenDialogue, ScannedMove
from tricktable.table.desk.laid_card import (
    found_by,
    lay,
    place_of,
    speaker,
    stands_for,
    take_card,
    typed_card,
    ways_to_lay,
)
from tricktable.table.notes import Note, Question
from tricktable.text.language import Message, message

LED = [DEALT, declared(1, "leader")]
FOUR = record_of(4, [*LED, *plays("2C", "3C", first=1)])
FIVE = record_of(5, [dealt(0)], "tredici", teams=TEAMS)
SETUP = record_of(2, [dealt(1), *targets("SH")], "tredici")
ENDED = record_of(
    4,
    [DEALT, *plays(*(f"{rank}{suit}" for rank in "AKQJ" for suit in "CDHS"), first=1)],
    "etori",
)
TURNING, DUMMY = record_of(1, PAIRED), dummy()
PRIZE = record_of(
    3,
    [dealt(2), *(played("shown", seat, code) for seat, code in enumerate(("5R", "2R", "3R")))],
    "triatri",
)
RED, BLUE, TRIATRI = DECKS.decks
NOT_YET = "not_now"


def about(changes: Changes) -> list[str]:
    """What the rows are about: the note of each, or its kind."""
    return [each.note.about if each.note else each.kind for each in changes]


def refused(record: Record, entry: Entry) -> Impossible:
    """Why the record refuses this."""
    try:
        record.check(entry)
    except Impossible as refusal:
        return refusal
    raise AssertionError("it does not")


# --- readers -------------------------------------------------------------------------------------


def test_a_reader_is_its_seats_own_or_the_tables_unless_it_is_shared():
    two = record_of(2, PAIRED)
    for record, readers in (
        (None, [(0, False), (1, False), (2, False), (3, False), (None, True)]),
        (FOUR, [(0, False), (1, False), (2, False), (3, False), (None, True)]),
        (two, [(0, False), (1, False), (None, True), (None, True), (None, True)]),
        (FIVE, [(FIVE.state.next.seat, False)] * 5),
    ):
        assert [place_of(at(record), reader) for reader in range(5)] == readers


def test_a_shared_button_is_that_of_whoever_is_singled_out_first():
    one, two = ScannedMove(2, "hand>stack", ()), ScannedMove(3, "hand>stack", ())
    for desk, expected in (
        (Desk(), FIVE.state.next.seat),
        (Desk(moving=(one,)), 2),
        (Desk(moving=(one, two)), FIVE.state.next.seat),
        (Desk(moving=(one,), reading=1), 1),
        (Desk(reading=0), 0),
        (Desk(chosen=0, reading=1), 0),
        (Desk(chosen=4, reading=1, moving=(one,)), 4),
        (Desk(typed="A", chosen=4), 0),
        (Desk(typed="5", chosen=4), 4),
        (Desk(typed="6", chosen=4), None),
        (Desk(typed="K", chosen=4), None),
        (Desk(typed="AC", chosen=4), 4),
    ):
        for button in (-1, 0, 3):
            assert speaker(at(FIVE, desk), button) == expected, desk
            assert speaker(at(FOUR, desk), button) == button
            assert speaker(at(None, desk), button) == button


def test_a_tag_that_is_no_card_of_the_deck_in_play_is_told_at_its_seat():
    no_decks = Decks(())
    for record, reader, found, decks, expected in (
        (FOUR, 2, OtherDeck(BLUE, "7H"), DECKS, Note("other_deck", 2, "7H", "blue")),
        (FOUR, 4, OtherDeck(BLUE, "7H"), DECKS, Note("other_deck", None, "7H", "blue")),
        (FOUR, 1, UnknownTag(), DECKS, Note("unknown_tag", 1)),
        (FOUR, 1, UnknownTag(), no_decks, Note("no_deck", 1)),
        (None, 1, UnknownTag(), no_decks, Note("no_deck", 1)),
        (None, 1, KnownCard(RED, "7H"), DECKS, first_game.none_yet(1, "7H")),
    ):
        assert [*take_card(at(record, decks=decks), reader, found)] == [note_row(expected)]
    assert [*take_card(at(FOUR), 3, KnownCard(RED, "4C"))] == [EntryRow(Played(3, card("4C")))]


def test_a_tag_is_the_card_that_the_running_game_makes_of_it():
    standard = record_of(3, [dealt(2)], "triatri")
    for record, uid, expected in (
        (FOUR, RED.tag_of("7H"), KnownCard(RED, "7H")),
        (None, RED.tag_of("7H"), KnownCard(RED, "7H")),
        (FOUR, BLUE.tag_of("7H"), OtherDeck(BLUE, "7H")),
        (standard, TRIATRI.tag_of("7R"), KnownCard(TRIATRI, "7R")),
        (standard, RED.tag_of("7H"), OtherDeck(RED, "7H")),
    ):
        assert found_by(at(record), uid) == expected
    assert isinstance(found_by(at(FOUR), STRANGER), UnknownTag)


def test_a_card_is_typed_with_its_rank_and_suit():
    for record, typed, expected in (
        (FOUR, "", None),
        (FOUR, "7", None),
        (FOUR, "7C", card("7C")),
        (None, "7C", card("7C")),
        (PRIZE, "5S", card("5B")),
        (PRIZE, "5H", card("5R")),
    ):
        assert typed_card(at(record, Desk(typed=typed))) == expected


def asks_for_the_next(detail: str) -> Change:
    """The row that keeps these cards until somebody says whether the next game has begun."""
    return desk_change(asking=OpenDialogue("next_game", detail=detail), typed="")


def read_first(seat: int, code: str) -> Change:
    """The row of the first card that a seat sets aside."""
    moving, note = ScannedMove(seat, "hand>stack", (code,)), Note("cards_read", seat, detail="1")
    return note_row(note, moving=[moving], typed="", asking=None)


# --- cards ---------------------------------------------------------------------------------------


def test_a_card_counts_in_turn_and_out_of_it_and_what_it_cannot_be_is_told():
    for record, desk, seat, code, expected in (
        (FOUR, Desk(), 3, "4C", EntryRow(Played(3, card("4C")))),
        (FOUR, Desk(), 0, "4C", EntryRow(Played(0, card("4C")))),
        (FOUR, Desk(reading=3), 3, "4C", EntryRow(Held(3, card("4C")))),
        (FOUR, Desk(reading=2), 3, "4C", EntryRow(Played(3, card("4C")))),
        (FOUR, Desk(is_paused=True), 3, "4C", note_row(Note("paused", 3))),
        (FOUR, Desk(is_paused=True), None, "4C", note_row(Note("paused"))),
        (FOUR, Desk(), 3, "2C", desk_change(question=Question(3, "2C", 3))),
        (FOUR, Desk(), 1, "2C", note_row(Note("lies_already", 1, "2C"))),
        (FOUR, Desk(reading=3), 3, "2C", note_row(Note("not_there", 3))),
        (None, Desk(), 3, "4C", note_row(first_game.none_yet(3, "4C"))),
        (FOUR, Desk(), None, "4C", note_row(Note("whose", None, "4C"))),
        (FIVE, Desk(), None, "4C", note_row(Note("whose_turn", None, "4C"))),
        (FOUR, Desk(is_stopped=True), 3, "4C", asks_for_the_next("3:4C")),
        (FOUR, Desk(is_stopped=True, reading=3), 3, "4C", note_row(Note("stopped", 3))),
        (SETUP, Desk(is_stopped=True), 0, "2S", asks_for_the_next("0:2S")),
        (SETUP, Desk(), 1, "2H", read_first(1, "2H")),
        (SETUP, Desk(reading=1), 1, "2H", EntryRow(Held(1, card("2H")))),
        (ENDED, Desk(), 3, "JH", desk_change(asking=OpenDialogue("anew", 3, detail="JH"))),
    ):
        assert [*lay(at(record, desk), seat, False, card(code))] == [expected], (desk, seat, code)


def test_a_second_card_to_a_trick_is_told_with_whose_card_is_missing_if_only_one_is():
    for record, seat, expected in (
        (FOUR, 1, "twice_in_trick"),
        (FOUR, 2, "twice_in_trick"),
        (record_of(4, [*LED, *plays("2C", "3C", "4C", first=1)]), 1, "missed"),
        (record_of(4, [*LED, *plays("2C", "3C", "4C", first=1)]), 3, "missed"),
    ):
        (row,) = lay(at(record), seat, False, card("9C"))
        assert (row.note.about, row.note.card) == (expected, "9C")
        assert row.note.seat == (0 if expected == "missed" else seat)


def test_a_card_face_down_is_refused_without_a_word_about_where_it_is():
    hand = [played("held", 3, f"{rank}H") for rank in "23456789TJQKA"]
    full = record_of(4, [*LED, *hand])
    three = record_of(3, [DEALT, declared(1, "leader")])
    scanned = record_of(4, [*LED, played("held", 2, "7C")])
    for record, code, expected in (
        (full, "2S", Note("full_hand", 3)),
        (scanned, "7C", Note("not_there", 3)),
        (three, "2C", None),
    ):
        seat = 2 if record is three else 3
        found = lay(at(record, Desk(reading=seat)), seat, False, card(code))
        (row,) = found
        assert row.note == (expected or Note("not_in_deck", 2, "2C"))


def test_what_a_card_can_mean_by_whose_it_is_and_what_its_hand_is_doing():
    seven = card("7C")
    for record, desk, seat, expected in (
        (FOUR, Desk(), 3, [Played(3, seven)]),
        (FOUR, Desk(other_way=True), 3, [Played(3, seven)]),
        (FOUR, Desk(reading=3), 3, [Held(3, seven)]),
        (FOUR, Desk(), None, []),
        (TURNING, Desk(), None, []),
    ):
        assert ways_to_lay(at(record, desk), record, seat, seven) == expected
    both = stands_for(DUMMY, 1).ways
    kinds = {"shown": Shown(1, seven), "played": Played(1, seven)}
    for other_way, ways in ((False, both), (True, both[::-1])):
        expected = [kinds[way] for way in ways]
        assert ways_to_lay(at(DUMMY, Desk(other_way=other_way)), DUMMY, 1, seven) == expected


def test_a_card_waits_for_a_choice_and_lies_there_after_it():
    first = EarlyCard(0, "6R", 0)
    wait = desk_change(early=[first], typed="", chosen=None, question=None)
    assert [*lay(at(PRIZE), 0, False, card("6R"))] == [wait]
    waits = at(PRIZE, Desk(early=(first,)))
    assert about(lay(waits, 0, False, card("6R"))) == ["lies_already"]
    assert about(lay(waits, 0, False, card("7R"))) == ["twice_in_trick"]


def test_a_card_on_the_tables_own_reader_counts_only_where_a_card_is_nobodys():
    for record, code, expected in (
        (FOUR, "4C", note_row(Note("not_a_seat", None, "4C"))),
        (ENDED, "2C", note_row(Note("not_a_seat", None, "2C"))),
    ):
        assert [*lay(at(record), None, True, card(code))] == [expected]


def test_any_card_but_one_that_lay_there_shows_a_new_deal():
    for seat, code, is_new in ((3, "JH", False), (2, "JH", True), (3, "2C", True)):
        found = lay(at(ENDED), seat, False, card(code))
        kinds = [entry["kind"] for entry in entries_of(found)]
        assert kinds == (["dealt", "played"] if is_new else []), (seat, code)


# --- questions -----------------------------------------------------------------------------------


def test_a_card_seen_before_is_asked_about_unless_it_still_lies_there_or_is_face_down():
    whole = record_of(4, [*LED, *plays("2C", "3C", "4C", "5C", first=1)])
    led = record_of(4, [*LED, *plays("2C", "3C", "4C", "5C", first=1), *plays("9C", first=0)])
    for record, entry, expected in (
        (FOUR, Played(1, card("2C")), note_row(Note("lies_already", 1, "2C"))),
        (FOUR, Played(3, card("2C")), desk_change(question=Question(3, "2C", 3))),
        (FOUR, Played(3, card("3C")), desk_change(question=Question(3, "3C", 4))),
        (whole, Played(1, card("2C")), note_row(Note("lies_already", 1, "2C"))),
        (whole, Played(2, card("2C")), desk_change(question=Question(2, "2C", 3))),
        (led, Played(1, card("2C")), desk_change(question=Question(1, "2C", 3))),
    ):
        found = accept(at(record), record, act_of(entry), may_ask=True)
        assert [*changes_of(found)] == [expected]
    scanned = record_of(4, [*LED, played("held", 2, "7C")])
    for record, entry, because in (
        (FOUR, Held(3, card("2C")), "already_seen"),
        (scanned, Played(1, card("7C")), "other_hand"),
        (FOUR, Played(1, card("9C")), "twice_in_trick"),
    ):
        found = accept(at(record), record, act_of(entry), may_ask=True)
        assert isinstance(found, Denied)
        assert isinstance(found.why, Impossible)
        assert found.why.because == because


def test_cards_after_the_end_are_kept_each_once_until_the_question_is_answered():
    for asking, entry, detail in (
        (None, Played(1, card("2C")), "1:2C"),
        (None, Shown(None, card("2C")), ":2C"),
        (OpenDialogue("next_game", detail="1:2C"), Played(1, card("2C")), "1:2C"),
        (OpenDialogue("next_game", detail="1:2C"), Played(2, card("2C")), "1:2C 2:2C"),
        (OpenDialogue("next_game", detail="1:2C 0:3C"), Shown(3, card("4C")), "1:2C 0:3C 3:4C"),
        (OpenDialogue("menu", detail="1:2C"), Played(0, card("3C")), "0:3C"),
    ):
        now = at(FOUR, Desk(asking=asking, typed="7", is_stopped=True))
        row = desk_change(asking=OpenDialogue("next_game", detail=detail), typed="")
        assert accept(now, FOUR, act_of(entry), may_ask=True) == Asks([row])


# --- corrections ---------------------------------------------------------------------------------


def both(seq: int, right: Entry, waiting: Entry) -> list[Change]:
    """The rows of a correction and of the card that waited for it."""
    assert isinstance(right, (Played, Shown, Held))
    rows = [EntryRow(Corrected(seq, right)), EntryRow(waiting)]
    return [ActRow(message("both cards"), 2), *rows]


def test_the_right_card_takes_the_place_of_the_wrong_one_and_then_the_waiting_one_counts():
    third = Played(3, card("2C"))
    for mending, code, expected in (
        (CardCorrection(3, None, ""), "9C", [EntryRow(Corrected(3, Played(1, card("9C"))))]),
        (CardCorrection(4, None, ""), "9C", [EntryRow(Corrected(4, Played(2, card("9C"))))]),
        (CardCorrection(3, 3, "2C"), "9C", both(3, Played(1, card("9C")), third)),
        (CardCorrection(4, 3, "3C"), "9C", both(4, Played(2, card("9C")), Played(3, card("3C")))),
    ):
        assert [*mend(FOUR, mending, card(code))] == expected


def test_a_correction_that_cannot_be_leaves_the_entry_and_says_why():
    taken = note_row(Note(NOT_YET, detail=message("that card was taken back")), mending=None)
    for seq in (1, 2, 9):
        assert [*mend(FOUR, CardCorrection(seq, None, ""), card("9C"))] == [taken]
    (row,) = mend(FOUR, CardCorrection(3, None, ""), card("3C"))
    assert row.body.keys() == {"note", "mending"}
    assert row.note[:3] == ("cannot_be", 1, "3C")
    assert isinstance(row.note.detail, Message)
    three = record_of(3, [*LED, *plays("5C", first=1)])
    (row,) = mend(three, CardCorrection(3, None, ""), card("2C"))
    assert row.note[:3] == ("not_in_deck", 1, "2C")
    scanned = record_of(4, [*LED, played("held", 3, "7C"), *plays("2C", first=1)])
    (row,) = mend(scanned, CardCorrection(3, None, ""), card("2C"))
    assert (row.note, row.body["mending"]) == (Note("not_there", 3), None)


def test_if_the_waiting_card_cannot_be_after_all_the_correction_still_counts():
    mending = CardCorrection(3, 2, "2C")
    fixed, row = mend(FOUR, mending, card("9C"))
    assert fixed == EntryRow(Corrected(3, Played(1, card("9C"))))
    assert row.note[:3] == ("twice_in_trick", 2, "2C")


def test_the_next_card_is_the_right_one_on_whichever_reader_it_lies():
    desk = Desk(mending=CardCorrection(3, None, ""), reading=0)
    fixed = {"kind": "corrected", "seq": 3, "entry": played("played", 1, "9C")}
    for seat, at_table in ((0, False), (3, False), (None, True)):
        assert entries_of(lay(at(FOUR, desk), seat, at_table, card("9C"))) == [fixed]
