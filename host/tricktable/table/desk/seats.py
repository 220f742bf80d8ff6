"""Phones that take seats: which seat each asks for, and what lets it in. Decides, does no I/O.

A phone takes a seat when it has asked and then the seat button on the table is held: whoever holds
it sees the number that the phone shows. Only a press that began when the table showed that number
counts: the board says which did (`Y` on the wire). The host can let a phone in too, where a board
has no buttons or cannot say so, or seats share them; and where there is no board, the host can open
the seats: then a phone sits down on any free one without being let in.
"""

from collections.abc import Collection

from msgspec import Struct

from tricktable.rules.entries import Impossible
from tricktable.table import commands
from tricktable.table.desk import lobby
from tricktable.table.desk.changes import Change, Changes, DeskRow, SeatRow, note_row
from tricktable.table.desk.desk import Chair
from tricktable.table.desk.moment import Moment
from tricktable.table.note_kinds import About
from tricktable.table.notes import Note

SEAT = "seat"
"""The kind of a journal row that says which phone came or went; never holds its token."""
LET_IN, TURN_AWAY = "let_in", "turn_away"
SEND_AWAY, GIVE_BACK = "send_away", "give_back"


class Word(Struct, frozen=True):
    """What such a row says."""

    what: str
    seat: int


def must_be_free(now: Moment, seat: int, name: str = "") -> None:
    """Check that a phone may ask for this seat, with this name if no game is on.

    Raises: Impossible.
    """
    _must_be_a_seat(now, seat)
    if now.chairs:
        lobby.must_be_welcome(now, seat, name)
    if now.desk.is_locked:
        raise Impossible("the table is locked; ask the scorekeeper")
    if seat in now.claims:
        raise Impossible("another phone is taking this seat; try again in a minute")


def has_buttons(now: Moment) -> bool:
    """Whether seat buttons let phones in.

    Shared ones do not, since nobody can tell whose it was; nor do those of a locked table.
    """
    return not now.is_shared and not now.desk.is_locked


def admit_phone(now: Moment, button: int, word: str) -> Changes:
    """Let in the phone with this word: its button was held, and for nothing else."""
    waiting = now.claims.get(button)
    if waiting is None or waiting.word != word:
        return claim_ended()
    if not has_buttons(now):
        by_host = Note("claims_shared", button, detail=waiting.number)
        return [note_row(Note("locked") if now.desk.is_locked else by_host)]
    return let_in(now, button)


def let_in(now: Moment, seat: int) -> Changes:
    """Give the seat to the phone that waits for it; before a game its owner takes the chair."""
    if not now.chairs:
        return [SeatRow(LET_IN, seat), note_row(Note("sits", seat))]
    return [SeatRow(LET_IN, seat), *lobby.sits(now, seat, now.claims[seat].name)]


def _let_all_in(now: Moment, numbers: Collection[str]) -> Changes:
    """Give their seats to the phones that wait with these numbers. Raises: Impossible."""
    admitted = [seat for seat, waiting in now.claims.items() if waiting.number in numbers]
    if not admitted:
        raise Impossible("no phone is waiting for that seat")
    changes: list[Change] = []
    for seat in admitted:
        fresh = let_in(now, seat)
        changes.extend(fresh)
        now = now._replace(chairs=_chairs_after(now, fresh))
    return changes


def _chairs_after(now: Moment, changes: Changes) -> tuple[Chair, ...]:
    rows = (each.fields for each in changes if isinstance(each, DeskRow))
    return next((tuple(row["chairs"]) for row in rows if "chairs" in row), now.chairs)


def turn_away(now: Moment) -> Changes:
    """Let no waiting phone in: they may ask again."""
    return [*(SeatRow(TURN_AWAY, seat) for seat in now.claims), *claim_ended()]


def decide(now: Moment, request: commands.PhoneRequest) -> Changes:
    """The changes for the host's decision about phones. Raises: Impossible."""
    if isinstance(request, commands.OpenSeats | commands.CloseSeats):
        are_open = isinstance(request, commands.OpenSeats)
        if now.chairs:
            about: About = "door_open" if are_open else "door_closed"
            return [note_row(Note(about), is_door_closed=not are_open)]
        return [
            note_row(Note("seats_open" if are_open else "seats_closed"), are_seats_open=are_open)
        ]
    if isinstance(request, commands.LetAllIn):
        return _let_all_in(now, request.numbers.split())
    seat = request.seat
    _must_be_a_seat(now, seat)
    match request:
        case commands.LetIn():
            if seat not in now.claims:
                raise Impossible("no phone is waiting for that seat")
            return let_in(now, seat)
        case commands.SendAway() if seat in now.claims:
            return [SeatRow(TURN_AWAY, seat), *claim_ended()]
        case commands.SendAway():
            return send_away(now, seat)
    return [SeatRow(GIVE_BACK, seat), note_row(Note("phone_back", seat))]


def send_away(now: Moment, seat: int) -> Changes:
    """Take the seat away from its phone; before a game its chair is free then."""
    if now.chairs:
        return [SeatRow(SEND_AWAY, seat), *lobby.gets_up(now, seat)]
    return [SeatRow(SEND_AWAY, seat), note_row(Note("phone_away", seat))]


def claim_ended() -> Changes:
    """Note that nobody held the button in time, or that the phone has stopped waiting."""
    return [note_row(Note("claim_ended"))]


def _must_be_a_seat(now: Moment, seat: int) -> None:
    if now.chairs:
        lobby.must_be_a_chair(now, seat)
        return
    if now.record is None:
        raise Impossible("no game has begun at this table")
    if seat >= now.record.header.seats:
        raise Impossible("that seat is empty in this game")
