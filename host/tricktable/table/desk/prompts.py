"""What the table asks and says by itself after an entry, as its house rules require.

Decides, and does no I/O.
"""

from tricktable.rules.asides import EntrySeen, Stop
from tricktable.rules.entries import Corrected, Dealt, Happening, Held, Played, Struck
from tricktable.rules.record import Record
from tricktable.rules.verdicts import PUBLIC, Finding
from tricktable.table.desk import acts, early_cards
from tricktable.table.desk.changes import Changes, DeskRow, EntryRow, desk_change, note_row
from tricktable.table.desk.desk import OpenDialogue
from tricktable.table.desk.moment import Moment
from tricktable.table.desk.presumption import is_with_presumed
from tricktable.table.notes import Note, Prompt
from tricktable.text.language import Message, message
from tricktable.text.names import seat_name

STAND, TAKE_BACK = "2", "3"
"""The keys that say what happens after a revoke, or to a lost game."""


def ask_revoke(now: Moment, asking: OpenDialogue) -> Prompt:
    """Ask what happens after a revoke."""
    does = Message("back to that trick")
    if now.record and now.record.header.options.get("revoke_action") == "void_deal":
        does = Message("throw the hand in")
    question = Message("{who} did not follow suit", {"who": seat_name(asking.seat, now.names)})
    return Prompt(question, ((STAND, Message("let it stand")), (TAKE_BACK, does)))


def take_revoke(now: Moment, asking: OpenDialogue, key: str) -> Changes:
    """Let it stand, take play back to it, or throw the hand in."""
    if key == STAND:
        return [desk_change(asking=None)]
    if key != TAKE_BACK or now.record is None:
        return [note_row(Note("no_such_answer"))]
    if now.record.header.options.get("revoke_action") == "void_deal":
        return acts.void_deal(now.record)
    note = Note("taken_to", asking.seat)
    return acts.take_back_to(
        now.record, int(asking.detail), message("the play after a revoke"), note
    )


def ask_lost(_: Moment, __: OpenDialogue) -> Prompt:
    """Ask whether to play on in a game that cannot be won (T16)."""
    return Prompt(
        Message("This can no longer be won"),
        ((STAND, Message("play on")), (TAKE_BACK, Message("stop here"))),
    )


def take_lost(_: Moment, __: OpenDialogue, key: str) -> Changes:
    """Play on, or stop here."""
    if key == STAND:
        return [desk_change(asking=None)]
    if key != TAKE_BACK:
        return [note_row(Note("no_such_answer"))]
    return [note_row(Note("stopped"), is_stopped=True, asking=None)]


def behind(now: Moment, changes: Changes) -> Changes:
    """What follows automatically from these changes: remarks, and cards that waited for them."""
    said = remarks = _remarks(now, changes)
    released = early_cards.release(now, changes)
    if not released:
        return said
    entries = [each for each in released if isinstance(each, EntryRow)]
    record = early_cards.after(now, changes)
    for each in entries:
        before = record.fork()
        record.add(each.entry)
        said = after(now._replace(record=before), record) or said
    note = _note([*released, *changes, *said, *remarks])
    *_, left = (each for each in released if isinstance(each, DeskRow))
    return [*entries, *(each.and_also(note=note) for each in (left, *said))]


def _note(changes: Changes) -> Note | None:
    return next((each.note for each in changes if each.note), None)


def _remarks(now: Moment, changes: Changes) -> list[DeskRow]:
    """What the table says to these changes, if they are one new entry.

    That is the newest one, if others were presumed before it.
    """
    if now.record is None:
        return []
    entries = [each.entry for each in changes if isinstance(each, EntryRow)]
    if not entries or (len(changes) != 1 and not is_with_presumed(changes)):
        return []
    before = now.record
    if presumed := entries[:-1]:
        before = before.fork()
        for each in presumed:
            before.add(each)
    entry = entries[-1]
    if isinstance(entry, (Struck, Corrected)):
        return []
    trial = before.fork()
    trial.add(entry)
    said = after(now._replace(record=before), trial)
    note = _note(changes)
    if note is None:
        return said
    # Nothing is presumed in silence: a question comes beside that note, a mere reminder not at all.
    return [
        each if each.note else each.and_also(note=note)
        for each in said
        if each.fields.keys() != {"note"}
    ]


def after(now: Moment, record: Record) -> list[DeskRow]:
    """What the table says or asks after the newest entry of `record`, the future record.

    `now.record` is the record before; strikes and corrections get no remark.
    """
    before, last = now.record, record.last
    if before is None or last is None or last.seq != record.seq:
        return []
    revoke = _new_revoke(before, record)
    if revoke is not None:
        return [desk_change(asking=OpenDialogue("revoke", revoke.seat, detail=str(revoke.seq)))]
    header = record.header
    was, now_is = (each.state.position(each.findings(), PUBLIC) for each in (before, record))
    said = header.rules.aside(EntrySeen(header, was, last.entry, now_is))
    if isinstance(said, Stop):
        if said.is_asked:
            return [desk_change(asking=OpenDialogue("lost"))]
        return [note_row(Note("stopped"), is_stopped=True)]
    note = _of_reading(before, record, last.entry)
    if note is None and said is not None:
        note = Note("reminder", detail=said.words)
    return [note_row(note)] if note else []


def _new_revoke(before: Record, after: Record) -> Finding | None:
    """The revoke that this entry has proved, if the table should ask about it."""
    if after.header.options.get("revoke_action", "flag") == "flag":
        return None
    known = {each.seq for each in before.findings() if each.rule == "follow"}
    for each in after.findings():
        if each.rule == "follow" and each.grade == "proved" and each.seq not in known:
            return each
    return None


def _of_reading(before: Record, after: Record, entry: Happening) -> Note | None:
    """A reminder to scan hands, if the house rules ask for it."""
    if after.header.options.get("hand_scan") != "required":
        return None
    if isinstance(entry, Dealt):
        return Note("read_hands")
    return _unread(before, entry.seat) if isinstance(entry, Played) else None


def _unread(before: Record, seat: int) -> Note | None:
    """Whether a seat plays its first card of a deal from a hand that was not scanned."""
    read = False
    for _, entry, _ in reversed(list(before.steps())):
        if isinstance(entry, Played) and entry.seat == seat:
            return None
        if isinstance(entry, Held) and entry.seat == seat:
            read = True
        if isinstance(entry, Dealt):
            break
    return None if read else Note("hand_unread", seat)
