"""A competition as it is declared: what is refused, and what each declaration changes."""

from collections import Counter
from collections.abc import Iterable

import pytest

from tricktable.club.competition.conditions import Conditions
from tricktable.club.competition.contest import (
    Came,
    Contest,
    Declaration,
    Departed,
    Entered,
    Finished,
    Meeting,
    RoundBegan,
    RoundOver,
    RoundSeats,
    Substituted,
    couples,
    fold,
    refusal,
)

SINGLE = Conditions("free")
TWO_AGAINST_TWO = Conditions("free", per_side=2)
PAIRS = Conditions("free", people=2)


def people(*names: str) -> list[Declaration]:
    """One person a name."""
    return [Entered((name,)) for name in names]


def round_of(*tables: tuple[int, tuple[tuple[int, ...], ...]], out=(), places=()) -> RoundBegan:
    meetings = tuple(Meeting(number, sides) for number, sides in tables)
    return RoundBegan(RoundSeats(meetings, out, places))


def alone(*tables: tuple[int, ...], out=(), places=()) -> RoundBegan:
    """A round in which everybody is a side."""
    sides = (tuple((each,) for each in table) for table in tables)
    return round_of(*enumerate(sides, 1), out=out, places=places)


def told(conditions: Conditions, before: Iterable[Declaration], said: Declaration) -> str:
    """Why this is refused then; nothing if it is not."""
    return str(refusal(fold(conditions, before), said) or "")


ABC = people("Ann", "Bo", "Cy")
ABCD = [*ABC, *people("Di")]
FULL = "Everybody who is here needs one seat, or sits out."
SIDES = "Every table needs 2 full sides."
RUNNING = "End the round first."


@pytest.mark.parametrize(
    ("before", "said", "wanted"),
    [
        ([], Entered(("Ann",)), ""),
        (ABC, Entered(("Di",)), ""),
        (ABC, Entered(("Ann",)), "Ann has entered already."),
        (ABC, Entered(("Cy",)), "Cy has entered already."),
        (ABC, Entered(("",)), "An entry needs one name."),
        (ABC, Entered(()), "An entry needs one name."),
        (ABC, Entered(("Di", "Ed")), "An entry needs one name."),
        ([*ABC, Departed(1)], Entered(("Ann",)), "Ann has entered already."),
        ([*ABC, Substituted(1, ("Zoe",))], Entered(("Ann",)), ""),
        (ABC, Substituted(3, ("Zoe",)), ""),
        (ABC, Substituted(3, ("Cy",)), ""),
        (ABC, Substituted(3, ("Bo",)), "Bo has entered already."),
        (ABC, Substituted(3, ("",)), "An entry needs one name."),
        (ABC, Departed(1), ""),
        (ABC, Departed(3), ""),
        ([*ABC, Departed(3)], Departed(3), "They have left already."),
        ([*ABC, Departed(3)], Came(3), ""),
        (ABC, Came(3), "They are here already."),
        *(
            (ABC, said, f"Nobody has entered as number {number}.")
            for number in (-1, 0, 4)
            for said in (Departed(number), Came(number), Substituted(number, ("Zoe",)))
        ),
        (ABC, RoundOver(), "No round is being played."),
        (ABC, Finished(), ""),
    ],
)
def test_who_enters_leaves_and_comes_back_is_refused_for_a_reason(before, said, wanted):
    assert told(SINGLE, before, said) == wanted


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        (Entered(("Ed", "Flo")), ""),
        (Entered(("Ed",)), "An entry needs 2 names."),
        (Entered(("Ed", "")), "An entry needs 2 names."),
        (Entered(("Ed", "Ed")), "Ed has entered already."),
        (Entered(("Ed", "Di")), "Di has entered already."),
        (Substituted(2, ("Cy", "Zoe")), ""),
        (Substituted(2, ("Zoe", "Di")), ""),
        (Substituted(2, ("Zoe", "Yves")), ""),
        (Substituted(2, ("Bo", "Zoe")), "Bo has entered already."),
        (Substituted(2, ("Zoe", "Zoe")), "Zoe has entered already."),
    ],
)
def test_one_of_a_pair_may_stay_but_nobody_plays_twice(said, wanted):
    assert told(PAIRS, [Entered(("Ann", "Bo")), Entered(("Cy", "Di"))], said) == wanted


def test_the_last_of_many_entrants_may_be_written_anew_under_the_same_name():
    # Beyond 256, equal numbers need not be one object.
    many = people(*(f"P{number}" for number in range(1, 301)))
    assert told(SINGLE, many, Substituted(int("300"), ("P300",))) == ""
    assert told(SINGLE, many, Departed(int("300"))) == ""


