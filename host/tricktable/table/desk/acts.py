"""Acts that change what was recorded: undo, redo, throwing a hand in, taking back to a trick.

An act of several entries is journalled as one group: a row that counts them, then the entries. It
is undone as it was done, in one go. Strikes go from the newest entry back, so that after each
of them the record is one that there has been. Decides, and does no I/O.
"""

from tricktable.rules.entries import Corrected, Dealt, Entry, Happening, Struck
from tricktable.rules.record import Record
from tricktable.table.desk import early_cards
from tricktable.table.desk.changes import Changes, group, note_row
from tricktable.table.desk.moment import Act, Moment, is_blank, who_and_what
from tricktable.table.notes import Note
from tricktable.text.language import message

THROWN_IN = message("the hand thrown in")


def undo(now: Moment) -> Changes:
    """Undo the newest act, or take back a card that was laid after it and waits.

    In a game with nothing but its deal, to begin it was the newest act: the one that was left for
    it goes on.
    """
    if now.left and now.left.is_unfinished and not (now.history.done and is_blank(now.left.record)):
        return now.left.changes()
    if early_cards.is_newest(now):
        return early_cards.taken_back(now, now.desk.early[-1])
    if not now.history.done:
        return [note_row(Note("nothing_to_undo"))]
    act = now.history.done.newest
    # From the newest back, so that after each the record is one that there has been; corrections
    # carry the wording that counted before.
    back = [_set(seq, before) for seq, before, _ in reversed(act.changes)]
    return [*group("undo", back), note_row(_undo_note(act))]


def redo(now: Moment) -> Changes:
    """Redo the act undone last."""
    if not now.history.undone:
        return [note_row(Note("nothing_to_redo"))]
    act = now.history.undone.newest
    again = [_set(seq, after) for seq, _, after in act.changes]
    return [*group("redo", again), note_row(Note("redone"))]


def throw_in(now: Moment) -> Changes:
    """Strike the running or just finished deal: the same dealer deals again."""
    assert now.record is not None
    if now.record.state.status != "playing":
        return [note_row(Note("no_hand"))]
    return void_deal(now.record)


def void_deal(record: Record) -> Changes:
    """Strike the newest deal, even if the game has ended with it."""
    first = deal_begins(record)
    if first is None:
        return [note_row(Note("no_hand"))]
    return [*take_back_to(record, first, THROWN_IN, Note("thrown_in")), early_cards.NONE]


def take_back_to(record: Record, seq: int, name: str, note: Note) -> Changes:
    """Strike entry `seq` and everything that counts after it, in one act."""
    newest = [step.seq for step in record.steps() if step.seq >= seq][::-1]
    return [*group(name, [Struck(each) for each in newest]), note_row(note)]


def deal_begins(record: Record) -> int | None:
    """The entry that began the newest deal; None before the first."""
    deals = [step.seq for step in record.steps() if isinstance(step.entry, Dealt)]
    return deals[-1] if deals else None


def touched_entry(record: Record, entry: Entry) -> tuple[int, Happening | None, Happening | None]:
    """The entry that the next one touches, as it counts before and after."""
    if isinstance(entry, Struck):
        return entry.seq, record.counts(entry.seq), None
    if isinstance(entry, Corrected):
        return entry.seq, record.counts(entry.seq), entry.entry
    return record.seq + 1, None, entry


def _set(seq: int, entry: Happening | None) -> Entry:
    """The strike or correction that makes entry `seq` count like this."""
    return Struck(seq) if entry is None else Corrected(seq, entry)


def _undo_note(act: Act) -> Note:
    if act.name:
        return Note("undone_act", detail=act.name)
    _, before, after = act.changes[0]
    if before is not None or after is None:
        return Note("undone_act", detail=message("the last change"))
    return Note("undone", *who_and_what(after))
