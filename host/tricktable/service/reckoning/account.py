"""What an explained score is made of: terms that add up, and the rulings that say why.

Holds values alone; each game's own file fills them from what its record makes public.
"""

from __future__ import annotations

from typing import NamedTuple

from tricktable.text.parts import Fact, Sentence, Sheet


class Term(NamedTuple):
    """One line of a sum."""

    words: Sentence
    amount: int


class Account(NamedTuple):
    """Why somebody's score is what it is: its terms add up to it."""

    who: Sentence
    terms: tuple[Term, ...]
    start: int | None = None
    """What stood before, where the terms change it; None where they are all there is."""

    @property
    def amount(self) -> int:
        """All terms together."""
        return sum(term.amount for term in self.terms)

    @property
    def end(self) -> int:
        """What stands after."""
        return (self.start or 0) + self.amount


class Ruling(NamedTuple):
    """A numbered rule of the game's page, in one sentence."""

    number: str
    words: str


class Story(NamedTuple):
    """One deal as it is told afterwards, or so far."""

    title: Sentence
    result: Sentence
    """What came of it, in the fewest words."""
    facts: tuple[Fact, ...]
    accounts: tuple[Account, ...]
    rulings: tuple[Ruling, ...]
    sheets: tuple[Sheet, ...]
    """Tables: what each card counted, the turns, the tricks."""
    runs: bool = False
    """It is still being played."""
