"""What a review of a deal looks for: whether each bid could have been made."""

from __future__ import annotations

from oh_hell.rules import OhHell
from tricktable.rules.game import State
from tricktable.rules.review.exactly import Exactly


def goal(begin: State, _end: State) -> Exactly:
    """Every seat wants exactly as many tricks as it bid."""
    assert isinstance(begin, OhHell)
    return Exactly(tuple(bid or 0 for bid in begin.bids))
