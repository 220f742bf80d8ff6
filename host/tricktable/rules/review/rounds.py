"""Whether a game of one round or several can be won by all together, and how well.

A round's last trick says who leads the next one, and the cards kept in all rounds count together.
So each way through a round is tried with what it leaves for the next, whose answers are kept.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby, product
from operator import attrgetter
from typing import Final, NamedTuple

from tricktable.rules.cards import Card, cards_in
from tricktable.rules.chance import Chance
from tricktable.rules.entries import Played, Shown
from tricktable.rules.review.open_cards import OpenCards
from tricktable.rules.review.together import (
    DIVES,
    Demand,
    End,
    Possibility,
    Tally,
    Together,
    find_way,
)
from tricktable.rules.tricks import Trick

IsLate = Callable[[], bool]
Way = tuple[Played | Shown, ...]
"""The cards of a way to win, and those that it keeps, in the order of a record."""
Finals = frozenset[tuple[Tally, ...]]
"""For each way in which a game is won, the tricks of each seat in each round."""
Pin = tuple[int, int, Card]
"""A round, a seat, and the very card that it must keep in it."""
_FEW: Final = 20
"""Dives after each score at first: they find most scores that can be had."""
_PROVABLE: Final = 40
"""With more cards a score is not searched for everywhere: of 30 whole deals none was decided so in
two seconds, and all of the time was gone."""


class Spread(NamedTuple):
    """What a won game scores: how far two kept cards are apart."""

    base: int
    """What is added to the rank kept by who took most tricks, less that kept by who took fewest."""
    round: int = 0
    """Of whose kept cards; the tricks are those of the last round."""


class SharedWin(NamedTuple):
    """How all win over one round or several."""

    finals: Finals
    apart: frozenset[int] = frozenset()
    """Suits that no kept card may have."""
    spread: Spread | None = None
    """What is scored then; None if a win is a win."""
    shows_suits: bool = False
    """Whether the backs of the cards show their suits to everybody."""

    @property
    def number(self) -> int:
        """How many rounds there are."""
        return len(next(iter(self.finals)))


class Earlier(NamedTuple):
    """What earlier rounds have left."""

    tallies: tuple[Tally, ...] = ()
    kept: frozenset[int] = frozenset()
    """The suits of the cards kept in them."""


class WayTerms(NamedTuple):
    """What is asked of a way beside the win."""

    finals: Finals
    pins: tuple[Pin, ...] = ()
    dives: int = DIVES
    is_thorough: bool = True


class Ways:
    """Answers whether a game can still be won. Mutable: it remembers what it found of later rounds.

    `starts` is the beginning of each round as it was played, all hands whole.
    """

    def __init__(self, goal: SharedWin, starts: Sequence[OpenCards], chance: Chance) -> None:
        self.goal, self.starts, self.chance = goal, starts, chance
        self._known: dict[tuple[object, ...], bool | None] = {}

    def find(
        self, at: OpenCards, past: Earlier, is_late: IsLate, demanded: WayTerms | None = None
    ) -> tuple[bool | None, Way]:
        """Whether there is a way from this moment on, as in `Possibility`, and its entries."""
        asked = demanded or WayTerms(self.goal.finals)
        found = self._find(at, past, asked, is_late)
        if not found.is_there:
            return found.is_there, ()
        end, way = _end_of(at, found.way)
        if len(past.tallies) + 1 == self.goal.number:
            return True, way
        suits = {next(cards_in(hand)).suit for hand in end.hands}
        then = Earlier((*past.tallies, end.tally), past.kept | suits)
        on, rest = self.find(self._start(then, end.due), then, is_late, asked)
        return on, (*way, *rest)

    def _find(self, at: OpenCards, past: Earlier, asked: WayTerms, is_late: IsLate) -> Possibility:
        number = len(past.tallies)
        tallies = frozenset(each[number] for each in asked.finals if each[:number] == past.tallies)
        if not tallies:
            return Possibility(False)
        pins = {seat: card for of, seat, card in asked.pins if of == number}
        is_last = number + 1 == self.goal.number

        def then(end: End) -> bool | None:
            left = Earlier((*past.tallies, end.tally), past.kept | end.suits)
            key = (left, end.taker, asked)
            if self._known.get(key) is None:
                start = self._start(left, end.taker)
                self._known[key] = self._find(start, left, asked, is_late).is_there
            known = self._known[key]
            # A dive that is no proof may pass over what it does not know.
            return False if known is None and not asked.is_thorough else known

        goal = Together(tallies, keeps=True, apart=self.goal.apart | past.kept)
        demand = Demand(None if is_last else then, pins, asked.dives, asked.is_thorough)
        return find_way(at, goal, self.chance, is_late, demand)

    def _start(self, past: Earlier, leader: int) -> OpenCards:
        return self.starts[len(past.tallies)]._replace(due=leader)


def _end_of(at: OpenCards, way: Trick) -> tuple[OpenCards, Way]:
    """The moment after a way through a round, and its entries with the cards it keeps."""
    for _, card in way:
        at = at.after(card)
    kept = tuple(Shown(seat, next(cards_in(hand))) for seat, hand in enumerate(at.hands))
    return at, (*(Played(seat, card) for seat, card in way), *kept)


# --- the best score -------------------------------------------------------------------------------


class Best(NamedTuple):
    """The best score of a won game, as far as it is known: between these two."""

    least: int
    """One that can be had."""
    most: int
    """None is higher."""
    way: Way = ()
    """A way to the least, if it is more than was known."""
    is_cut_short: bool = False
    """Whether time ran out before all was tried that can be."""


def best(ways: Ways, known: int, is_late: IsLate) -> Best:
    """The best score from the first card on, given one that can be had."""
    goal = ways.goal
    assert goal.spread is not None
    scores = _scores(goal, ways.starts)
    higher = [score for score in scores if score > known]
    least, unproved = known, dict.fromkeys(higher, True)
    to_least: Way = ()
    start, nothing = ways.starts[0], Earlier()

    def can(score: int, dives: int, is_thorough: bool) -> tuple[bool | None, Way]:
        """Whether this score can be had, and how; None if that was not found in time."""
        is_sure = True
        for finals, pins in scores[score]:
            demanded = WayTerms(finals, pins, dives, is_thorough)
            found, way = ways.find(start, nothing, is_late, demanded)
            if found:
                return True, way
            is_sure &= found is False
            if is_late():
                return None, ()
        return (False if is_sure else None), ()

    phases = [(_FEW, False), (DIVES, False), (_FEW, True)]
    if sum(start.hands).bit_count() > _PROVABLE:
        phases.pop()
    for dives, is_thorough in phases:
        for score in sorted(higher, reverse=True):
            if score <= least or is_late():
                break
            answer, way = can(score, dives, is_thorough)
            if answer:
                least, to_least = score, way
                break
            unproved[score] = answer is None
    most = max([least, *(score for score in higher if unproved[score])])
    return Best(least, most, to_least, is_cut_short=least < most and is_late())


def _scores(
    goal: SharedWin, starts: Sequence[OpenCards]
) -> Mapping[int, list[tuple[Finals, tuple[Pin, ...]]]]:
    """The scores that the cards allow, with the finals and the two kept cards that make them.

    Of cards that are alike only the one that makes the highest score: to keep another is as hard.
    """
    assert goal.spread is not None
    base, number = goal.spread.base, goal.spread.round
    highs, lows = defaultdict[int, list[Card]](list), defaultdict[int, list[Card]](list)
    for seat, cards in _alike(starts[number]):
        highs[seat].append(max(cards, key=attrgetter("rank")))
        lows[seat].append(min(cards, key=attrgetter("rank")))
    pairs: dict[tuple[int, int], set[tuple[Tally, ...]]] = {}
    for final in goal.finals:
        last = final[-1]
        key = last.index(max(last)), last.index(min(last))
        pairs.setdefault(key, set()).add(final)
    found: dict[int, list[tuple[Finals, tuple[Pin, ...]]]] = {}
    for (most, fewest), finals in pairs.items():
        if most == fewest:  # all took as many, and one card is no distance from itself
            found.setdefault(base, []).append((frozenset(finals), ()))
            continue
        for high, low in product(highs[most], lows[fewest]):
            if high.suit == low.suit or goal.apart & {high.suit, low.suit}:
                continue
            pins = (number, most, high), (number, fewest, low)
            score = base + high.rank - low.rank
            found.setdefault(score, []).append((frozenset(finals), pins))
    return found


def _alike(at: OpenCards) -> Iterator[tuple[int, list[Card]]]:
    """Each seat's cards between which nobody else has one."""
    owner = {card: seat for seat, hand in enumerate(at.hands) for card in cards_in(hand)}
    suits, _, heights, _ = at.ranking

    def of(card: Card) -> tuple[int, int, int]:
        return owner[card], suits[card], card.bit & at.exempt

    cards = sorted(owner, key=lambda card: (suits[card], heights[card]))
    for (seat, _, _), group in groupby(cards, of):
        yield seat, [*group]


def score_of(goal: SharedWin, tallies: Sequence[Tally], kept: Sequence[Sequence[Card]]) -> int:
    """What a won game scored, by round and seat."""
    assert goal.spread is not None
    last, cards = tallies[-1], kept[goal.spread.round]
    most, fewest = last.index(max(last)), last.index(min(last))
    return goal.spread.base + cards[most].rank - cards[fewest].rank
