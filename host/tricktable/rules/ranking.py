"""Which suit each card belongs to while it is played, and which cards of a suit are higher.

In most games that is what is printed. In others, queens and jacks are trumps, or the ten beats the
king. Each card belongs to one suit, so trumps belong to the suit that is called trump; where jacks
alone are trumps, they are a fifth suit. So are jokers that belong to no other.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from tricktable.rules.cards import (
    ALL,
    BY_CODE,
    JACKS,
    JOKERS,
    STANDARD,
    SUIT_MASKS,
    SUITS,
    WILD,
    Card,
    cards_in,
    mask,
)

LETTERS: Final = SUITS + JACKS + WILD
"""Of the suits, by their numbers."""
_SUITED: Final = (*STANDARD, *JOKERS)
"""The cards that a game can rank anew."""


class Ranking(NamedTuple):
    """By card, as `ALL` numbers them."""

    suits: tuple[int, ...]
    """0 … 3 for clubs, diamonds, hearts, spades, 4 for jacks, 5 for jokers, or the number of a
    colour."""
    letters: tuple[str, ...]
    """The same as letters; X for a card without a colour."""
    heights: tuple[int, ...]
    """Of two cards of one suit, the one with the larger number is higher."""
    masks: tuple[int, ...]
    """For each of the four suits, and for jacks and jokers if they are one, the mask of its cards.
    """

    def __repr__(self) -> str:
        """By suit, the highest first: in numbers it would be the longest part of any traceback."""
        return f"ranking_of({', '.join(_suits_in_words(self))})"


def _suits_in_words(of: Ranking) -> Iterator[str]:
    """As `ranking_of` takes them."""
    for letter, cards in zip(LETTERS, of.masks, strict=False):
        falling = sorted(cards_in(cards), key=of.heights.__getitem__, reverse=True)
        yield f"{letter}={' '.join(card.code for card in falling)!r}"


PRINTED: Final = Ranking(
    tuple(card.suit for card in ALL),
    tuple("X" if card.code[0] == "X" else card.code[1] for card in ALL),
    tuple(range(len(ALL))),
    SUIT_MASKS,
)
"""Every card as it is printed, aces high."""


def ranking_of(**suits: str) -> Ranking:
    """A ranking from the cards of each suit, the highest first: `D="QC QS QH QD JC … AD TD KD 9D"`.

    A card that is not named keeps its printed suit, below those that are named. Jokers are named
    where they are played with: `W="1W 2W"` where they are a suit of their own.

    Raises: ValueError, if a suit or a card does not exist, or if a card is named twice.
    """
    suit_of = dict[Card, int]()
    heights = {card: int(card) for card in ALL}
    for letter, codes in suits.items():
        for place, code in enumerate(reversed(codes.split())):
            card = BY_CODE.get(code)
            if letter not in LETTERS or card not in _SUITED or card in suit_of:
                raise ValueError(f"{letter}: {code} is no card of a suit, or is named twice")
            suit_of[card] = LETTERS.index(letter)
            heights[card] = len(ALL) + place
    numbers = tuple(suit_of.get(card, card.suit) for card in ALL)
    letters = tuple(
        LETTERS[suit_of[card]] if card in suit_of else PRINTED.letters[card] for card in ALL
    )
    count = max(len(SUITS), *(LETTERS.index(letter) + 1 for letter in suits), 0)
    masks = tuple(mask(card for card in _SUITED if numbers[card] == suit) for suit in range(count))
    return Ranking(numbers, letters, tuple(heights[card] for card in ALL), masks)
