"""Who is who after games and names have changed: nobody becomes another by a stranger's name."""

import pytest

from tricktable.table.desk.persons import after_renaming, in_next_game

NAMES = ("Ann", "Bo", "Cy")
PERSONS = ("1.0", "1.1", "1.2")


@pytest.mark.parametrize(
    ("now", "persons"),
    [
        (("Ann", "Bo", "Cy"), ("1.0", "1.1", "1.2")),
        (("Cy", "Ann", "Bo"), ("1.2", "1.0", "1.1")),
        (("Di", "Ann", "Bo"), ("2.0", "1.0", "1.1")),
        (("Bo", "Ann"), ("1.1", "1.0")),
        (("Bo", "Ann", "Di", "Cy"), ("1.1", "1.0", "2.2", "1.2")),
        (("Ann", "Ann", "Bo"), ("2.0", "2.1", "1.1")),
        (("  ann ", "BO", "C y"), ("1.0", "1.1", "2.2")),
    ],
)
def test_a_name_that_one_seat_had_and_one_has_is_the_same_person(now, persons):
    assert in_next_game(PERSONS, NAMES, now, 2) == persons


def test_of_two_who_were_called_alike_nobody_can_tell_who_stayed():
    before = ("Ann", "ann", "Cy")
    assert in_next_game(PERSONS, before, ("Ann", "Bo", "Cy"), 3) == ("3.0", "3.1", "1.2")
    assert in_next_game(PERSONS, before, before, 3) == ("3.0", "3.1", "1.2")


def test_in_the_first_game_everybody_is_new():
    assert in_next_game((), ("North", "East"), ("North", "East"), 1) == ("1.0", "1.1")


@pytest.mark.parametrize(
    ("now", "persons"),
    [
        (("Bo", "Ann", "Cy"), ("1.1", "1.0", "1.2")),
        (("Cy", "Ann", "Bo"), ("1.2", "1.0", "1.1")),
        (("Ann", "Bo", "Di"), PERSONS),
        (("Bo", "Ann", "Di"), ("1.1", "1.0", "1.2")),
    ],
    ids=" ".join,
)
def test_who_changes_places_takes_the_person_along(now, persons):
    assert after_renaming(PERSONS, NAMES, now) == persons


@pytest.mark.parametrize("now", [("Bo", "Di", "Cy"), ("Di", "Ann", "Cy"), ("Cy", "Bo", "Cy")])
def test_somebody_elses_name_makes_nobody_another(now):
    assert after_renaming(PERSONS, NAMES, now) == PERSONS
