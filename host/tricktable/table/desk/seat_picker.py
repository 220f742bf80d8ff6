"""Asks whose it is, by seat button or number, after a menu line that leaves it open.

Decides, and does no I/O.
"""

from tricktable.rules.entries import Dealt
from tricktable.rules.keypad import NUMBER_KEYS, NUMBERS
from tricktable.table.desk.calls import reseat, say
from tricktable.table.desk.changes import Changes, note_row
from tricktable.table.desk.desk import OpenDialogue
from tricktable.table.desk.keys import KeyedCall
from tricktable.table.desk.moment import Moment
from tricktable.table.notes import Note, Prompt
from tricktable.text.board import ANSWER_LINES
from tricktable.text.language import Message, verbatim


def _asked_seats(now: Moment, asking: OpenDialogue) -> list[int | None]:
    assert now.record is not None
    if _entry_to_move(now, asking) is not None:
        return list(range(now.record.header.seats))
    return [
        seat
        for offer in now.record.state.offers()
        if offer.what == asking.detail
        for seat in offer.seats
    ]


def _entry_to_move(now: Moment, asking: OpenDialogue) -> int | None:
    """The entry to move to another seat: `reseat:7`, or the last one; None for neither."""
    assert now.record is not None
    about, _, seq = asking.detail.partition(":")
    if about != "reseat":
        return None
    return int(seq or (now.record.last.seq if now.record.last else 0))


def ask_seat(now: Moment, asking: OpenDialogue) -> Prompt:
    """Ask whose the chosen menu line is."""
    options = tuple(
        (NUMBER_KEYS[seat + 1], verbatim(now.names[seat]))
        for seat in _asked_seats(now, asking)
        if seat is not None
    )
    rows = (("A-K", Message("the seat's number")),) if len(options) > ANSWER_LINES else ()
    return Prompt(_question(now, asking), options, rows)


def _question(now: Moment, asking: OpenDialogue) -> Message:
    assert now.record is not None
    seq = _entry_to_move(now, asking)
    if seq is not None and isinstance(now.record.happening(seq), Dealt):
        asks = Message("Who dealt?")
        return asks if now.is_shared else Message("Who dealt? Press the button, or")
    return Message("Who?") if now.is_shared else Message("Who? Press the button, or")


def take_seat(now: Moment, asking: OpenDialogue, key: str) -> Changes:
    """Take a seat by its number: the ace is seat 1."""
    assert now.record is not None
    seat = NUMBERS.get(key, 0) - 1
    if seat not in _asked_seats(now, asking):
        return [note_row(Note("no_such_answer"))]
    seq = _entry_to_move(now, asking)
    if seq is None:
        return say(now, now.record, KeyedCall(asking.detail, seat, None))
    return reseat(now.record, seq, seat)
