"""How Bridge is scored: above and below the line, or board by board."""

from collections.abc import Iterator
from typing import Final

from tricktable.rules.score import Figure, Term, by_points, tricks
from tricktable.text.language import Message, message
from tricktable.text.sentences import sentence
from tricktable_classics.bridge.position import BridgeView, Deal

TERMS: Final = {
    "tricks": message("Tricks bid"),
    "over": message("Overtricks"),
    "slam": message("Small slam"),
    "grand": message("Grand slam"),
    "insult": message("Doubled and made"),
    "under": message("Undertricks of the others"),
    "game": message("Game"),
    "part": message("Part score"),
    "honours": message("Honours"),
    "rubber": message("The rubber"),
}


def _terms(deal: Deal, side: int) -> tuple[Term, ...]:
    return tuple(Term(sentence(TERMS[kind]), points) for kind, points in deal.terms[side])


def _now(view: BridgeView) -> Iterator[Figure]:
    at = view.position
    yield tricks(view)
    if at.is_rubber:
        yield Figure(Message("Games"), at.games)
        yield Figure(Message("Below"), at.below)


SCORE: Final = by_points(_terms, _now)
