"""What an act becomes, without a table; at each door: `test_doors`."""

import pytest

from players.torite import declared, played
from records.lines import record_of
from rig.moments import at
from tricktable.rules.cards import BY_CODE
from tricktable.rules.entries import Dealt, Entry, Held, Impossible, Played, Shown
from tricktable.rules.record import Record
from tricktable.table.desk.accept import (
    Accepted,
    Asks,
    Denied,
    Outcome,
    Waits,
    accept,
    act_of,
    changes_of,
    in_new_deal,
)
from tricktable.table.desk.changes import EntryRow, desk_change, note_row
from tricktable.table.desk.desk import Desk, EarlyCard, OpenDialogue
from tricktable.table.notes import Note, Question

DEALT = {"kind": "dealt", "dealer": 2}
SHOWN = [played("shown", seat, code) for seat, code in enumerate(("5R", "2R", "3R"))]
NOT_DEALT = record_of(3, [], "triatri")
PRIZE_DUE = record_of(3, [DEALT, *SHOWN], "triatri")
PRIZE = declared(0, "prize", {"colour": "R", "from": "stock"})
IN_PLAY = record_of(3, [DEALT, *SHOWN, PRIZE], "triatri")
FIRST = (EarlyCard(0, "6R", 0),)


def outcome(
    record: Record, entry: Entry, desk: Desk | None = None, may_ask: bool = True
) -> Outcome:
    return accept(at(record, desk), record, act_of(entry), may_ask=may_ask)


def kind(found: Outcome) -> object:
    """Its kind; of a refusal why."""
    if not isinstance(found, Denied):
        return type(found)
    return found.why.because if isinstance(found.why, Impossible) else found.why


def laid(seat: int, code: str) -> Played:
    return Played(seat, BY_CODE[code])


def test_a_card_counts_waits_is_asked_about_or_is_refused():
    early, stopped = Desk(early=FIRST), Desk(is_stopped=True)
    for record, desk, entry, expected in (
        (IN_PLAY, None, laid(0, "6R"), Accepted),
        (NOT_DEALT, None, Shown(0, BY_CODE["6R"]), Accepted),  # so somebody has dealt
        (PRIZE_DUE, None, laid(0, "6R"), Waits),
        (PRIZE_DUE, early, laid(1, "4B"), Waits),
        (PRIZE_DUE, early, laid(0, "6R"), Note("lies_already", 0, "6R")),
        (PRIZE_DUE, early, laid(1, "6R"), Note("already_seen", 1, "6R")),
        (PRIZE_DUE, early, laid(0, "7R"), "twice_in_trick"),
        (PRIZE_DUE, None, laid(0, "5R"), Asks),
        (IN_PLAY, None, laid(1, "2R"), Asks),
        (IN_PLAY, stopped, laid(0, "6R"), Asks),
        (IN_PLAY, stopped, Held(0, BY_CODE["6R"]), Note("stopped", 0)),
        (IN_PLAY, None, Dealt(0), "not_now"),
    ):
        assert kind(outcome(record, entry, desk)) == expected, (entry, desk)


def test_of_what_a_program_enters_nothing_waits_and_nothing_is_asked():
    for record, entry, expected in (
        (IN_PLAY, laid(0, "6R"), Accepted),
        (NOT_DEALT, Shown(0, BY_CODE["6R"]), Accepted),
        (PRIZE_DUE, laid(0, "6R"), "not_now"),
        (PRIZE_DUE, laid(0, "5R"), "not_now"),
        (IN_PLAY, laid(1, "2R"), "already_seen"),
    ):
        assert kind(outcome(record, entry, may_ask=False)) == expected, entry


def test_a_card_that_waits_lies_on_the_desk_and_a_question_names_the_earlier_entry():
    two = [*FIRST, EarlyCard(1, "4B", 0)]
    waits = desk_change(early=two, typed="", chosen=None, question=None)
    assert outcome(PRIZE_DUE, laid(1, "4B"), Desk(early=FIRST)) == Waits([waits])
    again = desk_change(question=Question(1, "2R", 3))
    assert outcome(IN_PLAY, laid(1, "2R")) == Asks([again])
    ended = desk_change(asking=OpenDialogue("next_game", detail="0:6R"), typed="")
    assert outcome(IN_PLAY, laid(0, "6R"), Desk(is_stopped=True)) == Asks([ended])


def test_an_outcome_is_written_or_its_refusal_raised():
    rows = outcome(IN_PLAY, laid(0, "6R"))
    assert [*changes_of(rows)] == [EntryRow(laid(0, "6R"))]
    note = Note("lies_already", 0, "6R")
    assert [*changes_of(Denied(note))] == [note_row(note)]
    why = Impossible("that cannot be")
    with pytest.raises(Impossible) as raised:
        changes_of(Denied(why))
    assert raised.value is why


def test_a_card_that_begins_no_new_deal_is_not_there():
    found = in_new_deal(at(IN_PLAY), IN_PLAY, act_of(laid(0, "6R")))
    assert found == Denied(Note("not_there", 0))
