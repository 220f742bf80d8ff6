"""What a review of The Torite looks for: one way in which all win, and what a win could score."""

from __future__ import annotations

from itertools import permutations

from tricktable.games.torite.rules import SCORE_BASE, Torite
from tricktable.rules.game import State
from tricktable.rules.review.rounds import SharedWin, Spread


def goal(_begin: State, end: State) -> SharedWin:
    """The trick counts in any order, and last cards in different suits (T5, T10).

    With one or two players, two rounds make one game: round 2 reverses round 1 (T11, T15).
    """
    assert isinstance(end, Torite)
    plan, aside = end.plan, end.seen.set_aside
    finals = ((each, each[::-1])[: plan.rounds] for each in permutations(plan.target))
    return SharedWin(
        frozenset(finals),
        apart=frozenset() if aside is None else frozenset({aside.suit}),
        spread=Spread(SCORE_BASE, plan.score_round if plan.rounds > 1 else 0),
        shows_suits=plan.shows_suits,
    )
