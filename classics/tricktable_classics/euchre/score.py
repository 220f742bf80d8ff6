"""How Euchre is scored: points by sides."""

from collections.abc import Iterator
from typing import Final

from tricktable.rules.score import Term, by_points
from tricktable.text.sentences import sentence
from tricktable_classics.euchre.position import EuchreDeal
from tricktable_classics.euchre.rules import ENOUGH, HAND


def _terms(deal: EuchreDeal, side: int) -> Iterator[Term]:
    if not deal.gains[side]:
        return
    words = sentence("Euchred the makers")
    if deal.tricks == HAND:
        is_alone = deal.maker in deal.alone
        words = sentence("All tricks, alone") if is_alone else sentence("All tricks")
    elif deal.tricks >= ENOUGH:
        words = sentence("Three tricks or four")
    yield Term(words, deal.gains[side])


SCORE: Final = by_points(_terms)
