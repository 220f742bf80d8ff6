"""What pages and programs ask for: which rows it becomes, or why it is refused."""

import pytest

from players.torite import DEALT, PAIRED, declared, played, plays
from players.tredici import dealt, ready, targets
from records.lines import record_of
from rig.moments import at, entries_of
from tricktable.rules.cards import card
from tricktable.rules.entries import (
    BadLine,
    Corrected,
    Dealt,
    Declared,
    Held,
    Impossible,
    Moved,
    Played,
    Shown,
    Struck,
)
from tricktable.rules.record import Record
from tricktable.table import commands
from tricktable.table.desk.changes import PRESUMED, EntryRow, desk_change, note_row
from tricktable.table.desk.desk import CardCorrection, DeckWork, Desk, EarlyCard, OpenDialogue
from tricktable.table.desk.from_pages import changes, entry_asked
from tricktable.table.desk.presumption import WITH_ACT
from tricktable.table.notes import Note, Question

LED = [DEALT, declared(1, "leader")]
SEVEN = played("played", 1, "7C")
FOUR = record_of(4, [*LED, *plays("2C", "3C", first=1)])
SETUP = record_of(2, [dealt(1), *targets("SH")], "tredici")
TURN = record_of(4, ready("CDHS", [1, 1, 1, 1]), "tredici")


def because(record: Record | None, desk: Desk, request: commands.Request) -> tuple[str, str]:
    """Why it is refused: the word for programs, and the sentence."""
    with pytest.raises(Impossible) as refused:
        changes(at(record, desk), request)
    return refused.value.because, str(refused.value)


def test_a_table_says_first_that_cards_are_seen_to_then_that_no_game_runs():
    tending = Desk(tending=DeckWork("check", "demo red"), is_paused=True)
    paused = Desk(is_paused=True)
    seen_to = "a deck is being enrolled or checked; finish or stop that first"
    none_yet, rests = "no game has begun at this table", "the game is paused; resume it first"
    for request in (
        commands.Deal(0),
        commands.Undo(),
        commands.ThrowIn(),
        commands.Lay("4C", 3),
        commands.LayOwn(3, "4C", 1, 4),
        commands.Strike(4),
    ):
        assert because(FOUR, tending, request) == ("tending", seen_to)
        assert because(None, tending, request) == ("tending", seen_to)
        assert because(None, Desk(), request) == ("no-game", none_yet)
        assert because(None, paused, request) == ("no-game", none_yet)
        assert because(FOUR, paused, request) == ("paused", rests)
    assert because(FOUR, tending, commands.NextGame()) == ("tending", seen_to)
    for request in (commands.Lock(), commands.Resume(), commands.Rename(0, "Eve")):
        assert changes(at(FOUR, paused), request)


def test_requests_about_the_evening_need_no_game_that_goes_on():
    paused = at(FOUR, Desk(is_paused=True))
    dropped = {"asking": None, "typed": ""}
    for request, expected in (
        (commands.Pause(), note_row(Note("paused"), is_paused=True, **dropped)),
        (commands.Resume(), note_row(Note("resumed"), is_paused=False)),
        (commands.Lock(), note_row(Note("locked"), is_locked=True, **dropped)),
        (commands.Unlock(), note_row(Note("unlocked"), is_locked=False, **dropped)),
        (commands.Reply("2", 0), note_row(Note("no_question"))),
    ):
        assert [*changes(paused, request)] == [expected]
    (names,) = changes(paused, commands.Rename(1, "Eve"))
    assert names.body == {"names": ["Ann", "Eve", "Cy", "Di"]}
    for begins in (commands.NextGame(1), commands.NewGame("etori", 4)):
        assert changes(paused, begins)[0].kind == "game"
    taken = [desk_change()]
    assert changes(paused, commands.TakeIn(()), taken) is taken


