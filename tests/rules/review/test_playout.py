"""Past hands played on: the rules judge each card, and hints lead to what they say."""

from random import Random

import pytest

from rules.review.positions import NEVER, clock, played
from tricktable.rules.review.playout import playout_from
from tricktable.rules.review.review import parts, review


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_hints_lead_to_a_win_by_the_rules(count):
    record = played("torite", count, 5)
    (told,) = review(record, Random(1), clock)
    assert told.kind == "turned"
    made = playout_from(record, told.last_moment - 1)
    while made.due >= 0:
        outlook = made.outlook(Random(1), lambda: NEVER)
        assert outlook.can_be_won
        if outlook.card is None:  # nothing is left to choose
            break
        assert made.lay(outlook.card)
    now = made.record
    assert now.state.winner(now.findings()) == [*range(now.header.seats)]


def test_hints_lead_to_the_points_that_are_told():
    record = played("troika", 4, 1)
    last = next(deal for deal in review(record, Random(1), clock) if deal.kind == "sides")
    at = next(at for at, points in enumerate(last.course) if points is not None and at >= 12)
    plays = [seq for seq, entry, _ in record.steps() if type(entry).__name__ == "Played"]
    made = playout_from(record, plays[at] - 1)
    told = made.outlook(Random(1), lambda: NEVER).points
    assert told == last.course[at]
    while made.due >= 0:
        assert made.lay(made.outlook(Random(1), lambda: NEVER).card)
    assert made.gained == told


def test_what_may_not_be_laid_is_not_and_ends_what_was_to_be_laid():
    record = played("torite", 4, 5)
    first = next(seq for seq, entry, _ in record.steps() if type(entry).__name__ == "Played")
    made = playout_from(record, first - 1)
    may = made.may()
    assert made.lay(may[0])
    assert not made.lay(may[0])
    again = playout_from(record, first - 1, [may[0], may[0], may[-1]])
    assert again.laid == [may[0]]
    assert playout_from(record, record.seq) is None


@pytest.mark.parametrize(("seed", "until"), [(3, 91), (5, 117), (11, 52)])
def test_until_the_last_moment_a_side_could_have_what_it_needed_and_after_it_no_longer(seed, until):
    record = played("troika", 4, seed).until(until)
    told = [deal for deal in review(record, Random(1), lambda: NEVER) if deal.kind == "sides"]
    assert told
    for deal in told:
        if deal.made >= deal.needed:
            assert (deal.could_be_won, deal.last_moment) == (True, None)
        elif deal.could_be_won:
            before, after = (playout_from(record, deal.last_moment - less) for less in (1, 0))
            assert before.outlook(Random(1), lambda: NEVER).points >= deal.needed
            assert after.outlook(Random(1), lambda: NEVER).points < deal.needed
            assert len(before.at.trick) + 1 == deal.card
            assert sum(before.at.tally) + 1 == deal.trick
        else:
            assert deal.course[0] < deal.needed


def test_a_deal_is_looked_at_as_soon_as_its_last_card_has_fallen():
    record = played("troika", 4, 1)
    last = next(part for part in parts(record) if not part.shut).deals[0].moments[-1].seq
    kinds = [
        [deal.kind for deal in review(record.until(at), Random(1), clock)]
        for at in (last - 1, last)
    ]
    assert kinds == [["running"], ["sides"]]
