"""What could be known at a seat, beside every way in which the cards could be dealt."""

from collections import Counter
from itertools import permutations
from math import factorial, prod
from random import Random

import pytest

from records.lines import record_of
from rules.review.positions import AT_ONCE, NEVER, played
from tricktable.rules.cards import STANDARD, SUIT_MASKS, SUITS
from tricktable.rules.entries import Dealt, Moved, Played, Struck
from tricktable.rules.hands import newest_deal
from tricktable.rules.review.from_seat import SAMPLE, SeatOutlook, seat_outlook
from tricktable.rules.review.layouts import Layouts
from tricktable.rules.review.playout import playout_from


def lawful(name, count, seed):
    """A deal in which everybody follows suit and wins if all can, and the next one's beginning."""
    record, chance = played(name, count, seed), Random(seed)
    made = playout_from(record, moments(record)[0][0])
    while made.due >= 0:
        way = made.outlook(chance, lambda: NEVER).card if name == "torite" else None
        assert made.lay(way or chance.choice(made.may()))
    if made.record.state.status == "playing":
        made.record.add(Dealt(made.record.state.next.seat or 0))
    return made.record


def moments(record):
    """Each moment before a card: the entry before it, and who is due."""
    return [
        (step.seq - 1, step.entry.seat) for step in record.steps() if isinstance(step.entry, Played)
    ]


def puzzle(chance):
    """A handful of hidden cards, places for them, and suits that some cannot have."""
    cards = chance.sample(STANDARD, chance.randint(1, 7))
    cuts = sorted(chance.choices(range(len(cards) + 1), k=2))
    room = [cuts[0], cuts[1] - cuts[0], len(cards) - cuts[1]]
    void = [frozenset(chance.sample(range(4), chance.choice([0, 0, 1, 2]))) for _ in room]
    suits = [[card for card in cards if card.suit == suit] for suit in range(len(SUITS))]
    return cards, suits, room, void


def every_layout(cards, room, void):
    """Those that are allowed, found by dealing in every order."""
    found = set()
    for order in permutations(cards):
        left, lies = [*order], []
        for count in room:
            lies.append(frozenset(left[:count]))
            left = left[count:]
        if not any(card.suit in void[at] for at, place in enumerate(lies) for card in place):
            found.add(tuple(lies))
    return found


@pytest.mark.parametrize("seed", range(30))
def test_each_layout_is_counted_and_listed_once(seed):
    cards, suits, room, void = puzzle(Random(seed))
    layouts, every = Layouts(suits, room, void), every_layout(cards, room, void)
    assert layouts.count() == len(every)
    listed = [tuple(map(frozenset, each)) for each in layouts]
    assert len(listed) == len(every)
    assert {*listed} == every


def test_each_layout_is_drawn_as_often_as_any_other():
    chance = Random(3)
    suits = [list(STANDARD[:2]), list(STANDARD[13:16]), [], []]
    layouts = Layouts(suits, [3, 2], [frozenset({0}), frozenset()])
    assert layouts.count() == 1
    layouts = Layouts(suits, [3, 2], [frozenset(), frozenset()])
    drawn = Counter(tuple(map(frozenset, layouts.draw(chance))) for _ in range(2000))
    assert len(drawn) == layouts.count() == 10
    assert all(140 < count < 270 for count in drawn.values())


def test_a_whole_deal_is_counted_at_once():
    suits = [[card for card in STANDARD[13:] if card.suit == suit] for suit in range(4)]
    whole = Layouts(suits, [13, 13, 13], [frozenset()] * 3).count()
    assert whole == factorial(39) // prod([factorial(13)] * 3)


@pytest.mark.parametrize(("name", "count", "seed"), [("torite", 4, 5), ("troika", 4, 1)])
def test_few_layouts_are_all_looked_at_and_each_is_answered_as_the_search_does(name, count, seed):
    record = lawful(name, count, seed)
    looked = 0
    for seq, seat in moments(record):
        begun_at = seat_outlook(record, seq, seat, Random(1), lambda: NEVER, AT_ONCE)
        if begun_at is None or not 1 < begun_at.layouts < 60:
            continue
        told = seat_outlook(record, seq, seat, Random(1), lambda: NEVER, NEVER)
        looked += 1
        assert told.is_exact
        assert told.error == 0
        real = playout_from(record, seq).outlook(Random(1), lambda: NEVER)
        if real.points is None:  # the true layout is one of them
            assert real.can_be_won
            assert 0 < told.won <= told.layouts
            assert not told.side
        else:
            assert real.points in told.points
            assert len(told.points) == told.layouts
    assert looked > 3


