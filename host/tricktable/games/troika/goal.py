"""What a review of a deal of Troika looks for: the points that the bidders could have made."""

from __future__ import annotations

from typing import Final

from tricktable.games.troika.rules import LOW, SEATS, Troika
from tricktable.games.troika.score import WORTH
from tricktable.rules.cards import card
from tricktable.rules.game import State
from tricktable.rules.review.sides import Sides

_WORTH: Final = {card(code): points for code, points in WORTH.items()}


def goal(begin: State, _end: State) -> Sides | None:
    """The bidders' points; None for a low bid, in which other cards win."""
    assert isinstance(begin, Troika)
    bidder, trump = begin.deal.bidder, begin.deal.trump
    if bidder < 0 or trump == LOW:
        return None
    return Sides(frozenset(range(bidder & 1, SEATS, 2)), worth=_WORTH)
