"""Decks: which tag sticks on which card. Never keeps, tells or logs the number of a stranger's tag.

Everything is a value; only `load_deck`, `load_decks` and `save_deck` touch a file.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from tricktable.rules.cards import ALL, BY_CODE, STANDARD

STANDARD52: Final = "standard52"
TRIATRI: Final = "triatri"
KINDS: Final = MappingProxyType(
    {
        STANDARD52: tuple(card.code for card in STANDARD),
        TRIATRI: tuple(card.code for card in ALL[len(STANDARD) :]),
    }
)
"""For each kind of deck the codes of its cards, in printing order."""
FORMAT: Final = "tricktable/1"
"""What a deck file says of itself."""
MAX_FILE_BYTES: Final = 64 * 1024
"""A full deck's file takes about 2 kB; nothing longer than this is read."""
MAX_NAME_CHARS: Final = 40
MAX_CODE_CHARS: Final = 3

_HEX_DIGITS: Final = frozenset("0123456789abcdefABCDEF")
_UID_LENGTHS: Final = (8, 14)
_CASCADE_TAG: Final = "88"  # ISO/IEC 14443-3: announces a longer number, begins no 4-byte one


class BadDeck(Exception):
    """Raised if a deck, its file or several decks together cannot be used.

    One sentence for a person; it names cards, never a tag's number.
    """


class Known(NamedTuple):
    """The tag of a card of the deck in play."""

    deck: Deck
    card: str
    """Its code: `TH`."""


class OtherDeck(NamedTuple):
    """The tag of a card of a deck that is not in play."""

    deck: Deck
    card: str


@dataclass(frozen=True)
class Unknown:
    """A tag that is no card's. What it was is forgotten."""


Found = Known | OtherDeck | Unknown


@dataclass(frozen=True)
class Deck:
    """A complete deck of tagged cards: one tag for each card, one card for each tag.

    Raises: BadDeck if it is not, or if a tag's number is none that a reader can have read whole.
    """

    name: str
    colour: str
    """Of the backs, as people say it: `red`."""
    kind: str
    """A key of `KINDS`."""
    tags: Mapping[str, str] = field(repr=False, hash=False)
    """Tag number in hexadecimal (4 or 7 bytes, kept upper case) to card code."""

    def __post_init__(self) -> None:
        _check_words(self)
        object.__setattr__(self, "tags", MappingProxyType(_checked_tags(self.kind, self.tags)))

    def tag_of(self, card: str) -> str:
        """The number of that card's tag. Raises: KeyError if the deck has no such card."""
        for uid, code in self.tags.items():
            if code == card:
                return uid
        raise KeyError(card)


@dataclass(frozen=True)
class Decks:
    """The decks of a table, one of them in play (the first, if none is named; none, if none is).

    Raises: BadDeck if two have the same name or a tag in common, or the one in play is not there.
    """

    decks: tuple[Deck, ...] = ()
    in_play: str | None = None
    _owners: Mapping[str, Deck] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        names = [deck.name for deck in self.decks]
        if len(set(names)) < len(names):
            raise BadDeck(f"two decks have the same name: {', '.join(sorted(names))}")
        if self.in_play is None and names:
            object.__setattr__(self, "in_play", names[0])
        if self.in_play is not None and self.in_play not in names:
            raise BadDeck(f"there is no deck {self.in_play!r}, only: {', '.join(names) or 'none'}")
        object.__setattr__(self, "_owners", _owners(self.decks))

    def find(self, uid: str) -> Found:
        """Whose tag has this number (hexadecimal, any case). Never raises."""
        number = uid.upper()
        deck = self._owners.get(number)
        if deck is None:
            return Unknown()
        answer = Known if deck.name == self.in_play else OtherDeck
        return answer(deck, deck.tags[number])

    def of_kind(self, kind: str) -> Decks:
        """The same decks with one of that kind in play, where there is one."""
        fitting = [deck.name for deck in self.decks if deck.kind == kind]
        if not fitting or self.in_play in fitting:
            return self
        return self.switched(fitting[0])

    def switched(self, name: str) -> Decks:
        """The same decks with the named one in play. Raises: BadDeck if there is none."""
        return Decks(self.decks, name)


def uid_fault(uid: str) -> str | None:
    """Why no whole tag number reads `uid`, in a few words; None if it is one."""
    if not _HEX_DIGITS.issuperset(uid):
        return "is not written in hexadecimal"
    if len(uid) not in _UID_LENGTHS:
        return "has neither 4 nor 7 bytes"
    if len(uid) == min(_UID_LENGTHS) and uid.startswith(_CASCADE_TAG):
        return "was cut off by its reader: 4 bytes from 88 on are the start of a longer one"
    return None


def read_deck(text: str) -> Deck:
    """The deck that a deck file's text describes. Raises: BadDeck."""
    try:
        read = json.loads(text, object_pairs_hook=_without_repeats)
    except (ValueError, RecursionError) as error:
        raise BadDeck(f"not a deck file: {error}") from error
    if not isinstance(read, dict) or read.get("deck") != FORMAT:
        raise BadDeck(f'not a deck file: it does not say "deck": "{FORMAT}"')
    words = [read.get(key) for key in ("name", "colour", "kind")]
    tags = read.get("tags")
    if not all(isinstance(word, str) for word in words) or not isinstance(tags, dict):
        raise BadDeck("name, colour and kind must be text, and tags an object")
    if not all(isinstance(code, str) for code in tags.values()):
        raise BadDeck("a tag must lead to the code of a card, such as TH")
    name, colour, kind = map(str, words)
    return Deck(name, colour, kind, tags)


