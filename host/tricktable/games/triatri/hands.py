"""What returns to a hand in TriATri: cards shown for the start that decided nothing."""

from __future__ import annotations

from tricktable.games.triatri.position import Position
from tricktable.rules.cards import Card, card
from tricktable.rules.entries import Happening, Shown


def in_hand(
    cards: frozenset[Card], seat: int, entry: Happening, before: Position, after: Position
) -> frozenset[Card]:
    """The hand after a card was shown; all are taken back if nobody can start (A17)."""
    if not isinstance(entry, Shown) or after.revealed or after.starter is not None:
        return cards
    own = {card(code) for shown_by, code in before.revealed if shown_by == seat}
    if entry.seat == seat:  # the last card shown never lay there
        own.add(entry.card)
    return cards | own
