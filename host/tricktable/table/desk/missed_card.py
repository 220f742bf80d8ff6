"""A card on the table that no reader scanned: whose it is, and what it must have been.

Decides, and does no I/O.
"""

from typing import Final

from tricktable.rules.cards import BY_CODE, Card, written_card
from tricktable.rules.entries import Impossible, Moved, Played
from tricktable.rules.position import Common
from tricktable.rules.record import Record
from tricktable.table.desk.changes import Changes, EntryRow, desk_change, note_row
from tricktable.table.desk.desk import OpenDialogue
from tricktable.table.desk.moment import Moment, is_possible
from tricktable.table.notes import Note, Prompt
from tricktable.text.language import Message
from tricktable.text.names import seat_name

IT_WAS, IT_WAS_NOT = "2", "3"
"""The keys that answer whether it was that card."""
_PUBLIC_REASONS: Final = frozenset({"already_seen", "not_in_deck"})


def awaited_seat(record: Record) -> int | None:
    """The seat whose card the running trick waits for; None if no trick has begun."""
    match record.state.next:
        case (seat, Common.PLAY) if record.state.tabletop().trick:
            return seat
    return None


def last_awaited(record: Record) -> int | None:
    """The seat whose card is the only one the trick still lacks."""
    seat = awaited_seat(record)
    if seat is None:
        return None
    entries = (Played(seat, card) for card in BY_CODE.values())
    possible = next((entry for entry in entries if is_possible(record, entry)), None)
    if possible is None:
        return None
    # Whether any card would end the trick: which one does not matter.
    trial = record.fork()
    trial.add(possible)
    return None if trial.state.tabletop().trick else seat


def ask(record: Record) -> Changes:
    """OK: propose the missing card if all others have been seen, else say whose it is.

    Scans in secret do not count: people could work out the proposed card themselves.
    """
    seat = awaited_seat(record)
    if seat is None:
        return [desk_change(page="table")]
    match [card for card in BY_CODE.values() if _may_be(record, seat, card)]:
        case [only]:
            return [desk_change(asking=OpenDialogue("missed", seat, detail=only.code))]
    return [note_row(Note("awaited", seat))]


def _may_be(record: Record, seat: int, card: Card) -> bool:
    try:
        record.check(Played(seat, card))
    except Impossible as refusal:
        if refusal.because not in _PUBLIC_REASONS:
            return True
        earlier = record.step(refusal.seq) if refusal.seq is not None else None
        return earlier is not None and isinstance(earlier.entry, Moved)  # face down
    return True


def ask_missed(now: Moment, asking: OpenDialogue) -> Prompt:
    """Ask whether it was the only card left."""
    fields = {"who": seat_name(asking.seat, now.names), "card": written_card(asking.detail)}
    question = Message("{who}'s card was not read. It can only be the {card}", fields)
    return Prompt(question, ((IT_WAS, Message("it was")), (IT_WAS_NOT, Message("it was not"))))


def take_missed(_: Moment, asking: OpenDialogue, key: str) -> Changes:
    """Count it as played, or wait for it as before."""
    assert asking.seat is not None
    if key == IT_WAS_NOT:
        return [note_row(Note("awaited", asking.seat), asking=None)]
    if key != IT_WAS:
        return [note_row(Note("no_such_answer"))]
    return [EntryRow(Played(asking.seat, BY_CODE[asking.detail]))]
