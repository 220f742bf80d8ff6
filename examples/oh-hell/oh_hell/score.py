"""How Oh Hell is scored: a point a trick, and ten for taking as many as bid."""

from collections.abc import Iterator
from typing import Final

from oh_hell.position import OhHellDeal, OhHellView
from oh_hell.rules import BONUS
from tricktable.rules.score import Figure, Term, by_points, of_deal, tricks
from tricktable.text.language import Message
from tricktable.text.sentences import sentence, sentence_by_number


def _terms(deal: OhHellDeal, seat: int) -> tuple[Term, ...]:
    took, bid = deal.tricks[seat], deal.bids[seat]
    taken = Term(sentence_by_number("{count} trick", "{count} tricks", took), took)
    if took != bid:
        return (taken,)
    return (taken, Term(sentence("As many as bid"), BONUS))


def _now(view: OhHellView) -> Iterator[Figure]:
    yield of_deal(view, Message("Bid"), view.position.bids)
    yield tricks(view, ("turn_up", "bid", "play"))


SCORE: Final = by_points(_terms, _now)
