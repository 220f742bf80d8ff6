"""Looks for one way in which everybody wins together, with all hands open.

Nobody plays against anybody, so this is no contest of moves but a search for a single line. First
many short dives, each with a plan by chance (which suit each hand keeps, who takes which trick, as
cheaply as the cards allow): a deal that can be won is nearly always won by one of the first
hundred. Then every line, with what is known to be hopeless remembered: a proof, if there is time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from itertools import permutations, product
from types import MappingProxyType
from typing import Final, NamedTuple

from tricktable.rules.cards import Card
from tricktable.rules.chance import Chance
from tricktable.rules.compiled import i64
from tricktable.rules.review.open_cards import OpenCards
from tricktable.rules.review.search import Search, TooManyCards, count, each, highest
from tricktable.rules.tricks import Trick

Tally = tuple[int, ...]

DIVE: Final = 20
"""How many tricks a dive tries before it is given up: most are lost early, and then for good."""
DIVES: Final = 2000
"""How many dives are made from the beginning of a deal; fewer with fewer cards."""
_NEAR: Final = 2
"""With no more tricks to go, a dive has shown that its plan is a good one …"""
_AGAIN: Final = 4
"""… and it is tried again, except once in this many times."""
_LEADS: Final = 4
"""How many leads a dive tries for one trick."""
_DIGIT: Final = 32
"""A tally is one number; each seat's tricks are a digit of it."""
_NOISE: Final = 1 << 31
"""Chance is a sequence of numbers below this: so a search is as quick where it is compiled."""
_ASK_EVERY: Final = 64
"""Dives, or leads of the whole search, between two looks at the time."""


class Together(NamedTuple):
    """How all win: by the number of tricks of each seat, and by the suits of the cards kept."""

    finals: frozenset[Tally]
    """The tricks of each seat with which the deal is won."""
    keeps: bool = False
    """Whether each hand keeps its last card, and the suits of all of these must differ."""
    apart: frozenset[int] = frozenset()
    """Suits that no kept card may have."""


class End(NamedTuple):
    """How a deal ended that is won as far as its own goal says."""

    tally: Tally
    taker: int
    """Who took the last trick."""
    suits: frozenset[int]
    """Those of the kept cards."""


Then = Callable[[End], "bool | None"]
"""Whether that end is good for what follows it; None if time ran out before that was known."""
Pins = Mapping[int, Card]
"""By seat, the very card that it must keep."""
NO_PINS: Final[Pins] = MappingProxyType({})


class Possibility(NamedTuple):
    """Whether there is a way; None if time ran out before it was known."""

    is_there: bool | None
    way: Trick = ()
    """The cards in order, from the moment that was asked about."""


class Demand(NamedTuple):
    """What is asked of a way beside the deal's own goal."""

    then: Then | None = None
    pins: Pins = NO_PINS
    dives: int = DIVES
    """How many dives are made at most."""
    is_thorough: bool = True
    """Whether everything is searched if no dive finds a way."""


NOTHING_MORE: Final = Demand()


def find_way(
    at: OpenCards,
    goal: Together,
    chance: Chance,
    is_late: Callable[[], bool],
    demand: Demand = NOTHING_MORE,
) -> Possibility:
    """The first way that is found, a proof that there is none, or neither if it is late."""
    try:
        search = _Ways(at, goal, chance, is_late, demand)
        if not search.may_be():
            return Possibility(False)
        found = search.dives()
        if not found and not demand.is_thorough:
            return Possibility(None)
        found = found or search.everything()
    except (_Late, TooManyCards):
        return Possibility(None)
    return Possibility(True, search.way) if found else Possibility(False)


class _Late(Exception):
    pass


@cache
def _open(finals: frozenset[Tally], most: int) -> frozenset[int]:
    """Tallies that no more than this many tricks turn into one of these, as numbers."""
    return frozenset(
        _number(tally)
        for final in finals
        for tally in product(*(range(tricks + 1) for tricks in final))
        if sum(final) - sum(tally) <= most
    )


