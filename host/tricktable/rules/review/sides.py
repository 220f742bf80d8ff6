"""What two sides could have made against each other, with all hands open: exact, card by card.

Alpha-beta over tricks, with what is known of a position kept by its shape, so that a whole deal is
one search: from its last card back to its first, each moment finds most of the next one answered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from tricktable.rules.cards import Card
from tricktable.rules.compiler import i64
from tricktable.rules.ranking import PRINTED, Ranking
from tricktable.rules.review.open_cards import OpenCards
from tricktable.rules.review.search import (
    Search,
    Shapes,
    TooManyCards,
    count,
    highest,
    single_bits,
)
from tricktable.rules.tricks import Trick

_ASK_EVERY: Final = 64
"""Tricks searched between two looks at the time."""
_BITS: Final = 20
"""Bits of a bound; two of them are packed into one number."""
_BOUND: Final = (1 << _BITS) - 1
_ZERO: Final = 1 << (_BITS - 1)
"""What a bound of nothing is written as."""
IsLate = Callable[[], bool]
_OPEN: Final = 1 << 40
"""Stands for a number that is not known."""
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

    def spoken_number(self, points: int) -> int:
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
    """All that could have been trump: what else is told of the first moment, beside each other."""
    top: Card | None = None
    """A card that takes any trick."""
    order: tuple[int, ...] = ()
    """The seats that play, in the order of their turns; empty if all do, clockwise."""
    cards: int = 0
    """In each hand; fewer seen are not all. 0 if a deal is always played to its last card."""
    unit: Unit | None = None
    """What its numbers count; by default points where cards are worth some, or else tricks."""
    needed: int | None = None
    """With this many the side has done what it set out to do; None if it has no such number."""
    already: int = 0
    """What it has before the first card."""

    @property
    def counts(self) -> Unit:
        """What its numbers count."""
        return self.unit or (POINTS if self.worth else TRICKS)

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


class PointsBound(NamedTuple):
    """What is known of a side's points before they are looked for."""

    points: int
    is_least: bool
    """Whether there are at least that many; else there are at most that many."""


class Points:
    """Answers what a side makes from a moment on if all play their best. Mutable: it remembers.

    All moments are of one deal, with the same trumps.
    """

    def __init__(self, goal: Sides) -> None:
        self.goal = goal
        self._known: dict[int, _Alike] = {}
        self._shapes = Shapes()
        self._guess = 0

    def of(self, at: OpenCards, is_late: IsLate, known: PointsBound | None = None) -> int | None:
        """The side's points from this moment on; None if it is late."""
        try:
            contest = _Contest(at, self.goal, self._known, self._shapes, is_late)
            self._guess = contest.points(self._guess, known)
        except (_Late, TooManyCards):
            return None
        return self._guess

    def reach(self, at: OpenCards, aim: int, is_late: IsLate) -> bool | None:
        """Whether the side reaches this aim from this moment on; None if it is late."""
        try:
            return _Contest(at, self.goal, self._known, self._shapes, is_late).bound(aim) >= aim
        except (_Late, TooManyCards):
            return None


class _Late(Exception):
    pass


class _Alike:
    """What is known of positions in which each seat has as many cards of each kind. Mutable."""

    def __init__(self, low: int, high: int) -> None:
        self.low: i64 = low
        """What is made at least, if one side takes all that is left …"""
        self.high: i64 = high
        """… and at most."""
        self.found: dict[int, dict[int, int]] = {}
        """By the digits of the ranks that matter, and by these digits: two bounds in one number."""
        self.depths: dict[int, list[int]] = {}
        """Of each suit, how many of its highest cards these digits are of."""


class _Holding(NamedTuple):
    """Some cards of one suit, and who has them."""

    shape: int
    """Bits of a key that say how many of each kind each seat has …"""
    ranks: int
    """… and one with a digit for each card, the highest card's last: whose it is, and its kind."""
    tops: list[int]
    """Of each number of its highest cards, all cards of the suit that are no lower."""
    master: int
    """Who has the highest card; -1 without cards …"""
    run: int
    """… and how many of the highest."""


