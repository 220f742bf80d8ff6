"""An earlier card of this deal, picked by its trick, and what was wrong with it.

Decides, and does no I/O.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from tricktable.desk.keys import LIST_KEYS, NUMBER_KEYS, NUMBERS
from tricktable.desk.moment import (
    Asking,
    Changes,
    Mending,
    Moment,
    desk_change,
    entry_change,
    told,
)
from tricktable.notes import Asked, Note
from tricktable.rules.cards import written
from tricktable.rules.entries import Dealt, Impossible, Played, Shown, Struck
from tricktable.rules.record import Record
from tricktable.text.language import Message

_SHOWN: Final = "OK"
"""The key of the cards that were shown, which belong to no trick."""
_OTHER_CARD, _OTHER_SEAT, _NEVER = "2", "3", "4"


class Laid(NamedTuple):
    """A card of this deal and the entry that has it."""

    seq: int
    entry: Played | Shown


def tricks(record: Record) -> list[tuple[str, list[Laid]]]:
    """The tricks of the deal by the key of each, then the cards that were shown."""
    played: list[list[Laid]] = [[]]
    shown: list[Laid] = []
    for step in record.steps():
        if isinstance(step.entry, Dealt):
            played, shown = [[]], []
        elif isinstance(step.entry, Shown):
            shown.append(Laid(step.seq, step.entry))
        elif isinstance(step.entry, Played):
            played[-1].append(Laid(step.seq, step.entry))
            if not step.after.felt().trick:
                played.append([])
    found = [(NUMBER_KEYS[number], trick) for number, trick in enumerate(played, 1) if trick]
    return [*found, (_SHOWN, shown)] if shown else found


def ask_earlier(now: Moment, asking: Asking) -> Asked | None:
    """Which trick, which card of it, and what was wrong."""
    if now.record is None:
        return None
    listed = tricks(now.record)
    trick = _trick(now.record, asking)
    if trick is None:
        options = tuple((key, _heading(key)) for key, _ in listed)
        numbers = [key for key, _ in listed if key != _SHOWN]
        first, last = (numbers or [""])[0], (numbers or [""])[-1]
        words = Message("the trick's number; A is 1")
        rows = [(f"{first}-{last}", words)] if len(numbers) > 3 else []
        rows += [each for each in options if each[0] == _SHOWN or not rows]
        return Asked(Message("Which trick?"), options, tuple(rows))
    if len(asking.keys) == 1:
        cards = zip(LIST_KEYS, (_named(laid, now) for laid in trick), strict=False)
        heading = {"heading": _heading(asking.keys[0])}
        return Asked(Message("{heading}: which card?", heading), tuple(cards))
    laid = _card(now.record, asking)
    if laid is None:
        return None
    return Asked(Message("{card}: what was it?", {"card": _named(laid, now)}), _WRONG)


_WRONG: Final = (
    (_OTHER_CARD, Message("another card")),
    (_OTHER_SEAT, Message("another seat")),
    (_NEVER, Message("never laid")),
)


def _heading(key: str) -> Message:
    if key == _SHOWN:
        return Message("Shown")
    return Message("Trick {number}", {"number": NUMBERS[key]})


def _named(laid: Laid, now: Moment) -> Message:
    seat, card = laid.entry
    who = Message("The table") if seat is None else now.names[seat]
    return Message("{who} {card}", {"who": who, "card": written(card.code)})


def _trick(record: Record, asking: Asking) -> list[Laid] | None:
    return dict(tricks(record)).get(asking.keys[0]) if asking.keys else None


def _card(record: Record, asking: Asking) -> Laid | None:
    trick = _trick(record, asking) or []
    place = LIST_KEYS.find(asking.keys[1]) if len(asking.keys) > 1 else -1
    return trick[place] if 0 <= place < len(trick) else None


def take_earlier(now: Moment, asking: Asking, key: str) -> Changes:
    """One more key of the three."""
    assert now.record is not None
    more = asking._replace(keys=(*asking.keys, key))
    laid = _card(now.record, more)
    if len(more.keys) == 3 and laid is not None:
        return _wrong(now.record, laid, key)
    if (len(more.keys) == 1 and _trick(now.record, more)) or (len(more.keys) == 2 and laid):
        return [desk_change(asking=more)]
    return [told(Note("no_such_answer"))]


def _wrong(record: Record, laid: Laid, key: str) -> Changes:
    if key == _OTHER_CARD:
        note = Note("mending", laid.entry.seat, laid.entry.card.code)
        return [told(note, mending=Mending(laid.seq, None, ""), asking=None)]
    if key == _OTHER_SEAT:
        return [desk_change(asking=Asking("who", detail=f"reseat:{laid.seq}"))]
    if key != _NEVER:
        return [told(Note("no_such_answer"))]
    try:
        record.check(Struck(laid.seq))
    except Impossible as refusal:
        note = Note("breaks_later", laid.entry.seat, detail=refusal.message)
        return [told(note, asking=None)]
    return [entry_change(Struck(laid.seq))]
