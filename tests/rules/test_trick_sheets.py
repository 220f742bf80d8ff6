"""The tricks of a deal as a table: which rounds, which numbers, which signs."""

import pytest

from tricktable.rules.trick_sheets import trick_sheets
from tricktable.rules.view import TakenTrick
from tricktable.text.sentences import Name, TrickCard

NAMES = ("Ann", "Bo", "Cy")
TRICKS = [
    TakenTrick(((0, "2H"), (2, "KH")), 2),
    TakenTrick(((2, "3C"), (0, "2C")), 2),
    TakenTrick(((2, "4D"), (0, "AD")), 0),
]


def sheets(of, signs=()):
    return [*trick_sheets(TRICKS, of, signs, NAMES)]


def test_each_round_has_a_sheet_and_the_newest_is_first():
    assert [each.title for each in sheets(2)] == ["Tricks of round 2", "Tricks of round 1"]
    assert [[row.head for row in each.rows] for each in sheets(2)] == [[("1",)], [("1",), ("2",)]]
    assert [each.title for each in sheets(3)] == ["Tricks of this deal"]
    assert sheets(0) == []


@pytest.mark.parametrize(
    ("signs", "heads"),
    [
        ((), [("1",), ("2",), ("3",)]),
        (("x",), [("1", " ", "x"), ("2",), ("3",)]),
        (("x", "y", "z", "w"), [("1", " ", "x"), ("2", " ", "y"), ("3", " ", "z")]),
    ],
)
def test_signs_stand_beside_the_first_tricks(signs, heads):
    assert [row.head for row in sheets(3, signs)[0].rows] == heads


def test_a_cell_says_who_led_and_who_took_it():
    first = sheets(3)[0].rows[0]
    assert first.cells == ((TrickCard("2H", True, False, False),), (TrickCard("KH", False, True),))
    assert [head[0] for head in sheets(3)[0].heads] == ["Trick", Name("Ann"), Name("Cy")]
