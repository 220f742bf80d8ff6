"""Chance as an argument: the rules know that cards are shuffled, but hold no source of chance."""

from collections.abc import MutableSequence, Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")


class Chance(Protocol):
    """What a source of chance can do; `random.Random` is one."""

    def random(self) -> float:
        """A number from 0 up to, but not including, 1."""

    def choice(self, among: Sequence[T], /) -> T:
        """One of these."""

    def sample(self, among: Sequence[T], count: int, /) -> list[T]:
        """This many of these, none twice, in any order."""

    def shuffle(self, cards: MutableSequence[T], /) -> None:
        """Put them into any order, in place."""


class SameChance:
    """A source of numbers that are the same each time, for what is no matter of chance. Mutable.

    They differ, so that whoever shuffles again until the cards fall well comes to an end.
    """

    def __init__(self) -> None:
        self._number = 0

    def random(self) -> float:
        """See `Chance.random`."""
        self._number = (self._number * 1_103_515_245 + 12_345) % 2**31  # ISO C, rand
        return self._number / 2**31

    def choice(self, among: Sequence[T], /) -> T:
        """See `Chance.choice`."""
        return among[int(self.random() * len(among))]

    def sample(self, among: Sequence[T], count: int, /) -> list[T]:
        """See `Chance.sample`."""
        cards = [*among]
        self.shuffle(cards)
        return cards[:count]

    def shuffle(self, cards: MutableSequence[T], /) -> None:
        """See `Chance.shuffle`."""
        for last in range(len(cards) - 1, 0, -1):
            other = int(self.random() * (last + 1))
            cards[last], cards[other] = cards[other], cards[last]
