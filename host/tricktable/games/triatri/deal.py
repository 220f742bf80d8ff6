"""Deals TriATri at random, and says where its cards are. Knows no reader."""

from collections.abc import Sequence
from typing import Final

from tricktable.games.triatri.position import Position
from tricktable.games.triatri.rules import HAND, Triatri
from tricktable.rules.cards import Card, card
from tricktable.rules.chance import Chance
from tricktable.rules.deal import Handling, Layout, spread
from tricktable.rules.entries import Happening, Played, Shown
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
            case Played(_, laid):
                gone |= laid.bit
            case Shown(_, laid):
                shown |= laid.bit
                if after.phase != "reveal":
                    gone |= shown
                if not any(after.revealed):  # equal cards decide nothing: all are taken back
                    shown = 0
    return dealt.out_of_hands(gone | shown)


HANDLING: Final = Handling(_deal, _follow)


def in_hand(
    cards: frozenset[Card], seat: int, entry: Happening, before: Position, after: Position
) -> frozenset[Card]:
    """The hand after a card was shown; all are taken back if nobody can start (A17)."""
    if not isinstance(entry, Shown) or after.revealed or after.starter is not None:
        return cards
    own = {card(code) for shown_by, code in before.revealed if shown_by == seat}
    if entry.seat == seat:  # the last card shown never lay there
        own.add(entry.card)
    return cards | own
