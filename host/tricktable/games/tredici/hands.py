"""What leaves a hand of Tredici without being moved: all of it, when a kisché purges the seat."""

from __future__ import annotations

from tricktable.games.tredici.position import Position
from tricktable.rules.cards import Card
from tricktable.rules.entries import Happening


def in_hand(
    cards: frozenset[Card], seat: int, _entry: Happening, _before: Position, after: Position
) -> frozenset[Card]:
    """The same cards, or none if the hand is now empty: cards are counted exactly (D21)."""
    return cards if after.hands[seat] else frozenset()
