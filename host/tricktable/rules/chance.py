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