def _number(tally: Tally) -> int:
    return sum(tricks * _DIGIT**seat for seat, tricks in enumerate(tally))


class _Ways(Search):
    """A search for one way. Mutable."""

    def __init__(
        self,
        at: OpenCards,
        goal: Together,
        chance: Chance,
        is_late: Callable[[], bool],
        demand: Demand,
    ) -> None:
        super().__init__(at)
        self.tally: i64 = _number(at.tally)
        self.steps = [_DIGIT**seat for seat in range(self.seats)]
        self.goal, self.is_late, self.demand = goal, is_late, demand
        self.noise: i64 = int(chance.random() * _NOISE)
        self.pins = [0] * self.seats
        """The card that each seat must keep; 0 if there is none."""
        for seat, card in demand.pins.items():
            self.pins[seat] = self.bit.get(card, 0)
        self.pinned: i64 = sum(self.pins)
        if self.pinned:
            self.mark({bit: 1 for bit in self.pins if bit})
        self.keeps = goal.keeps
        self.open = _open(goal.finals, _DIGIT * self.seats)
        self.near = _open(goal.finals, _NEAR)
        self.was_near = False
        """Whether a dive has come so near to a won end."""
        self.orders = [
            order
            for order in permutations(range(len(self.suits)), self.seats)
            if not goal.apart & {*order}
        ]
        """The suits that the seats may keep, in each order."""
        self.parts = [own & suit for own in self.own for suit in self.suits]
        self.lost: dict[int, set[int]] = {}
        """By tally and leader, the positions without a way."""
        self.tries: i64 = 0
        self.leads = 0
        self._matches: dict[int, bool] = {}
        self._hopes: dict[int, dict[int, bool]] = {}

    def by_chance(self, most: i64) -> i64:
        """A number from 0 to below this."""
        noise = (self.noise * 1103515245 + 12345) & (_NOISE - 1)
        self.noise = noise
        return (noise * most) >> 31

    # --- dives -----------------------------------------------------------------------------------

    def dives(self) -> bool:
        """Whether a short try by chance has found a way. Raises: _Late."""
        plans = self._plans(self.left)
        if self.tally not in self.open or not plans:
            return False
        left = count(self.left)
        plan = plans[0]
        for number in range(min(self.demand.dives, left * left)):
            if not number % _ASK_EVERY and self.is_late():
                raise _Late
            self.tries = DIVE
            if not self.was_near or not self.by_chance(_AGAIN):
                plan = plans[self.by_chance(len(plans))]
            self.was_near = False
            if self._dive(self.left, self.leader, self.trick, plan, self.tally):
                return True
        return False

    def _plans(self, left: int) -> list[list[int]]:
        """Which cards each hand may keep: those of one suit."""
        if not self.keeps:
            return [[0] * self.seats]
        plans: list[list[int]] = []
        for order in self.orders:
            keep = [
                (pin or own) & left & self.suits[suit]
                for own, pin, suit in zip(self.own, self.pins, order, strict=True)
            ]
            if all(keep):
                plans.append(keep)
        return plans

    def _dive(self, left: i64, leader: int, trick: i64, keep: list[int], tally: i64) -> bool:
        """Play tricks as planned until the end, or until enough have been tried."""
        if self._is_end(left):
            return self._is_over(left, leader, tally)
        self.tries -= 1
        if tally in self.near:
            self.was_near = True
        takers = self._takers(tally)
        mine: i64 = left & self.own[leader]
        leads = _spare(mine, mine, keep[leader])
        lead: i64
        if trick:
            leads = lead = self.laid[0]
        else:
            lead = self._one_of(leads)
        for _ in range(_LEADS):
            if not leads or self.tries < 0:
                break
            leads &= ~lead
            suit = self.suit_of(lead)
            options = self._options(left, lead, suit, leader, trick, keep)
            for taker in takers if options else ():
                cards = self._cheapest(options, taker, suit)
                if cards and self._dive(left & ~cards, taker, 0, keep, tally + self.steps[taker]):
                    self._note(cards & ~trick, leader)
                    return True
            after = leads & -(lead << 1)
            lead = after & -after if after else leads & -leads
        return False

    def _note(self, cards: i64, leader: int) -> None:
        """Put the cards of a trick before those that were noted."""
        for seat in reversed([*self.clockwise(leader)]):
            bit = cards & self.own[seat]
            if bit:
                self.line.append((seat, bit))

    def clockwise(self, first: int) -> list[int]:
        """All seats, this one first."""
        return [(first + step) % self.seats for step in range(self.seats)]

    def _one_of(self, bits: i64) -> i64:
        """One of these by chance."""
        if not bits:
            return 0
        for _ in range(self.by_chance(count(bits))):
            bits &= bits - 1
        return bits & -bits

    def _takers(self, tally: i64) -> list[int]:
        """The seats that may take one more trick, the likelier ones first.

        Those are the seats that already have tricks, blurred: that halves the search.
        """
        # Rank and seat in one number each: pairs take longer to make than all else here.
        ranks: list[int] = []
        for seat, step in enumerate(self.steps):
            if tally + step in self.open:
                few = _DIGIT - tally // step % _DIGIT
                ranks.append((4 * few + self.by_chance(6)) * self.seats + seat)
        ranks.sort()
        return [rank % self.seats for rank in ranks]

    def _options(
        self, left: i64, lead: i64, suit: i64, leader: int, trick: i64, keep: list[int]
    ) -> list[int]:
        """What each seat may lay to this lead without giving up its plan; empty if one has none."""
        options: list[int] = []
        for seat in range(self.seats):
            own: i64 = self.own[seat]
            may = own & trick
            if not may:
                hand = left & own
                may = self.playable(hand, suit)
                may = lead if seat == leader else _spare(may, hand, keep[seat])
                if not may:
                    return []
            options.append(may)
        return options

    def _cheapest(self, options: list[int], taker: int, suit: i64) -> i64:
        """A card of each seat so that the taker's lowest possible one wins; 0 if none can."""
        trump = self.trump
        highs: i64 = options[taker] & (suit | trump)
        while highs:
            high = highs & -highs
            highs ^= high
            lower = ~trump | (high - 1) if high & trump else ~trump & ~(suit & -high)
            cards = high
            for seat in range(self.seats):
                if seat == taker:
                    continue
                low: i64 = options[seat] & lower
                if not low:
                    break
                if self.by_chance(2):
                    cards |= low & -low
                else:
                    cards |= highest(low & suit or low)
            else:
                return cards
        return 0

    # --- every line ------------------------------------------------------------------------------

    def everything(self) -> bool:
        """Whether there is a way; the search is complete. Raises: _Late."""
        if self.tally not in self.open:
            return False
        if not self.laid:
            return self._lead(self.left, self.leader, self.tally)
        best, taker = self.begun()
        suit = self.suit_of(self.laid[0])
        return self._follow(
            self.left, self.leader, len(self.laid), best, taker, self.trick, suit, self.tally
        )

    def _lead(self, left: i64, leader: int, tally: i64) -> bool:
        if tally not in self.open:
            return False
        if self._is_end(left):
            return self._is_over(left, leader, tally)
        key = self.shape(left)
        lost = self.lost.setdefault(tally * self.seats + leader, set())
        if key in lost or not self._has_hope(left, tally):
            return False
        self.leads += 1
        if not self.leads % _ASK_EVERY and self.is_late():
            raise _Late
        mine: i64 = left & self.own[leader]
        may = self.unlike(mine & ~self.pinned, left ^ mine)
        turn = self.after[leader]
        while may:
            bit = may & -may
            may ^= bit
            if self._follow(left ^ bit, turn, 1, bit, leader, bit, self.suit_of(bit), tally):
                self.line.append((leader, bit))
                return True
        lost.add(key)
        return False

    def _follow(
        self,
        left: i64,
        seat: int,
        laid: int,
        best: i64,
        taker: int,
        trick: i64,
        suit: i64,
        tally: i64,
    ) -> bool:
        seat = self.turn(seat, trick)
        mine: i64 = left & self.own[seat]
        may = self.unlike(self.playable(mine, suit) & ~self.pinned, (left ^ mine) | best)
        above = self.higher(best, suit)
        # Whoever takes tricks anyway tries the high cards first.
        is_high = tally // self.steps[seat] % _DIGIT > 0
        while may:
            bit = highest(may) if is_high else may & -may
            may ^= bit
            winner = seat if bit & above else taker
            if laid + 1 < self.seats:
                high = bit if bit & above else best
                is_there = self._follow(
                    left ^ bit, self.after[seat], laid + 1, high, winner, trick | bit, suit, tally
                )
            else:
                is_there = self._lead(left ^ bit, winner, tally + self.steps[winner])
            if is_there:
                self.line.append((seat, bit))
                return True
        return False

    # --- what is hopeless ------------------------------------------------------------------------

    def may_be(self) -> bool:
        """Whether nothing simple shows that there is no way. Cards on the table it leaves alone."""
        if self.tally not in self.open:
            return False
        return bool(self.laid) or self._is_end(self.left) or self._has_hope(self.left, self.tally)

    def _is_end(self, left: i64) -> bool:
        """Whether all cards are laid but those that are kept."""
        if not self.keeps:
            return not left
        for own in self.own:
            hand = left & own
            if hand & (hand - 1):
                return False
        return True

    def _is_over(self, left: i64, leader: int, tally: i64) -> bool:
        """Whether this is a won end: a tally that is open at the end is a winning one.

        Raises: _Late.
        """
        if not self._may_differ(left):
            return False
        if self.demand.then is None:
            return True
        kept = frozenset(number for number, suit in enumerate(self.suits) if left & suit)
        taken = tuple([tally // step % _DIGIT for step in self.steps])
        is_good = self.demand.then(End(taken, leader, kept if self.keeps else frozenset()))
        if is_good is None:
            raise _Late
        return is_good

    def _has_hope(self, left: i64, tally: i64) -> bool:
        """Whether nothing simple shows that this is lost."""
        if not self._may_differ(left):
            return False
        trumps = left & self.trump
        hopes = self._hopes.get(tally)
        if hopes is None:
            hopes = self._hopes[tally] = {}
        found = hopes.get(trumps)
        if found is None:
            found = hopes[trumps] = self._fits(tally, trumps)
        return found

    def _fits(self, tally: int, trumps: int) -> bool:
        """Whether some end allows the tricks that come of themselves.

        One trump may be kept, but by no seat that must keep another card, and not beside a trump
        that must be kept.
        """
        played = trumps & ~self.pinned
        # The tricks that each seat's trumps take however they are played, if all these are played.
        need = [
            tally // step % _DIGIT + _unbeaten(played & own, played & ~own)
            for step, own in zip(self.steps, self.own, strict=True)
        ]
        may_keep = self.keeps and played == trumps
        for final in self.goal.finals:
            over = [
                (least - most, pin)
                for least, most, pin in zip(need, final, self.pins, strict=True)
                if least > most
            ]
            if not over or (may_keep and over == [(1, 0)]):
                return True
        return False

    def _may_differ(self, left: i64) -> bool:
        """Whether each hand can still keep a card of another suit."""
        if not self.keeps:
            return True
        key: i64 = 0
        for part in self.parts:
            key <<= 1
            if left & part:
                key |= 1
        found = self._matches.get(key)
        if found is None:
            found = self._matches[key] = bool(self._plans(left))
        return found


def _spare(cards: i64, hand: i64, keep: i64) -> i64:
    """These cards without the hand's last one of the suit that it wants to keep."""
    kept = hand & keep
    return cards if kept & (kept - 1) else cards & ~kept


def _unbeaten(mine: int, theirs: int) -> int:
    """Of these trumps, how many at least take a trick, whatever higher ones the others have."""
    most = 0
    for number, bit in enumerate(reversed([*each(mine)]), 1):
        most = max(most, number - (theirs & -bit).bit_count())
    return most
