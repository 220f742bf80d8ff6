"""Deals TriATri at random, and says where its cards are. Knows no reader."""

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
    """The leftover cards stay unseen in the box (A30)."""
    assert isinstance(state, Triatri)
    return spread(header.seats, HAND, state.plan.deck, chance)._replace(piles={})


def _follow(dealt: Layout, steps: Sequence[Step], _: Chance) -> Layout:
    """Removes cards that were played, and cards shown for the start once they have decided it."""
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
                if not any(after.revealed):  # equal cards decide nothing: all are taken back
                    shown = 0
    return dealt.out_of_hands(gone | shown)


HANDLING: Final = Handling(_deal, _follow)
