"""What a review of a round of TriATri looks for: prizes that the last card could have taken."""

from __future__ import annotations

from tricktable.games.triatri.rules import TRICKS
from tricktable.rules.game import State
from tricktable.rules.review.last_cards import LastCards


def goal(_begin: State, _end: State) -> LastCards:
    """Each trick has its prize, whose worth only the whole game tells; one card was shown (A14)."""
    return LastCards(TRICKS, has_stakes=True)
