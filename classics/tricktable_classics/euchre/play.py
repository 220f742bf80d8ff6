"""Hands that play Euchre by themselves."""

from typing import Final

from tricktable.rules.cards import SUITS
from tricktable.rules.player import OpenTable, by_hand, greedy
from tricktable_classics.euchre.position import Position
from tricktable_classics.euchre.rules import ORDER, PASS, RANKINGS

ENOUGH: Final = 3
"""With so many trumps a hand makes it."""


def _call(table: OpenTable[Position], seat: int) -> str:
    open_calls = [str(call) for call in table.values("call")]
    turned = table.view.turned or ""
    suits = {call: turned[1] if call == ORDER else call for call in open_calls if " " not in call}
    counts = {
        call: (table.hands[seat] & RANKINGS[SUITS.index(suit)].masks[SUITS.index(suit)]).bit_count()
        for call, suit in suits.items()
        if suit in tuple(SUITS)
    }
    best = max(counts, key=counts.__getitem__)
    if PASS in open_calls and counts[best] < ENOUGH:
        return PASS
    return f"{best} alone" if counts[best] > ENOUGH else best


PLAYER: Final = by_hand({"call": _call}, greedy)
