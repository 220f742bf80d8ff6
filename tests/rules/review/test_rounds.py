"""Games of one round or two that all win together, beside a referee that plays out everything."""

import random
from functools import cache
from itertools import permutations

import pytest

from rules.review.positions import NEVER, after, dealt
from tricktable.rules.cards import card, cards_in, mask
from tricktable.rules.review.open_cards import OpenCards
from tricktable.rules.review.rounds import Earlier, SharedWin, Spread, Ways, best, score_of
from tricktable.rules.review.together import Demand, Together, find_way
from tricktable.rules.tricks import legal

SEATS = 2


@cache
def ends(at):
    """Every way a round can end that leaves each hand a card, once."""
    seen, found = set(), set()

    def play(now):
        if now in seen:
            return
        seen.add(now)
        if not now.trick and not any(hand & (hand - 1) for hand in now.hands):
            found.add((now.tally, now.due, now.hands))
            return
        for laid in legal(now.hands[now.due], now.trick):
            play(after(now, laid)[0])

    play(at)
    return found


def games(starts, goal):
    """The score of each way to win."""
    for tally, leader, hands in ends(starts[0]):
        for later in ends(starts[1]._replace(due=leader)) if len(starts) > 1 else [None]:
            rounds = [(tally, hands), *([(later[0], later[2])] if later else [])]
            kept = [[next(cards_in(hand)) for hand in hands] for _, hands in rounds]
            suits = [card.suit for cards in kept for card in cards]
            tallies = tuple(tally for tally, _ in rounds)
            if tallies in goal.finals and len({*suits}) == len(suits):
                yield score_of(goal, tallies, kept)


def scored(way, starts, goal):
    """What the game scores when its cards are laid as this way says."""
    tallies, kept, left = [], [], [*way]
    for at in starts:
        now = at._replace(due=left[0].seat)
        while any(hand & (hand - 1) for hand in now.hands) or now.trick:
            played = left.pop(0)
            assert played.seat == now.due
            assert played.card in now.legal()
            now = now.after(played.card)
        tallies.append(now.tally)
        kept.append([left.pop(0).card for _ in now.hands])
        assert kept[-1] == [next(cards_in(hand)) for hand in now.hands]
    assert not left
    assert tuple(tallies) in goal.finals
    return score_of(goal, tallies, kept)


def asked(seed):
    chance = random.Random(seed)
    number, each = chance.choice([(1, 5), (2, 3), (2, 4)])
    hands = dealt(chance, SEATS * number, each, lowest=9)
    starts = [
        OpenCards(tuple(hands[at * SEATS : at * SEATS + SEATS]), (0,) * SEATS, 0, trump="S")
        for at in range(number)
    ]
    first = chance.randrange(each)
    target = (first, each - 1 - first)
    finals = frozenset((order, order[::-1])[:number] for order in permutations(target))
    return starts, SharedWin(finals, spread=Spread(12, chance.randrange(number)))


def test_all_can_win_and_score_what_playing_out_everything_finds():
    answers = []
    for seed in range(24):
        starts, goal = asked(seed)
        ways = Ways(goal, starts, random.Random(seed))
        scores = {*games(starts, goal)}
        found, way = ways.find(starts[0], Earlier(), NEVER)
        answers.append(found)
        assert found == bool(scores), seed
        if scores:
            assert len(way) == sum(hand.bit_count() for at in starts for hand in at.hands)
            told = best(ways, min(scores), NEVER)
            assert told[:2] == (max(scores), max(scores)), seed
            assert bool(told.way) == (max(scores) > min(scores)), seed
            assert not told.way or scored(told.way, starts, goal) == max(scores), seed
    assert min(answers.count(True), answers.count(False)) >= 4


def test_a_best_score_without_time_lies_between_what_was_found_and_what_the_cards_allow():
    for seed in range(24):
        starts, goal = asked(seed)
        scores = {*games(starts, goal)}
        if scores:
            told = best(Ways(goal, starts, random.Random(seed)), min(scores), lambda: True)
            assert told.least == min(scores) <= max(scores) <= told.most


def test_a_way_that_keeps_the_cards_asked_for_is_found_if_playing_out_everything_finds_one():
    answers = []
    for seed in range(120):
        chance = random.Random(seed)
        hands = dealt(chance, 3, 4, lowest=9)
        at = OpenCards(tuple(hands), (0,) * 3, 0, trump="S")
        some = chance.sample(range(3), chance.choice([1, 2]))
        pins = {seat: chance.choice([*cards_in(hands[seat])]) for seat in some}
        goal = Together(frozenset(permutations(chance.choice([(3, 0, 0), (2, 1, 0)]))), keeps=True)
        found = find_way(at, goal, chance, NEVER, Demand(pins=pins, dives=chance.choice([0, 60])))
        answers.append(found.is_there)
        assert found.is_there == any(
            tally in goal.finals
            and all(left[seat] == pin.bit for seat, pin in pins.items())
            and len({next(cards_in(hand)).suit for hand in left}) == 3
            for tally, _, left in ends(at)
        ), seed
    assert min(answers.count(True), answers.count(False)) >= 10


@pytest.mark.parametrize(
    ("final", "rests"),
    [
        ((2, 0, 0), ("3H 9S", "4D 5D 9D", "2H KH 9C")),
        ((1, 1, 0), ("QH 9S", "2H KH 9D", "4C 5C 9C")),
    ],
    ids=["who may take no trick keeps the lower card", "who needs one the higher"],
)
def test_a_loser_is_laid_with_what_its_seat_still_needs_in_mind(final, rests):
    hands = tuple(mask(card(code) for code in rest.split()) for rest in rests)
    at = OpenCards(hands, (0,) * 3, 1, ((0, card("AH")),))
    goal = Together(frozenset({final}), keeps=True)
    demand = Demand(pins={0: card("9S")}, dives=0)
    assert find_way(at, goal, random.Random(1), NEVER, demand).is_there
