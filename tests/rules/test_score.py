"""The score of every game: one value for each owner everywhere, and gains that add up to totals."""

from dataclasses import replace
from random import Random

import pytest

from games.cases import CASES
from players.every_game import KINDS, by_chance
from records.lines import growth, record_of
from tricktable.rules.score import Figure, Score, row_mark
from tricktable.rules.view import view
from tricktable.text.language import message


def scores(name, count, seed):
    """The score of a game by chance after each entry, with what it is made from."""
    played = by_chance(Random(seed), name, count)
    for record in growth(played.header, played.lines):
        seen = view(record)
        yield seen, seen.rules.score(seen)


@pytest.mark.parametrize(("name", "count"), KINDS)
def test_what_was_gained_is_the_total(name, count):
    before, case = Score(None), CASES[name]
    for seen, score in scores(name, count, 2):
        assert score.deals[: len(before.deals)] == before.deals, "what is scored stays"
        before = score
        gained = [sum(gains) for gains in zip(*(deal.gains for deal in score.deals), strict=True)]
        if gained and (case.adds_up is None or seen.next_what in case.adds_up):
            totals = [case.begins_with + gain for gain in gained]
            assert [total or 0 for total in score.total.values] == totals


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_conditions_are_open_until_they_are_met_or_lost(count, seed):
    for seen, score in scores("torite", count, seed):
        states = [fact.state for fact in score.facts if fact.state]
        if seen.is_over:
            assert ("lost" in states) == (not seen.winner)
            assert "open" not in states
        else:
            assert states.count("lost") >= (seen.position.lost_by is not None)
            assert "open" in states or "lost" in states


@pytest.mark.parametrize("name", [each.name for each in CASES.values() if each.is_scored_once])
def test_a_game_is_scored_once_and_at_its_end(name):
    for seen, score in scores(name, 3, 3):
        assert len(score.deals) == (seen.status != "playing")
    if seen.winner:
        assert [index for index, gain in enumerate(score.deals[0].gains) if gain] == [
            index for index, seats in enumerate(seen.owners) if seats[0] in seen.winner
        ]


def test_a_row_says_who_won_who_is_out_and_whose_turn_it_is():
    marks = set()
    for seed in range(8):
        for seen, score in scores("etori", 6, seed):
            told = [row_mark(seen, score, owner) for owner in range(3)]
            anew = replace(seen, next_what="".join([*seen.next_what]))  # as a package may write it
            assert [row_mark(anew, score, owner) for owner in range(3)] == told
            for owner, mark in enumerate(told):
                seats = seen.owners[owner]
                match mark:
                    case "won":
                        assert set(seats) <= set(seen.winner)
                    case "out":
                        assert score.marks[owner] in ("out", "sits out")
                    case "due":
                        assert set(seats) & set(seen.awaited)
                        assert seen.next_what == "play"  # of several who may deal, none stands out
                    case _:
                        assert seen.next_what == "deal" or not set(seats) & set(seen.awaited)
            marks.update(told)
    assert marks >= {"", "due", "out"}


PAIRS = Score(Figure(message("Points"), (7, 5)))


@pytest.mark.parametrize(
    ("winner", "what", "awaited", "marks", "told"),
    [
        (None, "play", (2,), (), ("due", "")),
        (None, "play", (3,), (), ("", "due")),
        (None, "play", (0, 1), (), ("due", "due")),
        (None, "bid", (1,), (), ("", "due")),
        (None, "bid", (0, 2), (), ("", "")),
        (None, "bid", (0, 1, 2, 3), (), ("", "")),
        (None, "deal", (2,), (), ("due", "")),
        (None, "deal", (), (), ("", "")),
        (None, "play", (2,), ("out", ""), ("out", "")),
        (None, "play", (2,), ("", "sits out"), ("due", "out")),
        ((), "over", (), (), ("", "")),
        ((1, 3), "over", (), (), ("", "won")),
        ((0, 2), "over", (), ("out", "out"), ("won", "out")),
        ((0, 1, 2, 3), "over", (), (), ("won", "won")),
        ((1, 3), "play", (0,), (), ("due", "won")),
    ],
)
def test_the_mark_of_a_row_is_won_before_out_before_due(winner, what, awaited, marks, told):
    moment = replace(
        view(record_of(4, game="troika")), winner=winner, next_what=what, awaited=awaited
    )
    score = replace(PAIRS, marks=marks)
    assert tuple(row_mark(moment, score, owner) for owner in range(2)) == told
    assert [score.takes_part(owner) for owner in range(2)] == [
        not mark for mark in marks or ("", "")
    ]


def test_more_is_better_unless_points_are_penalties():
    assert [PAIRS.worth(points) for points in (-2, 0, 3)] == [-2, 0, 3]
    assert [replace(PAIRS, fewest_win=True).worth(points) for points in (-2, 0, 3)] == [2, 0, -3]


def test_the_figure_that_decides_is_the_last_column():
    now = Figure(message("This deal"), (1, 2))
    assert replace(PAIRS, now=(now,)).figures == (now, PAIRS.total)
    assert PAIRS.figures == (PAIRS.total,)
