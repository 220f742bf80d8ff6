"""The entries of a record as the console lists them. Tells no secret, not even to the host."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tricktable.rules.entries import Dealt, Declared, Happening, Held, Moved, Played, Shown
from tricktable.rules.game import Header
from tricktable.rules.record import Record
from tricktable.rules.view import QUIET_TOPICS, Said
from tricktable.service import sentences
from tricktable.service.sentences import Names, speaker
from tricktable.text.language import message, plural
from tricktable.text.parts import Name, Picture, Sentence, sentence


@dataclass(frozen=True, slots=True)
class Line:
    """One entry."""

    seq: int
    words: Sentence
    is_struck: bool
    can_be_corrected: bool


def lines(record: Record, names: Names) -> Iterator[Line]:
    """Every entry that is no strike or correction, oldest first."""
    for seq in range(1, record.seq + 1):
        entry = record.worded(seq)
        if entry is not None:
            is_struck = record.step(seq) is None
            yield Line(seq, words(entry, names, record), is_struck, can_be_corrected(entry))


def can_be_corrected(entry: Happening) -> bool:
    """Whether there is a form for it: what is secret is struck, and said anew by its seat."""
    if isinstance(entry, Declared):
        return entry.topic not in QUIET_TOPICS
    return isinstance(entry, (Dealt, Moved, Played, Shown))


_MOVES: Final = {
    "hand>stack": message("{who} set {cards} aside"),
    "hand>discard": message("{who} discarded {cards}"),
    "draw>hand": message("{who} drew {cards}"),
    "hand>draw": message("{who} gave {cards}"),
    "kitty>hand": message("{who} took the kitty"),
}


def words(entry: Happening, names: Names, record: Record) -> Sentence:
    """What was recorded; of a card face down only that it was read."""
    match entry:
        case Dealt(dealer):
            return sentence("{who} deals", who=Name(names[dealer]))
        case Played(seat, card):
            return sentence("{who} {card}", who=Name(names[seat]), card=Picture(card.code))
        case Shown(None, card):
            return sentence("Set aside: {card}", card=Picture(card.code))
        case Shown(seat, card) if seat is not None:
            verb = _shown(record.header)
            return sentence(verb, who=Name(names[seat]), card=Picture(card.code))
        case Held(seat):
            return sentence("{who}: a card was read in the hand", who=Name(names[seat]))
        case Moved(seat, source, target, number):
            verb = _MOVES.get(f"{source}>{target}", message("{who} moved {cards}"))
            cards = plural("1 card", "{count} cards", number)
            return sentence(verb, who=Name(names[seat]), cards=cards)
        case Declared(seat, topic, value):
            if topic in QUIET_TOPICS:
                who = speaker(seat, names)
                return sentence("{who} told the table something in secret", who=who)
            return sentences.said(Said(seat, topic, value), names)
    return (type(entry).__name__,)


def _shown(header: Header) -> str:
    """What it means in this game that a seat shows a card."""
    if header.game != "torite":
        return message("{who} shows {card}")
    if header.seats == header.players:
        return message("{who} kept {card}")
    return message("{who} kept or turned up {card}")
