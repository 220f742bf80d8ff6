"""The cards of one moment as bits: what every search with open hands shares.

Whose a card is never changes, so a position is the cards that are left and who leads, and a search
hands both on instead of laying and taking back. Compiled, these numbers are machine words (`i64`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tricktable.rules.cards import Card, cards_in
from tricktable.rules.compiler import i64
from tricktable.rules.ranking import LETTERS
from tricktable.rules.review.open_cards import OpenCards
from tricktable.rules.tricks import Trick
from tricktable.rules.verdicts import HEAD, OVERTRUMP, TRUMP

_WORD: Final = 62
"""Bits of a machine word in which a position must find room."""


class TooManyCards(Exception):
    """Raised if there are more cards than a search has room for."""


def is_searchable(at: OpenCards) -> bool:
    """Whether a search has room for these cards, and so for those of each later moment."""
    try:
        Search(at)
    except TooManyCards:
        return False
    return True


class Shapes:
    """Numbers for the orders in which the seats hold the cards of a suit. Mutable: it remembers.

    The lowest card of a suit, the next one …: the rest makes no difference. So they are the same
    for every search of one deal, whatever has been played before it.
    """

    def __init__(self) -> None:
        self._numbers: list[dict[int, int]] = []

    def number(self, suit: int, order: int) -> int:
        """Of this order in the suit with this number, from 0."""
        while len(self._numbers) <= suit:
            self._numbers.append({})
        known = self._numbers[suit]
        return known.setdefault(order, len(known))


class Search:
    """The cards of one moment, the suits side by side. Mutable.

    Cards between which nobody else has one are alike.
    """

    def __init__(self, at: OpenCards, shapes: Shapes | None = None) -> None:
        ranking = at.ranking
        hands = list(at.hands)
        for seat, card in at.trick:
            hands[seat] |= card.bit
        owner = {card: seat for seat, hand in enumerate(hands) for card in cards_in(hand)}
        self.seats = len(hands)
        self.after = [*range(1, self.seats), 0]
        """Who plays after each seat."""
        self.own = [0] * self.seats
        """The cards of each seat, with the one that it has laid."""
        self.suits: list[int] = []
        self.first: i64 = 0
        """The place of each suit's lowest card."""
        self.cards: list[Card] = []
        """By their places."""
        self._widths: list[int] = []
        for number, mask in enumerate(ranking.masks):
            mine = sorted(
                (card for card in owner if ranking.suits[card] == number),
                key=lambda card: ranking.heights[card],
            )
            place = len(self.cards)
            self.suits.append(((1 << len(mine)) - 1) << place)
            self.first |= 1 << place
            self._widths.append(max(len(mine), mask.bit_count()))
            for at_, card in enumerate(mine, place):
                self.own[owner[card]] |= 1 << at_
            self.cards += mine
        if sum(self._widths) + self.seats.bit_length() > _WORD:
            raise TooManyCards
        self.bit = {card: 1 << place for place, card in enumerate(self.cards)}
        self.places = {bit: place for place, bit in enumerate(self.bit.values())}
        self.trump: i64 = self.suits[LETTERS.index(at.trump)] if at.trump else 0
        self.exempt: i64 = self._of_bits(at.exempt)
        self.top: i64 = 0 if at.top is None else self.bit.get(at.top, 0)
        of_bits = self._of_bits
        self.breaking: i64 = of_bits(at.early.breaks)
        self.unled: i64 = of_bits(at.early.led) if at.is_unbroken else 0
        """The cards that it is too early to lead while all that break them are in hands."""
        self.unclean: i64 = 0
        """Those that it is too early to lay to the first trick, if this is it …"""
        self.opening: i64 = 0
        """… and the card that is led to it."""
        if not any(at.tally):
            self.unclean = of_bits(at.early.first)
            self.opening = 0 if at.early.opening is None else self.bit.get(at.early.opening, 0)
        self.has_duties = bool(at.duties)
        self.must_trump = TRUMP in at.duties
        self.must_head = HEAD in at.duties
        self.must_overtrump = OVERTRUMP in at.duties
        self.leader = at.trick[0][0] if at.trick else at.due
        self.laid = [self.bit[card] for _, card in at.trick]
        """The cards that lay there when the search began, in order."""
        self.trick: i64 = sum(self.laid)
        self.left: i64 = sum(self.own) - self.trick
        """The cards in all hands then."""
        self.whole = count(self.own[self.leader])
        """The cards in a hand before this trick."""
        self.marked: dict[int, int] = {}
        """Cards that are like no other, or only like those with the same number, from 1."""
        self.marks: list[int] = []
        """The cards with each number, those without one first."""
        self.mark({})
        self.line: list[tuple[int, int]] = []
        """The cards that a search has found, the last one first."""
        self._shapes = Shapes() if shapes is None else shapes
        self._orders: list[dict[int, int]] = [{} for _ in self.suits]

    def _of_bits(self, cards: int) -> int:
        """The places of these cards, given as a mask."""
        return sum(bit for card, bit in self.bit.items() if card.bit & cards)

    def mark(self, marked: dict[int, int], most: int = 0) -> None:
        """Say which cards are like no other, or only like those with the same number.

        With `most`, the highest number of any moment, it is the same number at each moment.
        """
        self.marked = dict(marked)
        of_each = dict[int, int]()
        beyond = max(most, *marked.values(), 0) + 1
        for suit in self.suits:
            some = suit & self.exempt
            for bit in single_bits(
                some if most or some != suit else 0
            ):  # others of its suit are not like it
                self.marked[bit] = marked.get(bit, 0) + beyond
        for bit, number in self.marked.items():
            of_each[number] = of_each.get(number, 0) | bit
        self.marks = [*of_each.values()]

    @property
    def way(self) -> Trick:
        """The line as cards."""
        return tuple((seat, self.cards[bit.bit_length() - 1]) for seat, bit in reversed(self.line))

    def best_laid(self) -> tuple[int, int]:
        """Of the trick that lies there: its best card, and whose it is."""
        best: i64 = self.laid[0]
        suit = self.suit_of(best)
        for bit in self.laid:
            if bit & self.higher(best, suit):
                best = bit
        return best, next(seat for seat, own in enumerate(self.own) if own & best)

    def turn(self, seat: int, trick: i64) -> int:
        """This seat, or the next one that has not played to the trick."""
        while self.own[seat] & trick:
            seat = self.after[seat]
        return seat

    def playable(self, hand: i64, suit: i64, best: i64) -> i64:
        """The cards of a hand that may be laid when this suit has been led, and this card wins."""
        may = hand & suit
        may = may | (hand & self.exempt) if may else hand
        if not self.has_duties:
            return may
        trump = self.trump & ~suit
        if self.must_trump and hand & trump:
            may &= trump | suit
        beaten = self.to_beat(suit, best)
        higher = beaten & -(best << 1)
        return may & ~(beaten ^ higher) if hand & higher else may

    def to_beat(self, suit: i64, best: i64) -> i64:
        """The suit of the winning card, if that must be beaten when this suit has been led."""
        if best & suit:
            return suit if self.must_head else 0
        return self.trump if best & self.trump and self.must_overtrump else 0

    def weight(self, hand: i64, suit: i64, best: i64) -> i64:
        """The cards whose ranks decide what this hand must lay to beat the winning card."""
        beaten = self.to_beat(suit, best)
        some = hand & beaten
        return beaten & -best if some & (some - 1) else 0

    def is_early(self, left: i64) -> bool:
        """Whether there are cards that it is too early to lead."""
        return self.unled != 0 and left & self.breaking == self.breaking

    def to_lead(self, hand: i64, left: i64) -> i64:
        """The cards of a hand that may be led when these are left in all hands."""
        if hand & self.opening and count(hand) == self.whole:
            return hand & self.opening
        if self.is_early(left):
            return hand & ~self.unled or hand
        return hand

    def suit_of(self, bit: i64) -> i64:
        """All cards of the suit of this one."""
        for suit in self.suits:
            cards: i64 = suit
            if cards & bit:
                return cards
        return 0

    def higher(self, best: i64, suit: i64) -> i64:
        """All cards that are higher than the best one of a trick that this suit was led to."""
        trump = self.trump
        if best & trump:
            above = trump & -(best << 1)
        elif best & suit:
            above = trump | (suit & -(best << 1))
        else:  # the card that takes any trick, or one led that is neither
            above = 0
        top = self.top
        if top:
            above = 0 if best == top else above | top
        return above

    def unlike(self, cards: i64, others: i64) -> i64:
        """The lowest of each group of a hand's cards that are alike, if the others have these."""
        if not cards & (cards - 1):
            return cards
        alike: i64 = 0
        plain: i64 = cards
        for of_mark in self.marks:
            some: i64 = of_mark & cards
            plain ^= some
            if some & (some - 1):
                alike |= some & self._alike(some, others)
        if plain & (plain - 1):
            alike |= plain & self._alike(plain, others)
        return cards & ~alike

    def _alike(self, cards: i64, others: i64) -> i64:
        """The places above one of these cards that no card of others lies between."""
        may = ~self.first
        free = ~others & may
        reach = (cards << 1) & may
        flood = reach & free
        flood |= free & (flood << 1)
        free &= free << 1
        flood |= free & (flood << 2)
        free &= free << 2
        flood |= free & (flood << 4)
        free &= free << 4
        flood |= free & (flood << 8)
        return reach | ((flood << 1) & may)

    def shape(self, left: i64) -> i64:
        """A number that says who has the lowest card of each suit, and who the next."""
        found: i64 = 0
        for number in range(len(self.suits)):
            cards: i64 = left & self.suits[number]
            orders = self._orders[number]
            known = orders.get(cards)
            if known is None:
                known = orders[cards] = self._shapes.number(number, self._order(cards))
            width: i64 = self._widths[number]
            found = (found << width) | known
        return found

    def _order(self, cards: int) -> int:
        found = 1
        for bit in single_bits(cards):
            owner = next(seat for seat, own in enumerate(self.own) if own & bit)
            found = found * 256 + owner + self.seats * self.marked.get(bit, 0)
        return found


def single_bits(bits: int) -> Iterator[int]:
    """The bits of a mask, the lowest first."""
    while bits:
        lowest = bits & -bits
        yield lowest
        bits ^= lowest


def highest(bits: i64) -> i64:
    """The highest of these bits."""
    while bits & (bits - 1):
        bits &= bits - 1
    return bits


def count(bits: i64) -> i64:
    """How many bits these are."""
    number: i64 = 0
    while bits:
        bits &= bits - 1
        number += 1
    return number
