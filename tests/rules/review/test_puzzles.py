"""Puzzles: what is counted, beside every way laid card by card."""

from random import Random

import pytest

from rules.review.positions import AT_ONCE, NEVER, clock, played
from tricktable.rules.review.playout import playout_from
from tricktable.rules.review.puzzles import DEPTH, Puzzle, PuzzleSearch, nicest, puzzle


def every_way(record, at, laid=()):
    """Each way to lay the next cards, and whether it can be won."""
    made = playout_from(record, at.seq, (*at.laid, *laid))
    if len(laid) == DEPTH or not made.may():
        yield made.outlook(Random(1), lambda: NEVER).can_be_won
        return
    for card in made.may():
        yield from every_way(record, at, (*laid, card))


@pytest.mark.parametrize("seed", [6])
def test_each_way_to_lay_the_next_cards_is_counted(seed):
    record = played("torite", 4, seed)
    found = puzzle(record, Random(1), clock).puzzle
    ways = [*every_way(record, found)]
    assert (found.ways, found.wins) == (len(ways), sum(ways))
    assert 0 < found.wins <= found.ways


def test_where_nobody_wins_together_and_without_time_there_is_none():
    assert puzzle(played("troika", 4, 1), Random(1), lambda: NEVER) == PuzzleSearch()
    late = puzzle(played("torite", 4, 5), Random(1), lambda: AT_ONCE)
    assert late == PuzzleSearch(is_cut_short=True)


def test_the_nicest_has_the_fewest_ways_that_win_and_of_equal_ones_is_the_newest():
    assert (
        nicest(
            [Puzzle(9, (), 40, 1), Puzzle(3, (), 60, 2), Puzzle(7, (), 80, 2), Puzzle(1, (), 9, 9)]
        )
        == 2
    )


def test_a_hand_that_is_won_without_a_thought_is_no_puzzle():
    assert [Puzzle(1, (), ways, 11).is_hard for ways in (23, 43, 44, 99)] == [
        False,
        False,
        True,
        True,
    ]
