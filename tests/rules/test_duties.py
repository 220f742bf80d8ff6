"""Duties to beat the trick and to trump it, as in Schnapsen, Belote and Pinochle."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import pytest

from tricktable.rules.cards import HEARTS, STANDARD, Card, cards_in, mask
from tricktable.rules.entries import Dealt, Held, Played
from tricktable.rules.review.open_cards import OpenCards, duties_in
from tricktable.rules.trick_game import TrickGame
from tricktable.rules.tricks import Trick, following_cards
from tricktable.rules.verdicts import PUBLIC, REFEREE

DECK = [card for card in STANDARD if card.suit == HEARTS or card.rank >= 10]
"""Many trumps and short suits: so that trumps are often played over trumps."""


@dataclass(frozen=True)
class Strict(TrickGame):
    """Twenty-eight cards for four; hearts are trump."""

    deck: int = mask(DECK)
    size: int = 7

    @property
    def trump(self):
        return HEARTS

    @property
    def duties(self):
        return (self.heading, self.trumping, self.overtrumping)

    def begun(self):
        return self.having(phase="play", due=self.after(self.dealer))

    def scored(self):
        return self.over()


def proper(hand: int, trick: Trick) -> set[Card]:
    """What may be played, said once more."""
    cards = {*cards_in(hand)}
    if not trick:
        return cards
    suit = trick[0][1].suit
    trumps = {each for each in cards if each.suit == HEARTS}
    there = [card for _, card in trick]
    ruffs = [card for card in there if card.suit == HEARTS]
    if same := {each for each in cards if each.suit == suit}:
        if ruffs and suit != HEARTS:
            return same
        best = max(card for card in there if card.suit == suit)
        return {each for each in same if each > best} or same
    if ruffs and trumps:
        return {each for each in trumps if each > max(ruffs)} or trumps
    return trumps or cards


@pytest.mark.parametrize("seed", range(12))
def test_each_card_that_was_improper_is_found_and_no_other(seed):
    chance, state = Random(seed), Strict(4)
    pack = [*DECK]
    chance.shuffle(pack)
    hands = [mask(pack[7 * seat : 7 * seat + 7]) for seat in range(4)]
    judges = {viewpoint: state.judge(viewpoint) for viewpoint in (PUBLIC, REFEREE)}
    seq = 0

    def add(entry):
        nonlocal state, seq
        before, seq = state, seq + 1
        state = before.apply(entry)
        for judge in judges.values():
            judge.watch(before, entry, seq, state)

    add(Dealt(0))
    for seat, hand in enumerate(hands):
        for card in cards_in(hand):
            add(Held(seat, card))
    broken = set()
    while state.phase == "play":
        seat, table = state.due, state.tabletop()
        may = proper(hands[seat], table.trick)
        cards = cards_in(hands[seat])
        assert {*following_cards(cards, table.owed, table.ranking, bars=table.bars)} == may
        at = OpenCards(tuple(hands), table.tally, seat, table.trick, table.trump)
        assert {*at._replace(duties=duties_in([state])).legal()} == may  # in a review, too
        card = chance.choice([*cards_in(hands[seat])])
        hands[seat] &= ~card.bit
        add(Played(seat, card))
        broken |= set() if card in may else {seq}
        assert {each.seq for each in judges[REFEREE].findings()} == broken
        named = {each.seq for each in judges[PUBLIC].findings() if each.grade == "proved"}
        assert named <= broken
    assert broken
    assert {each.seq for each in judges[PUBLIC].findings()} == broken