def test_requests_about_the_newest_act_are_answered_as_the_board_answers_them():
    for request, about in (
        (commands.Undo(), "nothing_to_undo"),
        (commands.Redo(), "nothing_to_redo"),
        (commands.ThrowIn(), "thrown_in"),
    ):
        notes = [each.note.about for each in changes(at(FOUR), request) if each.note]
        assert notes == [about]
    own = commands.LayOwn(3, "4C", 1, 4)
    assert [*changes(at(FOUR), own)] == [EntryRow(Played(3, card("4C")))]
    assert [*changes(at(FOUR), commands.TakeBack(3, 1, 0))] == []


def test_each_request_becomes_its_entry():
    four = card("4C")
    record = record_of(4, [*LED, *plays("2C", "3C", first=1), {"kind": "struck", "seq": 4}])
    for request, expected in (
        (commands.Deal(2), Dealt(2)),
        (commands.Declare("leader", 1), Declared(1, "leader", None)),
        (commands.Lay("4C", 3), Played(3, four)),
        (commands.Lay("4C", 3, "shown"), Shown(3, four)),
        (commands.Lay("4C", None, "shown"), Shown(None, four)),
        (commands.Lay("4C", 0, "held"), Held(0, four)),
        (commands.Strike(3), Struck(3)),
        (commands.Restore(4), Corrected(4, Played(2, card("3C")))),
        (commands.Restore(3), Corrected(3, Played(1, card("2C")))),
        (commands.Restore(1), Corrected(1, Dealt(0))),
        (commands.Correct(1, 3), Corrected(1, Dealt(3))),
        (commands.Correct(1, 3, "4C"), Corrected(1, Dealt(3))),
        (commands.Correct(2, 3), Corrected(2, Declared(3, "leader", None))),
        (commands.Correct(2, 3, "4C"), Corrected(2, Declared(3, "leader", None))),
        (commands.Correct(3, 0), Corrected(3, Played(0, card("2C")))),
        (commands.Correct(3, None, "4C"), Corrected(3, Played(1, four))),
        (commands.Correct(4, 3, "4C"), Corrected(4, Played(3, four))),
        (commands.Enter({"kind": "played", "seat": 3, "card": "4C"}), Played(3, four)),
        (commands.Enter({"kind": "struck", "seq": 5}), Struck(5)),
    ):
        assert entry_asked(record, request) == expected, request


def test_an_entry_may_say_its_number_if_that_is_the_next_one():
    for number in range(8):
        entered = commands.Enter({**played("played", 3, "4C"), "seq": number})
        if number == FOUR.seq + 1:
            assert entry_asked(FOUR, entered) == Played(3, card("4C"))
        else:
            with pytest.raises(BadLine):
                entry_asked(FOUR, entered)


def test_moves_are_counted_or_named():
    named = (card("2S"), card("3S"))
    for request, expected in (
        (commands.Move(0, "hand", "stack", 2), Moved(0, "hand", "stack", 2, None)),
        (commands.Move(0, "hand", "stack", 0), Moved(0, "hand", "stack", 0, None)),
        (commands.Move(0, "hand", "stack", 2, ["2S", "3S"]), Moved(0, "hand", "stack", 2, named)),
    ):
        assert entry_asked(SETUP, request) == expected


def test_what_cannot_be_an_entry_is_malformed_or_impossible():
    for request in (
        commands.Deal(4),
        commands.Lay("4C", 4),
        commands.Enter({"kind": "played", "seat": 3}),
        commands.Enter({}),
        commands.Move(0, "hand", "stack", 2, ["2S"]),
        commands.Undo(),
        commands.Lock(),
    ):
        with pytest.raises(BadLine):
            entry_asked(FOUR, request)
    for lay in (commands.Lay("4C"), commands.Lay("4C", None, "held")):
        with pytest.raises(Impossible, match="say whose card it is"):
            entry_asked(FOUR, lay)
    for seq in (5, 99):
        for request in (commands.Restore(seq), commands.Correct(seq, 1)):
            with pytest.raises(Impossible, match=f"there is no entry {seq} to correct"):
                entry_asked(FOUR, request)


