"""A seat asks to take back what others have acted upon; their phones let it, or one says no.

The request lies on the desk, and so in the journal: it outlasts a restart, and every host shows it.
It falls if anybody acts before all have agreed. Decides, and does no I/O.
"""

from typing import Final

from tricktable.rules.entries import Impossible
from tricktable.rules.record import Record
from tricktable.table import commands
from tricktable.table.desk import acts, early_cards, own_card
from tricktable.table.desk.changes import Changes, DeskRow, note_row
from tricktable.table.desk.desk import Desk, UndoRequest
from tricktable.table.desk.moment import Moment
from tricktable.table.notes import Note
from tricktable.text.language import message

TAKEN_BACK: Final = message("what was taken back on request")


def open_request(desk: Desk, record: Record) -> UndoRequest | None:
    """The request that can be answered now; None if there is none."""
    asked = desk.undo_request
    return asked if asked and asked.at == record.seq and asked.waits else None


def fallen(desk: Desk, record: Record) -> UndoRequest | None:
    """The request that has just fallen because somebody acted; None if none has."""
    asked = desk.undo_request
    return asked if asked and asked.waits and asked.at == record.seq - 1 else None


def ask(now: Moment, record: Record, asked: commands.AskBack) -> Changes:
    """The changes when a seat asks to take back an entry of its own. Raises: Impossible."""
    own_card.must_be_played(now, record, asked.seat)
    if now.desk.is_stopped:
        raise Impossible("the game has been stopped")
    if (
        record.happening(asked.seq) is not None
        and record.counts(asked.seq) is None
        and own_card.asked_back(record, asked.seat) != asked.seq
    ):
        return []  # all agreed already
    open_now = open_request(now.desk, record)
    if open_now is not None and (open_now.seat, open_now.seq) != (asked.seat, asked.seq):
        raise Impossible("somebody else asks already; answer that first")
    if own_card.asked_back(record, asked.seat) != asked.seq:
        raise own_card.moved_on()
    waits = tuple(open_now.waits if open_now else asked.others)
    return _after(now, record, UndoRequest(asked.seat, asked.seq, record.seq, waits), asked.others)


def answer(now: Moment, record: Record, said: commands.AnswerBack) -> Changes:
    """The changes when phones agree, refuse, or the asker withdraws. Raises: Impossible."""
    asked = now.desk.undo_request
    if asked is None or asked.seq != said.seq or not asked.waits:
        if said.is_fine and record.happening(said.seq) is not None and not record.counts(said.seq):
            return []  # pressed twice
        raise own_card.moved_on()
    if asked.at != record.seq:
        raise own_card.moved_on()
    if now.desk.is_locked:
        raise Impossible("the table is locked; ask the scorekeeper")
    if not said.is_fine:
        return [note_row(Note("not_back", asked.seat), undo_request=None)]
    left = tuple(each for each in asked.waits if each not in said.seats)
    return _after(now, record, asked._replace(waits=left), said.others)


def _after(now: Moment, record: Record, asked: UndoRequest, others: list[int]) -> Changes:
    """With this request: it waits for the phones that are still there, or is granted."""
    waits = tuple(each for each in asked.waits if each in others)
    if waits:
        request = asked._replace(waits=waits)
        if request == now.desk.undo_request:
            return []  # pressed twice
        return [note_row(Note("asks_back", asked.seat), undo_request=request)]
    back = acts.take_back_to(record, asked.seq, TAKEN_BACK, Note("taken_back", asked.seat))
    return [*back, early_cards.NONE, DeskRow({"undo_request": None})]
