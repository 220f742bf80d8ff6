"""Searches with open hands beside a referee that plays out everything, and their ways replayed."""

import json
import random
from itertools import permutations
from pathlib import Path

import pytest

from rules.review.positions import AT_ONCE, NEVER, after, begun, clock, dealt, duties
from tricktable.rules.cards import ALL, STANDARD, SUIT_MASKS, SUITS, Card, card, cards_in, mask
from tricktable.rules.ranking import PRINTED, ranking_of
from tricktable.rules.review.open_cards import DUTIES, NO_DUTIES, OpenCards
from tricktable.rules.review.review import _course, review
from tricktable.rules.review.search import Search
from tricktable.rules.review.sides import Points, PointsBound, Sides
from tricktable.rules.review.together import Possibility, Together, find_way
from tricktable.rules.review.trick_counts import can_take
from tricktable.rules.tricks import Bans, legal, winner
from tricktable.store import replay

SAMPLES = Path(__file__).parents[4] / "shared" / "spec" / "samples"
LOW = ranking_of(
    **{letter: " ".join(f"{rank}{letter}" for rank in "23456789TJQKA") for letter in SUITS}
)
WORTH = {card("5H"): 5, card("3S"): -3}


# --- sides --------------------------------------------------------------------------------------


def most(at, goal):
    """The side's points, by playing out everything."""
    if not at.hands[at.due]:
        return 0
    values = []
    for laid in at.legal():
        now, taker, trick = after(at, laid)
        values.append(most(now, goal) + (0 if taker is None else goal.gain(trick, taker)))
    return max(values) if at.due in goal.side else min(values)


def test_what_a_side_makes_is_what_playing_out_everything_finds():
    for seed in range(40):
        chance = random.Random(seed)
        seats = chance.choice([2, 3, 4])
        at = begun(chance, seats, 3)._replace(ranking=chance.choice([PRINTED, LOW]))
        at = at._replace(top=chance.choice([None, *cards_in(at.hands[at.due])]))
        side = frozenset(chance.sample(range(seats), chance.randrange(1, seats)))
        goal = Sides(side, chance.choice([1, 10]), chance.choice([{}, WORTH]))
        assert Points(goal).of(at, NEVER) == most(at, goal), seed


def test_turning_the_seats_or_renaming_the_suits_changes_nothing():
    chance = random.Random(7)
    for _ in range(5):
        at = begun(chance, 4, 5)._replace(trump="S")
        goal = Sides(frozenset({0, 2}))
        points = Points(goal).of(at, NEVER)
        turned = at._replace(
            hands=(at.hands[3], *at.hands[:3]),
            due=(at.due + 1) % 4,
            trick=tuple(((seat + 1) % 4, laid) for seat, laid in at.trick),
        )
        assert Points(Sides(frozenset({1, 3}))).of(turned, NEVER) == points

        def renamed(each):
            return card(each.code[0] + {"C": "D", "D": "C"}.get(each.code[1], each.code[1]))

        other = at._replace(
            hands=tuple(mask(map(renamed, cards_in(hand))) for hand in at.hands),
            trick=tuple((seat, renamed(laid)) for seat, laid in at.trick),
        )
        assert Points(goal).of(other, NEVER) == points


