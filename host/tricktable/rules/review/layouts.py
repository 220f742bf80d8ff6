"""Where the cards that one viewpoint has not seen may lie: counted, listed, or drawn by chance.

Cards of one suit may lie in the same places, so a layout is chosen suit by suit: how many of its
cards lie in each place, and then which.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb, prod

from tricktable.rules.cards import Card, cards_in, mask
from tricktable.rules.chance import Chance

Layout = tuple[tuple[Card, ...], ...]
"""The hidden cards of each place."""
_Counts = tuple[int, ...]


class Layouts:
    """All ways to put hidden cards into their places, each as likely as any other. Mutable: it
    remembers how many there are.
    """

    def __init__(
        self,
        suits: Sequence[Sequence[Card]],
        room: Sequence[int],
        void: Sequence[frozenset[int]],
        split: Sequence[_Counts] = (),
    ) -> None:
        """New layouts.

        Args:
            suits: the hidden cards of each suit.
            room: how many hidden cards lie in each place.
            void: the suits of which each place has none.
            split: of each suit how many cards lie in each place, where that is known.
        """
        self._suits, self._room, self._void, self._split = suits, tuple(room), void, split
        self._known: dict[tuple[int, _Counts], int] = {}

    @classmethod
    def of(
        cls,
        hidden: int,
        room: Sequence[int],
        barred: Sequence[int],
        backs: Sequence[int] = (),
        suits: Sequence[int] = (),
    ) -> Layouts:
        """Those of hidden cards by place, with the cards that cannot lie there, all as masks.

        With backs, there are as many cards of each of these suits in each place as there are in
        these masks; then no suits need be barred.
        """
        groups = dict[object, list[Card]]()
        for card in cards_in(hidden):
            suit = next((number for number, suit in enumerate(suits) if suit & card.bit), -1)
            key = suit if backs else tuple(bool(cards & card.bit) for cards in barred)
            groups.setdefault(key, []).append(card)
        kinds = [mask(cards) for cards in groups.values()]
        if backs:
            split = [tuple((place & kind).bit_count() for place in backs) for kind in kinds]
            return cls([*groups.values()], room, [frozenset()] * len(room), split)
        void = [
            frozenset(number for number, kind in enumerate(kinds) if kind & cards)
            for cards in barred
        ]
        return cls([*groups.values()], room, void)

    def count(self) -> int:
        """How many there are; 0 if the places cannot hold these cards."""
        return self._count(0, self._room)

    def __iter__(self) -> Iterator[Layout]:
        """Every one, once."""
        return self._fill(0, self._room, ((),) * len(self._room))

    def draw(self, chance: Chance) -> Layout:
        """One by chance; there must be one."""
        room, lies = self._room, [list[Card]() for _ in self._room]
        for suit, cards in enumerate(self._suits):
            left = list(cards)
            chance.shuffle(left)
            counts = self._pick(suit, room, chance)
            for place, count in enumerate(counts):
                lies[place] += left[:count]
                del left[:count]
            room = _less(room, counts)
        return tuple(map(tuple, lies))

    def _pick(self, suit: int, room: _Counts, chance: Chance) -> _Counts:
        """How many cards of this suit lie in each place, as often as layouts have it so."""
        ways = [(counts, number) for counts, number in self._ways(suit, room) if number]
        left = chance.random() * self._count(suit, room)
        for counts, number in ways:
            left -= number
            if left < 0:
                return counts
        return ways[-1][0]  # a product that was rounded up

    def _count(self, suit: int, room: _Counts) -> int:
        if suit == len(self._suits):
            return 0 if any(room) else 1
        found = self._known.get((suit, room))
        if found is None:
            found = self._known[suit, room] = sum(ways for _, ways in self._ways(suit, room))
        return found

    def _ways(self, suit: int, room: _Counts) -> Iterator[tuple[_Counts, int]]:
        """Each split of a suit among the places, and how many layouts have it."""
        known = [self._split[suit]] if self._split else None
        for counts in known or self._splits(suit, len(self._suits[suit]), room):
            left = len(self._suits[suit])
            chosen = []
            for count in counts:
                chosen.append(comb(left, count))
                left -= count
            yield counts, prod(chosen) * self._count(suit + 1, _less(room, counts))

    def _splits(self, suit: int, cards: int, room: _Counts) -> Iterator[_Counts]:
        if not room:
            if not cards:
                yield ()
            return
        place = len(self._room) - len(room)
        most = 0 if suit in self._void[place] else min(cards, room[0])
        for count in range(most + 1):
            for rest in self._splits(suit, cards - count, room[1:]):
                yield (count, *rest)

    def _fill(self, suit: int, room: _Counts, lies: Layout) -> Iterator[Layout]:
        if suit == len(self._suits):
            if not any(room):
                yield lies
            return
        for counts, ways in self._ways(suit, room):
            if ways:
                for parts in _partitions(tuple(self._suits[suit]), counts):
                    added = tuple((*a, *b) for a, b in zip(lies, parts, strict=True))
                    yield from self._fill(suit + 1, _less(room, counts), added)


def _less(room: _Counts, counts: _Counts) -> _Counts:
    return tuple(have - less for have, less in zip(room, counts, strict=True))


def _partitions(cards: tuple[Card, ...], counts: _Counts) -> Iterator[Layout]:
    """These cards in parts of these sizes, in every way."""
    if not counts:
        yield ()
        return
    for part in combinations(cards, counts[0]):
        left = tuple(each for each in cards if each not in part)
        for rest in _partitions(left, counts[1:]):
            yield (part, *rest)