def test_many_layouts_are_drawn_by_chance_and_the_error_is_told():
    record = played("torite", 4, 5)
    seq, seat = moments(record)[24]
    quick = seat_outlook(record, seq, seat, Random(1), lambda: AT_ONCE, NEVER)
    assert quick.tried == SAMPLE < quick.layouts
    assert 0 < SeatOutlook(10**6, SAMPLE, 0, SAMPLE).error < 0.03
    assert SeatOutlook(10**6, SAMPLE, 0, SAMPLE // 2).error == pytest.approx(0.0625, abs=0.002)
    assert seat_outlook(record, seq, seat, Random(1), lambda: NEVER, AT_ONCE).tried == 0


def test_of_a_suit_that_was_not_followed_nobody_is_thought_to_have_a_card():
    record = played("troika", 4, 1)
    seq, seat = moments(record)[20]
    told = seat_outlook(record, seq, seat, Random(1), lambda: AT_ONCE, NEVER)
    hidden = sum(
        hand.bit_count()
        for other, hand in playout_from(record, seq).hands().items()
        if other != seat
    )
    free = Layouts([[*STANDARD[:hidden]]], [hidden // 3] * 3, [frozenset()] * 3).count()
    assert 0 < told.layouts < free


def told_of(record, seq, seat, is_late=AT_ONCE):
    return seat_outlook(record, seq, seat, Random(1), lambda: NEVER, is_late)


def test_backs_tell_everybody_how_many_cards_of_each_suit_a_hand_has():
    record = played("torite", 4, 5)
    seq, seat = moments(record)[24]
    others = [hand for other, hand in playout_from(record, seq).hands().items() if other != seat]
    layouts = 1
    for suit in SUIT_MASKS:
        counts = [(hand & suit).bit_count() for hand in others]
        layouts *= factorial(sum(counts)) // prod(map(factorial, counts))
    assert told_of(record, seq, seat).layouts == layouts


def test_hands_of_a_later_round_are_hidden_from_both_players():
    record = lawful("torite", 2, 5)
    first, second = moments(record)[0], moments(record)[24]
    whole = told_of(record, *first).layouts
    later = playout_from(record, first[0]).starts[1].hands
    other = playout_from(record, first[0]).hands()[1 - first[1]]
    layouts = 1
    for suit in SUIT_MASKS:
        counts = [(hand & suit).bit_count() for hand in (other, *later)]
        layouts *= factorial(sum(counts)) // prod(map(factorial, counts))
    assert whole == layouts
    assert told_of(record, *second).layouts < whole
    exact = 0
    for each in moments(record)[-12:]:
        told = told_of(record, *each, NEVER)
        assert told.won  # as it lay, it was won
        exact += told.is_exact
    assert exact > 3


def test_the_dummy_of_one_player_sits_nowhere():
    record = lawful("torite", 1, 2)
    seq, _ = moments(record)[30]
    assert told_of(record, seq, 0).layouts
    assert told_of(record, seq, 1) is None


@pytest.mark.parametrize("is_told", [True, False])
def test_whoever_put_cards_away_knows_which(is_told):
    kitty = played("troika", 4, 0)
    seq, _ = next(each for each in moments(kitty) if playout_from(kitty, each[0]))
    moves = [step for step in newest_deal(kitty.until(seq)) if isinstance(step.entry, Moved)]
    bidder = moves[0].entry.seat
    if not is_told:  # to lead shows it, too
        for each in moves:
            kitty.add(Struck(each.seq))
    hands = playout_from(kitty, seq).hands()
    for seat in range(4):
        told = told_of(kitty, seq, seat)
        sizes = [hand.bit_count() for other, hand in hands.items() if other != seat]
        places = [*sizes, 0 if seat == bidder else 2]
        assert told.layouts == factorial(sum(places)) // prod(map(factorial, places))


def test_without_a_card_to_lay_nothing_is_told():
    assert told_of(record_of(4), 0, 0) is None
