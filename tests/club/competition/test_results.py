"""Standings, beside sums made in another way; ties as declared; what a correction moves."""

import json
import random
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tricktable.club.competition.conditions import Conditions
from tricktable.club.competition.contest import (
    Contest,
    Declaration,
    Departed,
    Entered,
    Meeting,
    RoundBegan,
    RoundOver,
    RoundSeats,
    Substituted,
    contest_after,
    fold,
    refusal,
)
from tricktable.club.competition.movements import draw, last_round
from tricktable.club.competition.results import (
    RoundScore,
    StandingsLine,
    TableGame,
    rank_points,
    standings,
)

Games = dict[tuple[int, int], list[TableGame]]


def contest_of(conditions: Conditions, number: int, *rounds: Iterable[Declaration]) -> Contest:
    """A competition of this many people with these declarations after they have entered."""
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


def as_read(name: str) -> str:
    """The name as a row has it: equal to the one in the program, but another object."""
    return json.loads(json.dumps(name))


def order(ranked: Iterable[StandingsLine]) -> list[tuple[int, int]]:
    return [(each.rank, each.entrant) for each in ranked]


# --- beside another sum --------------------------------------------------------------------------


def compared(each: TableGame, one: int, other: int) -> int:
    """1 if one side of a game is ahead of the other, 0 if they are level, else -1."""
    sign = -1 if each.fewest_win else 1
    mine, theirs = ((side in each.won, sign * each.totals[side]) for side in (one, other))
    return (mine > theirs) - (mine < theirs)


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
                        others = [other for other in range(len(each.totals)) if other != side]
                        gained.extend(1 + compared(each, side, other) for other in others)
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
    scoring, movement, sides, per_side, number, sat_out
):
    chance = random.Random(f"{scoring} {movement} {sat_out}")
    conditions = Conditions(
        movement, sides, per_side, rounds=4, games=2, scoring=as_read(scoring), sat_out=sat_out
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
        contest = contest_after(contest, each)
    return contest


def test_who_comes_after_the_first_round_is_scored_for_all_rounds_since():
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


def eventful(**conditions) -> tuple[Contest, Games]:
    """Two rounds and a third that is being played, with most of what can happen in them."""
    contest = contest_of(
        Conditions("swiss", **conditions),
        7,
        [round_of((1, 2), (3, 4), (5, 6), out=(7,))[0], Departed(5), RoundOver()],
        round_of((1, 3), (2, 7), (4, 6)),
        round_of((1, 4), (3, 6), out=(2, 7))[:1],
    )
    played = {
        (1, 1): [game(10, 4, deals=2)],
        (1, 2): [game(5, 5, deals=3)],
        (1, 3): [game(40, 2, is_over=False)],  # 5 went home
        (2, 1): [game(6, 2)],
        (2, 2): [game(3, 9, deals=4)],  # and 4 and 6 never began
        (3, 1): [game(8, 8, won=(0, 1))],  # both won, so neither has beaten anybody
        (3, 2): [game(30, 1, is_over=False)],  # still being played
    }
    return contest, played


def test_the_standings_say_everything_about_an_eventful_evening():
    contest, played = eventful(ties=("met", "wins", "best_game"))
    half = Fraction(1, 2)

    def line(rank: int, who: int, score, counts: tuple[int, int, int], *rounds, breaks=None):
        told = tuple(RoundScore(*each) for each in rounds)
        return StandingsLine(rank, who, score, *counts, told, breaks or (None, None, None), 0)

    assert standings(contest, played) == (
        line(1, 7, 27, (1, 1, 2), (1, 0, 9), (2, 2, 9), (3, 0, 9)),
        line(2, 1, 24, (3, 2, 0), (1, 1, 10), (2, 1, 6), (3, 1, 8)),
        line(3, 4, 19 + half, (2, 0, 1), (1, 2, 5), (2, 0, 6 + half), (3, 1, 8)),
        line(4, 2, 10 + half, (2, 0, 1), (1, 1, 4), (2, 2, 3), (3, 0, 3 + half)),
        line(5, 3, 7, (2, 0, 0), (1, 2, 5), (2, 1, 2), (3, 2, None)),
        line(6, 5, 0, (0, 0, 0), (1, 0, 0), breaks=(None, 0, 0)),
        line(6, 6, 0, (0, 0, 2), (1, 0, 0), (2, 0, 0), (3, 2, None), breaks=(None, 0, 0)),
    )


@pytest.mark.parametrize(
    ("scoring", "sat_out", "wanted"),
    [
        ("sum", 5, {1: 24, 2: 12, 3: 7, 4: 18, 5: 0, 6: 10, 7: 19}),
        ("ranks", "average", {1: 5, 2: 0, 3: 1, 4: 3, 5: 0, 6: 0, 7: 6}),
        ("ranks", 1, {1: 5, 2: 1, 3: 1, 4: 3, 5: 0, 6: 2, 7: 4}),
        ("per_game", 5, {1: 8, 2: "7/2", 3: "7/2", 4: "13/2", 5: 0, 6: 0, 7: 9}),
        ("per_deal", 5, {1: 6, 2: "7/6", 3: "7/4", 4: "13/4", 5: 0, 6: 0, 7: "9/4"}),
    ],
)
def test_every_way_of_scoring_counts_an_eventful_evening(scoring, sat_out, wanted):
    contest, played = eventful(scoring=as_read(scoring), sat_out=sat_out)
    scores = {each.entrant: each.score for each in standings(contest, played)}
    assert scores == {number: Fraction(score) for number, score in wanted.items()}


def test_a_round_sat_out_brings_no_score_where_only_games_count():
    contest, played = eventful(scoring="per_game")
    rounds = {each.entrant: each.rounds for each in standings(contest, played)}
    assert [rounds[number] for number in (4, 5, 7)] == [
        ((1, 2, 5), (2, 0, None), (3, 1, 8)),
        ((1, 0, 0),),
        ((1, 0, None), (2, 2, 9), (3, 0, None)),
    ]


# --- rank points ---------------------------------------------------------------------------------


def test_rank_points_count_those_left_behind():
    four = TableGame((5, 9, 5, 1))
    assert [rank_points(four, side) for side in range(4)] == [3, 6, 3, 0]
    assert [rank_points(four, side, (10, 4, 1)) for side in range(4)] == [
        Fraction(5, 2),
        10,
        Fraction(5, 2),
        0,
    ]


def test_who_has_won_is_before_whoever_has_more_points():
    assert [rank_points(TableGame((50, 55), won=(0,)), side) for side in (0, 1)] == [2, 0]


@given(
    st.lists(st.integers(-5, 5), min_size=2, max_size=6), st.lists(st.integers(0, 9), max_size=7)
)
def test_a_table_gives_as_many_rank_points_whoever_wins(totals, points):
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
        ((), "1: 1 (), 1: 2 (), 3: 3 (), 3: 4 ()"),
        (("met",), "1: 1 (2), 2: 2 (0), 3: 3 (2), 4: 4 (0)"),
        (("wins",), "1: 1 (2), 1: 2 (2), 3: 3 (1), 3: 4 (1)"),
        (("wins", "met"), "1: 1 (2 2), 2: 2 (2 0), 3: 3 (1 2), 4: 4 (1 0)"),
        (("met", "wins", "best_game"), "1: 1 (2 - -), 2: 2 (0 - -), 3: 3 (2 - -), 4: 4 (0 - -)"),
        (("best_game",), "1: 2 (9), 2: 1 (3), 3: 3 (2), 3: 4 (2)"),
        (("best_game", "met"), "1: 2 (9 -), 2: 1 (3 -), 3: 3 (2 2), 4: 4 (2 0)"),
        (
            ("wins", "best_game", "met"),
            "1: 2 (2 9 -), 2: 1 (2 3 -), 3: 3 (1 2 2), 4: 4 (1 2 0)",
        ),
        # In an all-play-all who are level have met the same scores: 8 for 1 and 2, 10 for 3 and 4.
        (("buchholz",), "1: 1 (8), 1: 2 (8), 3: 3 (10), 3: 4 (10)"),
        # 1 beat 2 and 3: 4 + 2; 2 beat 3 and 4: 2 + 2; 3 beat 4: 2; 4 beat 1: 4.
        (("sonneborn_berger",), "1: 1 (6), 2: 2 (4), 3: 4 (4), 4: 3 (2)"),
    ],
)
def test_ties_are_broken_as_declared(ties, wanted):
    contest = contest_of(Conditions("round_robin", scoring="ranks", ties=ties), 4, *FOUR)
    assert written(standings(contest, FOUR_GAMES)) == wanted


