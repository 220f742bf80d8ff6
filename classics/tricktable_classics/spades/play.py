"""Hands that play Spades by themselves."""

from __future__ import annotations

from tricktable.rules.cards import SPADES, cards_in
from tricktable.rules.entries import Declared, Happening, Played
from tricktable.rules.player import OpenPlayer, OpenTable, offer, trick_of
from tricktable.rules.tricks import winner
from tricktable_classics.spades.position import BLIND, Position


class Player(OpenPlayer[Position]):
    """Plays all hands of one game: bids by its high cards, and takes what it needs."""

    def entry(self, table: OpenTable[Position], seat: int) -> Happening | None:
        """By the hand, where there is more than chance to it."""
        match table.view.position.what:
            case "bid":
                return Declared(seat, "bid", _bid(table, seat))
            case "play":
                return _card(table, seat)
        return None


def _card(table: OpenTable[Position], seat: int) -> Played | None:
    view, trick = table.view, trick_of(table.view)
    may = view.playable(cards_in(table.hands[seat]))
    if not may:
        return None
    takes = [each for each in may if winner((*trick, (seat, each)), SPADES) == seat]
    wants = view.position.bids[seat] not in (0, BLIND)
    is_won = bool(trick) and winner(trick, SPADES) == (seat + 2) % 4
    chosen = takes if wants and not is_won else [card for card in may if card not in takes]
    least = min if wants else max
    return Played(seat, least(chosen or may, key=lambda card: (card.suit == SPADES, card.rank)))


def _bid(table: OpenTable[Position], seat: int) -> int:
    """The open bid next to the number of cards that may take a trick."""
    hand = [*cards_in(table.hands[seat])]
    high = sum(card.rank >= 13 for card in hand if card.suit != SPADES)
    spades = [card.rank for card in hand if card.suit == SPADES]
    strong = high + sum(rank >= 11 for rank in spades) + max(len(spades) - 4, 0)
    bids = offer(table.view, "bid")
    assert bids is not None
    numbers = (bid for bid in bids.values if isinstance(bid, int))
    return min(numbers, key=lambda bid: abs(bid - strong))
