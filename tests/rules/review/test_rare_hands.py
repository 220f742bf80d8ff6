"""Rare hands: what is told of them, and their chances beside hands that are dealt out."""

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from players import every_game
from rules.review.positions import AT_ONCE, played
from tricktable.rules.cards import STANDARD, cards_in, mask
from tricktable.rules.deal import Holding
from tricktable.rules.review.rare_hands import (
    RARE,
    at_least,
    holding_chance,
    rare_hands,
    with_void,
)
from tricktable.rules.review.review import review

DECK = [card for card in STANDARD if card.rank in (2, 3, 4) or (card.rank == 5 and card.suit < 2)]
"""Fourteen cards: two suits of four, and two of three."""


@pytest.mark.parametrize("size", [3, 5])
def test_chances_are_those_of_every_hand_dealt_out(size):
    hands = [*combinations(DECK, size)]
    counts = [[sum(card.suit == suit for card in hand) for suit in range(4)] for hand in hands]
    suits, twos = (4, 4, 3, 3), mask(card for card in DECK if card.rank == 2)
    for count in range(1, size + 1):
        told = Fraction(sum(max(each) >= count for each in counts), len(hands))
        assert at_least(suits, size, count) == told
    assert with_void(suits, size) == Fraction(sum(not min(each) for each in counts), len(hands))
    counts = [each[1:] for each in counts]  # as if clubs were of no suit
    told = Fraction(sum(max(each) >= 2 for each in counts), len(hands))
    assert at_least(suits[1:], size, 2, beside=4) == told
    told = Fraction(sum(not min(each) for each in counts), len(hands))
    assert with_void(suits[1:], size, beside=4) == told
    for least, most in ((0, 0), (1, 2), (2, 4)):
        some = sum(least <= (mask(hand) & twos).bit_count() <= most for hand in hands)
        holding = Holding("", twos, least, most)
        assert holding_chance(holding, mask(DECK), size) == Fraction(some, len(hands))


def test_chances_that_bridge_players_know():
    yarborough = Holding("", mask(card for card in STANDARD if card.rank > 9), 0, 0)
    assert round(1 / holding_chance(yarborough, mask(STANDARD), 13)) == 1828
    assert round(100 * with_void((13,) * 4, 13), 2) == Fraction("5.11")
    assert round(1 / at_least((13,) * 4, 13, 8)) == 198


def test_only_rare_hands_are_told_two_of_a_deal_at_most_and_programs_read_the_same():
    told = []
    for name, seeds in (("torite", (0, 5, 8)), ("etori", (6, 8)), ("troika", (1, 2))):
        for seed in seeds:
            for each in rare_hands(played(name, 4, seed), Random(1)).values():
                assert len(each) <= 2
                assert all(memory.one_in >= RARE for memory in each)
                assert [*each] == sorted(each, key=lambda memory: -memory.one_in)
                told += each
    assert {each.kind for each in told} == {"void", "length", "holding"}
    record = played("torite", 4, 5)
    (deal,) = review(record, Random(1), lambda: AT_ONCE)
    assert deal.remembered == next(iter(rare_hands(record, Random(1)).values()))


@pytest.mark.parametrize(("name", "count"), every_game.USUAL)
def test_a_hand_is_remembered_for_a_suit_of_its_own_deck(name, count):
    for seed in range(8):
        record = played(name, count, seed)
        suits = {each.code[1] for each in cards_in(record.header.deck) if each.code[0] != "X"}
        told = [each for some in rare_hands(record, Random(1)).values() for each in some]
        assert {each.suit for each in told} - {""} <= suits, seed
