"""The tricks that whoever played last could have taken, and did not: found by the rules alone.

Each trick is worth something by itself, and the last card to it is laid with everything in sight
that matters: so this knows nothing that its player did not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tricktable.rules.cards import Card, cards_in
from tricktable.rules.entries import Played
from tricktable.rules.review.open_cards import OpenMoment
from tricktable.rules.tricks import following_cards


class LastCards(NamedTuple):
    """Each trick is worth something by itself."""

    cards: int
    """That each hand plays in a round; fewer seen are not all."""
    has_stakes: bool = False
    """Whether what a trick is played for is of the suit that must be followed."""


class MissedTrick(NamedTuple):
    """A trick that its last card could have taken."""

    trick: int
    """From 1, as people count."""
    seq: int
    """The entry of the card that was laid."""
    cards: tuple[Card, ...]
    """Each of these would have taken it."""
    stake: str = ""
    """The letter of the suit of what was played for; empty if that is the trick alone."""


def missed_tricks(moments: Sequence[OpenMoment], goal: LastCards) -> Iterator[MissedTrick]:
    """Those tricks, in order."""
    for moment in moments:
        at, seat = moment.at, moment.played.seat
        if moment.taker in (None, seat) or seat != at.due:
            continue
        owed = moment.state.tabletop().owed
        may = following_cards(cards_in(at.hands[seat]), owed, at.ranking, at.exempt)
        cards = tuple(card for card in may if _takes(moment, card))
        if cards:
            stake = (owed or "") if goal.has_stakes else ""
            yield MissedTrick(sum(at.tally) + 1, moment.seq, cards, stake)


def _takes(moment: OpenMoment, card: Card) -> bool:
    seat = moment.played.seat
    return moment.state.apply(Played(seat, card)).tabletop().last_winner == seat
