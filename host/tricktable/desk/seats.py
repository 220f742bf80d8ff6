"""Phones that sit down: who asks for which seat, and what lets them. Decides, and does no I/O.

A phone sits down when it has asked, and then the seat's button on the table is held: whoever holds
it sees the number that the phone shows. The host can let a phone in too, where a board has no
buttons, or seats share them.
"""

from __future__ import annotations

from tricktable import requests
from tricktable.desk.moment import Change, Changes, Moment, told
from tricktable.notes import Note
from tricktable.rules.entries import Impossible

SEAT = "seat"
"""The kind of a journal row that says which phone came or went; never how it is known."""
LET_IN, SEND_AWAY, GIVE_BACK = "let_in", "send_away", "give_back"


def claim(now: Moment, seat: int, number: str) -> Changes:
    """A phone wants to sit there; everybody is told its number. Raises: Impossible."""
    _must_be_a_seat(now, seat)
    if now.desk.is_locked:
        raise Impossible("the table is locked; ask whoever keeps the score")
    if seat in now.claims:
        raise Impossible("another phone is just sitting down here; try again in a minute")
    return [told(Note("claims_shared" if now.is_shared else "claims", seat, detail=number))]


def is_let_in_by(now: Moment, button: int, is_long: bool) -> bool:
    """Whether this press is for the phone that waits there, and for nothing else.

    At shared buttons none is: nobody can tell whose it was.
    """
    is_heard = is_long and not now.is_shared and not now.desk.is_locked
    return is_heard and button in now.claims


def let_in(seat: int) -> Changes:
    """The phone that waits there sits there from now on."""
    return [_change(LET_IN, seat), told(Note("sits", seat))]


def asked(now: Moment, request: requests.OfThePhones) -> Changes:
    """What the host's word on a phone becomes. Raises: Impossible."""
    seat = request.seat
    _must_be_a_seat(now, seat)
    match request:
        case requests.LetIn():
            if seat not in now.claims:
                raise Impossible("no phone waits to sit there")
            return let_in(seat)
        case requests.SendAway():
            return send_away(seat)
    return [_change(GIVE_BACK, seat), told(Note("phone_back", seat))]


def send_away(seat: int) -> Changes:
    """The phone that sits there does so no more."""
    return [_change(SEND_AWAY, seat), told(Note("phone_away", seat))]


def claim_ended() -> Changes:
    """Nobody held the button in time, or the phone waits no more."""
    return [told(Note("claim_ended"))]


def _must_be_a_seat(now: Moment, seat: int) -> None:
    if now.record is None:
        raise Impossible("no game has begun at this table")
    if seat >= now.record.header.seats:
        raise Impossible("nobody sits there in this game")


def _change(what: str, seat: int) -> Change:
    return Change(SEAT, {"what": what, "seat": seat})
