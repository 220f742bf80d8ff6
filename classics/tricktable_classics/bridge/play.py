"""What goes without saying in Bridge, and hands that play by themselves."""

from __future__ import annotations

from typing import Final

from tricktable.rules.cards import SUITS, cards_in
from tricktable.rules.entries import Declared, Happening, Played
from tricktable.rules.player import OpenPlayer, OpenTable, hand_opened, offer, trick_of
from tricktable.rules.presumed import LAID, Presuming, by_offer, opening
from tricktable.rules.tricks import legal, winner
from tricktable.text.language import message
from tricktable_classics.bridge.position import BIDS, PASS, Position

PRESUMING: Final = Presuming(
    by_offer({("open", LAID): message("{seat}’s hand lies open")}), opening
)
POINTS: Final = {14: 4, 13: 3, 12: 2, 11: 1}
"""Of high cards, by rank."""


class Player(OpenPlayer[Position]):
    """Plays all hands of one game: bids by points, and wins as cheaply as it can."""

    def entry(self, table: OpenTable[Position], seat: int) -> Happening | None:
        """By the hand, where there is more than chance to it."""
        match table.view.position.what:
            case "bid":
                return Declared(seat, "bid", _call(table, seat))
            case "open":
                return hand_opened(table, seat)
            case "play":
                return _card(table, seat)
        return None


def _card(table: OpenTable[Position], seat: int) -> Played | None:
    view, trick = table.view, trick_of(table.view)
    trump = SUITS.find(view.trump) if view.trump else -1
    may = legal(table.hands[seat], trick)
    if not may:
        return None
    is_partners = bool(trick) and (winner(trick, trump) - seat) % 4 == 2
    takes = [each for each in may if winner((*trick, (seat, each)), trump) == seat]
    if not trick:
        return Played(seat, max(may, key=lambda card: (card.suit != trump, card.rank)))
    chosen = takes if takes and not is_partners else may
    return Played(seat, min(chosen, key=lambda card: (card.suit == trump, card.rank)))


def _call(table: OpenTable[Position], seat: int) -> str:
    """A bid for what both hands of a side are good for, as if partners had told each other."""
    bids = offer(table.view, "bid")
    assert bids is not None
    both = [*cards_in(table.hands[seat] | table.hands[(seat + 2) % 4])]
    points = sum(POINTS.get(card.rank, 0) for card in both)
    if points < 20:
        return PASS
    suit = max(range(4), key=lambda each: (sum(card.suit == each for card in both), each))
    fits = sum(card.suit == suit for card in both) >= 8
    strain = SUITS[suit] if fits else "N"
    level = 1 if points < 24 else 2 if points < 26 else 3 if not fits else 4
    wanted = f"{level + (points >= 33) * (6 - level)}{strain}"
    highest = max(
        (BIDS.index(call) for _, call in table.view.position.calls if call in BIDS), default=-1
    )
    return wanted if wanted in bids.values and BIDS.index(wanted) > highest else PASS
