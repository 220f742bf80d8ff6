"""Decks as values: which tag is on which card. Never reveals the number of an unknown tag."""

from __future__ import annotations

import copy
import hashlib
import re
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from types import MappingProxyType
from typing import Final, NamedTuple

from tricktable.games import GAMES
from tricktable.rules.deck import STANDARD52 as STANDARD
from tricktable.rules.deck import DeckKind
from tricktable.store.decks.controls import Control, Controls
from tricktable.text.characters import BYTES_EACH, is_printable, is_within
from tricktable.text.language import Message, message

STANDARD52: Final = STANDARD.name
KINDS: Final[Mapping[str, DeckKind]] = {
    STANDARD52: STANDARD,
    **{pack.kind.name: pack.kind for game in GAMES.values() for pack in game.packs},
}
"""Every kind of deck that games use, by name."""
COLOURS: Final = (
    message("red"),
    message("blue"),
    message("green"),
    message("black"),
    message("white"),
    message("yellow"),
)
"""Those that the table offers for the backs of a new deck."""
MAX_NAME_CHARS: Final = 40
"""Characters as people see them."""
MAX_NAME_CODES: Final = MAX_NAME_CHARS * BYTES_EACH
"""No name has more code points, nor more of a browser's units of them."""
MAX_CODE_CHARS: Final = 3  # what is longer may be the number of a tag, which no message names
_NAMED: Final = 5
"""How many cards a sentence names."""

_HEX_DIGITS: Final = frozenset("0123456789abcdefABCDEF")
_UID_LENGTHS: Final = (8, 14)  # hex digits of 4 or 7 bytes, as the board reads them
# ISO/IEC 14443-3, 6.5.4: what a 4-byte number may not begin with, and what makes it a random one.
_CASCADE_TAG: Final = "88"
_SUITS: Final = str.maketrans("♣♦♥♠", "CDHS")
_BETWEEN: Final = re.compile(r"[\s:.-]")
"""What other programs write between the bytes of a number."""
_CUT_DIGITS: Final = 8
_RANDOM: Final = "08"


class BadDeck(Exception):
    """Raised if a deck, its file or several decks together cannot be used.

    One sentence for a person, in the language being spoken; it names cards, never a tag's number.
    """

    def __init__(self, words: str, **fields: object) -> None:
        """A message without capital and full stop, and what fills it."""
        super().__init__(words)
        self.message = Message(words, fields)

    def __str__(self) -> str:
        return str(self.message)


class KnownCard(NamedTuple):
    """The tag of a card in the deck in play."""

    deck: Deck
    card: str
    """Its code: `TH`."""


class OtherDeck(NamedTuple):
    """The tag of a card in a deck that is not in play."""

    deck: Deck
    card: str


@dataclass(frozen=True)
class UnknownTag:
    """A tag without a card. Does not keep its number."""


TagMeaning = KnownCard | OtherDeck | Control | UnknownTag


@dataclass(frozen=True)
class Deck:
    """A complete deck of tagged cards: one tag for each card, one card for each tag.

    Raises: BadDeck if it is not, or if a tag's number cannot be a complete one.
    """

    name: str
    colour: str
    """The colour of the backs, in people's own words: `red`."""
    kind: str
    """A key of `KINDS`."""
    tags: Mapping[str, str] = field(repr=False, hash=False)
    """Tag number in hexadecimal (4 or 7 bytes, kept upper case) to card code."""

    def __post_init__(self) -> None:
        check_words(self.name, self.colour, self.kind)
        object.__setattr__(self, "tags", MappingProxyType(_checked_tags(self.kind, self.tags)))

    def tag_of(self, card: str) -> str:
        """The number of the card's tag. Raises: KeyError if the deck has no such card."""
        for uid, code in self.tags.items():
            if code == card:
                return uid
        raise KeyError(card)

    def fits(self, kind: str) -> bool:
        """Whether it is of that kind, or has all its cards and more: with jokers it serves games
        without, too. Of two kinds with the same cards, neither serves for the other.
        """
        asked = KINDS.get(kind)
        return kind == self.kind or (asked is not None and {*asked.codes} < {*self.tags.values()})


