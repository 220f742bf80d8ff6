"""What a review of The Torite looks for: one way in which all win."""

from __future__ import annotations

from itertools import permutations

from tricktable.games.torite.rules import Torite
from tricktable.rules.game import State
from tricktable.rules.review.together import Together


def goal(_begin: State, end: State) -> Together | None:
    """The trick counts in any order, and last cards in different suits (T5, T10).

    With one or two players, two rounds make one game, and no round has a goal of its own.
    """
    assert isinstance(end, Torite)
    if end.plan.rounds != 1:
        return None
    aside = end.seen.set_aside
    apart = frozenset() if aside is None else frozenset({aside.suit})
    return Together(frozenset(permutations(end.plan.target)), keeps=True, apart=apart)