def written(ranked: Iterable[StandingsLine]) -> str:
    """Each rank and entrant, and in brackets what broke the ties."""
    return ", ".join(
        f"{each.rank}: {each.entrant} "
        f"({' '.join('-' if one is None else str(one) for one in each.breaks)})"
        for each in ranked
    )


def test_half_of_a_score_counts_for_whoever_was_level_with_it():
    contest = contest_of(
        Conditions("swiss", ties=("sonneborn_berger",)), 4, round_of((1, 3), (2, 4))
    )
    played = {(1, 1): [game(3, 3)], (1, 2): [game(3, 1)]}
    assert written(standings(contest, played)) == "1: 1 (3/2), 1: 3 (3/2), 3: 2 (1), 4: 4 (-)"


def test_without_a_game_the_best_game_is_nought():
    contest = contest_of(
        Conditions("swiss", sat_out=0, ties=("best_game",)), 4, round_of((1, 2), (3, 4))
    )
    played = {(1, 1): [game(0, -1)], (1, 2): [game(7, 1, is_over=False)]}
    contest = replace(contest, broken=frozenset({(1, 3)}))
    assert written(standings(contest, played)) == "1: 1 (0), 1: 3 (0), 1: 4 (0), 4: 2 (-)"


def test_head_to_head_says_nothing_where_not_all_who_are_level_have_met():
    # 1 beat 2, 3 beat 4, all others drew: 1 and 3 have 4 points, 2 and 4 none, and 1 never met 3.
    contest = contest_of(
        Conditions("swiss", scoring="ranks", ties=("met", "best_game")),
        4,
        round_of((1, 2), (3, 4)),
    )
    played = {(1, 1): [game(5, 1)], (1, 2): [game(9, 2)]}
    assert written(standings(contest, played)) == ("1: 3 (- 9), 2: 1 (- 5), 3: 4 (- 2), 4: 2 (- 1)")


