"""How rare a hand was: exact, as counted over every hand there is, and of public cards alone."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from players import every_game
from records.lines import record_with
from tricktable.rules.cards import ALL, BY_CODE, STANDARD, Card, mask
from tricktable.rules.deal import Layout
from tricktable.rules.entries import Dealt, Held, Played, Shown
from tricktable.rules.ranking import ranking_of
from tricktable.rules.rarity import Rarity, chance, hands, rarity
from tricktable.rules.record import Record


def record_of(played: every_game.Played) -> Record:
    return record_with(played.header, played.lines)


def shape(hand: tuple[Card, ...], deck: list[Card]) -> tuple[int, ...]:
    """As somebody counts it who knows no formula."""
    return tuple(
        sorted((sum(c.suit == suit for c in hand) for suit in {c.suit for c in deck}), reverse=True)
    )


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(ALL), min_size=1, max_size=9, unique=True), st.data())
def test_the_chance_is_what_counting_every_hand_gives(deck, data):
    size = data.draw(st.integers(1, len(deck)))
    every = [*combinations(deck, size)]
    counted = Counter(shape(hand, deck) for hand in every)
    told = {each: rarity(deck, each) for each in every}
    for hand in every:
        assert told[hand].shape == shape(hand, deck)
        assert told[hand].chance == Fraction(counted[shape(hand, deck)], len(every))
    assert sum({rare.shape: rare.chance for rare in told.values()}.values()) == 1


@pytest.mark.parametrize(
    ("one_in", "about"),
    [
        (1, 1),
        (9, 9),
        (47, 47),
        (123, 120),
        (4567, 4600),
        (99_900, 100_000),
        (158753389900, 16 * 10**10),
    ],
)
def test_a_large_number_is_told_with_two_digits(one_in, about):
    rare = Rarity((13, 0, 0, 0), Fraction(1, one_in))
    assert (rare.one_in, rare.about) == (one_in, about)


@pytest.mark.parametrize(
    ("of", "one_in"),
    # The Official Encyclopedia of Bridge, "Mathematical tables": 21.551 %, 10.536 %, 0.0000006 %
    [((4, 4, 3, 2), 5), ((4, 3, 3, 3), 9), ((13, 0, 0, 0), 158753389900)],
)
def test_shapes_of_thirteen_cards_are_as_rare_as_bridge_players_know(of, one_in):
    assert round(1 / chance((13, 13, 13, 13), of)) == one_in


@pytest.mark.parametrize(("name", "count"), every_game.KINDS)
def test_a_hand_is_one_that_all_have_seen_whole(name, count):
    record = record_of(every_game.by_chance(Random(3), name, count, is_tidy=True))
    told = [*hands(record, Random(0))]
    public = Counter(
        step.entry.seat for step in record.steps() if isinstance(step.entry, (Played, Shown))
    )
    for seat, rare in told:
        assert 0 < rare.chance <= 1
        assert sum(rare.shape) <= public[seat]


@pytest.mark.parametrize(("name", "count"), every_game.USUAL)
def test_what_was_only_scanned_changes_nothing(name, count):
    record = record_of(every_game.by_chance(Random(5), name, count, is_tidy=True))
    plain = Record(record.header)
    for step in record.steps():
        if not isinstance(step.entry, Held):
            plain.add(step.entry)
    assert [*hands(plain, Random(0))] == [*hands(record, Random(0))]


def test_a_hand_whose_last_card_nobody_saw_is_not_told():
    name, count = next(each for each in every_game.USUAL if [*hands_of(*each)])
    record = record_of(every_game.by_chance(Random(3), name, count, is_tidy=True))
    laid = [step for step in record.steps() if isinstance(step.entry, Played)]
    short = Record(record.header)
    for step in record.steps():
        if step.seq >= laid[-1].seq:
            break
        short.add(step.entry)
    assert len([*hands(short, Random(0))]) < len([*hands(record, Random(0))])


@pytest.mark.parametrize(("name", "count"), every_game.USUAL)
def test_a_deal_without_any_further_entry_has_no_hand_to_tell(name, count):
    record = Record(every_game.by_chance(Random(3), name, count, is_tidy=True).header)
    record.add(Dealt(0))
    assert [*hands(record, Random(0))] == []


def test_a_hand_with_a_card_that_no_deal_could_bring_is_not_told():
    whole = record_of(every_game.by_chance(Random(3), "torite", 4, is_tidy=True))
    rules = whole.header.rules
    spades = mask(each for each in STANDARD if each.suit == STANDARD[-1].suit)
    few = replace(rules.deal, deal=lambda *_: Layout((spades,) * 4, {}))
    record = Record(replace(whole.header, rules=replace(rules, deal=few)))
    for step in whole.steps():
        record.add(step.entry)
    assert [*hands(whole, Random(0))] != []
    assert [*hands(record, Random(0))] == []


def test_all_standard_cards_are_one_hand():
    assert rarity(STANDARD, STANDARD) == ((13, 13, 13, 13), Fraction(1))
    assert str(rarity(STANDARD, STANDARD[:5])) == "5-0-0-0"


def hands_of(name: str, count: int) -> list[object]:
    return [
        *hands(record_of(every_game.by_chance(Random(3), name, count, is_tidy=True)), Random(0))
    ]


def test_the_ranking_says_which_suit_a_card_is_of():
    """Of 24 cards the left bower is a trump: then clubs have five, and spades seven."""
    deck = [each for each in STANDARD if each.rank >= 9]
    euchre = ranking_of(S="JS JC AS KS QS TS 9S")
    hand = [BY_CODE[code] for code in ("JS", "JC", "AS", "KS", "QS")]
    assert str(rarity(deck, hand)) == "4-1-0-0"
    assert str(rarity(deck, hand, euchre)) == "5-0-0-0"
    assert rarity(deck, hand, euchre).chance == Fraction(21 + 1 + 6 + 6, 42504)
