"""How Euchre is scored: points by sides."""

from __future__ import annotations

from collections.abc import Iterator

from tricktable.rules.score import Figure, Score, Term, scored, tricks
from tricktable.text.language import Message
from tricktable.text.sentences import Sentence, sentence
from tricktable_classics.euchre.position import EuchreDeal, EuchreView
from tricktable_classics.euchre.rules import HAND, SIDES


def score(view: EuchreView) -> Score:
    """Tricks and points."""
    at = view.position
    return Score(
        total=Figure(Message("Points"), at.totals),
        now=(tricks(view),),
        deals=scored(at.deals, _terms),
    )


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
