"""How Bridge is scored: above and below the line, or board by board."""

from __future__ import annotations

from typing import Final

from tricktable.rules.score import Figure, Score, Term, scored, tricks
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


def score(view: BridgeView) -> Score:
    """Tricks, games and points."""
    at = view.position
    now = [tricks(view)]
    if at.is_rubber:
        now.append(Figure(Message("Games"), at.games))
        now.append(Figure(Message("Below the line"), at.below))
    return Score(
        total=Figure(Message("Points"), at.totals),
        now=tuple(now),
        deals=scored(at.deals, _terms),
    )


def _terms(deal: Deal, side: int) -> tuple[Term, ...]:
    return tuple(Term(sentence(TERMS[kind]), points) for kind, points in deal.terms[side])
