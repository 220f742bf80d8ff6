"""What the table announces by itself in The Torite."""

from __future__ import annotations

from tricktable.games.torite.position import Position
from tricktable.rules.asides import Aside, EntrySeen, Reminder, Stop
from tricktable.rules.entries import Dealt
from tricktable.text.language import Message


def aside(turn: EntrySeen[Position]) -> Aside | None:
    """Where the leftover card lies (T1); as round 2 begins, that it cannot be won (T16)."""
    options, after = turn.header.options, turn.after
    if isinstance(turn.entry, Dealt):
        return _left_over(options["set_aside"]) if turn.header.players == 3 else None
    begins = len(turn.before.rounds) < len(after.rounds)
    if begins and after.lost_by is not None and options["stop_when_lost"] != "never":
        return Stop(is_asked=options["stop_when_lost"] == "ask")
    return None


def _left_over(lies: object) -> Reminder | None:
    match lies:
        case "face_up":
            return Reminder(Message("Turn the leftover card face up for all to see."))
        case "hidden":
            return Reminder(Message("Leave the leftover card face down. Nobody sees it."))
    return None  # its back shows the suit as it lies