def test_head_to_head_of_three_counts_only_if_each_has_met_both_others():
    # 1 beat 2 and lost to 5, 2 beat 4, 3 beat 6: 1, 2, 3 are level, and 3 met neither of them.
    rounds = [round_of((1, 2), (3, 6), (4, 5)), round_of((1, 5), (2, 4), (3, 6))]
    played = {
        (1, 1): [game(2, 1)],
        (1, 2): [game(2, 1)],
        (1, 3): [game(1, 1)],
        (2, 1): [game(1, 2)],
        (2, 2): [game(2, 1)],
        (2, 3): [game(1, 2)],
    }
    contest = contest_of(Conditions("swiss", scoring="ranks", ties=("met",)), 6, *rounds)
    ranked = {each.entrant: each for each in standings(contest, played)}
    assert {ranked[each].score for each in (1, 2, 3, 6)} == {2}
    assert {ranked[each].rank for each in (1, 2, 3, 6)} == {2}
    assert {ranked[each].breaks for each in (1, 2, 3, 6)} == {(None,)}


def test_head_to_head_counts_each_of_the_others_once_however_often_they_met():
    # 1 beat 2 twice, 2 beat 3, 3 beat 1: each is ahead of one, and nobody because they met again.
    rounds = [
        round_of((1, 2), out=(3,)),
        round_of((1, 2), out=(3,)),
        round_of((2, 3), out=(1,)),
        round_of((1, 3), out=(2,)),
    ]
    played = {
        (1, 1): [game(1, 0)],
        (2, 1): [game(1, 0)],
        (3, 1): [game(2, 0)],
        (4, 1): [game(0, 2)],
    }
    contest = contest_of(Conditions("free", sat_out=0, ties=("met",)), 3, *rounds)
    assert written(standings(contest, played)) == "1: 1 (2), 1: 2 (2), 1: 3 (2)"


