"""What two sides could have made against each other, with all hands open: exact, card by card.

Alpha-beta over tricks, with what is known of a position kept by its shape, so that a whole deal is
one search: from its last card back to its first, each moment finds most of the next one answered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from tricktable.rules.cards import Card
from tricktable.rules.ranking import PRINTED, Ranking
from tricktable.rules.review.open_cards import OpenCards
from tricktable.rules.review.search import Search
from tricktable.rules.tricks import Trick

_ASK_EVERY: Final = 64
"""Tricks searched between two looks at the time."""
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
        self._known: dict[tuple[object, ...], tuple[int, int]] = {}
        self._guess = 0

    def of(self, at: OpenCards, is_late: Callable[[], bool]) -> int | None:
        """The side's points from this moment on; None if it is late."""
        try:
            self._guess = _Contest(at, self.goal, self._known, is_late).points(self._guess)
        except _Late:
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
        known: dict[tuple[object, ...], tuple[int, int]],
        is_late: Callable[[], bool],
    ) -> None:
        super().__init__(at)
        self.goal, self.known, self.is_late = goal, known, is_late
        self.worth = {self.bit[card]: goal.worth[card] for card in goal.worth if card in self.bit}
        worths = sorted({*goal.worth.values()})
        self.marked = {bit: worths.index(worth) + 1 for bit, worth in self.worth.items()}
        if self.top:
            self.marked[self.top] = len(worths) + 1
        self.tries = 0

    def points(self, guess: int) -> int:
        """Narrows the bounds down from the guess until they meet. Raises: _Late."""
        low, high = self._bounds(1 if self.laid else 0)
        found = min(max(guess, low), high)
        while low < high:
            aim = found + (found == low)
            found = self._search(aim - 1, aim)
            if found < aim:
                high = found
            else:
                low = found
        return found

    def _search(self, alpha: int, beta: int) -> int:
        if not self.laid:
            return self._lead(self.leader, alpha, beta)
        best, taker, trick, turn = self.begun()
        return self._follow(turn, len(self.laid), best, taker, trick, alpha, beta)

    def _bounds(self, running: int) -> tuple[int, int]:
        """What can be had at least and at most, if one side takes all that is left."""
        tricks = max(hand.bit_count() for hand in self.hands) + running
        left = sum(self.laid.values()) if running else 0
        for hand in self.hands:
            left |= hand
        there = [worth for bit, worth in self.worth.items() if bit & left]
        low = sum(worth for worth in there if worth < 0)
        return low, tricks * self.goal.trick + sum(worth for worth in there if worth > 0)

    def _lead(self, leader: int, alpha: int, beta: int) -> int:
        hands = self.hands
        if not hands[leader]:
            return 0
        key = (self.shape(), leader)
        low, high = self.known.get(key) or self._bounds(0)
        if low == high or low >= beta:
            return low
        if high <= alpha:
            return high
        self.tries += 1
        if not self.tries % _ASK_EVERY and self.is_late():
            raise _Late
        alpha, beta = max(alpha, low), min(beta, high)
        is_ours = leader in self.goal.side
        found = low if is_ours else high
        floor, ceiling = alpha, beta
        mine = hands[leader]
        for bit in reversed(self.unlike(mine, mine, 0)):
            hands[leader] = mine ^ bit
            self.line.append((leader, bit))
            turn = (leader + 1) % self.seats
            value = self._follow(turn, 1, bit, leader, bit, floor, ceiling)
            self.line.pop()
            hands[leader] = mine
            if is_ours:
                found = max(found, value)
                floor = max(floor, found)
            else:
                found = min(found, value)
                ceiling = min(ceiling, found)
            if floor >= ceiling:
                break
        if found <= alpha:
            self.known[key] = (low, min(high, found))
        elif found >= beta:
            self.known[key] = (max(low, found), high)
        else:
            self.known[key] = (found, found)
        return found

    def _follow(
        self, seat: int, count: int, best: int, taker: int, trick: int, alpha: int, beta: int
    ) -> int:
        seat = self.turn(seat, trick)
        hands = self.hands
        mine = hands[seat]
        lead = self.laid[self.leader] if self.laid else 0
        suit = self.suit_of[lead if lead & trick else self.line[-count][1]]
        is_ours = seat in self.goal.side
        found: int | None = None
        for bit in self._ordered(
            self.unlike(mine & suit or mine, mine, trick), best, taker, is_ours
        ):
            hands[seat] = mine ^ bit
            self.line.append((seat, bit))
            now, winner = (bit, seat) if self.beats(bit, best) else (best, taker)
            if count + 1 < self.seats:
                turn = (seat + 1) % self.seats
                value = self._follow(turn, count + 1, now, winner, trick | bit, alpha, beta)
            else:
                gain = self._gain(trick | bit) if winner in self.goal.side else 0
                value = gain + self._lead(winner, alpha - gain, beta - gain)
            self.line.pop()
            hands[seat] = mine
            if is_ours:
                found = value if found is None else max(found, value)
                alpha = max(alpha, found)
            else:
                found = value if found is None else min(found, value)
                beta = min(beta, found)
            if alpha >= beta:
                break
        assert found is not None  # whoever is due has a card
        return found

    def _ordered(self, cards: list[int], best: int, taker: int, is_ours: bool) -> list[int]:
        """The likelier cards first: the cheapest that wins, unless one's own side wins already."""
        if (taker in self.goal.side) == is_ours:
            return cards
        wins = [bit for bit in cards if self.beats(bit, best)]
        return [*wins, *(bit for bit in cards if bit not in wins)]

    def _gain(self, trick: int) -> int:
        worth = self.worth
        return self.goal.trick + sum(points for bit, points in worth.items() if bit & trick)
