"""The entries of a record as the console lists them. Reveals no secret, not even to the host."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from tricktable.rules.entries import Dealt, Declared, Happening, Moved, Played, Shown
from tricktable.rules.entry_words import entry_named, entry_words
from tricktable.rules.record import Record
from tricktable.rules.topics import topic_of
from tricktable.text.sentences import Sentence
from tricktable.web.guest.sentences import Names


@dataclass(frozen=True, slots=True)
class EntryLine:
    """One entry."""

    seq: int
    words: Sentence
    what: Sentence
    """The entry as a thing to change."""
    is_struck: bool
    can_be_corrected: bool
    is_presumed: bool = False
    """Nobody said it: the table took it from what came next."""
    trick: int = 0
    """The trick in which it came, as far as the game counts them."""


def lines(record: Record, names: Names, presumed: Collection[int] = ()) -> Iterator[EntryLine]:
    """Every entry except strikes and corrections, oldest first; `presumed` has their numbers."""
    for seq in range(1, record.seq + 1):
        entry = record.worded(seq)
        if entry is not None:
            is_struck = record.step(seq) is None
            trick = record.before(seq).tabletop().number
            yield EntryLine(
                seq,
                entry_words(entry, names, record.header),
                entry_named(entry, names, record.header, trick),
                is_struck,
                can_be_corrected(entry, record),
                seq in presumed,
                trick,
            )


def can_be_corrected(entry: Happening, record: Record) -> bool:
    """Whether a form can correct it. A secret is struck instead, and its seat says it again."""
    if isinstance(entry, Declared):
        return not topic_of(record.header.rules, entry.topic).is_quiet
    return isinstance(entry, (Dealt, Moved, Played, Shown))
