"""Cards laid after the end of a game: somebody tidies up, or the next game has begun with them.

After a game that was stopped before its end, they may also be meant for that game.

The table asks, and keeps them until it is answered. Decides, and does no I/O.
"""

from collections.abc import Iterator
from typing import Final

import msgspec

from tricktable.rules.cards import BY_CODE, Card
from tricktable.rules.entries import Corrected
from tricktable.rules.record import Record
from tricktable.table.desk.changes import Changes, DeskRow, EntryRow, desk_change, note_row
from tricktable.table.desk.desk import OpenDialogue
from tricktable.table.desk.evening import next_game
from tricktable.table.desk.laid_card import lay
from tricktable.table.desk.moment import Act, History, Moment, next_header
from tricktable.table.desk.presumption import in_one_line
from tricktable.table.notes import Note, Prompt
from tricktable.text.language import Message

NEXT_GAME, TIDYING, PLAY_ON = "OK", "2", "3"
"""The keys that say which it is."""


def ask_next_game(now: Moment, _: OpenDialogue) -> Prompt:
    """Ask which it is."""
    either = ((NEXT_GAME, _NEW), (TIDYING, _NO))
    if now.desk.is_stopped:
        return Prompt(Message("The game was stopped. A new one?"), (*either, (PLAY_ON, _ON)))
    return Prompt(Message("The game is over. A new one?"), either)


_NEW: Final = Message("same game again")
_NO: Final = Message("no, tidying up")
_ON: Final = Message("no, we play on")


def take_next_game(now: Moment, asking: OpenDialogue, key: str) -> Changes:
    """Begin the same game again with these cards, play on with them, or forget them."""
    if key == TIDYING:
        return [desk_change(asking=None)]
    if key == PLAY_ON and now.desk.is_stopped:
        goes_on = desk_change(asking=None, is_stopped=False)
        later = now._replace(desk=now.desk.with_changes(goes_on.body))
        return _with_cards([goes_on], later, asking)
    if key != NEXT_GAME or now.record is None:
        return [note_row(Note("no_such_answer"))]
    begins = next_game(now, 0)
    header = next_header(now.record.header, now.names)
    later = now._replace(
        desk=now.desk.in_next_game(), record=Record(header), presumed=frozenset(), history=History()
    )
    return _with_cards(begins, _after(later, begins[1:]), asking)


def _with_cards(first: Changes, later: Moment, asking: OpenDialogue) -> Changes:
    """These changes, then the cards, each as it is laid after them."""
    changes = [*first]
    for seat, card in _cards_of(asking):
        rows = lay(later, seat, seat is None, card)
        if [each.note.about for each in rows if each.note] == ["not_now"]:
            continue  # in the next game, nobody lays cards yet
        changes, later = [*changes, *rows], _after(later, rows)
    return [*changes, *_presumed_note(changes)]


def _cards_of(asking: OpenDialogue) -> Iterator[tuple[int | None, Card]]:
    for each in asking.detail.split():
        seat, _, code = each.rpartition(":")
        yield int(seat) if seat else None, BY_CODE[code]


def _after(now: Moment, rows: Changes) -> Moment:
    """The moment after these rows, as far as the next card can tell."""
    assert now.record is not None
    record, presumed, desk = now.record.fork(), now.presumed, now.desk
    for row in rows:
        if isinstance(row, EntryRow):
            seq = record.add(row.entry)
            desk = desk.after(row.entry)
            presumed |= {seq} if row.is_presumed else set()
        elif isinstance(row, DeskRow):
            desk = desk.with_changes(msgspec.to_builtins(row.body))
    history = now.history
    if record.seq > now.record.seq:
        history = history.with_act(Act("", ()), "")
    return now._replace(record=record, presumed=presumed, desk=desk, history=history)


def _presumed_note(changes: Changes) -> Changes:
    """Everything that was presumed, in one line, unless something else must be said."""
    notes = [each.note for each in changes if each.note is not None]
    presumed = [each for each in notes if each.about == "presumed"]
    entries = (each.entry for each in changes if isinstance(each, EntryRow))
    if any(isinstance(each, Corrected) for each in entries):
        presumed = presumed[1:]  # the first card has shown another dealer than the next by rotation
    if not presumed or notes[-1].about != "presumed":
        return []
    details = [each.detail for each in reversed(presumed) if isinstance(each.detail, Message)]
    return [note_row(Note("presumed", detail=in_one_line(details)))]