@dataclass(frozen=True)
class Decks:
    """The decks of a table, one of them in play (the first, if none is named; none, if none is).

    Raises: BadDeck if two have the same name or a tag in common, also with a control card, or the
    one in play is not there.
    """

    decks: tuple[Deck, ...] = ()
    in_play: str | None = None
    controls: Controls = field(default_factory=Controls)
    _owners: Mapping[str, Deck] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        names = [deck.name for deck in self.decks]
        if len(set(names)) < len(names):
            raise BadDeck("two decks have the same name: {names}", names=", ".join(sorted(names)))
        if self.in_play is None and names:
            object.__setattr__(self, "in_play", names[0])
        if self.in_play is not None:
            self.deck(self.in_play)
        owners = _owners(self.decks)
        for number, act in self.controls.tags.items():
            if number in owners:
                code, name = owners[number].tags[number], repr(owners[number].name)
                raise BadDeck(
                    "one tag belongs to {code} of deck {name} and to a control card ({act})",
                    code=code,
                    name=name,
                    act=act,
                )
        object.__setattr__(self, "_owners", owners)

    def find(self, uid: str) -> TagMeaning:
        """What the tag with this number is (hexadecimal, any case). Never raises."""
        number = uid.upper()
        deck = self._owners.get(number)
        if deck is None:
            act = self.controls.tags.get(number)
            return UnknownTag() if act is None else Control(act)
        answer = KnownCard if deck.name == self.in_play else OtherDeck
        return answer(deck, deck.tags[number])

    def of_kind(self, kind: str) -> Decks:
        """The same decks, with one in play that fits that kind, if there is one."""
        fitting = [deck.name for deck in self.decks if deck.fits(kind)]
        if not fitting or self.in_play in fitting:
            return self
        return self.switched(fitting[0])

    def prefer(self, name: str) -> Decks:
        """The same decks, with the named one in play if there is one."""
        return self.switched(name) if any(deck.name == name for deck in self.decks) else self

    def switched(self, name: str) -> Decks:
        """The same decks with the named one in play. Raises: BadDeck if there is none."""
        self.deck(name)
        same = copy.copy(self)  # whose tag is whose stays as it is
        object.__setattr__(same, "in_play", name)
        return same

    def deck(self, name: str) -> Deck:
        """The deck of that name. Raises: BadDeck if there is none."""
        for deck in self.decks:
            if deck.name == name:
                return deck
        names = [deck.name for deck in self.decks]
        if not names:
            raise BadDeck("there is no deck {name}, and no other either", name=repr(name))
        raise BadDeck(
            "there is no deck {name}; the decks here: {names}",
            name=repr(name),
            names=", ".join(names),
        )


def uid_fault(uid: str) -> str | None:
    """Why `uid` is not a complete tag number, in a few words; None if it is."""
    if not _HEX_DIGITS.issuperset(uid):
        return message("is not in hexadecimal")
    if len(uid) not in _UID_LENGTHS:
        return message("is not 4 or 7 bytes long")
    if len(uid) == min(_UID_LENGTHS) and uid.startswith(_CASCADE_TAG):
        return message(
            "was cut short by its reader: 4 bytes that begin with 88 are part of a longer number"
        )
    if len(uid) == min(_UID_LENGTHS) and uid.startswith(_RANDOM):
        return message("changes every time, as with phones and bank cards")
    return None


def renamed(deck: Deck, name: str, colour: str) -> Deck:
    """The same deck under another name. Raises: BadDeck."""
    return Deck(name.strip(), colour.strip(), deck.kind, deck.tags)


def is_plain(name: str, colour: str) -> bool:
    """Whether it is called as the table calls a new deck of one of its colours: after nobody."""
    called = (kind.called.format(colour=colour) for kind in KINDS.values())
    return colour in COLOURS and any(re.fullmatch(rf"{each}( \d+)?", name) for each in called)


def plain(colour: str, kind: str, taken: Container[str]) -> str:
    """What the table calls a new deck of that colour: `red deck`, `red deck 2`."""
    name = kind_named(kind).called.format(colour=colour)
    numbered = (f"{name} {number}" for number in count(2))
    return name if name not in taken else next(each for each in numbered if each not in taken)


def code_of(text: str) -> str | None:
    """The code of the card that people write so (`Ah`, `10H`, `10 ♥`); None if no deck has one."""
    code = "".join(text.split()).translate(_SUITS).upper().replace("10", "T", 1)
    return code if any(code in kind.codes for kind in KINDS.values()) else None


def number_of(text: str) -> str:
    """A tag's number as we write it, from `04:a3:c6:ca` or `04 A3 C6 CA`, as other programs do."""
    return _BETWEEN.sub("", text).upper()


