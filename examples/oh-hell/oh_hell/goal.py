"""What a review of a deal looks for: whether each bid could have been made."""

from oh_hell.rules import OhHell
from tricktable.rules.game import State
from tricktable.rules.review.trick_counts import TrickCounts


def goal(begin: State, _end: State) -> TrickCounts:
    """Every seat wants exactly as many tricks as it bid."""
    assert isinstance(begin, OhHell)
    return TrickCounts(tuple(bid or 0 for bid in begin.bids))
