"""How Oh Hell is scored: a point a trick, and ten for taking as many as bid."""

from __future__ import annotations

from oh_hell.position import OhHellDeal, OhHellView
from oh_hell.rules import BONUS
from tricktable.rules.score import Figure, Score, Term, scored, tricks
from tricktable.text.language import Message
from tricktable.text.sentences import counted, sentence


def score(view: OhHellView) -> Score:
    """Bids, tricks and points."""
    at = view.position
    return Score(
        total=Figure(Message("Points"), at.totals),
        now=(Figure(Message("Bid"), at.bids), tricks(view, ("turn_up", "bid", "play"))),
        deals=scored(at.deals, _terms),
    )


def _terms(deal: OhHellDeal, seat: int) -> tuple[Term, ...]:
    took, bid = deal.tricks[seat], deal.bids[seat]
    taken = Term(counted("{count} trick", "{count} tricks", took), took)
    if took != bid:
        return (taken,)
    return (taken, Term(sentence("As many as bid"), BONUS))
