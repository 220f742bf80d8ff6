"""Deals Troika at random, and says where its cards are. Knows no reader."""

from collections.abc import Sequence
from typing import Final

from tricktable.games.troika.rules import HAND, SPECIALS, Troika
from tricktable.rules.cards import Card, cards_in
from tricktable.rules.chance import Chance
from tricktable.rules.deal import KITTY, Handling, Layout, follow_entries, lowest, spread
from tricktable.rules.entries import Moved
from tricktable.rules.game import Header, State


def _deal(header: Header, state: State, chance: Chance) -> Layout:
    assert isinstance(state, Troika)
    return spread(header.seats, HAND, state.plan.deck, chance, KITTY)


def _discards(lying: Layout, entry: Moved) -> Sequence[Card]:
    """The lowest cards of the hand, but never the five or the three (K8)."""
    if entry.source != "hand":
        return lowest(lying, entry)
    hand = cards_in(lying.hands[entry.seat] & ~SPECIALS)
    return sorted(hand, key=lambda card: card.rank)[: entry.number]


HANDLING: Final = Handling(_deal, follow_entries(_discards))