def of_few_suits(chance):
    """A whole deal by chance in which nearly every trick is won by its rank, and what it is for."""
    seats, each = chance.choice([(2, 5), (3, 4), (4, 3)])
    suits = chance.sample(range(4), chance.choice([1, 2, 2, 3]))
    deck = [each for each in STANDARD if each.suit in suits]
    chance.shuffle(deck)
    hands = tuple(mask(deck[seat * each : seat * each + each]) for seat in range(seats))
    exempt = chance.choice([0, 0, 1]) * mask(chance.sample(deck, 5))
    at = OpenCards(hands, (0,) * seats, 0, trump=chance.choice(["", *SUITS]), exempt=exempt)
    at = at._replace(top=chance.choice([None, None, *cards_in(hands[0])]))
    worths = [{}, WORTH, {each: chance.choice([1, -1, 2]) for each in deck[::3]}]
    worth = chance.choice(worths)
    side = frozenset(chance.sample(range(seats), chance.randrange(1, seats)))
    goal = Sides(side, chance.choice([0, 1]) if worth else 1, worth)
    if chance.random() < 0.5:
        late = SUIT_MASKS[chance.choice(suits)]
        breaks = sum(hands) & (late | chance.choice([0, deck[0].bit]))
        opening = next(cards_in(hands[0])) if chance.random() < 0.5 else None
        early = Bans(late, breaks, chance.choice([0, late]), opening)
        at = at._replace(early=early)
    return at._replace(duties=duties(chance)), goal


def test_one_memory_answers_all_moments_of_a_deal_as_each_alone_would():
    for seed in (*range(20), 90):
        chance = random.Random(seed)
        at, goal = of_few_suits(chance)
        moments = []
        while any(at.hands):
            moments.append(at)
            at, _, _ = after(at, chance.choice(at.legal()))
        points = Points(goal)
        for each in reversed(moments):
            value = most(each, goal)
            aim = value + chance.choice([0, 1])
            assert points.reach(each, aim, NEVER) is (aim <= value), seed
            if chance.random() < 0.5:
                assert points.of(each, NEVER) == value, seed
            known = PointsBound(value + chance.choice([0, 1]), is_least=False)
            assert points.of(each, NEVER, known) == value, seed


def test_each_moment_before_a_revoke_is_worth_what_a_search_of_it_alone_finds():
    for seed in range(40):
        chance = random.Random(seed)
        at, goal = begun(chance, 4, 4), Sides(frozenset({0, 2}), worth=WORTH)
        ats, laid, before = list[OpenCards](), list[Card](), [0]
        while any(at.hands):
            ats.append(at)
            laid.append(chance.choice([*cards_in(at.hands[at.due])]))
            at, taker, trick = after(at, laid[-1])
            before.append(before[-1] + (0 if taker is None else goal.gain(trick, taker)))
        course = _course(ats, laid, before, Points(goal), NEVER)
        assert course == [
            made + Points(goal).of(each, NEVER) for each, made in zip(ats, before, strict=False)
        ], seed


def test_a_card_that_was_not_tried_matters_as_much_as_the_one_like_it_that_was():
    hands = ("6D TD JD QD 4S QS", "3D 7D 8D 9D AD 6S")
    at = OpenCards(tuple(mask(map(card, each.split())) for each in hands), (0, 0), 1)
    goal = Sides(frozenset({1}), 0, {card("TD"): 1, card("4S"): 2, card("6S"): 1})
    assert Points(goal).of(at, NEVER) == most(at, goal) == 1


def test_of_cards_that_are_alike_the_lowest_stands_for_all_and_no_card_of_others_lies_between():
    chance = random.Random(7)
    search = Search(OpenCards(tuple(dealt(chance, 4, 13)), (0,) * 4, 0))
    for _ in range(300):
        mine, others = sparse(chance), sparse(chance)
        others &= ~mine
        lowest = 0
        for suit in search.suits:
            is_alike = False
            for bit in (1 << place for place in range(52) if suit >> place & 1):
                if bit & mine and not is_alike:
                    lowest |= bit
                is_alike = not bit & others and (is_alike or bool(bit & mine))
        assert search.unlike(mine, others) == lowest


def sparse(chance):
    """Some of 52 places by chance, few as often as many."""
    found = chance.getrandbits(52)
    for _ in range(chance.randrange(4)):
        found &= chance.getrandbits(52)
    return found