@pytest.mark.parametrize(
    ("before", "said", "wanted"),
    [
        (ABCD, alone((1, 2), (3, 4)), ""),
        (ABCD, alone((4, 2), out=(1, 3)), ""),
        (ABCD, alone((4, 2), out=(3, 1)), ""),
        ([], alone(), "There are too few entrants for one table."),
        (ABCD, alone(out=(1, 2, 3, 4)), "There are too few entrants for one table."),
        (ABCD, alone((1, 2)), FULL),
        (ABCD, alone((1, 2), (3, 4), out=(4,)), FULL),
        (ABCD, alone((1, 2), (3, 3), out=(4,)), FULL),
        (ABCD, alone((1, 2), (3, 5), out=(4,)), FULL),
        ([*ABCD, Departed(2)], alone((1, 3), out=(2, 4)), FULL),
        ([*ABCD, Departed(2)], alone((1, 3), out=(4,)), ""),
        (ABCD, alone((1, 2, 3), out=(4,)), SIDES),
        (ABCD, alone((1, 2), (3,), out=(4,)), SIDES),
        (ABCD, round_of((1, ((1, 2), (3,))), out=(4,)), SIDES),
        (ABCD, round_of((1, ((1, 2), (3, 4)))), SIDES),
        (ABCD, round_of((1, ((1,), ())), out=(2, 3, 4)), SIDES),
        (ABCD, round_of((7, ((1,), (2,))), (3, ((3,), (4,)))), ""),
        (ABCD, round_of((7, ((1,), (2,))), (7, ((3,), (4,)))), "Each group needs its own table."),
    ],
)
def test_a_round_has_one_seat_for_everybody_at_full_tables(before, said, wanted):
    assert told(SINGLE, before, said) == wanted


@pytest.mark.parametrize(
    ("seats", "wanted"),
    [
        (round_of((1, ((1, 4), (2, 3)))), ""),
        (round_of((1, ((1,), (2,))), (2, ((3,), (4,)))), SIDES),
        (round_of((1, ((1, 2, 3), (4,)))), SIDES),
        (round_of((1, ((1, 2, 3, 4),))), SIDES),
    ],
)
def test_partners_who_enter_singly_fill_each_side(seats, wanted):
    assert told(TWO_AGAINST_TWO, ABCD, seats) == wanted


@pytest.mark.parametrize(
    ("said", "while_it_runs", "afterwards"),
    [
        (alone((1, 2), (3, 4)), RUNNING, ""),
        (Finished(), RUNNING, ""),
        (RoundOver(), "", "No round is being played."),
        (Entered(("Ed",)), "", ""),
        (Departed(1), "", ""),
        (Substituted(1, ("Zoe",)), "", ""),
    ],
)
def test_a_round_ends_before_anything_else_begins(said, while_it_runs, afterwards):
    began = [*ABCD, alone((1, 2), (3, 4))]
    assert told(SINGLE, began, said) == while_it_runs
    assert told(SINGLE, [*began, RoundOver()], said) == afterwards


@pytest.mark.parametrize(
    "said",
    [
        *(Entered(("Ed",)), Departed(1), Came(1), Substituted(1, ("Zoe",)), alone((1, 2), (3, 4))),
        *(RoundOver(), Finished()),
    ],
)
def test_nothing_is_declared_once_the_competition_is_over(said):
    assert told(SINGLE, [*ABCD, Finished()], said) == "This competition is over."


# --- what a declaration changes ------------------------------------------------------------------


def shown(contest: Contest) -> str:
    """Everything about it in one line."""
    entrants = ", ".join(
        f"{each.number} {each.name} since {each.since}{'' if each.is_here else ', away'}"
        for each in contest.entrants
    )
    state = "over" if contest.is_over else "running" if contest.is_running else "waiting"
    places, broken = " ".join(map(str, contest.places)), sorted(contest.broken)
    return f"{entrants}; places {places}; left {broken}; {len(contest.rounds)} {state}"


