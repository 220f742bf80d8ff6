"""Cards that move face down: which moves a seat can make, and what each card read changes."""

from dataclasses import replace

import pytest

from players.torite import DEALT, declared, played
from players.tredici import dealt, draws, moved, ready, targets
from records.lines import record_of
from rig.moments import at
from tricktable.rules.cards import card
from tricktable.rules.entries import Moved
from tricktable.table.desk.changes import Change, EntryRow, note_row
from tricktable.table.desk.desk import Desk, ScannedMove
from tricktable.table.desk.face_down import (
    being_read,
    finish_moving,
    is_read_at_once,
    moves_of,
    read_on,
)
from tricktable.table.notes import Note
from tricktable.text.language import Message

SETUP = record_of(2, [dealt(1), *targets("SH")], "tredici")
DRAW = record_of(2, ready("SH", [1, 0]), "tredici")
ASIDE = record_of(2, [*ready("SH", [1, 0]), draws(0, 1)], "tredici")
BIDS = [declared(0, "bid", "7"), *(declared(seat, "bid", "pass") for seat in (1, 2, 3))]
TAKES = moved(0, "kitty", "hand", 2)
KITTY = record_of(4, [dealt(3), *BIDS], "troika", variant="saskatchewan", kitty="before_trump")
TAKEN = record_of(
    4, [dealt(3), *BIDS, TAKES], "troika", variant="saskatchewan", kitty="before_trump"
)
MAY_LEAD = record_of(
    4,
    [dealt(3), *BIDS, declared(0, "trump", "H"), TAKES],
    "troika",
    variant="saskatchewan",
    kitty="after_trump",
)
PLAY = record_of(4, [DEALT, declared(1, "leader")])
SPADES = tuple(f"{rank}S" for rank in "23456789")


def test_a_card_is_of_a_move_at_once_where_its_seat_has_one_move_and_no_other_card_to_lay():
    stack, draw = ["hand>stack"], ["draw>hand"]
    for record, moves in (
        (SETUP, [stack, stack]),
        (DRAW, [draw, []]),
        (ASIDE, [stack, []]),
        (KITTY, [["kitty>hand", "hand>discard"], [], [], []]),
        (TAKEN, [["hand>discard"], [], [], []]),
        (PLAY, [[], [], [], []]),
        (record_of(2, [], "tredici"), [[], []]),
    ):
        for seat, expected in enumerate(moves):
            assert [each.what for each in moves_of(record, seat)] == expected
            is_alone = len(expected) == 1
            assert is_read_at_once(record, seat) is is_alone
            first = ScannedMove(seat, expected[0], ()) if is_alone else None
            assert being_read(at(record), record, seat) == first
            reading = at(record, Desk(reading=seat))
            assert being_read(reading, record, seat) is None, "its hand is being read"
            other = at(record, Desk(reading=1 - seat))
            assert being_read(other, record, seat) == first
        assert moves_of(record, None) == []
        assert not is_read_at_once(record, None)
        assert being_read(at(record), record, None) is None
    assert [each.what for each in moves_of(MAY_LEAD, 0)] == ["hand>discard"]
    assert not is_read_at_once(MAY_LEAD, 0), "the bidder may lead instead"
    assert being_read(at(MAY_LEAD), MAY_LEAD, 0) is None


def test_a_move_that_was_begun_goes_on_for_as_long_as_it_can_be_made():
    for record, what, goes_on in (
        (KITTY, "kitty>hand", True),
        (KITTY, "hand>discard", True),
        (KITTY, "hand>stack", False),
        (DRAW, "hand>stack", False),
        (PLAY, "hand>stack", False),
    ):
        mine, other = ScannedMove(0, what, ("2C",)), ScannedMove(1, what, ("3C",))
        for reading in (None, 0):
            now = at(record, Desk(moving=(other, mine), reading=reading))
            found = being_read(now, record, 0)
            assert (found == mine) is goes_on
    now = at(SETUP, Desk(moving=(ScannedMove(1, "hand>stack", ("3C",)),)))
    assert being_read(now, SETUP, 0) == ScannedMove(0, "hand>stack", ())


OTHER = ScannedMove(1, "hand>stack", ("9C",))


@pytest.mark.parametrize("before", [range(0), range(1), range(6)], ids=len)
def test_each_card_of_a_move_of_any_number_is_counted_in_the_line(before):
    mine = ScannedMove(0, "hand>stack", SPADES[: len(before)])
    more = ScannedMove(0, "hand>stack", SPADES[: len(before) + 1])
    for others in ([], [OTHER]):
        now = at(SETUP, Desk(moving=(mine, *others), typed="7"))
        note = Note("cards_read", 0, detail=str(len(more.cards)))
        row = note_row(note, moving=[*others, more], typed="", asking=None)
        assert [*read_on(now, SETUP, mine, card(more.cards[-1]))] == [row]