def test_a_card_of_the_suit_led_or_a_trump_is_to_be_beaten_and_no_other():
    hands = tuple(dealt(random.Random(1), 4, 13))
    search = Search(OpenCards(hands, (0,) * 4, 0, trump="S", duties=DUTIES))
    clubs, _, hearts, spades = search.suits
    lowest_of = {suit: suit & -suit for suit in search.suits}
    assert search.to_beat(hearts, lowest_of[hearts]) == hearts
    assert search.to_beat(hearts, lowest_of[spades]) == spades
    assert search.to_beat(hearts, lowest_of[clubs]) == 0


def test_it_is_too_early_to_lead_while_all_that_breaks_it_is_in_hands():
    hearts = SUIT_MASKS[2]
    early = Bans(hearts, hearts)
    hands = tuple(dealt(random.Random(1), 4, 13))
    search = Search(OpenCards(hands, (0,) * 4, 0, early=early))
    every = sum(search.suits)
    assert search.is_early(every)
    assert not search.is_early(every ^ search.suits[2] & -search.suits[2])
    fewer = tuple(hand & ~card("2H").bit for hand in hands)
    assert not Search(OpenCards(fewer, (0,) * 4, 0, early=early)).unled


def test_a_search_that_is_late_says_so():
    chance = random.Random(2)
    at = begun(random.Random(3), 4, 13)
    points = Points(Sides(frozenset({0, 2})))
    assert points.of(at, AT_ONCE) is None
    assert points.reach(at, 7, AT_ONCE) is None
    at = begun(chance, 4, 8)._replace(duties=NO_DUTIES)
    assert find_way(at, Together(frozenset({(8, 0, 0, 0)})), chance, AT_ONCE) == Possibility(None)


def test_of_more_cards_than_a_search_can_play_out_nothing_is_told():
    hands = tuple(mask(ALL[seat::4]) for seat in range(4))
    at = OpenCards(hands, (0,) * 4, 0)
    assert Points(Sides(frozenset({0}))).of(at, NEVER) is None
    assert find_way(at, Together(frozenset({(19, 0, 0, 0)})), random.Random(1), NEVER) == (
        Possibility(None)
    )
    assert can_take(at, 0, 1, NEVER) is None


# --- together -----------------------------------------------------------------------------------


def can(at, goal):
    """Whether all can win, by playing out everything."""
    if goal.keeps and not any(hand & (hand - 1) for hand in at.hands) and not at.trick:
        suits = [next(cards_in(hand)).suit for hand in at.hands]
        return at.tally in goal.finals and len({*suits, *goal.apart}) == len(suits) + len(
            goal.apart
        )
    if not any(at.hands):
        return at.tally in goal.finals
    return any(can(after(at, laid)[0], goal) for laid in at.legal())


def goal_by_chance(chance, seats, each):
    keeps = chance.random() < 0.6 and seats * each > 4
    tricks = each - 1 if keeps else each
    first = chance.randrange(tricks + 1)
    counts = (first, tricks - first, *([0] * (seats - 2)))
    apart = {chance.randrange(4)} if keeps and seats < 4 and chance.random() < 0.5 else set()
    finals = frozenset(permutations(counts)) if chance.random() < 0.7 else frozenset({counts})
    return Together(finals, keeps, frozenset(apart))


def test_there_is_a_way_where_playing_out_everything_finds_one_and_only_there():
    answers = []
    for seed in range(60):
        chance = random.Random(seed)
        seats = chance.choice([2, 3, 3, 4])
        each = 4 if seats == 3 else 3 if seats == 4 else 5
        at, goal = begun(chance, seats, each), goal_by_chance(chance, seats, each)
        found = find_way(at, goal, chance, NEVER)
        answers.append(found.is_there)
        assert found.is_there == can(at, goal), seed
        for seat, laid in found.way:
            assert seat == at.due
            assert laid in at.legal()
            at, _, _ = after(at, laid)
        assert not found.way or can(at, goal)  # nothing is left to choose
    assert min(answers.count(True), answers.count(False)) >= 10


