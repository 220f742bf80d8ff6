"""Hands that bid in Oh Hell what their high cards are good for."""

from typing import Final

from oh_hell.position import Position
from tricktable.rules.cards import BY_CODE, Card, cards_in
from tricktable.rules.player import OpenTable, by_hand


def _bid(table: OpenTable[Position], seat: int) -> int:
    """The open bid next to the number of cards that may take a trick."""
    turned = table.view.position.turned
    trump = BY_CODE[turned].suit if turned else -1
    strong = sum(_is_strong(card, trump) for card in cards_in(table.hands[seat]))
    return table.nearest("bid", strong)


def _is_strong(card: Card, trump: int) -> bool:
    """An ace, a king, or a trump from the ten on."""
    return card.rank >= 13 or (card.suit == trump and card.rank >= 10)


PLAYER: Final = by_hand({"bid": _bid})
