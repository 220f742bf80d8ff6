"""Looks for one way in which everybody wins together, with all hands open.

Nobody plays against anybody, so this is no contest of moves but a search for a single line. First
many short dives, each with a plan by chance (which suit each hand keeps, who takes which trick, as
cheaply as the cards allow), and with each ending searched: a deal that can be won is nearly always
won by one of the first hundred. Then every line, with what is known to be hopeless remembered: a
proof, if there is time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import permutations, product
from operator import sub
from types import MappingProxyType
from typing import Final, NamedTuple

from tricktable.rules.cards import Card
from tricktable.rules.chance import Chance
from tricktable.rules.compiler import i64
from tricktable.rules.review.open_cards import OpenCards
from tricktable.rules.review.search import Search, TooManyCards, count, highest, single_bits
from tricktable.rules.tricks import Trick

Tally = tuple[int, ...]

DIVES: Final = 2000
"""How many dives are made from the beginning of a deal; fewer with fewer cards."""
_ENDING: Final = 4
"""With no more cards in each hand, a dive searches everything: its plan was a good one …"""
_BRIEF: Final = 2
"""… with no more than this if each end leads to another round, which takes long to search …"""
_AGAIN: Final = 4
"""… and it is tried again, except once in this many times."""
_LEADS: Final = 3
"""How many leads a dive tries for one trick."""
_DIGIT: Final = 32
"""A tally is one number; each seat's tricks are a digit of it."""
_TOP: Final = 30
_NOISE: Final = 2 << _TOP
"""Chance is a sequence of numbers below this: so a search is as quick where it is compiled."""
_STEP: Final = 1103515245
_SHIFT: Final = 12345
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
        found = found or search.exists()
    except (_Late, TooManyCards):
        return Possibility(None)
    return Possibility(True, search.way) if found else Possibility(False)


class _Late(Exception):
    pass