def test_a_plan_that_nearly_led_to_a_win_is_tried_again():
    """Counts the looks at the clock, of which there is one for so many dives."""
    chance, looks = random.Random(7), []
    goal = Together(frozenset(permutations((6, 4, 2, 0))), keeps=True)

    def is_late() -> bool:
        looks.append(1)
        return False

    for _ in range(30):
        at = OpenCards(tuple(dealt(chance, 4, 13)), (0,) * 4, 0, trump="S")
        assert find_way(at, goal, random.Random(1), is_late).is_there
    assert len(looks) < 50


# --- whole records ------------------------------------------------------------------------------


def torite(chance, *, revoke_at=0):
    """A game of The Torite by chance, as the lines of a record."""
    hands = dealt(chance, 4, 13)
    due = next(seat for seat, hand in enumerate(hands) if hand & card("2C").bit)
    yield {"record": "tricktable/1", "game": "torite", "players": 4}
    yield {"kind": "dealt", "dealer": 0}
    yield {"kind": "declared", "seat": due, "topic": "leader", "value": None}
    count = 0
    for _ in range(12):
        trick = ()
        for step in range(4):
            seat = (due + step) % 4
            count += 1
            proper = legal(hands[seat], trick)
            wrong = [each for each in cards_in(hands[seat]) if each not in proper]
            laid = chance.choice(wrong if count >= revoke_at > 0 and wrong else proper)
            if wrong and count >= revoke_at > 0:
                revoke_at = 0
            hands[seat] ^= laid.bit
            trick = (*trick, (seat, laid))
            yield {"kind": "played", "seat": seat, "card": laid.code}
        due = winner(trick, SUITS.index("S"))
    for seat, hand in enumerate(hands):
        yield {"kind": "shown", "seat": seat, "card": next(cards_in(hand)).code}


def played(lines):
    return replay.replay(json.dumps(each).encode() for each in lines)


@pytest.mark.parametrize("seed", [1, 3, 4, 5])
def test_a_way_from_the_last_moment_wins_by_the_rules(seed):
    lines = [*torite(random.Random(seed))]
    record = played(lines)
    (found,) = review(record, random.Random(seed), clock)
    assert found.kind == "turned"
    won = record.until(found.last_moment - 1)
    for entry in found.way:
        won.add(entry)
    assert won.state.winner(won.findings()) == [0, 1, 2, 3]
    assert not won.findings()


def test_nothing_is_claimed_beyond_a_revoke_a_hand_that_is_on_and_hidden_cards():
    lines = [*torite(random.Random(3), revoke_at=5)]
    record = played(lines)
    revoke = next(each.seq for each in record.findings() if each.rule == "follow")
    (found,) = review(record, random.Random(1), clock)
    assert found.last_moment <= revoke
    (running,) = review(played(lines[:-5]), random.Random(1), clock)
    assert (running.kind, running.could_be_won, running.way) == ("running", None, ())


def test_the_samples_reviews_are_as_they_were_proved():
    def of(name):
        with replay.open_lines(str(SAMPLES / f"{name}.jsonl")) as lines:
            return review(replay.replay(lines), random.Random(1), lambda: clock(120))

    (honest,) = of("torite-four-honest")
    assert (honest.kind, honest.trick, honest.card, honest.is_last) == ("turned", 8, 2, True)
    assert next(of("torite-four-win")).kind == "won"
    (two,) = of("torite-two-win")
    assert (two.kind, two.score, two.least, two.most) == ("won", 19, 24, 24)
    prizes, _ = of("triatri-two-sets")
    assert prizes.missed == ((2, 9, (card("5B"),), "B"),)
    first = next(of("troika-to-62"))
    assert (first.side, first.made, first.course[0], len(first.course)) == ((1, 3), 9, 9, 32)
    marked = [(at, marks) for at, marks in enumerate(first.marks) if marks]
    assert marked
    after = (*first.course[1:], first.made)
    for at, marks in marked:
        points = [each.points for each in marks]
        assert first.course[at] in (max(points), min(points))
        assert after[at] in points  # what was laid is one of them