def write_deck(deck: Deck) -> str:
    """The text of the deck's file, cards in printing order."""
    by_card = {code: uid for uid, code in deck.tags.items()}
    content = {
        "deck": FORMAT,
        "name": deck.name,
        "colour": deck.colour,
        "kind": deck.kind,
        "tags": {by_card[code]: code for code in KINDS[deck.kind]},
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def load_deck(path: Path) -> Deck:
    """The deck in the file at `path`. Raises: BadDeck, which names the file."""
    try:
        with path.open("rb") as file:
            content = file.read(MAX_FILE_BYTES + 1)
        if len(content) > MAX_FILE_BYTES:
            raise BadDeck(f"longer than {MAX_FILE_BYTES} bytes")
        return read_deck(content.decode())
    except (BadDeck, UnicodeDecodeError) as error:
        raise BadDeck(f"{path.name}: {error}") from error
    except OSError as error:
        raise BadDeck(f"{path.name}: {error.strerror}") from error


def load_decks(folder: Path, in_play: str | None = None) -> Decks:
    """All decks in `folder` (`*.json`, in the order of their file names). Raises: BadDeck."""
    return Decks(tuple(load_deck(path) for path in sorted(folder.glob("*.json"))), in_play)


def save_deck(deck: Deck, path: Path) -> None:
    """Write the deck's file at `path`; a power cut leaves the old file or the new one, whole.

    Raises: OSError.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    with part.open("w", encoding="utf-8") as file:
        file.write(write_deck(deck))
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)


def demo_deck(colour: str = "red", kind: str = STANDARD52) -> Deck:
    """A deck for the simulated table: the same numbers each time, others for each colour.

    Seven bytes as NXP's stickers have them (NTAG213/215/216, 8.5.1): 04 first.
    """
    return Deck(
        f"demo {colour}" if kind == STANDARD52 else f"demo {colour} {kind}",
        colour,
        kind,
        {_demo_uid(f"{colour} {code}"): code for code in KINDS[kind]},
    )


def _demo_uid(seed: str) -> str:
    chosen = hashlib.sha256(seed.encode()).digest()
    # ISO/IEC 14443-3: the fourth of seven bytes is no cascade tag either, so its top bit stays 0.
    return bytes((0x04, *chosen[:2], chosen[2] & 0x7F, *chosen[3:5], 0x80)).hex().upper()


def _check_words(deck: Deck) -> None:
    for word, what in ((deck.name, "name"), (deck.colour, "colour")):
        if not word.strip() or len(word) > MAX_NAME_CHARS or not word.isprintable():
            raise BadDeck(f"the {what} must be 1 to {MAX_NAME_CHARS} printable characters")
    if deck.kind not in KINDS:
        raise BadDeck(f"there is no kind of deck {deck.kind!r}, only: {', '.join(KINDS)}")


def _checked_tags(kind: str, tags: Mapping[str, str]) -> dict[str, str]:
    """The tags with numbers in upper case, if they are a whole deck's. Raises: BadDeck."""
    checked: dict[str, str] = {}
    seen: set[str] = set()
    for uid, code in tags.items():
        number = uid.upper()
        if len(code) > MAX_CODE_CHARS:  # a tag's number in the wrong place, and not for the log
            raise BadDeck("a tag must lead to the code of a card, such as TH")
        if code not in KINDS[kind]:
            raise BadDeck(f"there is no card {code!r} in a {kind} deck")
        if fault := uid_fault(number):
            raise BadDeck(f"the number of {code}'s tag {fault}")
        if number in checked:
            raise BadDeck(f"{checked[number]} and {code} have the same tag")
        if code in seen:
            raise BadDeck(f"{code} has two tags")
        checked[number] = code
        seen.add(code)
    if missing := [code for code in KINDS[kind] if code not in seen]:
        raise BadDeck(f"{_some(missing)} no tag")
    return checked


def _some(codes: list[str], most: int = 5) -> str:
    named = ", ".join(codes[:most])
    if len(codes) > most:
        named += f" and {len(codes) - most} more"
    return f"{named} {'has' if len(codes) == 1 else 'have'}"


def _owners(decks: Iterable[Deck]) -> dict[str, Deck]:
    """Every tag's deck. Raises: BadDeck if a tag has two."""
    owners: dict[str, Deck] = {}
    for deck in decks:
        for uid, code in deck.tags.items():
            other = owners.setdefault(uid, deck)
            if other is not deck:
                raise BadDeck(
                    f"one tag is {other.tags[uid]} of deck {other.name!r} "
                    f"and {code} of deck {deck.name!r}"
                )
    return owners


def _without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """A JSON object as a dict, where Python would silently keep only the last of a repeated key."""
    read: dict[str, object] = {}
    for key, value in pairs:
        if key in read:
            two = (read[key], value)
            cards = [each for each in two if each in BY_CODE]
            raise BadDeck(
                f"{cards[0]} and {cards[1]} have the same tag"
                if len(cards) == 2
                else "something is written twice"
            )
        read[key] = value
    return read
