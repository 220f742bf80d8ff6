"""What the table announces by itself in Tredici: hands and piles that people have to move."""

from __future__ import annotations

from tricktable.games.tredici.position import Position
from tricktable.rules.asides import EntrySeen, Reminder
from tricktable.rules.entries import Declared
from tricktable.text.language import Message


def aside(turn: EntrySeen[Position]) -> Reminder | None:
    """Whose cards go away after a kisché (D21), and that the discards are turned over (D9)."""
    before, after = turn.before, turn.after
    if isinstance(turn.entry, Declared) and turn.entry.topic == "kische":
        who = ", ".join(turn.header.seat_names[seat] for seat in after.purged)
        purge = Message("{what}: hands and stacks go to the discards.", {"what": who})
        return Reminder(purge)
    if not before.discard or after.discard or not after.draw:
        return None
    if turn.header.options["shuffle_discards"] == "yes":
        return Reminder(Message("Shuffle the discards. They are the new draw pile."))
    return Reminder(Message("Turn the discards over, unshuffled. They are the new draw pile."))
