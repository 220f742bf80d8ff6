"""What the table asks and says by itself after an entry, as its house rules will have it.

Decides, and does no I/O.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from tricktable.desk import acts
from tricktable.desk.moment import Asking, Changes, Moment, desk_change, told
from tricktable.games.torite.rules import HAND
from tricktable.notes import Asked, Note
from tricktable.rules import codec
from tricktable.rules.cards import SUITS, Card
from tricktable.rules.entries import (
    Corrected,
    Dealt,
    Declared,
    Happening,
    Held,
    Played,
    Shown,
    Struck,
)
from tricktable.rules.record import Record
from tricktable.rules.verdicts import PUBLIC, Finding
from tricktable.text.language import Message, message
from tricktable.text.names import who

STAND, TAKE_BACK = "2", "3"
"""The keys that answer what is to become of a revoke, or of a game that is lost."""


def ask_revoke(now: Moment, asking: Asking) -> Asked:
    """What is to become of a revoke."""
    does = Message("take back to there")
    if now.record and now.record.header.options["revoke_action"] == "void_deal":
        does = Message("throw the hand in")
    question = Message("{who} did not follow suit", {"who": who(asking.seat, now.names)})
    return Asked(question, ((STAND, Message("let it stand")), (TAKE_BACK, does)))


def take_revoke(now: Moment, asking: Asking, key: str) -> Changes:
    """It stands, or it is taken back to there, or the hand is thrown in."""
    if key == STAND:
        return [desk_change(asking=None)]
    if key != TAKE_BACK or now.record is None:
        return [told(Note("no_such_answer"))]
    if now.record.header.options["revoke_action"] == "void_deal":
        return acts.void_deal(now.record)
    note = Note("taken_to", asking.seat)
    return acts.take_back_to(
        now.record, int(asking.detail), message("what followed a revoke"), note
    )


def ask_lost(_: Moment, __: Asking) -> Asked:
    """Whether a game that cannot be won is played on (T16)."""
    return Asked(
        Message("This cannot be won any more"),
        ((STAND, Message("play on")), (TAKE_BACK, Message("stop here"))),
    )


def take_lost(_: Moment, __: Asking, key: str) -> Changes:
    """It is, or it stops here."""
    if key == STAND:
        return [desk_change(asking=None)]
    if key != TAKE_BACK:
        return [told(Note("no_such_answer"))]
    return [told(Note("stopped"), is_stopped=True, asking=None)]


def behind(now: Moment, changes: Changes) -> Changes:
    """What follows these changes by itself, if they are one new entry."""
    if now.record is None or [each.kind for each in changes[:2]] != ["entry"]:
        return []
    entry = codec.read_entry(json.dumps(changes[0].body), now.record.header, now.record.seq + 1)
    if isinstance(entry, (Struck, Corrected)):
        return []
    trial = now.record.fork()
    trial.add(entry)
    return after(now, trial)


def after(now: Moment, record: Record) -> Changes:
    """What the table says or asks after the newest entry of `record`, the one that is to be.

    `now.record` is the record before; nothing is said of strikes and corrections.
    """
    before, last = now.record, record.last
    if before is None or last is None or last.seq != record.seq:
        return []
    revoke = _revoked(before, record)
    if revoke is not None:
        return [desk_change(asking=Asking("revoke", revoke.seat, detail=str(revoke.seq)))]
    if _has_become_lost(before, record):
        stop = record.header.options["stop_when_lost"]
        if stop == "auto":
            return [told(Note("stopped"), is_stopped=True)]
        return [desk_change(asking=Asking("lost"))] if stop == "ask" else []
    note = _reminder(before, record, last.entry)
    return [told(note)] if note else []


def _revoked(before: Record, after: Record) -> Finding | None:
    """The revoke that this entry has proved, where the table is to ask about it."""
    if after.header.options["revoke_action"] == "flag":
        return None
    known = {each.seq for each in before.findings() if each.rule == "follow"}
    for each in after.findings():
        if each.rule == "follow" and each.grade == "proved" and each.seq not in known:
            return each
    return None


def _has_become_lost(before: Record, after: Record) -> bool:
    """T16: round 2 of The Torite begins, and there is no way to win it."""
    if "stop_when_lost" not in after.header.options:
        return False
    rounds, now = (each.state.felt().outlook.get("round") for each in (before, after))
    return rounds != now and now == 2 and after.state.felt().outlook.get("lost") is not None


def _reminder(before: Record, after: Record, entry: Happening) -> Note | None:
    options = after.header.options
    if isinstance(entry, Dealt):
        if options["hand_scan"] == "required":
            return Note("read_hands")
        return _SET_ASIDE.get(options.get("set_aside")) if after.header.players == 3 else None
    if isinstance(entry, Played) and options["hand_scan"] == "required":
        return _unread(before, entry.seat)
    if isinstance(entry, Declared) and entry.topic == "kische":
        purged = after.state.position((), PUBLIC).as_json()["purged"]
        assert isinstance(purged, list)
        return Note("purged", detail=", ".join(after.header.seat_names[seat] for seat in purged))
    return _turned(before, after) if "shuffle_discards" in options else None


_SET_ASIDE: Final[Mapping[object, Note]] = {
    "face_up": Note("set_aside_up"),
    "hidden": Note("set_aside_hidden"),
}


def _unread(before: Record, seat: int) -> Note | None:
    """Whether a seat plays its first card of a deal from a hand that was not read."""
    read = False
    for _, entry, _ in reversed(list(before.steps())):
        if isinstance(entry, Played) and entry.seat == seat:
            return None
        if isinstance(entry, Held) and entry.seat == seat:
            read = True
        if isinstance(entry, Dealt):
            break
    return None if read else Note("hand_unread", seat)


def _turned(before: Record, after: Record) -> Note | None:
    """The discards have become the draw pile: people have to do it."""
    piles = [each.state.position((), PUBLIC).as_json() for each in (before, after)]
    (_, lay), (draws, lies) = ((each["draw"], each["discard"]) for each in piles)
    if not lay or lies or not draws:
        return None
    shuffles = after.header.options["shuffle_discards"] == "yes"
    return Note("turn_shuffled" if shuffles else "turn_over")


def suit_counts(record: Record) -> tuple[tuple[int, ...] | None, ...]:
    """How many cards of each suit are left in a hand that was read whole, by house rule (T22)."""
    if record.header.options.get("show_suit_counts") != "yes":
        return ()
    hands: list[set[Card]] = [set() for _ in range(record.header.seats)]
    gone: set[Card] = set()
    for _, entry, _ in record.steps():
        if isinstance(entry, Held):
            hands[entry.seat].add(entry.card)
        elif isinstance(entry, (Played, Shown)):
            gone.add(entry.card)
    return tuple(
        tuple(sum(card.suit == suit for card in hand - gone) for suit in range(len(SUITS)))
        if len(hand) == HAND
        else None
        for hand in hands
    )
