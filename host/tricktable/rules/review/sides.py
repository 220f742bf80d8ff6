"""What two sides could have made against each other, with all hands open: exact, card by card.

Alpha-beta over tricks, with what is known of a position kept by its shape, so that a whole deal is
one search: from its last card back to its first, each moment finds most of the next one answered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from tricktable.rules.cards import Card
from tricktable.rules.compiled import i64
from tricktable.rules.ranking import PRINTED, Ranking
from tricktable.rules.review.open_cards import OpenCards
from tricktable.rules.review.search import Search, Shapes, TooManyCards, count, highest
from tricktable.rules.tricks import Trick

_ASK_EVERY: Final = 64
"""Tricks searched between two looks at the time."""
_BITS: Final = 20
"""Bits of a bound; two of them and the place of a card are packed into one number."""
_BOUND: Final = (1 << _BITS) - 1
_ZERO: Final = 1 << (_BITS - 1)
"""What a bound of nothing is written as."""
NOTHING: Final[Mapping[Card, int]] = MappingProxyType({})


class Contract(NamedTuple):
    """What may be trump, and how the cards rank then."""

    name: str
    """In records and programs: a suit's letter, or a word of the game."""
    trump: str = ""
    """The suit's letter; empty for none."""
    title: str = ""
    """For people, as a message; empty for a suit, which is drawn."""
    ranking: Ranking = PRINTED


class Unit(NamedTuple):
    """What a side's numbers count, in words with `{count}`: the forms for one and for several."""

    one: str
    many: str
    is_loss: bool = False
    """Whether fewer are better: the numbers are negative, and told without their sign."""

    def told(self, points: int) -> int:
        """The number as people say it."""
        return -points if self.is_loss else points


TRICKS: Final = Unit("{count} trick", "{count} tricks")
POINTS: Final = Unit("{count} point", "{count} points")


class Sides(NamedTuple):
    """What two sides play for: the points of one of them, which the other wants to keep low."""

    side: frozenset[int]
    """The seats whose points are counted."""
    trick: int = 1
    """The points of a trick."""
    worth: Mapping[Card, int] = NOTHING
    """The points of some cards besides, for whoever takes them."""
    contract: Contract | None = None
    """What was trump, where the table top does not tell all of it."""
    others: tuple[Contract, ...] = ()
    """What else could have been trump: told of the first moment, beside each other."""
    top: Card | None = None
    """A card that takes any trick."""
    order: tuple[int, ...] = ()
    """The seats that play, in the order of their turns; empty if all do, clockwise."""
    cards: int = 0
    """In each hand; fewer seen are not all. 0 if a deal is always played to its last card."""
    unit: Unit = TRICKS
    """What its numbers count."""
    needed: int | None = None
    """With this many the side has done what it set out to do; None if it has no such number."""
    already: int = 0
    """What it has before the first card."""

    def seated(self) -> Sides:
        """The same with the seats numbered in the order of their turns."""
        if not self.order:
            return self
        side = frozenset(at for at, seat in enumerate(self.order) if seat in self.side)
        return self._replace(side=side, order=())

    def gain(self, trick: Trick, taker: int) -> int:
        """What this trick brings the side."""
        if taker not in self.side:
            return 0
        return self.trick + sum(self.worth.get(card, 0) for _, card in trick)


class Points:
    """Answers what a side makes from a moment on if all play their best. Mutable: it remembers.

    All moments are of one deal, with the same trumps.
    """

    def __init__(self, goal: Sides) -> None:
        self.goal = goal
        self._known: dict[int, int] = {}
        self._shapes = Shapes()
        self._guess = 0

    def of(self, at: OpenCards, is_late: Callable[[], bool]) -> int | None:
        """The side's points from this moment on; None if it is late."""
        try:
            contest = _Contest(at, self.goal, self._known, self._shapes, is_late)
            self._guess = contest.points(self._guess)
        except (_Late, TooManyCards):
            return None
        return self._guess


class _Late(Exception):
    pass


