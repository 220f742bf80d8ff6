"""Cards laid before a choice: they wait on the desk, and are played in order once it is made.

A record has no place for them: what must be chosen comes first there. So the journal keeps them
in rows of the desk, and a restart loses none. Decides, and does no I/O.
"""

from typing import Final

from tricktable.rules.cards import BY_CODE
from tricktable.rules.entries import Corrected, Impossible, Played, Struck
from tricktable.rules.position import Common
from tricktable.rules.presumptions import choice
from tricktable.rules.record import Record
from tricktable.table.desk.changes import (
    ActRow,
    Change,
    Changes,
    DeskRow,
    EntryRow,
    KeyRow,
    note_row,
)
from tricktable.table.desk.desk import EarlyCard
from tricktable.table.desk.moment import Moment
from tricktable.table.desk.presumption import dealer_shown
from tricktable.table.notes import Note, of_refusal
from tricktable.text.language import Message, message

NONE: Final = DeskRow({"early": ()})
"""The row with which no card waits any more; it leaves the note."""


def told_of(now: Moment, record: Record) -> Note | None:
    """What the table says of the cards that wait, for as long as they do."""
    early, what = now.desk.early, awaited_choice(now, record)
    if what is None:
        return None
    match early:
        case [only]:
            return Note("waits", only.seat, only.card, what)
    return Note("wait", detail=Message(_SEVERAL, {"number": len(early), "what": what}))


def awaited_choice(now: Moment, record: Record) -> Message | None:
    """The choice that cards are waiting for; None if no card is waiting."""
    what = choice(record) if now.desk.early else ""
    return Message(what) if what else None


_SEVERAL: Final = message("{number} cards wait for {what}")


def of(now: Moment, seat: int) -> EarlyCard | None:
    """This seat's card that waits."""
    return next((each for each in now.desk.early if each.seat == seat), None)


def is_newest(now: Moment) -> bool:
    """Whether the newest thing done was to lay a card that waits."""
    return bool(now.desk.early) and now.desk.early[-1].acts == now.history.depth


def taken_back(now: Moment, card: EarlyCard) -> Changes:
    """It does not wait any more: it was not played."""
    early = [each for each in now.desk.early if each != card]
    return [note_row(Note("undone", card.seat, card.card), early=early)]


def after(now: Moment, changes: Changes) -> Record:
    """The record as it will be, when no card is released. Needs a running game."""
    assert now.record is not None
    record = now.record.fork()
    for each in changes:
        if isinstance(each, EntryRow):
            record.add(each.entry)
    return record


def release(now: Moment, changes: Changes) -> Changes:
    """The cards that can be played after these changes, as entries; last, those that still wait.

    Empty if nothing changes for them. Cards that a new deal finds there were thrown in.
    """
    is_game = all(isinstance(each, EntryRow | ActRow | DeskRow | KeyRow) for each in changes)
    is_settled = any("early" in each.fields for each in changes if isinstance(each, DeskRow))
    entries = [each.entry for each in changes if isinstance(each, EntryRow)]
    if not (now.desk.early and now.record and entries and is_game) or is_settled:
        return []
    record = after(now, changes)
    is_new = not any(isinstance(each, Struck | Corrected) for each in entries)
    if is_new and record.state.next.what in Common.BETWEEN:
        return [NONE]
    return _play(now, record)


def overdue(now: Moment) -> Changes:
    """Those that can be played now, as `release` has them: another host has made the choice."""
    return _play(now, now.record.fork()) if now.record and now.desk.early else []


def _play(now: Moment, record: Record) -> Changes:
    """Add the cards that wait to this record, in order, as far as it takes them."""
    left, note, played = list[EarlyCard](), None, list[Change]()
    for each in now.desk.early:
        entry = Played(each.seat, BY_CODE[each.card])
        for change in dealer_shown(now, record, entry):
            note = change.note or note
            if isinstance(change, EntryRow):
                played.append(change)
                record.add(change.entry)
        try:
            record.add(entry)
        except Impossible as refusal:
            if refusal.because == "not_now":
                left.append(each)
            else:
                note = of_refusal(refusal, each.seat, each.card)
        else:
            played.append(EntryRow(entry))
    if len(left) == len(now.desk.early):
        return []
    still = DeskRow({"early": tuple(left)})
    return [*played, still.and_also(note=note) if note else still]