def test_head_to_head_looks_only_at_those_who_are_level():
    contest = contest_of(Conditions("round_robin", scoring="ranks", ties=("met",)), 4, *FOUR)
    breaks = {each.entrant: each.breaks for each in standings(contest, FOUR_GAMES)}
    assert breaks == {1: (2,), 2: (0,), 3: (2,), 4: (0,)}


def test_a_corrected_game_moves_the_standings_and_their_ties():
    contest = contest_of(Conditions("round_robin", scoring="ranks", ties=("met",)), 4, *FOUR)
    corrected = {**FOUR_GAMES, (1, 1): [game(1, 3)]}
    # Now 2 has beaten all but one, and the others one another in a circle.
    assert written(standings(contest, corrected)) == "1: 2 (-), 2: 1 (2), 2: 3 (2), 2: 4 (2)"


class Opposed(NamedTuple):
    """One game of one entrant against one other."""

    turn: int
    total: int
    has_beaten: bool
    """Whether their side has won it and the other has not."""
    how: int
    """1 for whoever was ahead, 0 if they were level, else -1."""
    other: int


def opposed(contest: Contest, played: Games, number: int) -> list[Opposed]:
    """All games of an entrant at tables of two."""
    return [
        Opposed(
            turn,
            each.totals[side],
            each.won == (side,),
            compared(each, side, 1 - side),
            meeting.sides[1 - side][0],
        )
        for (turn, table), games in played.items()
        for meeting in contest.rounds[turn - 1].meetings
        for side in (0, 1)
        for each in games
        if meeting.table == table and meeting.sides[side] == (number,)
    ]


def sieved(contest: Contest, played: Games, *, few: bool) -> str:
    """The order from each tie-break in turn, which tells each group further apart."""
    everybody = [each.number for each in contest.entrants]
    met = {who: opposed(contest, played, who) for who in everybody}
    score = {who: by_hand(contest, played, who) for who in everybody}
    is_small_good = few and contest.conditions.scoring != "ranks"
    sign = -1 if is_small_good else 1

    def value(way: str, who: int, level: list[int]) -> Fraction:
        totals = [each.total for each in met[who]] or [0]
        own = sum(who in each.sitting_out for each in contest.rounds) * score[who]
        ways = {
            "score": score[who],
            "met": sum(
                Fraction(sum(against), len(against))
                for other in level
                if (against := [1 + each.how for each in met[who] if each.other == other])
            ),
            "wins": sum(each.has_beaten for each in met[who]),
            "buchholz": sum(score[other] for _, other in {(e.turn, e.other) for e in met[who]})
            + own,
            "sonneborn_berger": sum((1 + sign * each.how) * score[each.other] for each in met[who])
            / Fraction(2),
            "best_game": min(totals) if few else max(totals),
        }
        return Fraction(ways[way])

    groups, breaks = [everybody], dict.fromkeys(everybody, "")
    for way in ("score", *contest.conditions.ties):
        is_small = few if way == "best_game" else is_small_good and way not in ("met", "wins")
        apart = []
        for group in groups:
            values = {who: value(way, who, group) for who in group}
            is_silent = way == "met" and any(
                {*group} - {who} - {each.other for each in met[who]} for who in group
            )
            if is_silent:  # not all of them have met
                values = dict.fromkeys(group, Fraction(0))
            for who in group:
                breaks[who] += f" {values[who] if len(group) > 1 and not is_silent else '-'}"
            # Nobody is ahead by having few points who has not played for them.
            keys = {
                who: (is_small and not met[who], values[who] * (1 if is_small else -1))
                for who in group
            }
            apart += [
                [who for who in group if keys[who] == key] for key in sorted({*keys.values()})
            ]
        groups = apart
    told, rank = [], 1
    for group in groups:
        told += [f"{rank}: {who} ({' '.join(breaks[who].split()[1:])})" for who in group]
        rank += len(group)
    return ", ".join(told)


