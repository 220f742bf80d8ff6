"""Troika's scoring: each side's points deal by deal, up to a target."""

from typing import Final

from tricktable.games.troika.position import TroikaView
from tricktable.rules.score import DealScore, Figure, Score
from tricktable.text.language import Message
from tricktable.text.sentences import Fact, sentence, team

FIVE, THREE = "5H", "3S"
WORTH: Final = {FIVE: 5, THREE: -3}
"""The points for these two cards, besides those for their tricks."""


def score(view: TroikaView) -> Score:
    """Totals, and the points taken in the current deal."""
    at = view.position
    to_win = Message("Total, to {number}", {"number": at.target})
    return Score(
        total=Figure(to_win, at.totals),
        now=(Figure(Message("This deal"), _this_deal(view)),),
        deals=tuple(DealScore(number, deal.scored) for number, deal in enumerate(at.deals, 1)),
        facts=_limits(view),
    )


def _this_deal(view: TroikaView) -> tuple[int | None, ...]:
    """The points taken so far; once the deal is scored, what it gained."""
    at = view.position
    if at.what not in ("deal", "over"):
        return at.points
    is_scored = 0 < view.deal == len(at.deals)
    return at.deals[-1].scored if is_scored else (None, None)


def _limits(view: TroikaView) -> tuple[Fact, ...]:
    """The sides that now score only by bidding (K17 to K19)."""
    at = view.position
    if at.limit is None or view.position.what == "over":
        return ()
    return tuple(
        Fact(
            sentence(
                "{who} have {number} or more: they score only by bidding",
                who=team(seats, view.names),
                number=at.limit,
            )
        )
        for seats, total in zip(view.owners, at.totals, strict=True)
        if total >= at.limit
    )
