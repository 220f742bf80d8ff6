"""Hands that play Oh Hell by themselves: they bid what their high cards are good for."""

from __future__ import annotations

from oh_hell.position import Position
from tricktable.rules.cards import BY_CODE, Card, cards_in
from tricktable.rules.chance import Chance
from tricktable.rules.entries import Declared, Shown
from tricktable.rules.player import ByChance, Decision, OpenTable, offer


class Player:
    """Plays all hands of one game."""

    def __init__(self, chance: Chance) -> None:
        self._any = ByChance(chance)

    def __call__(self, table: OpenTable[Position]) -> Decision:
        """The next entry."""
        view = table.view
        match view.position.what:
            case "turn_up":
                (top,) = cards_in(table.hands[view.seats])
                return Shown(view.next_seat, top)
            case "bid":
                return Declared(view.next_seat, "bid", _bid(table))
        return self._any(table)


def _bid(table: OpenTable[Position]) -> int:
    """The open bid next to the number of cards that may take a trick."""
    view, bids = table.view, offer(table.view, "bid")
    assert bids is not None
    assert view.next_seat is not None
    turned = view.position.turned
    trump = BY_CODE[turned].suit if turned else -1
    strong = sum(_is_strong(card, trump) for card in cards_in(table.hands[view.next_seat]))
    return min((bid for bid in bids.values if isinstance(bid, int)), key=lambda b: abs(b - strong))


def _is_strong(card: Card, trump: int) -> bool:
    """An ace, a king, or a trump from the ten on."""
    return card.rank >= 13 or (card.suit == trump and card.rank >= 10)
