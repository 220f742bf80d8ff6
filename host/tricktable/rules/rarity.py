"""How rare a hand was: the chance that this many cards of that deck have its shape, exactly.

The shape is how many cards of each suit a hand has, whichever suits these are: 4-4-3-2. Only hands
are looked at whose every card became public; what was only scanned stays secret for ever.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import permutations
from math import comb, prod
from typing import Final, NamedTuple

from tricktable.rules.cards import Card, cards_in, mask
from tricktable.rules.chance import Chance
from tricktable.rules.deal import Layout
from tricktable.rules.entries import Moved, Played, Shown
from tricktable.rules.game import Header, Tabletop
from tricktable.rules.hands import deals
from tricktable.rules.ranking import PRINTED, Ranking
from tricktable.rules.record import Record, Step

# A game may leave cards in the box and name them in no pile; other deals have those cards. Where
# half of a deck is dealt, 40 deals miss one with a chance of 5e-11.
DEALS: Final = 40


class Rarity(NamedTuple):
    """One dealt hand, and how rare its shape is."""

    shape: tuple[int, ...]
    """Cards in each suit, the longest first; a suit without a card has a 0."""
    chance: Fraction
    """Of a hand of this size, dealt at random from this deck."""

    @property
    def one_in(self) -> int:
        """The chance as people say it: 1 in this many, rounded."""
        return round(1 / self.chance)

    @property
    def about(self) -> int:
        """The same with two digits: nobody remembers more of a large number."""
        return rounded(self.one_in)

    def __str__(self) -> str:
        return "-".join(map(str, self.shape))


def rounded(number: int) -> int:
    """The number with two digits."""
    unit: int = 10 ** max(0, len(str(number)) - 2)
    return int(round(number / unit) * unit)


def rarity(deck: Iterable[Card], hand: Iterable[Card], ranking: Ranking = PRINTED) -> Rarity:
    """How rare the hand's shape is among all hands of its size. All its cards are of the deck.

    The ranking says which suit each card belongs to.
    """
    of = ranking.suits
    there, held = Counter(of[card] for card in deck), Counter(of[card] for card in hand)
    suits = sorted(there)
    shape = tuple(sorted((held[suit] for suit in suits), reverse=True))
    return Rarity(shape, chance(tuple(there[suit] for suit in suits), shape))


@lru_cache(maxsize=4096)  # 39 shapes of thirteen cards; each size of hand and deck has its own
def chance(suits: tuple[int, ...], shape: Sequence[int]) -> Fraction:
    """The chance of a shape, its numbers in any order, for a deck with this many cards a suit.

    The multivariate hypergeometric distribution, summed over the suits that each number can be of.
    """
    hands = sum(prod(map(comb, suits, each)) for each in {*permutations(shape)})
    return Fraction(hands, comb(sum(suits), sum(shape)))


def hands(record: Record, drawn: Chance) -> Iterator[tuple[int, Rarity]]:
    """Each hand of the record that all have seen whole, as it was dealt: its seat and rarity."""
    for each in by_deal(record, drawn):
        yield from each.items()


def by_deal(record: Record, drawn: Chance) -> Iterator[Mapping[int, Rarity]]:
    """For each deal, the oldest first, the hands that all have seen whole, by seat.

    Of some deals that `drawn` makes, only the cards that can come and each hand's size are used.
    A hand into which cards came from a pile, or from which they went face down, is not among them.
    """
    for deal in public_hands(record, drawn):
        ranking = deal.table.ranking
        yield {seat: rarity(deal.deck, hand, ranking) for seat, hand in deal.hands.items()}


class PublicHands(NamedTuple):
    """The hands of one deal that all have seen whole, as they were dealt."""

    deal: int
    """The entry that dealt them."""
    deck: frozenset[Card]
    """Every card that can be dealt."""
    table: Tabletop
    """The table when the first card was played."""
    hands: Mapping[int, frozenset[Card]]
    """By seat."""


def public_hands(record: Record, drawn: Chance) -> Iterator[PublicHands]:
    """For each deal, the oldest first; as `by_deal`."""
    deck: frozenset[Card] | None = None
    for steps in deals(record):
        deck = deck or _deck(record, steps[0], drawn)
        sizes = [hand.bit_count() for hand in _layout(record, steps[0], drawn).hands]
        played = (step.after.tabletop() for step in steps if isinstance(step.entry, Played))
        hands = {
            seat: cards
            for seat, cards in enumerate(_public(record.header, steps))
            if cards is not None and sizes[seat] and len(cards) == sizes[seat] and cards <= deck
        }
        yield PublicHands(steps[0].seq, deck, next(played, Tabletop()), hands)


def _layout(record: Record, dealt: Step, drawn: Chance) -> Layout:
    header = record.header
    return header.rules.deal.deal(header, dealt.after, drawn)


def _deck(record: Record, dealt: Step, drawn: Chance) -> frozenset[Card]:
    """Every card that can be dealt."""
    cards = 0
    for layout in (_layout(record, dealt, drawn) for _ in range(DEALS)):
        cards |= mask(card for pile in layout.piles.values() for card in pile)
        for hand in layout.hands:
            cards |= hand
    return frozenset(cards_in(cards))


def _public(header: Header, steps: Sequence[Step]) -> list[frozenset[Card] | None]:
    """By seat the cards of its hand that all have seen; None if others came or went."""
    cards: list[frozenset[Card] | None] = [frozenset()] * header.seats
    for step in steps:
        match step.entry:
            case Played(seat, card) | Shown(int(seat), card):
                known = cards[seat]
                cards[seat] = None if known is None else known | {card}
            case Moved(seat, source, target, number) if number and "hand" in (source, target):
                cards[seat] = None
                for taker in header.rules.deal.taken_up(step.entry, step.after).values():
                    cards[taker] = None
    return cards
