"""Cards as printed: a rank in a suit. What a card is worth is a game's business."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from tricktable.text.language import Message, message

SUITS: Final = "CDHS"
RANKS: Final = "23456789TJQKA"
JACKS: Final = "J"
"""A suit of jacks beside the four, as Skat's grand has it (`rules.ranking`); none is printed."""
WILD: Final = "W"
"""The suit of the jokers, as long as a game ranks them with no other (`rules.ranking`)."""
COLOURS: Final = "RBG"  # as decks without suits have them: fire, water, wood
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
COLOURLESS: Final = len(COLOURS)


# A number, so that a set of cards is one integer: of four whists written for comparison the one
# with masks took 0.8 µs a decision, the one with frozen objects 1.9 µs.
class Card(int):
    """One card, a number that is its index in a mask, and what is printed on it.

    There is exactly one object for each printed card; get it from `card` or `BY_CODE`. It has
    `code`, `suit`, `rank` and `bit`.
    """

    code: str
    """As printed and written in records: `TH`, `7R`, `X1`; `1W` for a joker."""
    suit: int
    """0 … 3 for clubs, diamonds, hearts, spades, 5 for jokers; else a colour 0 … 2, or
    `COLOURLESS`."""
    rank: int
    """2 … 14 (jack 11 … ace 14); 0 for an imitation or a joker."""
    bit: int
    """`1 << self`: this card in a mask of cards."""

    def __new__(cls, index: int, code: str, suit: int, rank: int) -> Card:
        """Print a card; only this file does."""
        made = super().__new__(cls, index)
        made.code, made.suit, made.rank, made.bit = code, suit, rank, 1 << index
        return made

    def __repr__(self) -> str:
        return self.code

    __str__ = __repr__

    def __bool__(self) -> bool:
        return True  # also the card with index 0


def _print_all() -> Iterator[Card]:
    index = 0
    for suits, ranks in ((SUITS, RANKS), (COLOURS, RANKS[:7])):
        for suit, letter in enumerate(suits):
            for rank, printed in enumerate(ranks, start=2):
                yield Card(index, printed + letter, suit, rank)
                index += 1
    for number in "123":
        yield Card(index, "X" + number, COLOURLESS, 0)
        index += 1
    for number in "12":
        yield Card(index, number + WILD, len(SUITS + JACKS), 0)
        index += 1


ALL: Final = tuple(_print_all())
"""Every card of every game; `ALL[int(c)] is c`."""
STANDARD: Final = ALL[:52]
"""The 52 standard cards, clubs first, twos first."""
JOKERS: Final = ALL[-2:]
"""The two jokers that come with them."""
BY_CODE: Final = {each.code: each for each in ALL}
BY_BIT: Final = {each.bit: each for each in ALL}


def card(code: str) -> Card:
    """The card printed `code`. Raises: KeyError if there is none."""
    return BY_CODE[code]


def written_card(code: str) -> Message:
    """The card as people write it: `TH` in English; other languages may have their own signs."""
    if code not in BY_CODE:
        return Message("{code}", {"code": code})
    rank, letter = code[0], code[1]
    if rank == "X":
        return Message("X{number}", {"number": letter})
    suit = Message(_LETTERS[letter])
    return Message("{rank}{suit}", {"rank": Message("T") if rank == "T" else rank, "suit": suit})


_LETTERS: Final = {
    "C": message("C"),
    "D": message("D"),
    "H": message("H"),
    "S": message("S"),
    "R": message("R"),
    "B": message("B"),
    "G": message("G"),
    WILD: message("W"),
}


def code_of(card: Card | None) -> str | None:
    """The card as printed, or None for no card."""
    return None if card is None else card.code


def mask(cards: Iterable[Card]) -> int:
    """The set of `cards` as one integer, bit `1 << card` for each."""
    total = 0
    for each in cards:
        total |= each.bit
    return total


def cards_in(bits: int) -> Iterator[Card]:
    """The cards of a mask, lowest index first."""
    while bits:
        lowest = bits & -bits
        yield ALL[lowest.bit_length() - 1]
        bits ^= lowest


def worth(cards: int, values: Mapping[str, int]) -> int:
    """The points of the cards of a mask, by what ranks are worth: `A`, `T`; others are worth 0."""
    return sum(values.get(card.code[0], 0) for card in cards_in(cards))


SUIT_MASKS: Final = tuple(mask(c for c in STANDARD if c.suit == suit) for suit in range(4))
"""For each suit the mask of its thirteen standard cards."""
