"""How The Torite is scored: nothing before the end, and then everybody's is the same."""

from __future__ import annotations

from tricktable.games.torite.position import ToriteView
from tricktable.rules.score import AFTER_GAME, Figure, Score, Scored
from tricktable.text.language import Message


def score(view: ToriteView) -> Score:
    """Tricks round by round, and the score of a win; of a game that is lost everybody has 0."""
    at = view.position
    is_one = at.of_rounds == 1
    tricks = (
        Figure(
            Message("Tricks") if is_one else Message("Round {number}", {"number": number}),
            each.tricks,
        )
        for number, each in enumerate(at.rounds, 1)
    )
    everybody = (at.score or 0,) * view.seats
    return Score(
        owners=view.owners,
        total=Figure(Message("Score"), (at.score,) * view.seats),
        now=tuple(tricks),
        deals=() if view.status == "playing" else (Scored(0, everybody),),
        after=AFTER_GAME,
    )