FIRST = alone((1, 2), out=(3,), places=(1, 2, 3, 0))
SECOND = alone((4, 1), (3, 2), places=(9, 9, 9, 9))
STEPS: list[tuple[Declaration, str]] = [
    (Entered(("Ann",)), "1 Ann since 1; places ; left []; 0 waiting"),
    (Entered(("Bo",)), "1 Ann since 1, 2 Bo since 1; places ; left []; 0 waiting"),
    (Entered(("Bo",)), "1 Ann since 1, 2 Bo since 1; places ; left []; 0 waiting"),
    (
        Entered(("Cy",)),
        "1 Ann since 1, 2 Bo since 1, 3 Cy since 1; places ; left []; 0 waiting",
    ),
    (
        FIRST,
        "1 Ann since 1, 2 Bo since 1, 3 Cy since 1; places 1 2 3 0; left []; 1 running",
    ),
    (
        Entered(("Di",)),  # takes the vacant place
        "1 Ann since 1, 2 Bo since 1, 3 Cy since 1, 4 Di since 2; "
        "places 1 2 3 4; left []; 1 running",
    ),
    (
        Departed(2),  # in the middle of a round
        "1 Ann since 1, 2 Bo since 1, away, 3 Cy since 1, 4 Di since 2; "
        "places 1 0 3 4; left [(1, 2)]; 1 running",
    ),
    (
        RoundOver(),
        "1 Ann since 1, 2 Bo since 1, away, 3 Cy since 1, 4 Di since 2; "
        "places 1 0 3 4; left [(1, 2)]; 1 waiting",
    ),
    (
        Departed(1),  # between rounds
        "1 Ann since 1, away, 2 Bo since 1, away, 3 Cy since 1, 4 Di since 2; "
        "places 0 0 3 4; left [(1, 2)]; 1 waiting",
    ),
    (
        Came(2),  # takes the first vacant place
        "1 Ann since 1, away, 2 Bo since 1, 3 Cy since 1, 4 Di since 2; "
        "places 2 0 3 4; left [(1, 2)]; 1 waiting",
    ),
    (
        Substituted(2, ("Zoe",)),
        "1 Ann since 1, away, 2 Zoe since 1, 3 Cy since 1, 4 Di since 2; "
        "places 2 0 3 4; left [(1, 2)]; 1 waiting",
    ),
    (
        Came(1),
        "1 Ann since 1, 2 Zoe since 1, 3 Cy since 1, 4 Di since 2; "
        "places 2 1 3 4; left [(1, 2)]; 1 waiting",
    ),
    (
        SECOND,
        "1 Ann since 1, 2 Zoe since 1, 3 Cy since 1, 4 Di since 2; "
        "places 2 1 3 4; left [(1, 2)]; 2 running",
    ),
    (
        Entered(("Ed",)),  # there is no vacant place
        "1 Ann since 1, 2 Zoe since 1, 3 Cy since 1, 4 Di since 2, 5 Ed since 3; "
        "places 2 1 3 4; left [(1, 2)]; 2 running",
    ),
    (
        Departed(4),
        "1 Ann since 1, 2 Zoe since 1, 3 Cy since 1, 4 Di since 2, away, 5 Ed since 3; "
        "places 2 1 3 0; left [(1, 2), (2, 4)]; 2 running",
    ),
    (
        Finished(),
        "1 Ann since 1, 2 Zoe since 1, 3 Cy since 1, 4 Di since 2, away, 5 Ed since 3; "
        "places 2 1 3 0; left [(1, 2), (2, 4)]; 2 running",
    ),
    (
        RoundOver(),
        "1 Ann since 1, 2 Zoe since 1, 3 Cy since 1, 4 Di since 2, away, 5 Ed since 3; "
        "places 2 1 3 0; left [(1, 2), (2, 4)]; 2 waiting",
    ),
    (
        Finished(),
        "1 Ann since 1, 2 Zoe since 1, 3 Cy since 1, 4 Di since 2, away, 5 Ed since 3; "
        "places 2 1 3 0; left [(1, 2), (2, 4)]; 2 over",
    ),
    (
        Came(4),
        "1 Ann since 1, 2 Zoe since 1, 3 Cy since 1, 4 Di since 2, away, 5 Ed since 3; "
        "places 2 1 3 0; left [(1, 2), (2, 4)]; 2 over",
    ),
]


def test_each_declaration_changes_what_it_says_and_nothing_else():
    said = [each for each, _ in STEPS]
    for at, (_, wanted) in enumerate(STEPS, 1):
        contest = fold(SINGLE, said[:at])
        assert shown(contest) == wanted, said[at - 1]
        assert contest.rounds == (FIRST.seats, SECOND.seats)[: len(contest.rounds)]
        assert contest.next_round == len(contest.rounds) + 1
        assert contest.here == tuple(each.number for each in contest.entrants if each.is_here)


# --- what has been -------------------------------------------------------------------------------


def test_who_has_met_partnered_and_sat_out_counts_every_round_so_far():
    seats = [
        round_of((1, ((4, 1), (3, 2))), out=(5,)),
        round_of((2, ((1, 4), (5, 2))), out=(3,)),
        round_of((1, ((1, 2), (3, 4))), out=(5,)),
    ]
    said: list[Declaration] = [*ABCD, *people("Ed")]
    for each in seats:
        said += [each, RoundOver()]
    contest = fold(TWO_AGAINST_TWO, said)
    assert contest.have_sat_out == Counter({5: 2, 3: 1})
    assert contest.have_partnered == Counter(
        {(1, 4): 2, (2, 3): 1, (2, 5): 1, (1, 2): 1, (3, 4): 1}
    )
    assert contest.have_met == Counter(
        {
            (1, 2): 3,
            (1, 4): 3,
            (2, 4): 3,
            (1, 3): 2,
            (2, 3): 2,
            (3, 4): 2,
            (1, 5): 1,
            (2, 5): 1,
            (4, 5): 1,
        }
    )


def test_each_two_of_a_group_come_once_with_the_lower_number_first():
    assert [*couples((3, 1, 2))] == [(1, 2), (1, 3), (2, 3)]
    assert [*couples((7,))] == [*couples(())] == []


def test_a_pair_is_called_by_both_names():
    contest = fold(PAIRS, [Entered(("Ann", "Bo")), Entered(("Cy", "Di"))])
    assert [contest.of(number).name for number in (1, 2)] == ["Ann – Bo", "Cy – Di"]
