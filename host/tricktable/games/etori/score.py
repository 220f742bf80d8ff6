"""Etori's scoring: chips that one team wins from another, deal by deal."""

from typing import Final

from tricktable.games.etori.position import DealResult, EtoriView, Position
from tricktable.games.etori.rules import ALL_FACES
from tricktable.rules.score import DealScore, Figure, Mark, Score
from tricktable.text.language import Message, message
from tricktable.text.sentences import Fact, sentence_by_number, team

_FACES: Final = Message("Faces")
_CHIPS: Final = Message("Chips")


def score(view: EtoriView) -> Score:
    """Chips, and the faces captured in the current deal."""
    at = view.position
    marks = tuple(_mark(at, team) for team in range(len(at.chips)))
    runs = view.position.what == "play"
    faces = (
        count if runs and not mark else None for count, mark in zip(at.faces, marks, strict=True)
    )
    return Score(
        total=Figure(_CHIPS, at.chips),
        now=(Figure(_FACES, tuple(faces)),),
        deals=tuple(
            DealScore(number, _gains(deal, len(at.chips)))
            for number, deal in enumerate(at.deals, 1)
        ),
        unit=message("chips won"),
        marks=marks,
        facts=_facts(view),
    )


def _mark(at: Position, team: int) -> Mark:
    if not at.chips[team]:
        return "out"
    return "sits out" if at.sitting == team else ""


def _gains(deal: DealResult, teams: int) -> tuple[int, ...]:
    """What each team gained: the losers' payment goes to the winners."""
    by_team = {deal.winner: deal.chips, deal.loser: -deal.chips}
    return tuple(by_team.get(team, 0) for team in range(teams))


def _facts(view: EtoriView) -> tuple[Fact, ...]:
    """How close the deal is to its end."""
    at = view.position
    if view.position.what != "play":
        return ()
    left, best = ALL_FACES - sum(at.faces), max(at.faces)
    if best > ALL_FACES // 2:
        told = sentence_by_number(
            "{who} have more than half; {count} face card is still out",
            "{who} have more than half; {count} face cards are still out",
            left,
            who=team(view.owners[at.faces.index(best)], view.names),
        )
        return (Fact(told),)
    return (
        Fact(
            sentence_by_number(
                "{count} of 16 face cards is still out; nine win the deal",
                "{count} of 16 face cards are still out; nine win the deal",
                left,
            )
        ),
    )