WAYS = ["met", "wins", "buchholz", "sonneborn_berger", "best_game"]


@pytest.mark.parametrize("few", [False, True])
@pytest.mark.parametrize("scoring", ["sum", "per_game", "per_deal", "ranks"])
@pytest.mark.parametrize("sat_out", ["average", 0, 1])
def test_the_order_is_what_a_sieve_of_each_tie_break_in_turn_leaves(scoring, sat_out, few):
    chance = random.Random(f"sieve {scoring} {sat_out} {few}")
    for _ in range(12):
        ties = tuple(as_read(way) for way in chance.sample(WAYS, chance.randrange(1, 4)))
        conditions = Conditions("free", games=2, scoring=scoring, sat_out=sat_out, ties=ties)
        seats = [chance.sample(range(1, 8), 7) for _ in range(chance.randrange(1, 4))]
        contest = contest_of(
            conditions,
            7,
            *(round_of((a, b), (c, d), out=tuple(sorted(out))) for a, b, c, d, *out in seats),
        )
        played = {
            (turn, table): [
                TableGame(
                    (chance.randrange(3), chance.randrange(3)),
                    chance.choice([(), (0,), (1,), (0, 1)]),
                    chance.randrange(1, 3),
                    fewest_win=few,
                )
                for _ in range(2)
            ]
            for turn in range(1, len(seats) + 1)
            for table in (1, 2)
        }
        assert written(standings(contest, played)) == sieved(contest, played, few=few), ties


# --- where the fewest points win -----------------------------------------------------------------


def mirrored(each: TableGame) -> TableGame:
    """The same game where what was good counts as a penalty."""
    return each._replace(totals=tuple(-total for total in each.totals), fewest_win=True)


def with_penalties(played: Games) -> Games:
    return {where: [mirrored(each) for each in games] for where, games in played.items()}


@pytest.mark.parametrize("scoring", ["sum", "per_game", "per_deal", "ranks"])
@pytest.mark.parametrize("tie", ["met", "wins", "buchholz", "best_game"])
def test_the_order_is_the_same_where_the_fewest_points_win(scoring, tie):
    contest = contest_of(Conditions("round_robin", scoring=scoring, ties=(tie,)), 4, *FOUR)
    played, penalties = (
        standings(contest, FOUR_GAMES),
        standings(contest, with_penalties(FOUR_GAMES)),
    )
    assert order(penalties) == order(played)
    if scoring != "ranks":
        assert [each.score for each in penalties] == [-each.score for each in played]


def test_among_those_with_few_points_it_is_worst_to_lose_to_the_weakest():
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


def test_who_has_not_played_is_not_first_where_the_fewest_points_win():
    contest = contest_of(Conditions("swiss", sat_out=0), 3, round_of((1, 2), out=(3,)))
    played = {(1, 1): [TableGame((9, 4), (1,), fewest_win=True)]}
    assert order(standings(contest, played)) == [(1, 2), (2, 1), (3, 3)]


# --- what does not count as played ---------------------------------------------------------------


def test_a_round_sat_out_counts_as_declared():
    rounds = [round_of((1, 2), out=(3,)), round_of((1, 3), out=(2,))]
    played = {(1, 1): [game(4, 2)], (2, 1): [game(6, 8)]}
    average = contest_of(Conditions("swiss"), 3, *rounds)
    assert {each.entrant: each.score for each in standings(average, played)} == {1: 10, 2: 4, 3: 16}
    nothing = replace(average, conditions=replace(average.conditions, sat_out=0))
    assert {each.entrant: each.score for each in standings(nothing, played)} == {1: 10, 2: 2, 3: 8}
    third = standings(average, played)[0]
    assert [each.score for each in third.rounds] == [8, 8]


