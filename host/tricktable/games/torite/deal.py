"""Deals The Torite at random, and says where its cards are. Knows no reader."""

from collections.abc import Sequence
from typing import Final

from tricktable.games.torite.rules import HAND, LOWEST_RANK, Torite
from tricktable.rules.cards import STANDARD, SUITS, cards_in, mask
from tricktable.rules.chance import Chance
from tricktable.rules.deal import Handling, Layout
from tricktable.rules.entries import Declared, Played, Shown
from tricktable.rules.game import Header, State
from tricktable.rules.stretches import Step
from tricktable.rules.values import JsonValue

STACK: Final = "stack"
"""Plus a number: one of the four stacks that one or two players pair into hands."""


def dealt_hands(players: int, chance: Chance) -> tuple[int, ...]:
    """13 cards a seat; with three players one more set aside, with one or two the four stacks."""
    deck = [card for card in STANDARD if card.rank >= LOWEST_RANK.get(players, 2)]
    chance.shuffle(deck)
    return tuple(mask(deck[start : start + HAND]) for start in range(0, len(deck), HAND))


def _deal(header: Header, _: State, chance: Chance) -> Layout:
    hands = dealt_hands(header.players, chance)
    if header.players > 2:
        return Layout(hands, {})
    stacks = {f"{STACK}{number}": tuple(cards_in(hand)) for number, hand in enumerate(hands, 1)}
    return Layout((0,) * header.seats, stacks)


def _follow(dealt: Layout, steps: Sequence[Step], _: Chance) -> Layout:
    """Removes every card played or shown, except the dummy's face-up cards; makes stacks hands."""
    gone = 0
    for _seq, entry, after in steps:
        assert isinstance(after, Torite)
        match entry:
            case Played(_, card):
                gone |= card.bit
            case Shown(_, card):
                gone |= card.bit & ~after.seen.face_up
    paired = _hands_of_round(dealt, steps)
    return paired.out_of_hands(gone)


def _hands_of_round(dealt: Layout, steps: Sequence[Step]) -> Layout:
    """The hands of the current round; stacks for a later round stay where they are."""
    for step in reversed(steps):
        match step.entry:
            case Declared(_, "pairing", [[int(), int()] as one, [int(), int()] as other]):
                after = steps[-1].after
                assert isinstance(after, Torite)
                at = len(after.seen.earlier)
                hands = (mask(dealt.piles[f"{STACK}{each[at]}"]) for each in (one, other))
                later = sorted((one[1], other[1])) if at == 0 else ()
                piles = {f"{STACK}{each}": dealt.piles[f"{STACK}{each}"] for each in later}
                return Layout(tuple(hands), piles)
    return dealt


def _suit_counts(topic: str, lying: Layout) -> JsonValue:
    """Clubs, diamonds, hearts and spades in each of the four stacks, as their backs show."""
    if topic != "stacks":
        return None
    stacks = [lying.piles.get(f"{STACK}{number}", ()) for number in range(1, 5)]
    return [[sum(card.code[1] == suit for card in stack) for suit in SUITS] for stack in stacks]


HANDLING: Final = Handling(_deal, _follow, _suit_counts)