def test_a_card_entered_is_asked_about_as_at_a_reader_but_an_entry_is_refused():
    seen = Question(3, "2C", 3)
    twice, held = commands.Lay("2C", 3), commands.Lay("2C", 3, "held")
    assert [*changes(at(FOUR), twice)] == [desk_change(question=seen)]
    assert because(FOUR, Desk(), held)[0] == "already_seen"
    entry = commands.Enter({"kind": "played", "seat": 3, "card": "2C"})
    assert because(FOUR, Desk(), entry)[0] == "already_seen"
    assert because(FOUR, Desk(), commands.Lay("9C", 1))[0] == "twice_in_trick"
    stopped = Desk(is_stopped=True)
    next_game = desk_change(asking=OpenDialogue("next_game", detail="3:4C"), typed="")
    assert [*changes(at(FOUR, stopped), commands.Lay("4C", 3))] == [next_game]
    assert entries_of(changes(at(FOUR, stopped), commands.Lay("4C", 0, "held"))) == [
        played("held", 0, "4C")
    ]
    mending = Desk(mending=CardCorrection(3, None, ""), is_stopped=True)
    right = {"kind": "corrected", "seq": 3, "entry": played("played", 1, "4C")}
    for lay in (commands.Lay("4C", 3), commands.Lay("4C", 3, "shown")):
        assert entries_of(changes(at(FOUR, mending), lay)) == [right]


def test_what_an_act_shows_to_have_happened_is_presumed_by_who_acts_and_how():
    empty = record_of(4)
    lead = {"kind": "declared", "seat": 1, "topic": "leader", "value": None, PRESUMED: True}
    first = {"kind": "dealt", "dealer": 0, PRESUMED: True}
    for record, request, expected in (
        (empty, commands.Lay("7C", 1), [first, lead, played("played", 1, "7C")]),
        (empty, commands.Declare("leader", 1), [first, declared(1, "leader")]),
        (empty, commands.Lay("7C", 1, "held"), [first, played("held", 1, "7C")]),
        (
            empty,
            commands.Enter(played("played", 1, "7C")),
            [first, lead, played("played", 1, "7C")],
        ),
        (record_of(4, [DEALT]), commands.Lay("7C", 1), [lead, played("played", 1, "7C")]),
        (FOUR, commands.Lay("4C", 3), [played("played", 3, "4C")]),
    ):
        found = changes(at(record), request)
        assert entries_of(found) == expected, request
        grouped = len(expected) > 1
        assert (found[0].body.get("name") == WITH_ACT) is grouped
    moved = changes(at(TURN), commands.Move(0, "hand", "stack", 1))
    assert [each["kind"] for each in entries_of(moved)] == ["moved", "moved"]
    assert entries_of(moved)[0][PRESUMED] is True


def test_a_card_that_somebody_lays_waits_for_a_choice_and_an_entry_does_not():
    shown = [played("shown", seat, code) for seat, code in enumerate(("5R", "2R", "3R"))]
    prize = record_of(3, [dealt(2), *shown], "triatri")
    (row,) = changes(at(prize), commands.Lay("6R", 0))
    assert row.body["early"] == [EarlyCard(0, "6R", 0)]
    for request in (
        commands.Enter(played("played", 0, "6R")),
        commands.Declare("prize", 1, {"colour": "R", "from": "stock"}),
    ):
        assert because(prize, Desk(), request)[0] == "not_now"


def test_a_lead_of_another_seat_shows_another_dealer_than_the_presumed_one():
    two = record_of(2, PAIRED)
    now = at(two, presumed=frozenset({1}))
    for seat in (0, 1):
        shown = {"kind": "corrected", "seq": 1, "entry": {"kind": "dealt", "dealer": 1}}
        first = [] if seat == 0 else [{**shown, PRESUMED: True}]
        card_laid = played("played", seat, "7C")
        for request in (commands.Lay("7C", seat), commands.Enter(card_laid)):
            assert entries_of(changes(now, request)) == [*first, card_laid]
