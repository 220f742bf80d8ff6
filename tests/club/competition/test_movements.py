"""What each movement promises, counted table by table; and movements as others printed them."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tricktable.club.competition.conditions import Conditions
from tricktable.club.competition.contest import (
    Came,
    Contest,
    Departed,
    Entered,
    Meeting,
    RoundBegan,
    RoundOver,
    RoundSeats,
    contest_after,
    couples,
    refusal,
)
from tricktable.club.competition.movements import MOVEMENTS, draw, individual, last_round
from tricktable.club.competition.movements.howell import MOST, howell
from tricktable.club.competition.movements.mitchell import mitchell
from tricktable.club.competition.movements.round_robin import circle, plane
from tricktable.club.competition.movements.spread import meetings
from tricktable.club.competition.movements.swiss import without_again
from tricktable.club.competition.movements.timetable import Schedule

Two = frozenset[int]


def places(tables: Sequence) -> list[int]:
    return [place for table in tables for side in table.sides for place in side]


def meeting_counts(schedule: Schedule) -> Counter[Two]:
    """How often each two sit on different sides of a table."""
    return Counter(
        frozenset((one, other))
        for tables in schedule
        for table in tables
        for left, right in combinations(table.sides, 2)
        for one in left
        for other in right
    )


def deals_met(schedule: Schedule) -> Counter[tuple[int, int]]:
    return Counter(
        (place, table.boards)
        for tables in schedule
        for table in tables
        for place in places([table])
    )


def is_numbered(schedule: Schedule) -> bool:
    """Whether the tables of each round count from 1."""
    return all(
        [each.table for each in tables] == [*range(1, len(tables) + 1)] for tables in schedule
    )


def all_twos(number: int) -> set[Two]:
    return {frozenset(two) for two in combinations(range(1, number + 1), 2)}


def written(schedule: Schedule) -> list[str]:
    return [
        ", ".join(f"{each.sides[0][0]}-{each.sides[1][0]} {each.boards}" for each in tables)
        for tables in schedule
    ]


# --- schedules -----------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(2, 21))
def test_the_circle_lets_everybody_meet_once_and_changes_sides(number):
    schedule, full = circle(number), number + number % 2
    assert len(schedule) == full - 1
    assert meeting_counts(schedule) == Counter(all_twos(full))
    assert all(sorted(places(tables)) == [*range(1, full + 1)] for tables in schedule)
    assert is_numbered(schedule)
    first = Counter(table.sides[0][0] for tables in schedule for table in tables)
    assert all(abs(2 * first[each] - (full - 1)) <= 1 for each in range(1, full + 1))


@pytest.mark.parametrize("size", [2, 3, 4, 5, 7])
def test_a_plane_lets_everybody_meet_once(size):
    schedule = plane(size)
    assert len(schedule) == size + 1
    assert is_numbered(schedule)
    assert meeting_counts(schedule) == Counter(all_twos(size * size))


@pytest.mark.parametrize("number", range(4, MOST + 1, 2))
def test_howell_brings_everybody_to_everybody_and_every_set_of_deals_once(number):
    schedule = howell(number)
    assert is_numbered(schedule)
    assert meeting_counts(schedule) == Counter(all_twos(number))
    assert all(sorted(places(tables)) == [*range(1, number + 1)] for tables in schedule)
    assert {*deals_met(schedule).values()} == {1}
    sets = {table.boards for tables in schedule for table in tables}
    assert sorted(sets) == [*range(1, number)]


def test_howell_for_eight_is_the_one_on_guide_cards():
    # pjms.nl/BALANS/8p8rHowell.html, "the original Howell", with its sets E F G A B C D as 1 to 7.
    assert written(howell(8)) == [
        "8-1 1, 6-3 4, 7-2 6, 4-5 7",
        "8-2 2, 7-4 5, 1-3 7, 5-6 1",
        "8-3 3, 1-5 6, 2-4 1, 6-7 2",
        "8-4 4, 2-6 7, 3-5 2, 7-1 3",
        "8-5 5, 3-7 1, 4-6 3, 1-2 4",
        "8-6 6, 4-1 2, 5-7 4, 2-3 5",
        "8-7 7, 5-2 3, 6-1 5, 3-4 6",
    ]


def test_mitchell_with_seven_tables_moves_people_up_and_deals_down():
    # bridgecentral.com and others: E-W up one table, boards down one; E-W numbered 8 to 14 here.
    assert written(mitchell(7, 7)) == [
        "1-8 1, 2-9 2, 3-10 3, 4-11 4, 5-12 5, 6-13 6, 7-14 7",
        "1-14 2, 2-8 3, 3-9 4, 4-10 5, 5-11 6, 6-12 7, 7-13 1",
        "1-13 3, 2-14 4, 3-8 5, 4-9 6, 5-10 7, 6-11 1, 7-12 2",
        "1-12 4, 2-13 5, 3-14 6, 4-8 7, 5-9 1, 6-10 2, 7-11 3",
        "1-11 5, 2-12 6, 3-13 7, 4-14 1, 5-8 2, 6-9 3, 7-10 4",
        "1-10 6, 2-11 7, 3-12 1, 4-13 2, 5-14 3, 6-8 4, 7-9 5",
        "1-9 7, 2-10 1, 3-11 2, 4-12 3, 5-13 4, 6-14 5, 7-8 6",
    ]


@pytest.mark.parametrize("tables", range(2, 14))
@pytest.mark.parametrize("fewer", [0, 1])
def test_mitchell_brings_one_line_to_the_other_and_no_deal_back(tables, fewer):
    schedule = mitchell(tables, tables - fewer)
    assert is_numbered(schedule)
    met = meeting_counts(schedule)
    assert {*met.values()} == {1}
    assert len(met) == tables * (tables - fewer)
    assert all(min(two) <= tables < max(two) for two in met)
    assert all(sorted(places(each)) == [*range(1, 2 * tables + 1)] for each in schedule)
    assert {*deals_met(schedule).values()} == {1}
    shares = [len(each) - len({table.boards for table in each}) for each in schedule]
    # Only share-and-relay brings two tables to one set: with an even number, all rounds played.
    assert {*shares} == {int(tables % 2 == 0 and not fewer)}


@pytest.mark.parametrize("number", individual.NUMBERS)
def test_everybody_partners_everybody_once_and_plays_everybody_twice(number):
    schedule = individual.individual(number)
    assert is_numbered(schedule)
    partners = Counter(
        frozenset(side) for tables in schedule for table in tables for side in table.sides
    )
    assert partners == Counter(all_twos(number))
    assert meeting_counts(schedule) == Counter(dict.fromkeys(all_twos(number), 2))
    out = Counter(
        place for tables in schedule for place in {*range(1, number + 1)} - {*places(tables)}
    )
    assert out == (Counter() if number % 4 == 0 else Counter(range(1, number + 1)))


@pytest.mark.parametrize(("number", "rounds"), [(8, 7), (9, 9), (13, 13), (36, 35)])
def test_individuals_play_a_round_with_each_partner_and_one_in_which_they_sit_out(number, rounds):
    assert last_round(entered(Conditions("individual", 2, 2), number)) == rounds


def test_partners_on_neither_side_are_partners_again_while_they_need_not_be():
    contest = entered(Conditions("free", 2, 2), 8)
    first = (Meeting(1, ((1, 2), (5, 6))), Meeting(2, ((3, 7), (4, 8))))
    contest = say(say(contest, RoundBegan(RoundSeats(first))), RoundOver())
    for table in permutations((1, 2, 3, 4)):
        (meeting,) = meetings(contest, [table])
        assert all({1, 2} != {*side} for side in meeting.sides), table


def test_six_at_a_table_get_new_partners_also_when_no_turn_of_the_seats_brings_them():
    contest = entered(Conditions("free", 3, 2), 6)
    for sides in (((1, 2), (3, 4), (5, 6)), ((2, 3), (4, 5), (6, 1))):
        contest = say(contest, RoundBegan(RoundSeats((Meeting(1, sides),))))
        contest = say(contest, RoundOver())
    (meeting,) = meetings(contest, [(1, 2, 3, 4, 5, 6)])
    contest = say(contest, RoundBegan(RoundSeats((meeting,))))
    assert {*contest.have_partnered.values()} == {1}


# --- whole competitions --------------------------------------------------------------------------


def entered(conditions: Conditions, number: int) -> Contest:
    # A name read from a row equals the one in the program, but is another object.
    read = json.loads(json.dumps(conditions.movement))
    contest = Contest(replace(conditions, movement=read))
    for each in range(number):
        people = tuple(f"P{each}.{at}" for at in range(conditions.people))
        contest = say(contest, Entered(people))
    return contest


def say(contest: Contest, said) -> Contest:
    assert refusal(contest, said) is None, said
    return contest_after(contest, said)


def play(contest: Contest, standing: Sequence[int] = ()) -> Contest:
    """One more round."""
    order = standing or [each.number for each in contest.entrants]
    seats = draw(contest, order)
    assert isinstance(seats, RoundSeats), str(seats)
    return say(say(contest, RoundBegan(seats)), RoundOver())


def met(contest: Contest) -> dict[tuple[int, int], int]:
    return dict(contest.have_met)


SHAPES = [
    *(("round_robin", sides, 1) for sides in (2, 3, 4, 5)),
    *(("swiss", sides, 1) for sides in (2, 3, 4)),
    *(("swiss", 2, 2), ("round_robin", 2, 2), ("free", 4, 1), ("howell", 2, 1), ("mitchell", 2, 1)),
    ("individual", 2, 2),
]


@pytest.mark.parametrize(("movement", "sides", "per_side"), SHAPES)
@settings(max_examples=12, deadline=None)
@given(number=st.integers(2, 17), rounds=st.integers(1, 6), seed=st.none() | st.integers(0, 9))
def test_nobody_is_at_two_tables_or_reseated(movement, sides, per_side, number, rounds, seed):
    conditions = Conditions(movement, sides, per_side, rounds=rounds, seed=seed)
    contest = entered(conditions, number)
    if not isinstance(draw(contest, [*contest.here]), RoundSeats):
        refused = MOVEMENTS[movement].refusal(conditions, number)
        assert refused or number < conditions.size
        return
    for _ in range(last_round(contest)):
        assert draw(contest, [*contest.here]) == draw(contest, [*contest.here])
        contest = play(contest)  # refuses whoever has two seats or none
    assert not isinstance(draw(contest, [*contest.here]), RoundSeats), "all rounds have been played"
    sat_out = contest.have_sat_out
    if movement not in ("howell", "mitchell"):
        counts = [sat_out[each] for each in contest.here]
        assert max(counts) - min(counts) <= 1, "everybody sits out once before anybody does twice"


@pytest.mark.parametrize("number", [4, 6, 8, 10])
def test_swiss_brings_nobody_together_again_where_any_way_avoids_it(number):
    contest = entered(Conditions("swiss", rounds=number), number)
    standing = [*contest.here]
    for turn in range(number):
        before = {*met(contest)}
        can = without_again_by_trying_all(standing, before)
        contest = play(contest, standing)
        again = [
            two
            for meeting in contest.rounds[-1].meetings
            if (two := tuple(sorted(meeting.entrants))) in before
        ]
        assert bool(again) is not can
        standing = [*standing[turn % 3 + 1 :], *standing[: turn % 3 + 1]]


def without_again_by_trying_all(people: Sequence[int], before: set[tuple[int, int]]) -> bool:
    if not people:
        return True
    first, *others = people
    return any(
        tuple(sorted((first, other))) not in before
        and without_again_by_trying_all([each for each in others if each != other], before)
        for other in others
    )


def test_swiss_lets_three_meet_again_rather_than_two_meet_very_often():
    chance, contest = Random(0), entered(Conditions("swiss", 3, rounds=6), 6)
    for _ in range(6):
        contest = play(contest, chance.sample(range(1, 7), 6))
    assert max(met(contest).values()) == 3, "each meets twelve others, among five people"


@pytest.mark.parametrize(
    ("entrants", "rounds"),
    [(2, 3), (3, 3), (4, 3), (5, 4), (6, 5), (8, 5), (9, 6), (16, 6), (17, 7), (32, 7), (33, 8)],
)
def test_swiss_has_two_rounds_more_than_a_knock_out_unless_all_have_met(entrants, rounds):
    assert last_round(entered(Conditions("swiss"), entrants)) == rounds


def test_swiss_begins_in_the_order_they_entered_and_goes_on_by_the_standings():
    contest = play(entered(Conditions("swiss", rounds=3), 8), [8, 7, 6, 5, 4, 3, 2, 1])
    contest = play(contest, [3, 1, 7, 5, 8, 2, 4, 6])
    # 8 and 4 have sat on one side and 2 and 6 on the other: each of them changes.
    assert timetable(contest) == [
        "1: 1 v 6, 2: 2 v 7, 3: 3 v 8, 4: 4 v 5",
        "1: 3 v 1, 2: 7 v 5, 3: 8 v 2, 4: 6 v 4",
    ]


def test_swiss_rather_parts_two_pairs_by_two_places_than_one_by_three():
    contest = entered(Conditions("swiss"), 4)
    first = RoundSeats((Meeting(1, ((1,), (2,))), Meeting(2, ((3,), (4,)))))
    contest = play(say(say(contest, RoundBegan(first)), RoundOver()), [1, 2, 3, 4])
    assert [{*each.entrants} for each in contest.rounds[1].meetings] == [{1, 3}, {2, 4}]


def test_swiss_sits_the_last_out_who_has_not_sat_out_and_leaves_out_who_has_gone():
    contest = play(entered(Conditions("swiss", rounds=5), 7))
    contest = play(contest, [5, 3, 1, 4, 2, 6, 7])
    contest = play(say(contest, Departed(3)), [6, 2, 3, 7, 1, 5, 4])
    contest = play(say(contest, Departed(4)), [6, 3, 4, 2, 7, 5, 1])
    # 1 and 5 are behind 2, but with either of them out two of those who are left meet again.
    assert [each.sitting_out for each in contest.rounds] == [(7,), (6,), (), (2,)]
    groups = [[{*each.entrants} for each in seats.meetings] for seats in contest.rounds]
    assert groups[0] == [{1, 5}, {2, 6}, {3, 4}]
    assert groups[1] == [{5, 3}, {1, 4}, {2, 7}]


@pytest.mark.parametrize(("entrants", "sides", "rounds"), [(11, 3, 4), (13, 3, 5), (14, 3, 5)])
def test_round_robin_lets_sit_out_who_spares_others_a_second_meeting(entrants, sides, rounds):
    contest = entered(Conditions("round_robin", sides), entrants)
    for _ in range(rounds):
        contest = play(contest)
    assert max(met(contest).values()) == 1
    assert sorted(contest.have_sat_out.values())[-1] == 1, "and nobody sits out twice"


@pytest.mark.parametrize("movement", ["round_robin", "free", "howell", "mitchell"])
def test_only_swiss_looks_at_the_standings(movement):
    contest = entered(Conditions(movement), 9)
    for _ in range(3):
        assert draw(contest, [*contest.here]) == draw(contest, [*reversed(contest.here)])
        contest = play(contest)


def test_without_again_gives_the_first_their_neighbours():
    assert without_again([1, 2, 3, 4], 2, lambda *_: False)[0] == [[1, 2], [3, 4]]
    assert without_again([1, 2, 3, 4], 2, lambda *two: {*two} == {1, 2})[0] == [[1, 3], [2, 4]]
    assert without_again([1, 2], 2, lambda *_: True)[0] is None
    assert without_again([1, 2, 3, 4, 5, 6], 3, lambda *_: False)[0] == [[1, 2, 3], [4, 5, 6]]
    met = [{1, 2}, {3, 4}]
    found, _tried = without_again([1, 2, 3, 4, 5, 6], 3, lambda *two: {*two} in met)
    assert found == [[1, 3, 5], [2, 4, 6]]


def test_without_again_gives_up_where_it_would_try_for_ever():
    # Two halves of an odd number each: everybody has somebody left, until all but two are paired.
    def halves(one: int, other: int) -> bool:
        return (one <= 11) != (other <= 11)

    assert without_again([*range(1, 23)], 2, halves, most=500) == (None, 500)


# Six rounds of nine people, with two points for a win and one for a round sat out: who met whom,
# who won, and who sat out.
NINE = [
    ("1-6 2-7 3-8 4-5", {1, 2, 8, 5}, 9),
    ("1-2 5-8 9-3 6-4", {1, 8, 9, 6}, 7),
    ("8-1 2-9 5-6 7-3", {1, 2, 5, 3}, 4),
    ("1-5 3-2 8-9 4-7", {5, 3, 9, 4}, 6),
    ("9-1 2-5 3-4 6-7", {9, 5, 3, 7}, 8),
    ("5-9 4-1 6-3 7-8", {5, 4, 6, 7}, 2),
]


def test_swiss_lets_somebody_else_sit_out_who_spares_two_a_second_meeting():
    contest, points = entered(Conditions("swiss", rounds=9), 9), Counter[int]()
    for tables, won, out in NINE:
        sides = [each.split("-") for each in tables.split()]
        seats = RoundSeats(
            tuple(
                Meeting(at, ((int(one),), (int(other),)))
                for at, (one, other) in enumerate(sides, 1)
            ),
            (out,),
        )
        contest = say(say(contest, RoundBegan(seats)), RoundOver())
        points.update(dict.fromkeys(won, 2) | {out: 1})
    before = met(contest)
    contest = play(contest, sorted(contest.here, key=lambda each: (-points[each], each)))
    assert contest.have_sat_out[contest.rounds[-1].sitting_out[0]] == 1, "nobody twice"
    assert not [two for two in met_in(contest.rounds[-1]) if two in before]


def met_in(seats: RoundSeats) -> list[tuple[int, int]]:
    return [two for each in seats.meetings for two in couples(each.entrants)]


def partitions(people: Sequence[int], size: int) -> Iterator[list[tuple[int, ...]]]:
    """All ways in which people can sit at tables."""
    if not people:
        yield []
        return
    first, *others = people
    for more in combinations(others, size - 1):
        for rest in partitions([each for each in others if each not in more], size):
            yield [(first, *more), *rest]


@pytest.mark.parametrize(("sides", "most"), [(2, 9), (3, 8)])
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_swiss_is_as_good_as_the_best_of_all_ways(data, sides, most):
    number = data.draw(st.integers(sides, most))
    chance = Random(data.draw(st.integers(0, 10_000)))
    contest = entered(Conditions("swiss", sides, rounds=20), number)
    for _ in range(data.draw(st.integers(1, 8))):
        contest = play(contest, chance.sample(contest.here, number))
    standing = chance.sample(contest.here, number)
    before, sat_out = met(contest), contest.have_sat_out
    spare = number % sides

    def worth(out: Sequence[int], tables: Sequence[Sequence[int]]) -> tuple[object, ...]:
        """First that nobody sits out too often, then who meets again, then the standings."""
        playing = [each for each in standing if each not in out]
        twos = [two for table in tables for two in couples(table)]
        return (
            sorted(sat_out[each] for each in out),
            sum(before.get(two, 0) ** 2 for two in twos),
            sorted(-standing.index(each) for each in out),
            sum((playing.index(one) - playing.index(other)) ** 2 for one, other in twos),
        )

    best = min(
        worth(out, tables)
        for out in combinations(standing, spare)
        for tables in partitions([each for each in standing if each not in out], sides)
    )
    seats = draw(contest, standing)
    assert isinstance(seats, RoundSeats)
    assert worth(seats.sitting_out, [each.entrants for each in seats.meetings]) == best


@pytest.mark.parametrize(("number", "sides"), [(40, 2), (39, 2), (41, 2), (40, 3), (39, 4)])
def test_swiss_of_many_lasts_its_usual_rounds_without_a_second_meeting(number, sides):
    chance, contest = Random(1), entered(Conditions("swiss", sides, rounds=7), number)
    for _ in range(7):
        before = met(contest)
        contest = play(contest, chance.sample(contest.here, number))
        assert not [two for two in met_in(contest.rounds[-1]) if two in before]


@pytest.mark.parametrize(("number", "sides"), [(9, 3), (16, 4), (4, 4), (6, 2), (7, 2)])
def test_round_robin_lets_everybody_meet_once(number, sides):
    contest = entered(Conditions("round_robin", sides), number)
    for _ in range(last_round(contest)):
        contest = play(contest)
    assert {*met(contest).values()} == {1}
    assert len(met(contest)) == number * (number - 1) // 2


@pytest.mark.parametrize(("number", "sides"), [(6, 3), (8, 4), (12, 4), (20, 4), (10, 3), (7, 3)])
def test_round_robin_of_other_numbers_meets_the_same_people_seldom(number, sides):
    contest = entered(Conditions("round_robin", sides), number)
    last = last_round(contest)
    for _ in range(last):
        contest = play(contest)
    counts = Counter(met(contest))
    assert max(counts.values()) <= 2
    assert len(counts) >= 0.7 * number * (number - 1) / 2


def test_howell_with_an_odd_number_lets_everybody_sit_out_once():
    contest = entered(Conditions("howell"), 7)
    for _ in range(last_round(contest)):
        contest = play(contest)
    assert contest.have_sat_out == Counter(dict.fromkeys(range(1, 8), 1))
    assert {*met(contest).values()} == {1}


TWO_SIDES = "This movement is for two sides at a table, each a person or a fixed pair."
TOO_FEW = "There are too few entrants for one table."
NOT_WITH = (
    "Everybody can partner everybody once with 4, 5, 8, 9, 12, 13, 16, 17, 20, 21, 24, 25, 28, 32,"
    " 33 people, not with {}."
)


@pytest.mark.parametrize(
    ("conditions", "number", "wanted"),
    [
        (Conditions("howell", 3), 6, TWO_SIDES),
        (Conditions("howell", 1), 6, TWO_SIDES),
        (Conditions("howell", 2, 2), 6, TWO_SIDES),
        (Conditions("howell", 2, 2), 21, TWO_SIDES),
        (Conditions("howell"), 1, TOO_FEW),
        (Conditions("howell"), 2, "Howell is for 3 to 20 entrants."),
        (Conditions("howell"), 3, ""),
        (Conditions("howell"), 20, ""),
        (Conditions("howell"), 21, "Howell is for 3 to 20 entrants."),
        (Conditions("mitchell", 2, 2), 8, TWO_SIDES),
        (Conditions("mitchell", 3), 3, TWO_SIDES),
        (Conditions("mitchell", 3), 9, TWO_SIDES),
        (Conditions("mitchell"), 3, "Mitchell needs at least 4 entrants."),
        (Conditions("mitchell"), 4, ""),
        (Conditions("mitchell"), 41, ""),
        (Conditions("individual", 2, 2), 3, TOO_FEW),
        (Conditions("individual", 2, 2), 4, ""),
        (Conditions("individual", 2, 2), 6, NOT_WITH.format(6)),
        (Conditions("individual", 2, 2), 33, ""),
        (Conditions("individual", 2, 2), 36, NOT_WITH.format(36)),
        *(
            (
                Conditions("individual", *shape),
                8,
                "This movement is for people who enter singly and play two against two.",
            )
            for shape in ((4, 1), (2, 1), (2, 3), (3, 2))
        ),
        *(
            (Conditions(movement, *shape), least + more, "" if more == 0 else TOO_FEW)
            for movement in ("round_robin", "swiss", "free")
            for shape, least in (((1, 1), 1), ((2, 1), 2), ((2, 2), 4), ((3, 2), 6))
            for more in (-1, 0)
        ),
    ],
)
def test_a_movement_says_whom_it_does_not_fit(conditions, number, wanted):
    answer = draw(entered(conditions, number), ())
    assert ("" if isinstance(answer, RoundSeats) else str(answer)) == wanted


@pytest.mark.parametrize(
    ("conditions", "wanted"),
    [
        (Conditions("round_robin"), [1, 1, 1, 3, 3, 5, 5, 7, 7, 9]),
        (Conditions("swiss"), [3, 3, 3, 3, 3, 4, 5, 5, 5, 6]),
        (Conditions("swiss", rounds=40), [40] * 10),
        (Conditions("howell"), [3, 3, 3, 3, 3, 5, 5, 7, 7, 9]),
        (Conditions("howell", rounds=4), [4, 4, 4, 3, 3, 4, 4, 4, 4, 4]),
        (Conditions("mitchell"), [1, 1, 1, 2, 2, 3, 3, 4, 4, 5]),
        (Conditions("mitchell", rounds=3), [3, 3, 3, 3, 2, 3, 3, 3, 3, 3]),
        (Conditions("individual", 2, 2), [3, 3, 3, 3, 3, 5, 6, 7, 7, 9]),
        (Conditions("free"), [3] * 10),
        (Conditions("free", rounds=1), [1] * 10),
    ],
)
def test_a_movement_has_as_many_rounds_as_it_takes(conditions, wanted):
    assert [last_round(entered(conditions, number)) for number in range(10)] == wanted


@pytest.mark.parametrize(
    ("sides", "per_side"), [(2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (7, 1), (2, 2), (2, 3), (3, 2)]
)
def test_a_round_robin_is_long_enough_for_everybody_to_meet_everybody(sides, per_side):
    size = sides * per_side
    for number in range(size, 50):
        twos = number * (number - 1) // 2
        a_round = number // size * (size * (size - 1) // 2)
        contest = entered(Conditions("round_robin", sides, per_side), number)
        assert last_round(contest) == -(-twos // a_round), number


def test_people_who_play_alone_need_one_round():
    contest = entered(Conditions("round_robin", 1), 3)
    assert last_round(contest) == 1
    alone = tuple(Meeting(number, ((number,),)) for number in (1, 2, 3))
    assert draw(contest, ()) == RoundSeats(alone)
    assert str(draw(play(contest), ())) == "All rounds have been played."


# --- whole timetables ----------------------------------------------------------------------------


def timetable(contest: Contest) -> list[str]:
    """Each round in a line: table, sides, set of deals and who sits out."""
    return [
        ", ".join(
            [
                *(
                    f"{each.table}: {' v '.join(' '.join(map(str, side)) for side in each.sides)}"
                    + f" ({each.boards})" * (each.boards > 0)
                    for each in seats.meetings
                ),
                *(f"out {' '.join(map(str, seats.sitting_out))}" for _ in seats.sitting_out[:1]),
                *(f"places {' '.join(map(str, seats.places))}" for _ in seats.places[:1]),
            ]
        )
        for seats in contest.rounds
    ]


@pytest.mark.parametrize(
    ("conditions", "number", "wanted"),
    [
        # The guide cards for eight with nobody at the eighth place.
        (
            Conditions("howell", rounds=3),
            7,
            [
                "2: 6 v 3 (4), 3: 7 v 2 (6), 4: 4 v 5 (7), out 1, places 1 2 3 4 5 6 7 0",
                "2: 7 v 4 (5), 3: 1 v 3 (7), 4: 5 v 6 (1), out 2",
                "2: 1 v 5 (6), 3: 2 v 4 (1), 4: 6 v 7 (2), out 3",
            ],
        ),
        (
            Conditions("howell"),
            3,
            [
                "2: 2 v 3 (1), out 1, places 1 2 3 0",
                "2: 3 v 1 (2), out 2",
                "2: 1 v 2 (3), out 3",
            ],
        ),
        (
            Conditions("mitchell"),
            5,
            [
                "1: 1 v 4 (1), 2: 2 v 5 (2), out 3, places 1 2 3 4 5 0",
                "2: 2 v 4 (3), 3: 3 v 5 (1), out 1",
                "1: 1 v 5 (3), 3: 3 v 4 (2), out 2",
            ],
        ),
        (
            Conditions("individual", 2, 2),
            5,
            [
                "1: 2 5 v 3 4, out 1, places 1 2 3 4 5",
                "1: 3 1 v 4 5, out 2",
                "1: 4 2 v 5 1, out 3",
                "1: 5 3 v 1 2, out 4",
                "1: 1 4 v 2 3, out 5",
            ],
        ),
    ],
)
def test_people_take_the_places_of_a_movement_in_the_order_they_entered(conditions, number, wanted):
    contest = entered(conditions, number)
    for _ in range(last_round(contest)):
        contest = play(contest)
    assert timetable(contest) == wanted


def test_free_seating_proposes_tables_in_the_order_people_entered():
    contest = entered(Conditions("free", 2, 2), 6)
    for _ in range(3):
        contest = play(contest, [6, 5, 4, 3, 2, 1])
    # Each sits with a new partner, and on a new seat if that is possible.
    assert timetable(contest) == [
        "1: 1 2 v 3 4, out 5 6",
        "1: 2 5 v 1 6, out 3 4",
        "1: 3 6 v 4 5, out 1 2",
    ]


def test_a_first_round_that_the_organiser_seats_leaves_no_places_to_follow():
    contest = entered(Conditions("howell"), 4)
    by_hand = RoundSeats((Meeting(1, ((1,), (2,))), Meeting(2, ((3,), (4,)))))
    contest = say(say(contest, RoundBegan(by_hand)), RoundOver())
    contest = play(play(contest))
    assert {*met(contest).values()} == {1}
    assert len(met(contest)) == 6
    assert {each.places for each in contest.rounds} == {()}


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_a_movement_counts_its_rounds_while_people_are_still_entering(movement):
    for number in range(40):
        contest = entered(Conditions(movement, 2, 2), number)
        assert last_round(contest) > 0
        assert contest.next_round == 1


# --- who comes and goes --------------------------------------------------------------------------


def test_a_late_arrival_takes_a_place_that_is_free():
    contest = play(entered(Conditions("round_robin"), 7))
    assert len(contest.rounds[0].sitting_out) == 1
    contest = play(say(contest, Entered(("Late",))))
    assert contest.rounds[1].sitting_out == ()


def test_whoever_would_meet_one_who_left_sits_out_and_one_who_comes_back_plays():
    contest = play(entered(Conditions("howell"), 8))
    contest = play(say(contest, Departed(3)))
    (alone,) = contest.rounds[1].sitting_out
    assert tuple(sorted((3, alone))) not in met(contest)
    contest = play(say(contest, Came(3)))
    assert contest.rounds[2].sitting_out == ()


def test_round_robin_with_more_people_than_places_goes_on_with_all_of_them():
    contest = play(entered(Conditions("round_robin"), 4))
    for name in ("Late", "Later"):
        contest = say(contest, Entered((name,)))
    contest = play(contest)
    assert contest.rounds[1].sitting_out == ()
    assert {*met(contest).values()} == {1}


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_any_coming_and_going_leaves_everybody_one_seat(data):
    movement = data.draw(st.sampled_from(("swiss", "round_robin", "mitchell", "howell", "free")))
    contest = entered(Conditions(movement, rounds=5), data.draw(st.integers(4, 9)))
    for _ in range(5):
        for _ in range(data.draw(st.integers(0, 2))):
            who = data.draw(st.integers(1, len(contest.entrants)))
            here = contest.of(who).is_here
            late = Entered((f"late {len(contest.entrants)}",))
            contest = say(
                contest, data.draw(st.sampled_from([Departed(who) if here else Came(who), late]))
            )
        seats = draw(contest, [*contest.here])
        if isinstance(seats, RoundSeats) and seats.meetings:
            contest = say(say(contest, RoundBegan(seats)), RoundOver())


def test_a_seed_changes_the_starting_order_and_nothing_else():
    plain, mixed = (play(entered(Conditions("howell", seed=seed), 8)) for seed in (None, 7))
    assert plain.places == (1, 2, 3, 4, 5, 6, 7, 8)
    # In the order of `for n in 1 2 3 4 5 6 7 8; do printf "7 $n" | sha256sum; done`.
    assert mixed.places == (3, 7, 8, 6, 1, 4, 2, 5)
    renamed = [
        Meeting(
            each.table,
            tuple(tuple(mixed.places[one - 1] for one in side) for side in each.sides),
            each.boards,
        )
        for each in plain.rounds[0].meetings
    ]
    assert [*mixed.rounds[0].meetings] == renamed
