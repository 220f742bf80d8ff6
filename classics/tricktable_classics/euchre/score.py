"""How Euchre is scored: points by sides."""

from __future__ import annotations

from collections.abc import Iterator

from tricktable.rules.score import Figure, Score, Scored, Term
from tricktable.text.language import Message, message
from tricktable.text.sentences import Sentence, sentence
from tricktable_classics.euchre.position import Deal, EuchreView
from tricktable_classics.euchre.rules import HAND, SIDES


def score(view: EuchreView) -> Score:
    """Tricks and points."""
    at = view.position
    tricks = (sum(view.tally[side::SIDES]) for side in range(SIDES))
    return Score(
        owners=view.owners,
        total=Figure(Message(message("Points")), at.totals),
        now=(
            Figure(
                Message(message("Tricks")),
                tuple(tricks) if at.what == "play" else (None,) * SIDES,
            ),
        ),
        deals=tuple(
            Scored(number, deal.gains, tuple(tuple(_terms(deal, side)) for side in range(SIDES)))
            for number, deal in enumerate(at.deals, start=1)
        ),
    )


def _terms(deal: Deal, side: int) -> Iterator[Term]:
    if deal.gains[side]:
        yield Term(_words(deal), deal.gains[side])


def _words(deal: Deal) -> Sentence:
    is_alone = any(seat % SIDES == deal.maker % SIDES for seat in deal.alone)
    if deal.tricks < 3:
        return sentence("The makers are euchred")
    if deal.tricks < HAND:
        return sentence("Three tricks or four")
    return sentence("All tricks, alone") if is_alone else sentence("All tricks")
