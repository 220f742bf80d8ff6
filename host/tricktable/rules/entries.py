"""Entries: the eight things that a record can say, as values, and the two ways to refuse one.

What an entry does to a game is the game's business; how it is written is the codec's.
"""

from __future__ import annotations

from typing import NamedTuple

from tricktable.rules.cards import Card


class Dealt(NamedTuple):
    """A deal begins."""

    dealer: int


class Held(NamedTuple):
    """The table has read this card in that hand, face down: secret until it is played or shown."""

    seat: int
    card: Card


class Shown(NamedTuple):
    """A card is turned up for all; seat None is the table's own card."""

    seat: int | None
    card: Card


class Played(NamedTuple):
    """A card is played to the current trick."""

    seat: int
    card: Card


class Moved(NamedTuple):
    """Cards move between places; `cards` is None where the table has not read them."""

    seat: int
    source: str
    target: str
    number: int
    """How many cards move."""
    cards: tuple[Card, ...] | None


class Declared(NamedTuple):
    """Something is said: a leader, a bid, a pairing …; `value` has the form of its topic."""

    seat: int | None
    topic: str
    value: object

    @property
    def speaker(self) -> int:
        """The seat that says it. Raises: Impossible, if none does."""
        if self.seat is None:
            raise Impossible(f"a seat has to say {self.topic!r}")
        return self.seat


class Struck(NamedTuple):
    """The earlier entry `seq` was a mistake of recording: as if it had never been."""

    seq: int


class Corrected(NamedTuple):
    """The earlier entry `seq` was recorded wrongly: `entry` stands in its place."""

    seq: int
    entry: Happening


Happening = Dealt | Held | Shown | Played | Moved | Declared
"""What happened at the table, as opposed to a word about an earlier entry."""
Entry = Happening | Struck | Corrected


class Malformed(Exception):
    """Raised if a line cannot be read: `reason` says what was expected."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Impossible(Exception):
    """Raised if a well-formed entry cannot have happened in this state, which then stands."""

    def __init__(self, reason: str, because: str = "not_now", card: Card | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        #: One word for programs: `already_seen`, `other_hand`, `elsewhere`, `not_in_deck`,
        #: `twice_in_trick`, `full_hand`, `over`, `breaks_later` or `not_now`.
        self.because = because
        #: The card that stands in the way, if it is one.
        self.card = card
        #: The earlier entry that stands in the way, if it is one.
        self.seq: int | None = None
