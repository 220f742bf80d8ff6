"""Hands that a search lays from and takes back into: what every search with open hands shares."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from tricktable.rules.cards import Card, cards_in
from tricktable.rules.ranking import LETTERS
from tricktable.rules.review.open_cards import OpenCards
from tricktable.rules.tricks import Trick

WIDTH: Final = 16
"""Bits of a suit: the higher card has the higher bit."""
_SUIT: Final = (1 << WIDTH) - 1
_OWNER: Final = 6
"""Bits for whose a card is, and which of the marked ones it is."""


class Search:
    """The cards of one moment as bits, the suits side by side. Mutable.

    Cards between which nobody else has one are alike, and a position is its hands' order in each
    suit: so much makes no difference that most positions have been seen before.
    """

    def __init__(self, at: OpenCards) -> None:
        ranking = at.ranking
        cards = {card for hand in at.hands for card in cards_in(hand)}
        cards |= {card for _, card in at.trick}
        self.suits = tuple(_SUIT << (WIDTH * suit) for suit in range(len(ranking.masks)))
        self.card: dict[int, Card] = {}
        self.suit_of: dict[int, int] = {}
        for suit, bits in enumerate(self.suits):
            mine = sorted(
                (each for each in cards if ranking.suits[each] == suit),
                key=lambda each: ranking.heights[each],
            )
            for place, each in enumerate(mine):
                bit = 1 << (WIDTH * suit + place)
                self.card[bit], self.suit_of[bit] = each, bits
        self.bit: Mapping[Card, int] = {card: bit for bit, card in self.card.items()}
        self.hands = [sum(self.bit[card] for card in cards_in(hand)) for hand in at.hands]
        self.seats = len(self.hands)
        self.trump = self.suits[LETTERS.index(at.trump)] if at.trump else 0
        self.top = 0 if at.top is None else self.bit.get(at.top, 0)
        self.leader = at.trick[0][0] if at.trick else at.due
        self.laid = {seat: self.bit[card] for seat, card in at.trick}
        """The cards that lay there when the search began, by seat."""
        self.marked: dict[int, int] = {}
        """Cards that are like no other, or only like those with the same number, from 1."""
        self.line: list[tuple[int, int]] = []
        """The cards laid by the search, in order."""
        self._orders: dict[tuple[int, ...], int] = {}

    @property
    def way(self) -> Trick:
        """The line as cards."""
        return tuple((seat, self.card[bit]) for seat, bit in self.line)

    def begun(self) -> tuple[int, int, int, int]:
        """Of the trick that lies there: its best card, whose it is, all its cards, who is next."""
        best, taker, trick, turn = self.laid[self.leader], self.leader, 0, -1
        for seat in self.clockwise(self.leader):
            bit = self.laid.get(seat)
            if bit is None:
                turn = seat if turn < 0 else turn
                continue
            trick |= bit
            if self.beats(bit, best):
                best, taker = bit, seat
        return best, taker, trick, turn

    def clockwise(self, first: int) -> Iterator[int]:
        """All seats, this one first."""
        return ((first + step) % self.seats for step in range(self.seats))

    def turn(self, seat: int, trick: int) -> int:
        """This seat, or the next one that has not played to the trick."""
        while self.laid and self.laid.get(seat, 0) & trick:
            seat = (seat + 1) % self.seats
        return seat

    def beats(self, bit: int, best: int) -> bool:
        """Whether this card is higher than the best one of its trick."""
        if self.top in (bit, best) and self.top:
            return bit == self.top
        if self.suit_of[bit] == self.suit_of[best]:
            return bit > best
        return bool(bit & self.trump)

    def unlike(self, cards: int, mine: int, trick: int) -> list[int]:
        """One of each group of a hand's cards that are alike, the lowest first."""
        others = trick
        for hand in self.hands:
            others |= hand
        others &= ~mine
        found: list[int] = []
        before = 0
        for bit in each(cards):
            if (
                not before
                or others & (bit - 1) & ~((before << 1) - 1)
                or self.suit_of[before] != self.suit_of[bit]
                or self.marked.get(bit) != self.marked.get(before)
            ):
                found.append(bit)
            before = bit
        return found

    def shape(self) -> tuple[int, ...]:
        """Who has the lowest card of each suit, who the next …: the rest makes no difference.

        The same for every search of one deal, whatever has been played before it.
        """
        return tuple([self._order(suit) for suit in self.suits])

    def _order(self, suit: int) -> int:
        cards = tuple([hand & suit for hand in self.hands])
        found = self._orders.get(cards)
        if found is None:
            owner = {bit: seat for seat, mine in enumerate(cards) for bit in each(mine)}
            found = 1
            for bit in sorted(owner):
                found = found << _OWNER | owner[bit] + self.seats * self.marked.get(bit, 0)
            self._orders[cards] = found
        return found


def each(bits: int) -> Iterator[int]:
    """The bits of a mask, the lowest first."""
    while bits:
        lowest = bits & -bits
        yield lowest
        bits ^= lowest
