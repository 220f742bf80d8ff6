"""Hands that play Bridge by themselves."""

from typing import Final

from tricktable.rules.cards import SUITS, Card, cards_in
from tricktable.rules.player import CardChoice, OpenTable, by_hand
from tricktable_classics.bridge.position import BIDS, PASS, Position

POINTS: Final = {14: 4, 13: 3, 12: 2, 11: 1}
"""Of high cards, by rank."""


def _card(choice: CardChoice[Position]) -> Card:
    """Wins as cheaply as it can."""
    view, may = choice.table.view, choice.may
    if not view.trick:
        return max(may, key=lambda card: (card.code[1] != view.trump, card.rank))
    takes = () if choice.is_partners else choice.takes
    return min(takes or may, key=lambda card: (card.code[1] == view.trump, card.rank))


def _call(table: OpenTable[Position], seat: int) -> str:
    """A bid for what both hands of a side are good for, as if partners had told each other."""
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
    return wanted if wanted in table.values("bid") and BIDS.index(wanted) > highest else PASS


PLAYER: Final = by_hand({"bid": _call}, _card)
