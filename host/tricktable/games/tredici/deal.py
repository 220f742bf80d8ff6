"""Deals Tredici at random, and says where its cards are: most of its moves are only counted."""

from collections.abc import Sequence
from itertools import chain
from typing import Final

from tricktable.games.tredici.position import Position
from tricktable.games.tredici.rules import DECK, Tredici
from tricktable.rules.cards import SUITS, Card, cards_in
from tricktable.rules.chance import Chance
from tricktable.rules.deal import DISCARD, DRAW, Handling, Layout, layout_after, spread
from tricktable.rules.entries import Declared, Happening, Moved
from tricktable.rules.game import Header, State
from tricktable.rules.stretches import Step

STACK: Final = "stack"
"""Plus a number: what that owner has set aside."""


def _deal(header: Header, state: State, chance: Chance) -> Layout:
    assert isinstance(state, Tredici)
    dealt = spread(header.seats, state.plan.hand_size, DECK, chance, DRAW)
    return dealt._replace(piles={DRAW: dealt.piles.get(DRAW, ()), DISCARD: ()})


def _follow(dealt: Layout, steps: Sequence[Step], chance: Chance) -> Layout:
    lying = dealt
    for _, entry, after in steps:
        assert isinstance(after, Tredici)
        match entry:
            case Moved():
                lying = _turn_discards(_move(lying, entry, after, chance), after, chance)
            case Declared(_, "kische"):
                lying = _purge(lying, after)
    return lying


def _move(lying: Layout, entry: Moved, after: Tredici, chance: Chance) -> Layout:
    owner = after.plan.owner_of[entry.seat]
    cards = entry.cards or _cards_to_move(lying, entry, after, chance)
    if entry.target == STACK:
        return lying.without(cards).with_pile(f"{STACK}{owner}", cards)
    return layout_after(lying, entry, cards)


def _cards_to_move(lying: Layout, entry: Moved, after: Tredici, chance: Chance) -> Sequence[Card]:
    """What a sensible player moves: its own suit to the stack, otherwise its lowest other cards."""
    count = entry.number
    if entry.source == DRAW:
        drawn = lying.piles[DRAW][::-1][:count]
        if len(drawn) == count:
            return drawn
        turned = list(lying.piles[DISCARD])
        chance.shuffle(turned)
        return (*drawn, *turned[: count - len(drawn)])
    target = after.targets[after.plan.owner_of[entry.seat]]
    wanted = None if target is None else SUITS[target]
    hand = cards_in(lying.hands[entry.seat])
    if entry.target == STACK:
        return sorted(hand, key=lambda card: card.code[1] != wanted)[:count]
    return sorted(hand, key=lambda card: (card.code[1] == wanted, card.rank))[:count]


def _turn_discards(lying: Layout, after: Tredici, chance: Chance) -> Layout:
    """Makes the discards the draw pile if the record has turned them."""
    if after.draw.size == len(lying.piles[DRAW]):
        return lying
    turned = list(lying.piles[DISCARD])
    chance.shuffle(turned)
    piles = {**lying.piles, DRAW: (*lying.piles[DRAW], *turned), DISCARD: ()}
    return lying._replace(piles=piles)


def _purge(lying: Layout, after: Tredici) -> Layout:
    """Moves purged hands to the discards, and the stacks of owners whose hands all went."""
    purged = after.kische.purged
    hands = (cards_in(lying.hands[seat]) for seat in sorted(purged))
    stacks = (
        lying.piles.get(f"{STACK}{owner}", ())
        for owner, seats in enumerate(after.plan.owners)
        if {*seats} <= {*purged}
    )
    gone = tuple(chain(*hands, *stacks))
    return lying.without(gone).with_pile(DISCARD, gone)


HANDLING: Final = Handling(_deal, _follow)


def in_hand(
    cards: frozenset[Card], seat: int, _entry: Happening, _before: Position, after: Position
) -> frozenset[Card]:
    """The same cards, or none if the hand is now empty: cards are counted exactly (D21)."""
    return cards if after.hands[seat] else frozenset()
