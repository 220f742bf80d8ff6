"""How Spades is scored: bids, bags and nils, by sides."""

from collections.abc import Iterator
from typing import Final

from tricktable.rules.score import Figure, Term, by_points, of_deal, tricks
from tricktable.text.language import Message, message
from tricktable.text.sentences import Sentence, sentence, sentence_by_number
from tricktable_classics.spades.position import Deal, SpadesView

MADE: Final = {
    "nil": message("Nil"),
    "blind": message("Blind nil"),
    "ten": message("Ten bags"),
}


def _bid(view: SpadesView, side: int) -> int | None:
    bids = view.position.bids[side::2]
    if None in bids:
        return None
    return sum(bid for bid in bids if isinstance(bid, int))


def _terms(deal: Deal, side: int) -> tuple[Term, ...]:
    return tuple(Term(_words(kind, points), points) for kind, points in deal.terms[side])


def _words(kind: str, points: int) -> Sentence:
    match kind:
        case "bid":
            return sentence_by_number("{count} trick bid", "{count} tricks bid", abs(points) // 10)
        case "bags":
            return sentence_by_number("{count} bag", "{count} bags", points)
    return sentence(MADE[kind])


def _now(view: SpadesView) -> Iterator[Figure]:
    yield of_deal(view, Message("Bid"), tuple(_bid(view, side) for side in range(2)))
    yield tricks(view, ("bid", "play"))
    yield Figure(Message("Bags"), view.position.bags)


SCORE: Final = by_points(_terms, _now)