def test_who_leaves_in_a_round_gets_nothing_and_the_others_have_sat_out():
    began, over = round_of((1, 2), (3, 4))
    contest = contest_of(Conditions("swiss", sat_out=5), 4, [began, Departed(2), over])
    played = {(1, 1): [game(30, 2, is_over=False)], (1, 2): [game(4, 1)]}
    assert {each.entrant: each.score for each in standings(contest, played)} == {
        1: 5,
        2: 0,
        3: 4,
        4: 1,
    }


def test_who_leaves_after_the_last_card_keeps_the_game():
    began, over = round_of((1, 2), (3, 4))
    contest = contest_of(Conditions("swiss", sat_out=5), 4, [began, Departed(2), over])
    played = {(1, 1): [game(30, 2)], (1, 2): [game(4, 1)]}
    assert {each.entrant: each.score for each in standings(contest, played)} == {
        1: 30,
        2: 2,
        3: 4,
        4: 1,
    }


def test_an_unfinished_game_counts_as_it_stands_once_the_round_is_over():
    began, over = round_of((1, 2))
    played = {(1, 1): [game(7, 3, won=(), is_over=False)]}
    running = contest_of(Conditions("swiss"), 2, [began])
    assert [each.score for each in standings(running, played)] == [0, 0]
    ended = contest_of(Conditions("swiss"), 2, [began, over])
    assert [(each.entrant, each.score) for each in standings(ended, played)] == [(1, 7), (2, 3)]


def test_a_table_that_never_began_has_sat_out():
    contest = contest_of(Conditions("swiss", sat_out=5), 2, round_of((1, 2)))
    assert [each.score for each in standings(contest, {})] == [5, 5]


def test_a_substitute_plays_for_the_entrant():
    contest = contest_of(
        Conditions("swiss"), 2, round_of((1, 2)), [Substituted(2, ("Zoe",))], round_of((1, 2))
    )
    played = {(1, 1): [game(1, 5)], (2, 1): [game(1, 6)]}
    assert [(each.entrant, each.score) for each in standings(contest, played)] == [(2, 11), (1, 2)]
    assert contest.of(2).name == "Zoe"


def test_each_line_of_a_mitchell_is_ranked_alone():
    contest = contest_of(Conditions(as_read("mitchell")), 4)
    assert lines(contest, {}) == [(1, 1, 1), (1, 1, 2), (1, 1, 3), (1, 1, 4)]
    contest = next_round(contest)
    played = {(1, 1): [game(9, 1)], (1, 2): [game(3, 4)]}
    assert lines(contest, played) == [(1, 1, 1), (1, 2, 2), (2, 1, 4), (2, 2, 3)]


def test_a_late_arrival_is_ranked_in_the_line_whose_vacant_place_they_take():
    contest = next_round(contest_of(Conditions("mitchell", sat_out=0), 5))
    played = {(1, 1): [game(9, 1)], (1, 2): [game(3, 4)]}
    assert lines(contest, played) == [(1, 1, 1), (1, 2, 2), (1, 3, 3), (2, 1, 5), (2, 2, 4)]
    # Whoever goes home stays in the line in which they played.
    contest = fold_on(contest, Entered(("P6",)), Departed(4), Departed(1))
    assert lines(contest, played) == [
        *((1, 1, 1), (1, 2, 2), (1, 3, 3)),
        *((2, 1, 5), (2, 2, 4), (2, 3, 6)),
    ]


def next_round(contest: Contest) -> Contest:
    """The same after one more round as the movement has it."""
    seats = draw(contest, ())
    assert isinstance(seats, RoundSeats)
    return fold_on(contest, RoundBegan(seats), RoundOver())


def lines(contest: Contest, played: Games) -> list[tuple[int, int, int]]:
    """The line, rank and number of each."""
    return [(each.line, each.rank, each.entrant) for each in standings(contest, played)]