class _Contest(Search):
    """A search for the points of a side. Mutable.

    What is found of a position holds for all in which as many cards of each kind lie in each hand,
    and the highest cards as here: as far down as a trick was won by its rank (M. Ginsberg,
    Partition Search, 1996).
    """

    def __init__(
        self,
        at: OpenCards,
        goal: Sides,
        known: dict[int, _Alike],
        shapes: Shapes,
        is_late: IsLate,
    ) -> None:
        super().__init__(at, shapes)
        self.known, self.is_late = known, is_late
        self.ours = [seat in goal.side for seat in range(self.seats)]
        self.each: i64 = goal.trick
        self.worth = [(self.bit[card], goal.worth[card]) for card in goal.worth if card in self.bit]
        self.valued: i64 = sum(bit for bit, _ in self.worth)
        worths = sorted({*goal.worth.values()})
        marked = {bit: worths.index(worth) + 1 for bit, worth in self.worth}
        if self.top:
            marked[self.top] = len(worths) + 1
        self.mark(marked, len(worths) + 1)
        self.is_plain = self.each > 0 and not (
            goal.worth or self.top or self.exempt or self.unclean or self.opening
        )
        self.bits = self.seats.bit_length()
        kinds = 2 * len(worths) + 4
        self.digit = (self.seats * kinds).bit_length()
        self.matters: i64 = 0
        """The cards whose rank was of weight in what has just been found, and all above them."""
        self.holdings: list[dict[int, _Holding]] = [{} for _ in self.suits]
        self.right: dict[int, int] = {}
        """By tricks left and seat, the card that was right to lead at the last such moment."""
        self.tries = 0

    def points(self, guess: int, known: PointsBound | None) -> int:
        """Narrows the bounds down from the guess until they meet. Raises: _Late."""
        tricks = count(self.left & self.own[self.leader])
        low, high = self._bounds(self.left | self.trick, tricks + (1 if self.laid else 0))
        if known is not None:
            guess = known.points
            if known.is_least:
                low = max(low, guess)
            else:
                high = min(high, guess)
        found = min(max(guess, low), high)
        while low < high:
            aim = found + (found == low)
            found = self.bound(aim)
            if found < aim:
                high = found
            else:
                low = found
        return found

    def bound(self, aim: int) -> int:
        """At least so much if it reaches the aim, else at most. Raises: _Late."""
        tricks = count(self.left & self.own[self.leader])
        if not self.laid:
            return int(self._lead(self.left, self.leader, tricks, aim))
        best, taker = self.best_laid()
        suit = self.suit_of(self.laid[0])
        return int(
            self._follow(
                self.left, self.leader, len(self.laid), best, taker, self.trick, suit, tricks, aim
            )
        )

    def _bounds(self, left: int, tricks: int) -> tuple[int, int]:
        """What can be had at least and at most, if one side takes all that is left."""
        worths = [worth for bit, worth in self.worth if bit & left]
        low = sum(worth for worth in worths if worth < 0)
        high = sum(worth for worth in worths if worth > 0)
        return low, high + tricks * int(self.each)

    def _holding(self, number: int, cards: int) -> _Holding:
        """What these cards of the suit with this number are, once for each set of them."""
        suit, ranks, tops = self.suits[number], 0, [0]
        shape = dict[int, int]()
        owners = list[int]()
        for at, bit in enumerate(reversed([*single_bits(cards)])):
            owner = next(seat for seat, own in enumerate(self.own) if own & bit)
            code = owner + self.seats * self.marked.get(bit, 0)
            shape[code] = shape.get(code, 0) + 1
            ranks |= code << (self.digit * at)
            tops.append(suit & -bit)
            owners.append(owner)
        counts = 1
        for code in sorted(shape):
            counts = (counts * 256 + code) * 256 + shape[code]
        before = sum(self._widths[:number])
        key = self._shapes.number(number, counts) << (before + self.bits)
        master = owners[0] if owners else -1
        run = next((at for at, seat in enumerate(owners) if seat != master), len(owners))
        found = _Holding(key, ranks << (before * self.digit), tops, master, run)
        self.holdings[number][cards] = found
        return found

    def _lead(self, left: i64, leader: int, tricks: i64, aim: i64) -> i64:
        """What is made from this lead on: at least so much if it reaches the aim, else at most."""
        self.matters = 0
        if not tricks:
            return 0
        key: i64 = leader
        ranks = 0
        of_suits = list[_Holding]()
        for number in range(len(self.suits)):
            cards: i64 = left & self.suits[number]
            holding = self.holdings[number].get(cards) or self._holding(number, cards)
            of_suits.append(holding)
            key |= holding.shape
            ranks |= holding.ranks
        alike = self.known.get(key)
        if alike is None:
            alike = self.known[key] = _Alike(*self._bounds(left, tricks))
        if alike.low >= aim:
            return alike.low
        if alike.high < aim:
            return alike.high
        before = self._before(alike, of_suits, ranks, aim)
        if before == _OPEN and self.is_plain and not self.is_early(left):
            before = self._from_tops(of_suits, left, leader, tricks, aim)
        if before != _OPEN:
            return before
        self.tries += 1
        if not self.tries % _ASK_EVERY and self.is_late():
            raise _Late
        found = self._leads(alike, left, leader, tricks, aim)
        if found >= aim:
            self._keep(alike, ranks, left, found, alike.high)
        else:
            self._keep(alike, ranks, left, alike.low, found)
        return found

    def _before(self, alike: _Alike, of_suits: list[_Holding], ranks: int, aim: i64) -> i64:
        """What was found of such a position before, if that is enough."""
        for mask, bounds in alike.found.items():
            packed = bounds.get(ranks & mask)
            if packed is None:
                continue
            found = _low(packed)
            if found < aim:
                found = _high(packed)
                if found >= aim:
                    continue
            depths = alike.depths[mask]
            for number in range(len(of_suits)):
                self.matters |= of_suits[number].tops[depths[number]]
            return found
        return _OPEN

    def _leads(self, alike: _Alike, left: i64, leader: int, tricks: i64, aim: i64) -> i64:
        """The same by leading each card, first the one that was right at the last such moment."""
        mine: i64 = left & self.own[leader]
        playable = self.to_lead(mine, left)
        may = self.unlike(playable, left ^ mine)
        tried = may
        is_ours = self.ours[leader]
        found = alike.low if is_ours else alike.high
        moment: i64 = tricks * self.seats + leader
        bit: i64 = self.right.get(moment, 0) & may
        matters: i64 = 0
        while may:
            bit = bit or highest(may)
            suit = self.suit_of(bit)
            value = self._follow(
                left ^ bit, self.after[leader], 1, bit, leader, bit, suit, tricks - 1, aim
            )
            if (value > found) == is_ours:
                found = value
            if (found >= aim) == is_ours:
                self.right[moment] = bit
                return found
            matters |= self.matters
            may ^= bit
            bit = 0
        if tried != playable:
            matters = self._with_alike(matters, tried, mine, left, left ^ mine)
        self.matters = matters
        return found

    def _keep(self, alike: _Alike, ranks: int, left: i64, low: i64, high: i64) -> None:
        """Keep these bounds of all positions that are like this one in what matters."""
        cards: i64 = left & self.matters
        mask, before = 0, 0
        depths = list[int]()
        for number in range(len(self.suits)):
            depth = int(count(cards & self.suits[number]))
            depths.append(depth)
            mask |= ((1 << (depth * self.digit)) - 1) << before
            before += self._widths[number] * self.digit
        bounds = alike.found.get(mask)
        if bounds is None:
            bounds = alike.found[mask] = {}
            alike.depths[mask] = depths
        old = bounds.get(ranks & mask)
        if old is not None:
            low, high = max(_low(old), low), min(_high(old), high)
        bounds[ranks & mask] = int(((high + _ZERO) << _BITS) | (low + _ZERO))

    def _with_alike(self, matters: i64, tried: i64, mine: i64, left: i64, others: i64) -> i64:
        """The same down to the lowest card that was tried for one that matters and is like it."""
        for suit in self.suits:
            some: i64 = matters & suit & left
            lowest: i64 = some & -some
            if not lowest & mine:
                continue
            below: i64 = tried & suit & (lowest - 1)
            while below:
                bit = highest(below)
                below ^= bit
                if others & suit & -bit & ~matters:
                    break
                matters |= suit & -bit
        return matters

    def _from_tops(
        self, of_suits: list[_Holding], left: i64, leader: int, tricks: i64, aim: i64
    ) -> i64:
        """The same from what the highest cards take alone, if that is enough."""
        sure = self._top_tricks(of_suits, left, leader, tricks)
        is_enough = sure * self.each >= aim if self.ours[leader] else False
        if is_enough:
            return sure * self.each
        most = (tricks - sure) * self.each
        if not self.ours[leader] and most < aim:
            return most
        sure = self._losers(of_suits, left, leader, tricks)
        most = (tricks - sure) * self.each
        if self.ours[leader] and most < aim:
            return most
        if not self.ours[leader] and sure * self.each >= aim:
            return sure * self.each
        self.matters = 0
        return _OPEN

    def _top_tricks(self, of_suits: list[_Holding], left: i64, leader: int, tricks: i64) -> i64:
        """How many tricks the leader's side takes with its highest cards, whatever others do.

        The leader cashes its own, and leads to a partner that cashes then.
        """
        theirs = [0] * self.seats
        best, is_ours = leader, self.ours[leader]
        runs = [self._run(of_suits[at], at, left) for at in range(len(of_suits))]
        for number in range(len(of_suits)):
            master = of_suits[number].master
            if runs[number] and self.ours[master] == is_ours:
                theirs[master] += runs[number]
        for number in range(len(of_suits)):
            master = of_suits[number].master
            if runs[number] and self.ours[master] == is_ours and master != leader:
                can_lead_there = left & self.own[leader] & self.suits[number]
                if can_lead_there and (best == leader or theirs[master] > theirs[best]):
                    best = master
        matters: i64 = 0
        for number in range(len(of_suits)):
            if runs[number] and of_suits[number].master in (leader, best):
                matters |= of_suits[number].tops[runs[number]]
        self.matters = matters
        return min(theirs[leader] + (theirs[best] if best != leader else 0), tricks)

    def _run(self, holding: _Holding, number: int, left: i64) -> int:
        """How many of a suit's highest cards, all in one hand, no trump can take.

        Another hand with a trump must follow to each of them.
        """
        run, trump = holding.run, left & self.trump
        if not run or not trump or self.suits[number] & trump:
            return run
        for seat in range(self.seats):
            own: i64 = left & self.own[seat]
            if seat != holding.master and own & trump:
                run = min(run, int(count(own & self.suits[number])))
        return run

    def _losers(self, of_suits: list[_Holding], left: i64, leader: int, tricks: i64) -> i64:
        """How many tricks the others take at least with their highest cards.

        With the highest trumps, or without trumps by cashing all once the leader has led.
        """
        trump = left & self.trump
        is_ours = self.ours[leader]
        theirs = [0] * self.seats
        self.matters = 0
        for number in range(len(of_suits)):
            holding = of_suits[number]
            if not holding.run or self.ours[holding.master] == is_ours:
                continue
            if not trump or self.suits[number] & trump:
                theirs[holding.master] += holding.run
                self.matters |= holding.tops[holding.run]
        if trump:
            return max(theirs)
        found: i64 = tricks
        for number in range(len(of_suits)):
            if left & self.own[leader] & self.suits[number]:
                found = min(found, theirs[of_suits[number].master])
        if not found:
            self.matters = 0
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
        playable = self.playable(mine, suit, best)
        weight = self.weight(mine, suit, best) if self.has_duties else 0
        if self.unclean:
            playable = self._clean(playable, mine & ~suit, suit, tricks)
        may = self.unlike(playable, (left ^ mine) | best)
        tried = may
        is_ours = self.ours[seat]
        above = self.higher(best, suit)
        # The cheapest card that wins comes first, unless one's own side wins already.
        now = may & ~above if self.ours[taker] == is_ours else may & above
        then = may ^ now
        found: i64 = -_ZERO if is_ours else _ZERO
        matters = weight
        while now or then:
            if not now:
                now, then = then, 0
            bit = now & -now
            now ^= bit
            winner = seat if bit & above else taker
            high = bit if bit & above else best
            if laid + 1 < self.seats:
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
                if high != self.top:
                    of_high = self.trump if high & self.trump else suit
                    if (trick | bit) & of_high != high:  # it won by its rank
                        self.matters |= of_high & -high
            if (value > found) == is_ours:
                found = value
            if (found >= aim) == is_ours:
                self.matters |= weight
                return found
            matters |= self.matters
        if tried != playable:
            matters = self._with_alike(matters, tried, mine, left, (left ^ mine) | best)
        self.matters = matters
        return found

    def _clean(self, playable: i64, apart: i64, suit: i64, tricks: i64) -> i64:
        """Of these cards, those that the first trick takes, with these of other suits in hand."""
        if tricks == self.whole - 1 and apart & ~self.unclean:
            return playable & (suit | ~self.unclean) or playable
        return playable

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