class _Contest(Search):
    """A search for the points of a side. Mutable."""

    def __init__(
        self,
        at: OpenCards,
        goal: Sides,
        known: dict[int, int],
        shapes: Shapes,
        is_late: Callable[[], bool],
    ) -> None:
        super().__init__(at, shapes)
        self.known, self.is_late = known, is_late
        """Of each position the bounds of what is made from it on, as `_packed` has them."""
        self.ours = [seat in goal.side for seat in range(self.seats)]
        self.each: i64 = goal.trick
        self.worth = [(self.bit[card], goal.worth[card]) for card in goal.worth if card in self.bit]
        self.valued: i64 = sum(bit for bit, _ in self.worth)
        worths = sorted({*goal.worth.values()})
        marked = {bit: worths.index(worth) + 1 for bit, worth in self.worth}
        if self.top:
            marked[self.top] = len(worths) + 1
        self.mark(marked)
        self.bits = self.seats.bit_length()
        self.tries = 0

    def points(self, guess: int) -> int:
        """Narrows the bounds down from the guess until they meet. Raises: _Late."""
        tricks = count(self.left & self.own[self.leader])
        packed = self._bounds(self.left | self.trick, tricks + (1 if self.laid else 0))
        low, high = int(_low(packed)), int(_high(packed))
        found = min(max(guess, low), high)
        while low < high:
            aim = found + (found == low)
            found = self._search(aim)
            if found < aim:
                high = found
            else:
                low = found
        return found

    def _search(self, aim: int) -> i64:
        tricks = count(self.left & self.own[self.leader])
        if not self.laid:
            return self._lead(self.left, self.leader, tricks, aim)
        best, taker = self.begun()
        suit = self.suit_of(self.laid[0])
        return self._follow(
            self.left, self.leader, len(self.laid), best, taker, self.trick, suit, tricks, aim
        )

    def _bounds(self, left: i64, tricks: i64) -> i64:
        """What can be had at least and at most, if one side takes all that is left; packed."""
        low: i64 = 0
        high = tricks * self.each
        if left & self.valued:
            for bit, worth in self.worth:
                if not bit & left:
                    continue
                if worth < 0:
                    low += worth
                else:
                    high += worth
        return ((high + _ZERO) << _BITS) | (low + _ZERO)

    def _lead(self, left: i64, leader: int, tricks: i64, aim: i64) -> i64:
        """What is made from this lead on: at least so much if it reaches the aim, else at most."""
        if not tricks:
            return 0
        key = (self.shape(left) << self.bits) | leader
        packed: i64 = self.known.get(key) or self._bounds(left, tricks)
        low, high = _low(packed), _high(packed)
        if low >= aim:
            return low
        if high < aim:
            return high
        self.tries += 1
        if not self.tries % _ASK_EVERY and self.is_late():
            raise _Late
        mine: i64 = left & self.own[leader]
        may = self.unlike(mine, left ^ mine)
        is_ours = self.ours[leader]
        found = low if is_ours else high
        turn = self.after[leader]
        place = packed >> (2 * _BITS)
        bit: i64 = (1 << place) & may  # what was best at the last look comes first
        while may:
            bit = bit or highest(may)
            suit = self.suit_of(bit)
            value = self._follow(left ^ bit, turn, 1, bit, leader, bit, suit, tricks - 1, aim)
            if (value > found) == is_ours:
                found = value
            if (found >= aim) == is_ours:
                break
            may ^= bit
            bit = 0
        place = self.places[bit] if bit else 0
        if found >= aim:
            low = found
        else:
            high = found
        self.known[key] = (((place << _BITS) | (high + _ZERO)) << _BITS) | (low + _ZERO)
        return found

    def _follow(
        self,
        left: i64,
        seat: int,
        laid: int,
        best: i64,
        taker: int,
        trick: i64,
        suit: i64,
        tricks: i64,
        aim: i64,
    ) -> i64:
        seat = self.turn(seat, trick)
        mine: i64 = left & self.own[seat]
        may = self.unlike(self.playable(mine, suit), (left ^ mine) | best)
        is_ours = self.ours[seat]
        above = self.higher(best, suit)
        # The cheapest card that wins comes first, unless one's own side wins already.
        now = may & ~above if self.ours[taker] == is_ours else may & above
        then = may ^ now
        found: i64 = -_ZERO if is_ours else _ZERO
        while now or then:
            if not now:
                now, then = then, 0
            bit = now & -now
            now ^= bit
            winner = seat if bit & above else taker
            if laid + 1 < self.seats:
                high = bit if bit & above else best
                value = self._follow(
                    left ^ bit,
                    self.after[seat],
                    laid + 1,
                    high,
                    winner,
                    trick | bit,
                    suit,
                    tricks,
                    aim,
                )
            else:
                gain = self._gain(trick | bit) if self.ours[winner] else 0
                value = gain + self._lead(left ^ bit, winner, tricks, aim - gain)
            if (value > found) == is_ours:
                found = value
            if (found >= aim) == is_ours:
                break
        return found

    def _gain(self, trick: i64) -> i64:
        gain = self.each
        if trick & self.valued:
            for bit, points in self.worth:
                if bit & trick:
                    gain += points
        return gain


def _low(packed: i64) -> i64:
    return (packed & _BOUND) - _ZERO


def _high(packed: i64) -> i64:
    return ((packed >> _BITS) & _BOUND) - _ZERO