def is_cut(deck: Deck) -> bool:
    """Whether the numbers look like the beginnings of longer ones, which no reader ever says.

    Seven bytes of NXP's tags begin with 04; of real four-byte numbers one in 256 does.
    """
    return all(len(each) == _CUT_DIGITS and each.startswith("04") for each in deck.tags)


CUT: Final = message(
    "All tag numbers have 4 bytes and begin with 04. They look like the first half of longer ones, "
    "which no card would match. Read them again with an app that shows all 7 bytes, or enrol the "
    "deck at the table."
)
"""What to say of a deck that `is_cut`."""


def kind_named(name: str) -> DeckKind:
    """The kind of deck with this name. Raises: BadDeck if there is none."""
    if name not in KINDS:
        kinds = ", ".join(KINDS)
        raise BadDeck(
            "there is no kind of deck {kind}; the kinds: {kinds}", kind=repr(name), kinds=kinds
        )
    return KINDS[name]


def check_words(name: str, colour: str, kind: str) -> None:
    """Check a deck's name and colour. Raises: BadDeck."""
    if not _is_fit(name):
        raise BadDeck("the name must be 1 to {most} printable characters", most=MAX_NAME_CHARS)
    if not _is_fit(colour):
        raise BadDeck("the colour must be 1 to {most} printable characters", most=MAX_NAME_CHARS)
    kind_named(kind)


def _is_fit(word: str) -> bool:
    return bool(word.strip()) and is_within(word, MAX_NAME_CHARS) and is_printable(word)


def _checked_tags(kind: str, tags: Mapping[str, str]) -> dict[str, str]:
    """The tags with numbers in upper case, if they make a whole deck. Raises: BadDeck."""
    checked: dict[str, str] = {}
    seen: set[str] = set()
    for uid, code in tags.items():
        number = uid.upper()
        if len(code) > MAX_CODE_CHARS:  # a tag's number in the wrong place, and not for the log
            raise BadDeck("each tag must map to the code of a card, such as TH")
        if code not in KINDS[kind].codes:
            raise BadDeck("there is no card {code} in a {kind} deck", code=repr(code), kind=kind)
        if fault := uid_fault(number):
            raise BadDeck("the tag number of {code} {fault}", code=code, fault=Message(fault))
        if number in checked:
            raise BadDeck("{one} and {other} have the same tag", one=checked[number], other=code)
        if code in seen:
            raise BadDeck("{code} has two tags", code=code)
        checked[number] = code
        seen.add(code)
    if missing := [code for code in KINDS[kind].codes if code not in seen]:
        if len(missing) == 1:
            raise BadDeck("{code} has no tag", code=missing[0])
        raise BadDeck("{cards} have no tag", cards=first_few(missing))
    return checked


def first_few(codes: Sequence[str]) -> str | Message:
    """`2C, 3C`; of many, the first ones and how many more."""
    named = ", ".join(codes[:_NAMED])
    if len(codes) <= _NAMED:
        return named
    return Message("{cards} and {number} more", {"cards": named, "number": len(codes) - _NAMED})


def _owners(decks: Iterable[Deck]) -> dict[str, Deck]:
    """The deck of every tag. Raises: BadDeck if a tag has two."""
    owners: dict[str, Deck] = {}
    for deck in decks:
        for uid, code in deck.tags.items():
            other = owners.setdefault(uid, deck)
            if other is not deck:
                raise BadDeck(
                    "one tag belongs to {one} of deck {name} and to {other} of deck {another}",
                    one=other.tags[uid],
                    name=repr(other.name),
                    other=code,
                    another=repr(deck.name),
                )
    return owners


def demo_deck(colour: str = "red", kind: str = STANDARD52) -> Deck:
    """A deck for the simulated table: always the same tag numbers, different for each colour.

    Seven bytes like NXP's stickers (NTAG213/215/216, 8.5.1): 04 first.
    """
    of = colour if kind == STANDARD52 else f"{colour} {kind}"
    tags = {_demo_uid(f"{of} {code}"): code for code in KINDS[kind].codes}
    return Deck(f"demo {of}", colour, kind, tags)


def demo_decks() -> tuple[Deck, ...]:
    """A red one of each kind, the standard one first."""
    return tuple(demo_deck("red", kind) for kind in KINDS)


def _demo_uid(seed: str) -> str:
    chosen = hashlib.sha256(seed.encode()).digest()
    # ISO/IEC 14443-3: the fourth of seven bytes is no cascade tag either, so its top bit stays 0.
    return bytes((0x04, *chosen[:2], chosen[2] & 0x7F, *chosen[3:5], 0x80)).hex().upper()
