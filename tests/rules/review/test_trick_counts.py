"""A seat's number of tricks, beside a referee that plays out everything."""

import random

from rules.review.positions import AT_ONCE, NEVER, after, begun
from tricktable.rules.review.trick_counts import can_take


def can(at, seat, tricks):
    if not any(at.hands):
        return tricks == 0
    answers = []
    for laid in at.legal():
        now, taker, _ = after(at, laid)
        answers.append(can(now, seat, tricks - (taker == seat)))
    return any(answers) if at.due == seat else all(answers)


def test_a_number_can_be_had_where_playing_out_everything_says_so():
    answers = []
    for number in range(60):
        chance = random.Random(number)
        at = begun(chance, chance.choice([2, 3, 4]), 3)
        seat, tricks = chance.randrange(len(at.hands)), chance.randrange(3)
        answers.append(can_take(at, seat, tricks, NEVER))
        assert answers[-1] == can(at, seat, tricks), number
    assert min(answers.count(True), answers.count(False)) >= 10


def test_a_search_that_is_late_says_so():
    assert can_take(begun(random.Random(1), 4, 8), 0, 2, AT_ONCE) is None
