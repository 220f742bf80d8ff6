"""Entries: the eight things that a record can say, as values, and the two ways to refuse one.

A game knows what an entry does to it, and the codec knows how it is written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from tricktable.rules.cards import Card, written_card
from tricktable.rules.values import JsonValue
from tricktable.text.language import ENGLISH, Message, message, speaking


class Dealt(NamedTuple):
    """A deal begins."""

    dealer: int


class Held(NamedTuple):
    """The table scanned this card face down in that hand: secret until it is played or shown."""

    seat: int
    card: Card


class Shown(NamedTuple):
    """A card is turned up for all to see; seat None is the table's own card."""

    seat: int | None
    card: Card


class Played(NamedTuple):
    """A card is played to the current trick."""

    seat: int
    card: Card


class Moved(NamedTuple):
    """Cards move between places; `cards` is None if the table has not scanned them."""

    seat: int
    source: str
    target: str
    number: int
    """How many cards move."""
    cards: tuple[Card, ...] | None


class Declared(NamedTuple):
    """Something is said; `value` has the form of its topic."""

    seat: int | None
    topic: str
    value: JsonValue

    @property
    def speaker(self) -> int:
        """The seat that says it. Raises: Impossible, if there is none."""
        if self.seat is None:
            raise Impossible("a seat must say {topic}", topic=repr(self.topic))
        return self.seat


class Struck(NamedTuple):
    """The earlier entry `seq` was recorded by mistake: it counts as never made."""

    seq: int


class Corrected(NamedTuple):
    """The earlier entry `seq` was recorded wrongly: `entry` replaces it."""

    seq: int
    entry: Happening


Happening = Dealt | Held | Shown | Played | Moved | Declared


def entry_of_offer(seat: int, what: str, value: JsonValue) -> Happening:
    """What an offer becomes once this seat has done it: a topic, or a move such as `hand>discard`.

    Cards that are moved are counted, not named.
    """
    source, _, target = what.partition(">")
    if not target:
        return Declared(seat, what, value)
    return Moved(seat, source, target, value if isinstance(value, int) else 0, None)


"""Something that happened at the table, not a strike or correction of an earlier entry."""
Entry = Happening | Struck | Corrected


class BadLine(Exception):
    """Raised if a line cannot be read; `reason` says what was expected."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Impossible(Exception):
    """Raised if a well-formed entry cannot have happened in this state, which stays as it is."""

    def __init__(
        self, words: str, because: str = "not_now", card: Card | None = None, **fields: object
    ) -> None:
        """The reason, for any language.

        Args:
            words: a message without capital and full stop.
            because: one word for programs: `already_seen`, `other_hand`, `elsewhere`,
                `not_in_deck`, `twice_in_trick`, `full_hand`, `over`, `breaks_later` or `not_now`;
                `no-game`, `paused` or `tending` where a table takes no entry at all.
            card: the card that makes it impossible, if it is one; also the field `card`.
            fields: the message's fields: `seat`, `other` and `seats` are seat numbers, translated
                values are `Message`s, and all others are shown as written.
        """
        super().__init__(words)
        if card is not None:
            fields["card"] = card
        self.message = Message(words, {key: _plain(value) for key, value in fields.items()})
        self.because = because
        self.card = card
        #: The earlier entry that stands in the way, if it is one.
        self.seq: int | None = None

    @property
    def reason(self) -> str:
        """The reason for programs: in English, with seats by their numbers."""
        with speaking(ENGLISH):
            return in_words(self.message, lambda seat: f"seat {seat}")

    def __str__(self) -> str:
        return self.reason


def _plain(value: object) -> object:
    """The field as a journal keeps it."""
    if isinstance(value, Card):
        return written_card(value.code)
    return value if isinstance(value, (int, str, Message, list)) else str(value)


def in_words(reason: Message, who: Callable[[int], str]) -> str:
    """A reason in the current language, with the names that `who` gives for seats.

    Also accepts one from a journal, where an inner message is a list.
    """
    fields: Mapping[str, object] = {
        key: _with_names(key, value, who) for key, value in reason.fields.items()
    }
    return str(reason._replace(fields=fields))


def _with_names(key: str, value: object, who: Callable[[int], str]) -> object:
    if key in ("seat", "other") and isinstance(value, int):
        return who(value)
    if isinstance(value, (tuple, list)):
        if key == "seats":
            either: Message | str = who(value[0])
            for seat in value[1:]:
                either = Message(EITHER, {"one": either, "other": who(seat)})
            return either
        return in_words(Message(*value), who)
    return value


EITHER: Final = message("{one} or {other}")
