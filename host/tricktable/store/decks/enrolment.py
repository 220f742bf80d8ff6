"""Enrolling: learns a deck's tags card by card in printed order, and checks decks.

Everything is a value, even the meaning of a laid tag. Touches no file and no board.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final, NamedTuple

from tricktable.rules.nesting import is_too_deep
from tricktable.store.decks.controls import Control, Controls
from tricktable.store.decks.deck import (
    KINDS,
    BadDeck,
    Deck,
    Decks,
    KnownCard,
    OtherDeck,
    UnknownTag,
    check_words,
    uid_fault,
)
from tricktable.text.language import message

FORMAT: Final = "tricktable/1"
"""The format name in an enrolment file."""
_NONE: Final = message("this enrolment cannot be continued")


class Learnt(NamedTuple):
    """The tag now belongs to this card."""

    card: str


class Again(NamedTuple):
    """The tag of a card that was learned already: still lying there, or on two cards."""

    card: str


class Foreign(NamedTuple):
    """The tag belongs to another deck."""

    colour: str
    card: str


class Faulty(NamedTuple):
    """The number read cannot be a tag's permanent one."""

    reason: str


class Steers(NamedTuple):
    """The tag of a control card."""

    act: str


class Right(NamedTuple):
    """A card of the deck being checked, seen for the first time."""

    card: str


ScanOutcome = Learnt | Again | Foreign | Steers | Faulty
CheckOutcome = Right | Again | Foreign | Steers | Faulty | UnknownTag


@dataclass(frozen=True, slots=True)
class Enrolment:
    """An unfinished deck: some cards have their tags. Immutable. Raises: BadDeck."""

    name: str
    colour: str
    kind: str
    """A key of `decks.KINDS`."""
    tags: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Tag number to card code, in the order learned."""
    later: tuple[str, ...] = ()
    """Cards put off because they were not at hand."""

    def __post_init__(self) -> None:
        check_words(self.name, self.colour, self.kind)

    @property
    def order(self) -> tuple[str, ...]:
        """The cards in printed order."""
        return KINDS[self.kind].codes

    @property
    def cards_left(self) -> tuple[str, ...]:
        """The cards that have no tag yet: in printed order, then those put off."""
        known = {*self.tags.values(), *self.later}
        return (*(code for code in self.order if code not in known), *self.later)

    @property
    def next_card(self) -> str | None:
        """The card to lay now; None if all have their tags."""
        return next(iter(self.cards_left), None)

    @property
    def last(self) -> str | None:
        """The card learned last."""
        return next(reversed(list(self.tags.values())), None)

    def take(
        self, uid: str, others: Decks, begun: Iterable[Enrolment] = ()
    ) -> tuple[Enrolment, ScanOutcome]:
        """Take a tag laid for the next card; returns the enrolment after it, and what the tag was.

        Rejects tags of the `others` and of the decks `begun`.
        """
        number = uid.upper()
        if fault := uid_fault(number):
            return self, Faulty(fault)
        if number in self.tags:
            return self, Again(self.tags[number])
        taken = _prior_use(number, others, begun)
        if taken is not None:
            return self, taken
        card = self.cards_left[0]
        later = tuple(code for code in self.later if code != card)
        return self._with({**self.tags, number: card}, later), Learnt(card)

    def back(self) -> Enrolment:
        """The enrolment without the tag learned last."""
        left = {uid: code for uid, code in self.tags.items() if code != self.last}
        return self._with(left, self.later)

    def put_off(self) -> Enrolment:
        """The enrolment with the next card put off to the end."""
        card = self.cards_left[0]
        return replace(self, later=(*(code for code in self.later if code != card), card))

    def deck(self) -> Deck:
        """The whole deck. Raises: BadDeck while a card has no tag."""
        return Deck(self.name, self.colour, self.kind, self.tags)

    def _with(self, tags: dict[str, str], later: tuple[str, ...]) -> Enrolment:
        return replace(self, tags=MappingProxyType(tags), later=later)


def replace_tag(deck: Deck, card: str, uid: str, others: Decks) -> Deck | ScanOutcome:
    """The deck with a new tag, for a damaged card, in place of the old one; or why not."""
    number = uid.upper()
    if fault := uid_fault(number):
        return Faulty(fault)
    match others.find(number):
        case KnownCard(owner, code) | OtherDeck(owner, code):
            return Again(code) if owner.name == deck.name else Foreign(owner.colour, code)
        case Control(act):
            return Steers(act)
    tags = {tag: code for tag, code in deck.tags.items() if code != card}
    return replace(deck, tags={**tags, number: card})


def check_tag(deck: Deck, seen: tuple[str, ...], uid: str, others: Decks) -> CheckOutcome:
    """What a tag is, laid in a pass over the deck in any order after the cards `seen`."""
    number = uid.upper()
    if fault := uid_fault(number):
        return Faulty(fault)
    match others.find(number):
        case KnownCard(owner, code) | OtherDeck(owner, code):
            if owner.name != deck.name:
                return Foreign(owner.colour, code)
            return Again(code) if code in seen else Right(code)
        case Control(act):
            return Steers(act)
    return UnknownTag()


def add_control_card(
    act: str, uid: str, others: Decks, begun: Iterable[Enrolment] = ()
) -> Controls | ScanOutcome:
    """The control cards with this tag added for the act; or why it cannot be one."""
    number = uid.upper()
    if fault := uid_fault(number):
        return Faulty(fault)
    taken = _prior_use(number, others, begun)
    if taken is None or (isinstance(taken, Steers) and taken.act != act):
        return others.controls.with_tag(number, act)
    return taken


def _prior_use(number: str, others: Decks, begun: Iterable[Enrolment]) -> Foreign | Steers | None:
    """What the tag is already; None if it is spare."""
    match others.find(number):
        case KnownCard(deck, code) | OtherDeck(deck, code):
            return Foreign(deck.colour, code)
        case Control(act):
            return Steers(act)
    for other in begun:
        if number in other.tags:
            return Foreign(other.colour, other.tags[number])
    return None


def read_enrolment(text: str) -> Enrolment:
    """An interrupted enrolment, as written by `write_enrolment`. Raises: BadDeck.

    Drops tags that cannot have been learned, so that their cards are laid again.
    """
    if is_too_deep(text):
        raise BadDeck(_NONE)
    try:
        read = json.loads(text)
        words = {key: read[key] for key in ("name", "colour", "kind")}
        tags = {str(uid).upper(): str(code) for uid, code in read["tags"].items()}
        later = [str(code) for code in read["later"]]
        is_ours = read["enrolling"] == FORMAT
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadDeck(_NONE) from error
    if not is_ours or not all(isinstance(word, str) for word in words.values()):
        raise BadDeck(_NONE)
    empty = Enrolment(**words)
    # Of two tags for one card the first in the file counts.
    first_tags = {code: uid for uid, code in reversed(tags.items()) if not uid_fault(uid)}
    known = {
        uid: code
        for uid, code in tags.items()
        if code in empty.order and first_tags.get(code) == uid
    }
    put_off = dict.fromkeys(code for code in later if code in empty.order)
    gone = set(known.values())
    return replace(
        empty,
        tags=MappingProxyType(known),
        later=tuple(code for code in put_off if code not in gone),
    )


def write_enrolment(enrolment: Enrolment) -> str:
    """The text of an enrolment's file."""
    content = {
        "enrolling": FORMAT,
        "name": enrolment.name,
        "colour": enrolment.colour,
        "kind": enrolment.kind,
        "tags": dict(enrolment.tags),
        "later": list(enrolment.later),
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"
