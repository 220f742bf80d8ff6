"""The tricks of a deal as a table: which rounds, which numbers, which signs."""

import pytest

from records.lines import header
from tricktable.rules.trick_sheets import exhibits, trick_sheets
from tricktable.rules.verdicts import Finding
from tricktable.rules.view import Exhibit, FindingDetail, TakenTrick
from tricktable.text.sentences import Name, Sheet, SheetRow, TrickCard

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
    assert [each.title for each in sheets(3)] == ["Tricks"]
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
    tricks = [*TRICKS, TakenTrick(((1, "5H"), (2, "6H")), 1)]
    (sheet,) = trick_sheets(tricks, 4, (), NAMES)
    assert sheet.is_folded
    assert sheet.heads == (("Trick",), *((Name(name),) for name in NAMES))
    assert [row.cells for row in sheet.rows] == [
        (cell("2H", is_led=True), (), cell("KH", takes=True)),
        (cell("2C"), (), cell("3C", is_led=True, takes=True)),
        (cell("AD", takes=True), (), cell("4D", is_led=True)),
        ((), cell("5H", is_led=True, takes=True), cell("6H")),
    ]


def cell(code, *, is_led=False, takes=False, tells=False):
    """What a cell says of its card."""
    return (TrickCard(code, is_led, takes, tells),)


def test_the_cards_that_prove_something_are_marked_in_their_tricks():
    tricks = (
        Exhibit(3, ((0, "2H"), (1, "5C"), (2, "3H")), 2),
        Exhibit(5, ((1, "4H"), (2, "5S")), None),
    )
    sheet = exhibits(told("5C", "4H", tricks), NAMES)
    assert sheet == Sheet(
        "tricks",
        "What shows it",
        (("Trick",), *((Name(name),) for name in NAMES)),
        (
            SheetRow(
                ("3",), (cell("2H", is_led=True), cell("5C", tells=True), cell("3H", takes=True))
            ),
            SheetRow(("5",), ((), cell("4H", is_led=True, tells=True), cell("5S"))),
        ),
    )
    assert exhibits(told(None, None, ()), NAMES) is None


def told(card, proof, tricks):
    """A remark about a revoke that these tricks show."""
    finding = Finding(7, "follow", "proved", 1, (9,))
    return FindingDetail(header(4).rules, finding, 3, "H", card, proof, 5, "played", 1, tricks)
