"""Kinds of printed decks, and how a game uses their cards. Knows no tag."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from tricktable.rules.cards import BY_CODE, JOKERS, STANDARD, Card
from tricktable.text.language import message


@dataclass(frozen=True, slots=True)
class DeckKind:
    """A kind of deck that people own and the table can learn."""

    name: str
    """As in deck files: lower-case letters and digits."""
    cards: tuple[Card, ...]
    """In printing order."""
    title: str
    """A message: `52 cards`."""
    enrol: str
    """A message, the menu line on the keypad that starts learning one: `enrol a deck`."""
    called: str = "{colour} deck"
    """The default name of a deck with backs of that colour."""
    keyed: Mapping[str, str] = field(default_factory=dict)
    """By what is typed, a rank and a suit or another rank, the card for which the keypad lacks the
    suit."""

    @property
    def codes(self) -> tuple[str, ...]:
        """The cards as printed, in printing order."""
        return tuple(card.code for card in self.cards)


STANDARD52: Final = DeckKind("standard52", STANDARD, message("52 cards"), message("enrol a deck"))
STANDARD54: Final = DeckKind(
    name="standard54",
    cards=(*STANDARD, *JOKERS),
    title=message("52 cards and 2 jokers"),
    enrol=message("enrol with jokers"),
    called=message("{colour} with jokers"),
    keyed={"JA": "1W", "J2": "2W"},
)


@dataclass(frozen=True, slots=True)
class Pack:
    """The deck for a game, and what its cards mean in the game."""

    kind: DeckKind = STANDARD52
    stands_for: Mapping[str, str] = field(default_factory=dict)
    """The game's card for the code of a printed card; cards not listed are themselves."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """The game's cards, in the order in which they are printed."""
        return tuple(BY_CODE[self.read(code)] for code in self.kind.codes)

    def read(self, printed: str) -> str:
        """The game's card, from the code of the printed one."""
        return self.stands_for.get(printed, printed)

    def keyed_card(self, keyed: str) -> str:
        """The game's card, from the two keys that were pressed for it."""
        return self.read(self.kind.keyed.get(keyed, keyed))

    def printed_code(self, code: str) -> str:
        """The code of the printed card for this card of the game."""
        return next((own for own, card in self.stands_for.items() if card == code), code)


COMMON_PACK: Final = Pack()
"""The 52 standard cards as they are."""
JOKER_PACK: Final = Pack(STANDARD54)
"""The same with two jokers, which the game's ranking places."""