@cache
def _open(finals: frozenset[Tally]) -> frozenset[int]:
    """Tallies that more tricks may turn into one of these, as numbers."""
    return frozenset(
        _number(tally)
        for final in finals
        for tally in product(*(range(tricks + 1) for tricks in final))
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
        self.open = _open(goal.finals)
        self.ending = self.seats * (_ENDING if demand.then is None else _BRIEF)
        """The cards with which a dive searches everything."""
        self.was_near = False
        """Whether a dive has come to an ending."""
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
        self._ranks: dict[int, list[int]] = {}
        """By tally, rank and seat of those that may take one more trick."""
        self._matches: dict[int, bool] = {}
        self._hopes: dict[int, dict[int, bool]] = {}
        self._of_takers: dict[int, int] = {}

    def by_chance(self, most: i64) -> i64:
        """A number from 0 to below this."""
        noise = (self.noise * _STEP + _SHIFT) & (_NOISE - 1)
        self.noise = noise
        return (noise * most) >> 31

    # --- dives -----------------------------------------------------------------------------------

    def dives(self) -> bool:
        """Whether a short try by chance has found a way. Raises: _Late."""
        plans = self._plans(self.left)
        if self.tally not in self.open or not plans or self.has_duties:
            return False
        left = count(self.left)
        plan = plans[0]
        for number in range(min(self.demand.dives, (left // 8) ** 4)):
            if not number % _ASK_EVERY and self.is_late():
                raise _Late
            # Most dives are lost early, and then for good.
            self.tries = self.whole
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
        """Play tricks as planned until the ending, or until enough have been tried."""
        if not trick and count(left) <= self.ending:
            self.was_near = True
            return self._lead(left, leader, tally)
        self.tries -= 1
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
        ranks = self._ranks.get(tally)
        if ranks is None:
            ranks = self._ranks[tally] = [
                4 * (_DIGIT - tally // step % _DIGIT) * self.seats + seat
                for seat, step in enumerate(self.steps)
                if tally + step in self.open
            ]
        return [
            rank % self.seats
            for rank in sorted([rank + self.by_chance(6) * self.seats for rank in ranks])
        ]

    def _options(
        self, left: i64, lead: i64, suit: i64, leader: int, trick: i64, keep: list[int]
    ) -> list[int]:
        """What each seat may lay to this lead without giving up its plan; empty if one has none."""
        options: list[int] = []
        exempt = self.exempt
        for seat in range(self.seats):
            own: i64 = self.own[seat]
            may = own & trick
            if not may and seat == leader:
                may = lead
            elif not may:
                # As in `playable` and `_spare`, which calls would take half as long again.
                hand = left & own
                may = hand & suit
                may = may | (hand & exempt) if may else hand
                kept = hand & keep[seat]
                if not kept & (kept - 1):
                    may &= ~kept
                if not may:
                    return []
            options.append(may)
        return options

    def _cheapest(self, options: list[int], taker: int, suit: i64) -> i64:
        """A card of each seat so that the taker's lowest possible one wins; 0 if none can."""
        trump, noise = self.trump, self.noise
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
                noise = (noise * _STEP + _SHIFT) & (_NOISE - 1)
                if noise >> _TOP:
                    cards |= low & -low
                else:
                    cards |= highest(low & suit or low)
            else:
                self.noise = noise
                return cards
        self.noise = noise
        return 0

    # --- every line ------------------------------------------------------------------------------

    def exists(self) -> bool:
        """Whether there is a way; the search is complete. Raises: _Late."""
        if self.tally not in self.open:
            return False
        if not self.laid:
            return self._lead(self.left, self.leader, self.tally)
        best, taker = self.best_laid()
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
        may = self.unlike(self.playable(mine, suit, best) & ~self.pinned, (left ^ mine) | best)
        above = self.higher(best, suit)
        takers = self._of_allowed_takers(tally)
        if not (mine & takers or self.has_duties or self.exempt):
            may = self._dearest_losers(may, above)
        later = self._later(left & takers, self.after[seat], self.seats - laid - 1, suit)
        # Whoever takes tricks anyway tries the high cards first.
        is_high = tally // self.steps[seat] % _DIGIT > 0
        while may:
            bit = highest(may) if is_high else may & -may
            may ^= bit
            winner = seat if bit & above else taker
            high = bit if bit & above else best
            if not high & takers and not later & self.higher(high, suit):
                continue  # somebody takes it who may not
            if laid + 1 < self.seats:
                is_there = self._follow(
                    left ^ bit, self.after[seat], laid + 1, high, winner, trick | bit, suit, tally
                )
            else:
                is_there = self._lead(left ^ bit, winner, tally + self.steps[winner])
            if is_there:
                self.line.append((seat, bit))
                return True
        return False

    def _dearest_losers(self, may: i64, above: i64) -> i64:
        """These cards without those below a loser of their suit: a seat that may take no trick
        had better keep the lower one.
        """
        losers = may & ~above
        for suit in self.suits:
            some: i64 = losers & suit
            if some & (some - 1):
                may ^= some ^ highest(some)
        return may

    def _of_allowed_takers(self, tally: i64) -> i64:
        """All cards of the seats that may take one more trick."""
        known = self._of_takers.get(tally)
        if known is None:
            known = self._of_takers[tally] = sum(
                own
                for own, step in zip(self.own, self.steps, strict=True)
                if tally + step in self.open
            )
        return known

    def _later(self, cards: i64, seat: int, seats: i64, suit: i64) -> i64:
        """The cards of these that the next seats may lay to a suit, this one first."""
        may: i64 = 0
        while seats:
            hand: i64 = cards & self.own[seat]
            follow = hand & suit
            may |= follow | (hand & self.exempt) if follow else hand
            seat = self.after[seat]
            seats -= 1
        return may & ~self.pinned

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
        """Whether these trumps can be shared out over tricks so that some end allows their takers.

        Each lies alone on a trick, and takes it, or under a higher one of another hand. One may be
        kept, but by no seat that must keep another card, and not beside a trump that must be kept.
        """
        played = trumps & ~self.pinned
        may_keep = self.keeps and played == trumps
        owners = [
            next(seat for seat, own in enumerate(self.own) if own & bit)
            for bit in single_bits(played)
        ]
        owners.reverse()
        taken = [tally // step % _DIGIT for step in self.steps]
        quotas = ([*map(sub, final, taken)] for final in self.goal.finals)
        return any(min(quota) >= 0 and self._covers(owners, quota, may_keep) for quota in quotas)

    def _covers(self, owners: Sequence[int], quota: Sequence[int], may_keep: bool) -> bool:
        """Whether the owners of trumps, highest first, need take no more tricks than these."""
        # Each way so far: the tricks that trumps take, as a tally, and who keeps one.
        ways = {(0, -1)}
        held = [0] * self.seats
        for owner in owners:
            step = self.steps[owner]
            then = set[tuple[int, int]]()
            for taken, keeper in ways:
                of_each = [taken // each % _DIGIT for each in self.steps]
                if sum(of_each) > held[owner] - (keeper == owner):
                    then.add((taken, keeper))
                if of_each[owner] < quota[owner]:
                    then.add((taken + step, keeper))
                if may_keep and keeper < 0 and not self.pins[owner]:
                    then.add((taken, owner))
            held[owner] += 1
            ways = then
        return bool(ways)

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
