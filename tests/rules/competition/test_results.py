"""Standings, beside sums made in another way; ties as declared; what a correction moves."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tricktable.rules.competition.conditions import Conditions
from tricktable.rules.competition.contest import (
    Came,
    Contest,
    Declaration,
    Departed,
    Entered,
    Meeting,
    RoundBegan,
    RoundOver,
    RoundSeats,
    Substituted,
    declared,
    fold,
    refusal,
)
from tricktable.rules.competition.movements import draw, last_round
from tricktable.rules.competition.results import Ranked, TableGame, rank_points, standings

Games = dict[tuple[int, int], list[TableGame]]


def contest_of(conditions: Conditions, number: int, *rounds: Iterable[Declaration]) -> Contest:
    """A competition of so many people with these declarations after they have entered."""
    people = [Entered((f"P{each}",)) for each in range(1, number + 1)]
    return fold(conditions, [*people, *(each for said in rounds for each in said)])


def round_of(*tables: tuple[int, ...], out: tuple[int, ...] = ()) -> list[Declaration]:
    """A round in which these people, each alone, had these tables."""
    meetings = tuple(
        Meeting(at, tuple((each,) for each in table)) for at, table in enumerate(tables, 1)
    )
    return [RoundBegan(RoundSeats(meetings, out)), RoundOver()]


def game(*totals: int, **more) -> TableGame:
    best = max(totals)
    won = tuple(side for side, total in enumerate(totals) if total == best)
    return TableGame(totals, more.pop("won", won if len(won) == 1 else ()), **more)


def order(ranked: Iterable[Ranked]) -> list[tuple[int, int]]:
    return [(each.rank, each.entrant) for each in ranked]


# --- beside another sum --------------------------------------------------------------------------


def by_hand(contest: Contest, played: Games, number: int) -> Fraction:
    """The score of one entrant, added up from all sides of all tables."""
    gained: list[int] = []
    deals = games = 0
    conditions = contest.conditions
    out = sum(number in each.sitting_out for each in contest.rounds)
    rounds_played = set()
    for (turn, table), all_games in played.items():
        (meeting,) = (m for m in contest.rounds[turn - 1].meetings if m.table == table)
        for side, group in enumerate(meeting.sides):
            if number in group:
                for each in all_games:
                    rounds_played.add(turn)
                    games += 1
                    deals += each.deals
                    if conditions.scoring == "ranks":
                        mine = (side in each.won, each.totals[side])
                        for other, total in enumerate(each.totals):
                            theirs = (other in each.won, total)
                            gained.append(
                                0 if other == side else (mine > theirs) + (mine >= theirs)
                            )
                    else:
                        gained.append(each.totals[side])
    total = Fraction(sum(gained))
    if conditions.scoring == "per_game":
        return total / (games or 1)
    if conditions.scoring == "per_deal":
        return total / (deals or 1)
    if conditions.sat_out == "average":
        return total + (total / len(rounds_played) * out if rounds_played else 0)
    return total + conditions.sat_out * out


@pytest.mark.parametrize("scoring", ["sum", "per_game", "per_deal", "ranks"])
@pytest.mark.parametrize(
    ("movement", "sides", "per_side", "number"),
    [("swiss", 2, 1, 9), ("round_robin", 4, 1, 10), ("individual", 2, 2, 9), ("howell", 2, 1, 7)],
)
@pytest.mark.parametrize("sat_out", ["average", 3])
def test_the_score_is_what_the_games_add_up_to_also_after_a_correction(
    scoring: str, movement: str, sides: int, per_side: int, number: int, sat_out: str | int
) -> None:
    chance = random.Random(f"{scoring} {movement} {sat_out}")
    conditions = Conditions(
        movement, sides, per_side, rounds=4, games=2, scoring=scoring, sat_out=sat_out
    )
    contest, played = contest_of(conditions, number), Games()
    while contest.next_round <= last_round(contest):
        ranked = standings(contest, played)
        seats = draw(contest, [each.entrant for each in ranked])
        assert isinstance(seats, RoundSeats)
        contest = fold_on(contest, RoundBegan(seats), RoundOver())
        for meeting in seats.meetings:
            played[len(contest.rounds), meeting.table] = [
                game(
                    *(chance.randrange(-9, 60) for _ in range(sides)), deals=chance.randrange(1, 6)
                )
                for _ in range(2)
            ]
    for _ in range(2):
        ranked = standings(contest, played)
        assert {each.entrant: each.score for each in ranked} == {
            each: by_hand(contest, played, each) for each in contest.here
        }
        scores = [each.score for each in ranked]
        assert scores == sorted(scores, reverse=True)
        assert [each.rank for each in ranked] == sorted(each.rank for each in ranked)
        # A card of the first round was recorded wrongly: its table's first game ended otherwise.
        played[min(played)][0] = game(*range(100, 100 + sides))


def fold_on(contest: Contest, *said: Declaration) -> Contest:
    for each in said:
        assert refusal(contest, each) is None
        contest = declared(contest, each)
    return contest


def test_who_comes_after_the_first_round_is_scored_for_all_rounds_since() -> None:
    conditions = Conditions("free")
    contest = contest_of(
        conditions,
        2,
        round_of((1, 2)),
        [Entered(("P3",)), Entered(("P4",))],
        round_of((3, 4), (1, 2)),
    )
    played: Games = {(1, 1): [game(9, 5)], (2, 1): [game(7, 3)], (2, 2): [game(9, 5)]}
    rounds = {
        each.entrant: [one.round for one in each.rounds] for each in standings(contest, played)
    }
    assert rounds == {1: [1, 2], 2: [1, 2], 3: [2], 4: [2]}


# --- rank points ---------------------------------------------------------------------------------


def test_rank_points_count_those_left_behind() -> None:
    four = TableGame((5, 9, 5, 1))
    assert [rank_points(four, side) for side in range(4)] == [3, 6, 3, 0]
    assert [rank_points(four, side, (10, 4, 1)) for side in range(4)] == [
        Fraction(5, 2),
        10,
        Fraction(5, 2),
        0,
    ]


def test_who_has_won_is_before_whoever_has_more_points() -> None:
    assert [rank_points(TableGame((50, 55), won=(0,)), side) for side in (0, 1)] == [2, 0]


@given(
    st.lists(st.integers(-5, 5), min_size=2, max_size=6), st.lists(st.integers(0, 9), max_size=7)
)
def test_a_table_gives_as_many_rank_points_whoever_wins(
    totals: list[int], points: list[int]
) -> None:
    table = TableGame(tuple(totals))
    assert sum(rank_points(table, side) for side in range(len(totals))) == len(totals) * (
        len(totals) - 1
    )
    if points:
        shared = sum(rank_points(table, side, points) for side in range(len(totals)))
        assert shared == sum(points[: len(totals)])


# --- ties ----------------------------------------------------------------------------------------

# 1 beat 2, 3 beat 4; 1 beat 3, 2 beat 4; 4 beat 1, 2 beat 3: a small all-play-all of four.
FOUR = [
    round_of((1, 2), (3, 4)),
    round_of((1, 3), (2, 4)),
    round_of((1, 4), (2, 3)),
]
FOUR_GAMES = {
    (1, 1): [game(3, 1)],
    (1, 2): [game(2, 0)],
    (2, 1): [game(2, 1)],
    (2, 2): [game(9, 2)],
    (3, 1): [game(0, 1)],
    (3, 2): [game(4, 1)],
}
"""In rank points 1 and 2 have 4, 3 and 4 have 2; 1 beat 2 and 3 beat 4."""


@pytest.mark.parametrize(
    ("ties", "wanted"),
    [
        ((), [(1, 1), (1, 2), (3, 3), (3, 4)]),
        (("met",), [(1, 1), (2, 2), (3, 3), (4, 4)]),
        (("wins",), [(1, 1), (1, 2), (3, 3), (3, 4)]),
        (("wins", "met"), [(1, 1), (2, 2), (3, 3), (4, 4)]),
        (("best_game",), [(1, 2), (2, 1), (3, 3), (3, 4)]),
        # In an all-play-all who are level have met the same scores: 8 for 1 and 2, 10 for 3 and 4.
        (("buchholz",), [(1, 1), (1, 2), (3, 3), (3, 4)]),
        # 1 beat 2 and 3: 4 + 2; 2 beat 3 and 4: 2 + 2; 3 beat 4: 2; 4 beat 1: 4.
        (("sonneborn_berger",), [(1, 1), (2, 2), (3, 4), (4, 3)]),
    ],
)
def test_ties_are_broken_as_declared(ties: tuple[str, ...], wanted: list[tuple[int, int]]) -> None:
    contest = contest_of(Conditions("round_robin", scoring="ranks", ties=ties), 4, *FOUR)
    assert order(standings(contest, FOUR_GAMES)) == wanted


def test_head_to_head_looks_only_at_those_who_are_level() -> None:
    contest = contest_of(Conditions("round_robin", scoring="ranks", ties=("met",)), 4, *FOUR)
    breaks = {each.entrant: each.breaks for each in standings(contest, FOUR_GAMES)}
    assert breaks == {1: (2,), 2: (0,), 3: (2,), 4: (0,)}


def test_a_corrected_game_moves_the_standings_and_their_ties() -> None:
    contest = contest_of(Conditions("round_robin", scoring="ranks", ties=("met",)), 4, *FOUR)
    corrected = {**FOUR_GAMES, (1, 1): [game(1, 3)]}
    # Now 2 has beaten all but one, and the others one another in a circle.
    assert order(standings(contest, corrected)) == [(1, 2), (2, 1), (2, 3), (2, 4)]


# --- where the fewest points win -----------------------------------------------------------------


def mirrored(each: TableGame) -> TableGame:
    """The same game where what was good counts as a penalty."""
    return each._replace(totals=tuple(-total for total in each.totals), fewest_win=True)


def with_penalties(played: Games) -> Games:
    return {where: [mirrored(each) for each in games] for where, games in played.items()}


@pytest.mark.parametrize("scoring", ["sum", "per_game", "per_deal", "ranks"])
@pytest.mark.parametrize("tie", ["met", "wins", "buchholz", "best_game"])
def test_the_order_is_the_same_where_the_fewest_points_win(scoring: str, tie: str) -> None:
    contest = contest_of(Conditions("round_robin", scoring=scoring, ties=(tie,)), 4, *FOUR)
    played, penalties = (
        standings(contest, FOUR_GAMES),
        standings(contest, with_penalties(FOUR_GAMES)),
    )
    assert order(penalties) == order(played)
    if scoring != "ranks":
        assert [each.score for each in penalties] == [-each.score for each in played]


def test_among_those_with_few_points_it_is_worst_to_lose_to_the_weakest() -> None:
    ties = ("sonneborn_berger",)
    contest = contest_of(Conditions("round_robin", ties=ties), 4, *FOUR)
    totals = {
        (1, 1): (3, 5),
        (1, 2): (9, 9),
        (2, 1): (4, 6),
        (2, 2): (3, 1),
        (3, 1): (2, 1),
        (3, 2): (1, 8),
    }
    played = {where: [TableGame(each, fewest_win=True)] for where, each in totals.items()}
    ranked = standings(contest, played)
    # 1 and 2 have 9 points each; 1 lost to 4, who has 11, and 2 to 1 and 4.
    assert order(ranked) == [(1, 1), (2, 2), (3, 4), (4, 3)]
    assert [each.breaks for each in ranked[:2]] == [(11,), (20,)]


def test_who_has_not_played_is_not_first_where_the_fewest_points_win() -> None:
    contest = contest_of(Conditions("swiss", sat_out=0), 3, round_of((1, 2), out=(3,)))
    played = {(1, 1): [TableGame((9, 4), (1,), fewest_win=True)]}
    assert order(standings(contest, played)) == [(1, 2), (2, 1), (3, 3)]


# --- what does not count as played ---------------------------------------------------------------


def test_a_round_sat_out_counts_as_declared() -> None:
    rounds = [round_of((1, 2), out=(3,)), round_of((1, 3), out=(2,))]
    played = {(1, 1): [game(4, 2)], (2, 1): [game(6, 8)]}
    average = contest_of(Conditions("swiss"), 3, *rounds)
    assert {each.entrant: each.score for each in standings(average, played)} == {1: 10, 2: 4, 3: 16}
    nothing = replace(average, conditions=replace(average.conditions, sat_out=0))
    assert {each.entrant: each.score for each in standings(nothing, played)} == {1: 10, 2: 2, 3: 8}
    third = standings(average, played)[0]
    assert [each.score for each in third.rounds] == [8, 8]


def test_who_leaves_in_a_round_gets_nothing_and_the_others_have_sat_out() -> None:
    began, over = round_of((1, 2), (3, 4))
    contest = contest_of(Conditions("swiss", sat_out=5), 4, [began, Departed(2), over])
    played = {(1, 1): [game(30, 2, is_over=False)], (1, 2): [game(4, 1)]}
    assert {each.entrant: each.score for each in standings(contest, played)} == {
        1: 5,
        2: 0,
        3: 4,
        4: 1,
    }


def test_who_leaves_after_the_last_card_keeps_the_game() -> None:
    began, over = round_of((1, 2), (3, 4))
    contest = contest_of(Conditions("swiss", sat_out=5), 4, [began, Departed(2), over])
    played = {(1, 1): [game(30, 2)], (1, 2): [game(4, 1)]}
    assert {each.entrant: each.score for each in standings(contest, played)} == {
        1: 30,
        2: 2,
        3: 4,
        4: 1,
    }


def test_an_unfinished_game_counts_as_it_stands_once_the_round_is_over() -> None:
    began, over = round_of((1, 2))
    played = {(1, 1): [game(7, 3, won=(), is_over=False)]}
    running = contest_of(Conditions("swiss"), 2, [began])
    assert [each.score for each in standings(running, played)] == [0, 0]
    ended = contest_of(Conditions("swiss"), 2, [began, over])
    assert [(each.entrant, each.score) for each in standings(ended, played)] == [(1, 7), (2, 3)]


def test_a_table_that_never_began_has_sat_out() -> None:
    contest = contest_of(Conditions("swiss", sat_out=5), 2, round_of((1, 2)))
    assert [each.score for each in standings(contest, {})] == [5, 5]


def test_a_substitute_plays_for_the_entrant() -> None:
    contest = contest_of(
        Conditions("swiss"), 2, round_of((1, 2)), [Substituted(2, ("Zoe",))], round_of((1, 2))
    )
    played = {(1, 1): [game(1, 5)], (2, 1): [game(1, 6)]}
    assert [(each.entrant, each.score) for each in standings(contest, played)] == [(2, 11), (1, 2)]
    assert contest.of(2).name == "Zoe"


def test_only_who_is_here_can_leave_and_only_who_has_left_can_come_back() -> None:
    contest = contest_of(Conditions("swiss"), 2)

    def refused(said: Declaration) -> str:
        return str(refusal(contest, said) or "")

    assert (refused(Departed(2)), refused(Came(2))) == ("", "They are here already.")
    assert refused(Departed(3)) == refused(Came(3)) == "Nobody has entered as number 3."
    contest = fold_on(contest, Departed(2))
    assert (refused(Departed(2)), refused(Came(2))) == ("They have left already.", "")


def test_the_last_of_many_entrants_may_be_written_anew_under_the_same_name() -> None:
    # Beyond 256, equal numbers need not be one object.
    contest = contest_of(Conditions("swiss"), 300)
    assert refusal(contest, Substituted(int("300"), ("P300",))) is None


def test_nobody_is_a_substitute_who_has_entered_but_one_of_a_pair_may_stay() -> None:
    pairs = [Entered(("Ann", "Bo")), Entered(("Cy", "Di"))]
    contest = fold(Conditions("swiss", per_side=2, people=2), pairs)
    assert refusal(contest, Substituted(2, ("Cy", "Zoe"))) is None
    assert refusal(contest, Substituted(2, ("Zoe", "Yves"))) is None
    entered = refusal(contest, Substituted(2, ("Bo", "Zoe")))
    assert entered is not None
    assert str(entered) == "Bo has entered already."
    assert refusal(contest, Substituted(2, ("Zoe", "Zoe"))) is not None


def test_each_line_of_a_mitchell_is_ranked_alone() -> None:
    contest = contest_of(Conditions("mitchell"), 4)
    seats = draw(contest, ())
    assert isinstance(seats, RoundSeats)
    contest = fold_on(contest, RoundBegan(seats), RoundOver())
    played = {(1, 1): [game(9, 1)], (1, 2): [game(3, 4)]}
    ranked = standings(contest, played)
    assert [(each.line, each.rank, each.entrant) for each in ranked] == [
        (1, 1, 1),
        (1, 2, 2),
        (2, 1, 4),
        (2, 2, 3),
    ]
