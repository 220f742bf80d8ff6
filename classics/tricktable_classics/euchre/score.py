"""How Euchre is scored: points by sides."""

from collections.abc import Iterator
from typing import Final

from tricktable.rules.score import Term, by_points
from tricktable.text.sentences import Sentence, sentence
from tricktable_classics.euchre.position import EuchreDeal
from tricktable_classics.euchre.rules import HAND, SIDES


def _terms(deal: EuchreDeal, side: int) -> Iterator[Term]:
    if deal.gains[side]:
        yield Term(_words(deal), deal.gains[side])


def _words(deal: EuchreDeal) -> Sentence:
    is_alone = any(seat % SIDES == deal.maker % SIDES for seat in deal.alone)
    if deal.tricks < 3:
        return sentence("The makers are euchred")
    if deal.tricks < HAND:
        return sentence("Three tricks or four")
    return sentence("All tricks, alone") if is_alone else sentence("All tricks")


SCORE: Final = by_points(_terms)
