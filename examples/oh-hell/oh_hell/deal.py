"""How Oh Hell is dealt where no people do it: hands, and the card to turn up beside them."""

from __future__ import annotations

from typing import Final

from oh_hell.rules import OhHell
from tricktable.rules.chance import Chance
from tricktable.rules.deal import STOCK, Handling, Layout, spread
from tricktable.rules.game import Header, State


def _deal(header: Header, state: State, chance: Chance) -> Layout:
    assert isinstance(state, OhHell)
    dealt = spread(header.seats, state.cards, state.deck, chance)
    *rest, top = dealt.piles[STOCK]
    return Layout((*dealt.hands, top.bit), {STOCK: tuple(rest)})


HANDLING: Final = Handling(_deal)
