"""How Troika is scored: each side's points deal by deal, up to a target."""

from __future__ import annotations

from tricktable.games.troika.position import TroikaView
from tricktable.rules.score import Figure, Score, Scored
from tricktable.text.language import Message, message


def score(view: TroikaView) -> Score:
    """Totals, and the points taken in the running deal."""
    at = view.position
    to_win = Message(message("Total, to {number}"), {"number": at.target})
    return Score(
        owners=view.owners,
        total=Figure(to_win, at.totals),
        now=(Figure(Message(message("This deal")), at.points),),
        deals=tuple(Scored(number, deal.scored) for number, deal in enumerate(at.deals, 1)),
    )
