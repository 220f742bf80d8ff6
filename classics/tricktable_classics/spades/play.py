"""Hands that play Spades by themselves."""

from typing import Final

from tricktable.rules.cards import SPADES, Card, cards_in
from tricktable.rules.player import CardChoice, OpenTable, by_hand
from tricktable_classics.spades.position import BLIND, Position


def _card(choice: CardChoice[Position]) -> Card:
    """Takes what it needs."""
    wants = choice.table.view.position.bids[choice.seat] not in (0, BLIND)
    chosen = choice.takes if wants and not choice.is_partners else choice.loses
    least = min if wants else max
    return least(chosen or choice.may, key=lambda card: (card.suit == SPADES, card.rank))


def _bid(table: OpenTable[Position], seat: int) -> int:
    """The open bid next to the number of cards that may take a trick."""
    hand = [*cards_in(table.hands[seat])]
    high = sum(card.rank >= 13 for card in hand if card.suit != SPADES)
    spades = [card.rank for card in hand if card.suit == SPADES]
    strong = high + sum(rank >= 11 for rank in spades) + max(len(spades) - 4, 0)
    return table.nearest("bid", strong)


PLAYER: Final = by_hand({"bid": _bid}, _card)
