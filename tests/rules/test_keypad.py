"""Rows of keys for a list of values: each its own, and none begins another."""

import pytest

from tablewire.messages import KEYS as OF_THE_BOARD
from tricktable.rules.keypad import KEYS, LIST_KEYS, NUMBER_KEYS, NUMBERS, rows


def test_the_keys_are_those_of_the_board():
    assert {*OF_THE_BOARD} == KEYS
    assert len(NUMBERS) == 14
    assert [NUMBER_KEYS[number] for number in range(14)] == ["OK", *"A23456789TJQK"]
    assert LIST_KEYS == "23456789"


@pytest.mark.parametrize(
    ("values", "keys"),
    [
        ([], []),
        ([0, 1, 13], ["OK", "A", "K"]),
        (["S", "C"], ["S", "C"]),
        (["R", "C"], ["2", "3"]),
        ([0, True], ["OK", "J"]),
        ([13, 14], ["2", "3"]),
        ([0, 3, "pass", 11], ["OK", "3", "Q", "J"]),
        ([*range(14), "blind"], ["OK", *"A23456789TJQK", "C"]),
        (["pass", 1], ["OK", "A"]),
        (["CD", "H"], ["2", "3"]),
        ([*range(9, 15)], [*"234567"]),
    ],
)
def test_a_value_is_one_key(values, keys):
    assert rows(values) == [(key,) for key in keys]


@pytest.mark.parametrize(("count", "length"), [(6, 1), (12, 2), (36, 2), (37, 3)])
def test_more_values_are_rows_of_as_many_keys_as_it_takes(count, length):
    made = rows([f"way {number}" for number in range(count)])
    assert len({*made}) == count
    assert {len(row) for row in made} == {length}
    assert {key for row in made for key in row} == {*LIST_KEYS[:6]}, "as a display has rows"
    assert made == sorted(made)
    assert made[0] == ("2",) * length


@pytest.mark.parametrize("count", range(7, 12))
def test_of_two_screens_the_first_holds_what_fits_with_the_way_to_the_second(count):
    made = rows([f"way {number}" for number in range(count)])
    assert made[:5] == [(key,) for key in "23456"]
    assert made[5:] == [("7", key) for key in LIST_KEYS[: count - 5]]
    assert len({*made}) == count
