"""How Oh Hell is scored: a point a trick, and ten for taking as many as bid."""

from __future__ import annotations

from oh_hell.position import Deal, OhHellView
from oh_hell.rules import BONUS
from tricktable.rules.score import Figure, Score, Scored, Term
from tricktable.text.language import Message, message
from tricktable.text.sentences import counted, sentence


def score(view: OhHellView) -> Score:
    """Bids, tricks and points."""
    at = view.position
    runs = view.next_what not in ("deal", "over")
    return Score(
        owners=view.owners,
        total=Figure(Message(message("Points")), at.totals),
        now=(
            Figure(Message(message("Bid")), at.bids),
            Figure(Message(message("Tricks")), view.tally if runs else (None,) * view.seats),
        ),
        deals=tuple(
            Scored(number, deal.gains, tuple(_terms(deal, seat) for seat in range(view.seats)))
            for number, deal in enumerate(at.deals, start=1)
        ),
    )


def _terms(deal: Deal, seat: int) -> tuple[Term, ...]:
    tricks, bid = deal.tricks[seat], deal.bids[seat]
    taken = Term(counted("{count} trick", "{count} tricks", tricks), tricks)
    if tricks != bid:
        return (taken,)
    return (taken, Term(sentence("As many as bid"), BONUS))
