"""The entries of a record as the console lists them. Reveals no secret, not even to the host."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from tricktable.rules.entries import Dealt, Declared, Happening, Held, Moved, Played, Shown
from tricktable.rules.record import Record
from tricktable.rules.topics import topic_of
from tricktable.text.sentences import Name, Picture, Sentence, sentence, speaker
from tricktable.web.guest.sentences import Names


@dataclass(frozen=True, slots=True)
class EntryLine:
    """One entry."""

    seq: int
    words: Sentence
    is_struck: bool
    can_be_corrected: bool
    is_presumed: bool = False
    """Nobody said it: the table took it from what came next."""


def lines(record: Record, names: Names, presumed: Collection[int] = ()) -> Iterator[EntryLine]:
    """Every entry except strikes and corrections, oldest first; `presumed` has their numbers."""
    for seq in range(1, record.seq + 1):
        entry = record.worded(seq)
        if entry is not None:
            is_struck = record.step(seq) is None
            yield EntryLine(
                seq,
                words(entry, names, record),
                is_struck,
                can_be_corrected(entry, record),
                seq in presumed,
            )


def can_be_corrected(entry: Happening, record: Record) -> bool:
    """Whether a form can correct it. A secret is struck instead, and its seat says it again."""
    if isinstance(entry, Declared):
        return not topic_of(record.header.rules, entry.topic).is_quiet
    return isinstance(entry, (Dealt, Moved, Played, Shown))


def words(entry: Happening, names: Names, record: Record) -> Sentence:
    """What was recorded; for a face-down card, only that it was scanned."""
    rules = record.header.rules
    match entry:
        case Dealt(dealer):
            return topic_of(rules, "dealt").say(Name(names[dealer]), None)
        case Played(seat, card):
            return sentence("{who} {card}", who=Name(names[seat]), card=Picture(card.code))
        case Shown(shown_by, card):
            words = rules.laying.recorded(shown_by, record.header)
            return sentence(words, who=speaker(shown_by, names), card=Picture(card.code))
        case Held(seat):
            return sentence("{who}: one card in hand was read", who=Name(names[seat]))
        case Moved(seat, source, target, number):
            return topic_of(rules, f"{source}>{target}").say(Name(names[seat]), number)
        case Declared(said_by, what, value):
            topic, who = topic_of(rules, what), speaker(said_by, names)
            if topic.is_quiet:
                return sentence("{who} made a secret choice", who=who)
            return topic.say(who, value)
    return (type(entry).__name__,)
