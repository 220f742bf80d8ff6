"""How Euchre is dealt and played where no people do it, and what goes without saying."""

from typing import Final

from tricktable.rules.cards import SUITS, Card
from tricktable.rules.deal import Handling, evenly
from tricktable.rules.player import CardChoice, OpenTable, by_hand
from tricktable.rules.presumed import LAID, by_offer
from tricktable.text.language import message
from tricktable_classics.euchre.position import Position
from tricktable_classics.euchre.rules import HAND, ORDER, PASS, RANKINGS

ENOUGH: Final = 3
"""With so many trumps a hand makes it."""


HANDLING: Final = Handling(evenly(HAND, turns_up=True))
PRESUMING: Final = by_offer({("hand>discard", LAID): message("{seat} discards")})


def _card(choice: CardChoice[Position]) -> Card:
    """Takes what it can."""
    height = choice.table.view.ranking.heights.__getitem__
    takes = () if choice.is_partners else choice.takes
    return max(takes, key=height) if takes else min(choice.may, key=height)


def _call(table: OpenTable[Position], seat: int) -> str:
    open_calls = [str(call) for call in table.values("call")]
    turned = table.view.position.up or ""
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


PLAYER: Final = by_hand({"call": _call}, _card)