def test_no_card_is_read_twice_and_no_more_than_may_move():
    for cards, laid, expected in (
        (("2S",), "2S", Note("read_already", 0)),
        (("2S", "3S"), "2S", Note("read_already", 0)),
        (SPADES[:7], SPADES[0], Note("read_already", 0)),
        (SPADES[:7], SPADES[7], Note("so_many", 0, detail="7")),
    ):
        now = at(SETUP, Desk(moving=(ScannedMove(0, "hand>stack", cards),)))
        assert [*read_on(now, SETUP, now.desk.moving[0], card(laid))] == [note_row(expected)]


def test_a_move_of_a_fixed_number_ends_by_itself_with_its_last_card():
    one = EntryRow(Moved(0, "draw", "hand", 1, (card("7C"),)))
    assert [*read_on(at(DRAW), DRAW, ScannedMove(0, "draw>hand", ()), card("7C"))] == [one]
    of_two = Message("{number} of {of}", {"number": 1, "of": 2})
    for source, target in (("kitty", "hand"), ("hand", "discard")):
        empty = ScannedMove(0, f"{source}>{target}", ())
        half = empty._replace(cards=("7C",))
        note = Note("cards_read", 0, detail=of_two)
        row = note_row(note, moving=[OTHER, half], typed="", asking=None)
        desk = Desk(moving=(empty, OTHER))
        assert [*read_on(at(KITTY, desk), KITTY, empty, card("7C"))] == [row]
        both = Moved(0, source, target, 2, (card("7C"), card("8C")))
        now = at(KITTY, replace(desk, moving=(half, OTHER)))
        assert [*read_on(now, KITTY, half, card("8C"))] == [EntryRow(both)]


def test_a_move_ends_with_its_cards_or_with_their_number_alone():
    most = Message("{least} to {most}", {"least": 0, "most": 7})

    def told_so(detail: str | Message) -> Change:
        return note_row(Note("so_many", 0, detail=detail))

    for record, what, number, expected in (
        (SETUP, "hand>stack", 0, 0),
        (SETUP, "hand>stack", 1, 1),
        (SETUP, "hand>stack", 7, 7),
        (SETUP, "hand>stack", 8, told_so(most)),
        (DRAW, "draw>hand", 0, 1),
        (DRAW, "draw>hand", 1, 1),
        (DRAW, "draw>hand", 2, told_so("1")),
        (KITTY, "kitty>hand", 0, 2),
        (KITTY, "kitty>hand", 1, told_so("2")),
        (KITTY, "kitty>hand", 2, 2),
        (KITTY, "hand>discard", 3, told_so("2")),
    ):
        codes = SPADES[-number:] if number else ()
        mine = ScannedMove(0, what, codes)
        source, target = what.split(">")
        if isinstance(expected, int):
            named = tuple(card(code) for code in codes) or None
            expected = EntryRow(Moved(0, source, target, expected, named))
        now = at(record, Desk(moving=(mine, OTHER)))
        assert [*finish_moving(now, record, mine)] == [expected], (what, number)


def test_a_move_that_cannot_be_made_leaves_the_cards_that_another_seat_has_read():
    cannot = "those cards cannot be moved"
    for record, seat, what, note in (
        (SETUP, 0, "hand>discard", Note("not_now", 0, detail=cannot)),
        (SETUP, 1, "hand>discard", Note("not_now", 1, detail=cannot)),
        (DRAW, 1, "draw>hand", Note("not_now", 1, detail=cannot)),
        (PLAY, 1, "hand>stack", Note("not_now", 1, detail=cannot)),
    ):
        late, other = ScannedMove(seat, what, ("AC",)), ScannedMove(1 - seat, "hand>stack", ("2C",))
        now = at(record, Desk(moving=(late, other)))
        assert [*finish_moving(now, record, late)] == [note_row(note, moving=[other])]


def test_cards_that_cannot_be_moved_are_refused_without_a_word_about_why():
    scanned = record_of(2, [dealt(1), *targets("SH"), played("held", 1, "2S")], "tredici")
    for record, code in ((scanned, "2S"), (SETUP, "2H")):
        mine = ScannedMove(0, "hand>stack", (code,))
        now = at(record, Desk(moving=(OTHER, mine)))
        assert [*finish_moving(now, record, mine)] == [
            note_row(Note("not_there", 0), moving=[OTHER])
        ]
