"""Looks for one way in which everybody wins together, with all hands open.

Nobody plays against anybody, so this is no contest of moves but a search for a single line. First
many short dives, each with a plan by chance (which suit each hand keeps, who takes which trick, as
cheaply as the cards allow): a deal that can be won is nearly always won by one of the first
hundred. Then every line, with what is known to be hopeless remembered: a proof, if there is time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import permutations, product
from types import MappingProxyType
from typing import Final, NamedTuple

from tricktable.rules.cards import Card
from tricktable.rules.chance import Chance
from tricktable.rules.review.open_cards import OpenCards
from tricktable.rules.review.search import Search, each
from tricktable.rules.tricks import Trick

Tally = tuple[int, ...]

DIVE: Final = 15
"""How many tricks a dive tries before it is given up: most are lost early, and then for good."""
DIVES: Final = 2000
"""How many dives are made from the beginning of a deal; fewer with fewer cards."""
_LEADS: Final = 4
"""How many leads a dive tries for one trick."""
_PULL: Final = 1.5
"""Dives prefer takers that already have tricks, blurred by this many: halves the search."""
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
    search = _Ways(at, goal, chance, is_late, demand)
    try:
        found = search.dives()
        if not found and not demand.is_thorough:
            return Possibility(None)
        found = found or search.everything()
    except _Late:
        return Possibility(None)
    return Possibility(True, search.way) if found else Possibility(False)


class _Late(Exception):
    pass


class _Abandoned(Exception):
    pass


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
        self.tally = list(at.tally)
        self.goal, self.chance, self.is_late, self.demand = goal, chance, is_late, demand
        self.pins = {seat: self.bit.get(card, 0) for seat, card in demand.pins.items()}
        self.marked = {bit: 1 for bit in self.pins.values() if bit}
        self.open = {
            tally
            for final in goal.finals
            for tally in product(*(range(tricks + 1) for tricks in final))
        }
        """Tallies that can still become winning ones."""
        self.orders = [
            order
            for order in permutations(range(len(self.suits)), self.seats)
            if not goal.apart & {*order}
        ]
        """The suits that the seats may keep, in each order."""
        self.lost: set[tuple[int, ...]] = set()
        self.tries = 0
        self._matches: dict[int, bool] = {}
        self._sure: dict[tuple[int, ...], tuple[int, ...]] = {}
        self._hopes: dict[tuple[Tally, tuple[int, ...]], bool] = {}

    # --- dives -----------------------------------------------------------------------------------

    def dives(self) -> bool:
        """Whether a short try by chance has found a way. Raises: _Late."""
        plans = self._plans()
        if tuple(self.tally) not in self.open or not plans:
            return False
        left = sum(hand.bit_count() for hand in self.hands)
        for number in range(min(self.demand.dives, left * left)):
            if not number % _ASK_EVERY and self.is_late():
                raise _Late
            self.tries = DIVE
            before = (self.hands[:], self.tally[:])
            try:
                if self._dive(self.leader, self.laid, self.chance.choice(plans)):
                    return True
            except _Abandoned:
                pass
            self.hands[:], self.tally[:] = before
            self.line.clear()
        return False

    def _plans(self) -> list[Sequence[int]]:
        """Which suit each hand may keep; a suit that it keeps no card of is 0."""
        if not self.goal.keeps:
            return [[0] * self.seats]
        plans: list[Sequence[int]] = []
        for order in self.orders:
            keep = [self.suits[suit] for suit in order]
            for seat, pin in self.pins.items():
                keep[seat] &= pin
            if all(hand & suit for hand, suit in zip(self.hands, keep, strict=True)):
                plans.append(keep)
        return plans

    def _dive(self, leader: int, laid: dict[int, int], keep: Sequence[int]) -> bool:
        """Play tricks as planned until the end. Raises: _Abandoned."""
        leads = [laid[leader]] if laid else self._leads(leader, keep)
        if not leads:
            return self._is_over(leader)
        self.tries -= 1
        if self.tries < 0:
            raise _Abandoned
        hands, tally = self.hands, self.tally
        takers = self._takers()
        for lead in leads:
            options = self._options(leader, lead, laid, keep)
            if not all(options):
                continue
            for taker in takers:
                cards = self._cheapest(options, taker, self.suit_of[lead])
                if cards is None:
                    continue
                before, length = hands[:], len(self.line)
                for seat in self.clockwise(leader):
                    if seat not in laid:
                        hands[seat] ^= cards[seat]
                        self.line.append((seat, cards[seat]))
                tally[taker] += 1
                if self._dive(taker, {}, keep):
                    return True
                tally[taker] -= 1
                hands[:] = before
                del self.line[length:]
        return False

    def _leads(self, leader: int, keep: Sequence[int]) -> list[int]:
        leads = [*each(_spare(self.hands[leader], self.hands[leader], keep[leader]))]
        first = int(self.chance.random() * len(leads))
        return (leads[first:] + leads[:first])[:_LEADS]

    def _takers(self) -> list[int]:
        """The seats that may take one more trick, the likelier ones first."""
        takers = [seat for seat in range(self.seats) if self._one_more(seat) in self.open]
        if len(takers) > 1:
            tally, random = self.tally, self.chance.random
            takers.sort(key=lambda seat: _PULL * random() - tally[seat])
        return takers

    def _options(
        self, leader: int, lead: int, laid: dict[int, int], keep: Sequence[int]
    ) -> list[int]:
        """What each seat may lay to this lead without giving up its plan."""
        suit = self.suit_of[lead]
        options = [
            _spare(hand & suit or hand, hand, kept)
            for hand, kept in zip(self.hands, keep, strict=True)
        ]
        options[leader] = lead
        for seat, bit in laid.items():
            options[seat] = bit
        return options

    def _cheapest(self, options: Sequence[int], taker: int, suit: int) -> list[int] | None:
        """A card of each seat so that the taker's lowest possible one wins; None if none can."""
        trump, random = self.trump, self.chance.random
        for high in each(options[taker] & (suit | trump)):
            lower = ~trump | (high - 1) if high & trump else ~trump & ~(suit & -high)
            cards = []
            for seat, may in enumerate(options):
                low = high if seat == taker else may & lower
                if not low:
                    break
                cards.append(low & -low if random() < 0.5 else _highest(low & suit or low))
            else:
                return cards
        return None

    def _one_more(self, seat: int) -> Tally:
        tally = self.tally
        return (*tally[:seat], tally[seat] + 1, *tally[seat + 1 :])

    # --- every line ------------------------------------------------------------------------------

    def everything(self) -> bool:
        """Whether there is a way; the search is complete. Raises: _Late."""
        if tuple(self.tally) not in self.open:
            return False
        self.tries = 0
        if not self.laid:
            return self._lead(self.leader)
        best, taker, trick, turn = self.begun()
        return self._follow(turn, len(self.laid), best, taker, trick)

    def _lead(self, leader: int) -> bool:
        hands = self.hands
        key = (*self.shape(), leader, *self.tally)
        if key in self.lost:
            return False
        if self._is_over(leader):
            return True
        if not self._has_hope():
            return False
        self.tries += 1
        if not self.tries % _ASK_EVERY and self.is_late():
            raise _Late
        mine = hands[leader]
        pin = self.pins.get(leader, 0)
        for bit in self.unlike(mine, mine, 0):
            if bit == pin:
                continue
            hands[leader] = mine ^ bit
            self.line.append((leader, bit))
            if self._follow((leader + 1) % self.seats, 1, bit, leader, bit):
                return True
            self.line.pop()
            hands[leader] = mine
        self.lost.add(key)
        return False

    def _follow(self, seat: int, count: int, best: int, taker: int, trick: int) -> bool:
        seat = self.turn(seat, trick)
        hands = self.hands
        mine = hands[seat]
        lead = self.laid[self.leader] if self.laid else 0
        suit = self.suit_of[lead if lead & trick else self.line[-count][1]]
        cards = self.unlike(mine & suit or mine, mine, trick)
        if self.tally[seat]:
            cards.reverse()  # whoever takes tricks anyway tries the high cards first
        pin = self.pins.get(seat, 0)
        for bit in cards:
            if bit == pin:
                continue
            hands[seat] = mine ^ bit
            self.line.append((seat, bit))
            now, winner = (bit, seat) if self.beats(bit, best) else (best, taker)
            if count + 1 < self.seats:
                if self._follow((seat + 1) % self.seats, count + 1, now, winner, trick | bit):
                    return True
            elif self._one_more(winner) in self.open:
                self.tally[winner] += 1
                if self._lead(winner):
                    return True
                self.tally[winner] -= 1
            self.line.pop()
            hands[seat] = mine
        return False

    # --- what is hopeless ------------------------------------------------------------------------

    def _is_over(self, leader: int) -> bool:
        """Whether this is a won end: a tally that is open at the end is a winning one.

        Raises: _Late.
        """
        if not self.goal.keeps:
            is_won = not any(self.hands)
        else:
            is_won = not any(hand & (hand - 1) for hand in self.hands) and self._may_differ()
        if not is_won or self.demand.then is None:
            return is_won
        kept = frozenset(
            number
            for number, suit in enumerate(self.suits)
            if any(hand & suit for hand in self.hands)
        )
        is_good = self.demand.then(End(tuple(self.tally), leader, kept))
        if is_good is None:
            raise _Late
        return is_good

    def _has_hope(self) -> bool:
        """Whether nothing simple shows that this is lost."""
        if not self._may_differ():
            return False
        trumps = tuple([hand & self.trump for hand in self.hands])
        key = (tuple(self.tally), trumps)
        found = self._hopes.get(key)
        if found is None:
            found = self._hopes[key] = self._fits(self._sure_tricks(trumps))
        return found

    def _fits(self, sure: Sequence[int]) -> bool:
        """Whether some end allows the tricks that come of themselves; one trump may be kept."""
        for final in self.goal.finals:
            over = [
                have + least - most
                for have, least, most in zip(self.tally, sure, final, strict=True)
                if have + least > most
            ]
            if not over or (self.goal.keeps and over == [1]):
                return True
        return False

    def _sure_tricks(self, trumps: tuple[int, ...]) -> Sequence[int]:
        """The tricks that each seat's trumps take however they are played, if all are played."""
        found = self._sure.get(trumps)
        if found is None:
            every = 0
            for cards in trumps:
                every |= cards
            found = self._sure[trumps] = tuple(_unbeaten(cards, every & ~cards) for cards in trumps)
        return found

    def _may_differ(self) -> bool:
        """Whether each hand can still keep a card of another suit."""
        if not self.goal.keeps:
            return True
        key = 0
        for hand in self.hands:
            for suit in self.suits:
                key = key << 1 | bool(hand & suit)
        found = self._matches.get(key)
        if found is None:
            found = self._matches[key] = bool(self._plans())
        return found


def _spare(cards: int, hand: int, keep: int) -> int:
    """These cards without the hand's last one of the suit that it wants to keep."""
    kept = hand & keep
    return cards if kept & (kept - 1) else cards & ~kept


def _highest(bits: int) -> int:
    return 1 << (bits.bit_length() - 1)


def _unbeaten(mine: int, theirs: int) -> int:
    """Of these trumps, how many at least take a trick, whatever higher ones the others have."""
    most = 0
    for count, bit in enumerate(reversed([*each(mine)]), 1):
        most = max(most, count - (theirs & -bit).bit_count())
    return most
