"""What a deal is remembered for: hands so rare that somebody would tell of them, by counting cards.

Each chance is that of one hand of this size, dealt at random from this deck: exact, as a ratio of
hands. Whose hand it was is not told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb, prod
from typing import Final, NamedTuple

from tricktable.rules.cards import JACKS, WILD, Card, mask
from tricktable.rules.chance import Chance
from tricktable.rules.deal import Holding
from tricktable.rules.ranking import LETTERS
from tricktable.rules.rarity import PublicHands, public_hands, rounded
from tricktable.rules.record import Record

RARE: Final = 20
"""One hand in this many is worth telling: with four hands, one deal in five."""
MOST: Final = 2
"""Those that are told of one deal."""

UNSUITED: Final = "X" + JACKS + WILD
"""Letters of the cards that are of no suit that people would speak of as one."""

VOID: Final = "void"
LENGTH: Final = "length"
TRUMPS: Final = "trumps"
HOLDING: Final = "holding"


class HandOdds(NamedTuple):
    """A rare hand of a deal."""

    kind: str
    """`void` in a suit, `length` of one, all `trumps`, or a `holding` that the game names."""
    one_in: int
    """One hand in this many has it, with two digits."""
    suit: str = ""
    """Its letter."""
    cards: int = 0
    """How many of that suit it had."""
    title: str = ""
    """Of a holding, a message."""


def rare_hands(record: Record, drawn: Chance) -> Mapping[int, tuple[HandOdds, ...]]:
    """By the entry of each deal, the rarest of its hands that all have seen whole.

    Of some deals that `drawn` makes, only the cards that can come and each hand's size are used.
    """
    holdings = record.header.rules.holdings
    return {deal.deal: _rarest(deal, holdings) for deal in public_hands(record, drawn)}


def _rarest(deal: PublicHands, holdings: Iterable[Holding]) -> tuple[HandOdds, ...]:
    told = [max(_of_hand(deal, hand, holdings), default=None) for hand in deal.hands.values()]
    found = sorted((each for each in told if each is not None and each[0] >= RARE), reverse=True)
    return tuple(rare for _, rare in found[:MOST])


def _of_hand(
    deal: PublicHands, hand: frozenset[Card], holdings: Iterable[Holding]
) -> Iterator[tuple[int, HandOdds]]:
    """What there is to tell of a hand, each with its rarity."""
    ranking, size = deal.table.ranking, len(hand)
    there, held = (Counter(ranking.letters[card] for card in some) for some in (deal.deck, hand))
    suits = [letter for letter in there if letter not in UNSUITED]
    counts = tuple(sorted(there[letter] for letter in suits))
    beside = there.total() - sum(counts)
    longest = max(suits, key=lambda suit: held[suit])
    yield _odds(LENGTH, at_least(counts, size, held[longest], beside), longest, held[longest])
    void = next((suit for suit in suits if not held[suit]), None)
    if void is not None:
        yield _odds(VOID, with_void(counts, size, beside), void)
    trump = LETTERS.index(deal.table.trump) if deal.table.trump else -1
    trumps = mask(card for card in deal.deck if ranking.suits[card] == trump)
    if trumps and not trumps & ~mask(hand):
        whole = Holding("", trumps, trumps.bit_count(), trumps.bit_count())
        yield _odds(TRUMPS, holding_chance(whole, mask(deal.deck), size))
    for each in holdings:
        if each.least <= (mask(hand) & each.cards).bit_count() <= each.most:
            one_in, rare = _odds(HOLDING, holding_chance(each, mask(deal.deck), size))
            yield one_in, rare._replace(title=each.title)


def _odds(kind: str, chance: Fraction, suit: str = "", count: int = 0) -> tuple[int, HandOdds]:
    one_in = round(1 / chance)
    return one_in, HandOdds(kind, rounded(one_in), suit, count)


def holding_chance(holding: Holding, deck: int, size: int) -> Fraction:
    """The chance that a hand of this size has that many of those cards (hypergeometric)."""
    those, others = (holding.cards & deck).bit_count(), (deck & ~holding.cards).bit_count()
    numbers = range(holding.least, min(holding.most, those, size) + 1)
    hands = sum(comb(those, number) * comb(others, size - number) for number in numbers)
    return Fraction(hands, comb(those + others, size))


@lru_cache(maxsize=256)
def at_least(suits: tuple[int, ...], size: int, count: int, beside: int = 0) -> Fraction:
    """The chance that a hand has at least this many cards of one suit, with others beside them."""
    told = sum(ways for shape, ways in _shapes(suits, beside, size) if max(shape) >= count)
    return Fraction(told, comb(sum(suits) + beside, size))


@lru_cache(maxsize=256)
def with_void(suits: tuple[int, ...], size: int, beside: int = 0) -> Fraction:
    """The chance that a hand has no card of some suit, if the deck has others beside them."""
    told = sum(ways for shape, ways in _shapes(suits, beside, size) if not min(shape))
    return Fraction(told, comb(sum(suits) + beside, size))


def _shapes(
    suits: tuple[int, ...], beside: int, size: int
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Each number of cards of each suit that a hand can have, and how many hands have it."""
    for shape in product(*(range(min(suit, size) + 1) for suit in suits)):
        others = size - sum(shape)
        if 0 <= others <= beside:
            yield shape, prod(map(comb, suits, shape)) * comb(beside, others)
