"""Phones that ask for seats: who is let in by a button or the host, and what is written."""

import pytest

from players.torite import DEALT
from players.tredici import TEAMS
from records.lines import record_of
from rig.moments import at
from tricktable.rules.entries import Impossible
from tricktable.table import commands
from tricktable.table.desk import seats
from tricktable.table.desk.changes import Change, SeatRow, note_row
from tricktable.table.desk.desk import Desk
from tricktable.table.desk.moment import Moment, WaitingPhone
from tricktable.table.notes import Note

FOUR = record_of(4, [DEALT])
FIVE = record_of(5, [], "tredici", teams=TEAMS)
CLAIMS = {0: WaitingPhone("17", "abc"), 2: WaitingPhone("40", "def"), 3: WaitingPhone("7", "ghi")}
ENDED = note_row(Note("claim_ended"))
NO_PHONE = "no phone is waiting for that seat"


def moment(desk: Desk | None = None, record: object = FOUR) -> Moment:
    return at(record, desk, claims=CLAIMS)  # type: ignore[arg-type]


def rows(what: str, about: str, *at_seats: int) -> list[Change]:
    """Two rows for each seat: what becomes of its phone, and the note."""
    return [
        row
        for seat in at_seats
        for row in (
            SeatRow(what, seat),
            note_row(Note(about, seat)),  # type: ignore[arg-type]
        )
    ]


def refusal(now: Moment, request: commands.PhoneRequest) -> str:
    with pytest.raises(Impossible) as refused:
        seats.decide(now, request)
    return str(refused.value)


def test_a_seat_is_asked_for_only_if_it_is_there_and_nobody_else_wants_it():
    locked, none_yet = "the table is locked; ask the scorekeeper", "no game has begun at this table"
    taken = "another phone is taking this seat; try again in a minute"
    for now, seat, why in (
        (moment(), 1, None),
        (moment(record=FIVE), 4, None),
        (moment(), 0, taken),
        (moment(), 3, taken),
        (moment(), 4, "that seat is empty in this game"),
        (moment(record=FIVE), 5, "that seat is empty in this game"),
        (moment(Desk(is_locked=True)), 1, locked),
        (moment(Desk(is_paused=True)), 1, None),
        (moment(record=None), 1, none_yet),
    ):
        if why is None:
            seats.must_be_free(now, seat)
        else:
            with pytest.raises(Impossible, match=why):
                seats.must_be_free(now, seat)


def test_a_button_lets_in_the_phone_whose_word_it_brings_unless_seats_share_buttons():
    for desk, record, button, word, expected in (
        (Desk(), FOUR, 0, "abc", rows("let_in", "sits", 0)),
        (Desk(), FOUR, 3, "ghi", rows("let_in", "sits", 3)),
        (Desk(), FOUR, 0, "def", [ENDED]),
        (Desk(), FOUR, 0, "", [ENDED]),
        (Desk(), FOUR, 1, "abc", [ENDED]),
        (Desk(), FIVE, 0, "abc", [note_row(Note("claims_shared", 0, detail="17"))]),
        (Desk(), FIVE, 0, "def", [ENDED]),
        (Desk(is_locked=True), FOUR, 2, "def", [note_row(Note("locked"))]),
        (Desk(is_locked=True), FIVE, 2, "def", [note_row(Note("locked"))]),
        (Desk(is_locked=True), FOUR, 2, "abc", [ENDED]),
    ):
        assert [*seats.admit_phone(moment(desk, record), button, word)] == expected
        has_buttons = record is FOUR and not desk.is_locked
        assert seats.has_buttons(moment(desk, record)) is has_buttons


def test_the_host_lets_in_sends_away_and_gives_back_one_seat_or_all_with_their_numbers():
    now = moment()
    for request, expected in (
        (commands.LetIn(0), rows("let_in", "sits", 0)),
        (commands.LetIn(3), rows("let_in", "sits", 3)),
        (commands.SendAway(1), rows("send_away", "phone_away", 1)),
        (commands.SendAway(2), [SeatRow("turn_away", 2), ENDED]),
        (commands.GiveBack(1), rows("give_back", "phone_back", 1)),
        (commands.LetAllIn("17 40 7"), rows("let_in", "sits", 0, 2, 3)),
        (commands.LetAllIn("40"), rows("let_in", "sits", 2)),
        (commands.LetAllIn("7 99 17"), rows("let_in", "sits", 0, 3)),
        (commands.OpenSeats(), [note_row(Note("seats_open"), are_seats_open=True)]),
        (commands.CloseSeats(), [note_row(Note("seats_closed"), are_seats_open=False)]),
    ):
        assert [*seats.decide(now, request)] == expected
    for request, why in (
        (commands.LetIn(1), NO_PHONE),
        (commands.LetIn(4), "that seat is empty in this game"),
        (commands.SendAway(4), "that seat is empty in this game"),
        (commands.GiveBack(4), "that seat is empty in this game"),
        (commands.LetAllIn(""), NO_PHONE),
        (commands.LetAllIn("1 4 70"), NO_PHONE),
    ):
        assert refusal(now, request) == why
    assert refusal(moment(record=None), commands.SendAway(0)) == "no game has begun at this table"


def test_all_who_wait_are_turned_away_at_once():
    away = [SeatRow("turn_away", seat) for seat in CLAIMS]
    assert [*seats.turn_away(moment())] == [*away, ENDED]
    assert [*seats.turn_away(at(FOUR))] == [ENDED]
