"""How TriATri is dealt by chance, and where its cards lie. Knows no reader."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tricktable.games.triatri.rules import HAND, Triatri
from tricktable.rules.chance import Chance
from tricktable.rules.deal import Handling, Layout, spread
from tricktable.rules.entries import Played, Shown
from tricktable.rules.game import Header, State
from tricktable.rules.stretches import Step


def _deal(header: Header, state: State, chance: Chance) -> Layout:
    """The cards left over stay in the box, unseen (A30)."""
    assert isinstance(state, Triatri)
    return spread(header.seats, HAND, state.plan.deck, chance)._replace(piles={})


def _follow(dealt: Layout, steps: Sequence[Step], _: Chance) -> Layout:
    """What is played is gone; what was shown to decide who starts, too, once it has decided."""
    gone = shown = 0
    for _seq, entry, after in steps:
        assert isinstance(after, Triatri)
        match entry:
            case Played(_, card):
                gone |= card.bit
            case Shown(_, card):
                shown |= card.bit
                if after.phase != "reveal":
                    gone |= shown
                if not any(after.revealed):  # equal cards decide nothing: all take theirs back
                    shown = 0
    return dealt.out_of_hands(gone | shown)


HANDLING: Final = Handling(_deal, _follow)
