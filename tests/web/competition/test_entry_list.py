"""Who plays, typed or pasted: the organiser says how it is read, and no name is cut in two."""

import csv
import io

import pytest

from tricktable.web.competition.entry_list import COMMA, SEPARATIONS, entries

MARKS = (
    "Casadei, Marco",
    "AC/DC",
    "Smith-Jones",
    "Ann & Bo",
    "Bo; Cy",
    "A – B",
    'Joe "Joker" Ray',
    "Ann\nLee",
)


@pytest.mark.parametrize(
    ("separation", "text", "people"),
    [
        ("comma", "Ann, Bo\n\nCy,Di\r\n", [["Ann", "Bo"], ["Cy", "Di"]]),
        ("comma", "AC/DC\nAnn & Bo\nA - B; C", [["AC/DC"], ["Ann & Bo"], ["A - B; C"]]),
        ("comma", '"Casadei, Marco", "Rossi, Ada"', [["Casadei, Marco", "Rossi, Ada"]]),
        ("comma", '"Casadei, Marco"', [["Casadei, Marco"]]),
        ("comma", 'Ann "Ace", Bo', [['Ann "Ace"', "Bo"]]),
        ("comma", 'Ann "Ace, Bo', [['Ann "Ace', "Bo"]]),
        ("comma", "さくら、ゆき\uff0c花", [["さくら", "ゆき", "花"]]),
        ("semicolon", "Casadei, Marco; AC/DC", [["Casadei, Marco", "AC/DC"]]),
        (
            "tab",
            'Ann Lee\tBo\nCy\t\n"Casadei, Marco"\tDi',
            [["Ann Lee", "Bo"], ["Cy"], ["Casadei, Marco", "Di"]],
        ),
        ("and", "Ann & Bo\nAC/DC", [["Ann", "Bo"], ["AC/DC"]]),
        ("slash", "Ann / Bo, Jr", [["Ann", "Bo, Jr"]]),
        ("dash", "Ann-Lee – Bo\nCy - Di", [["Ann-Lee", "Bo"], ["Cy", "Di"]]),
        ("last_first", "Casadei, Marco\nRossi, Ada; Bo", [["Marco Casadei"], ["Ada Rossi", "Bo"]]),
        ("alone", "Casadei, Marco\nAC/DC", [["Casadei, Marco"], ["AC/DC"]]),
        ("nothing known", "Ann, Bo", [["Ann", "Bo"]]),
        ("comma", " , \n,\n", []),
        ("comma", '"Ann\nLee", Bo\nCy, Di', [["Ann Lee", "Bo"], ["Cy", "Di"]]),
        ("tab", 'Bo\t"Casadei,\r\nMarco"\nCy\tDi', [["Bo", "Casadei, Marco"], ["Cy", "Di"]]),
        ("comma", '"Ann, Bo\nCy, Di', [['"Ann', "Bo"], ["Cy", "Di"]]),
        ("comma", 'Joe "Ace, Bo\nAnn "Bee, Di', [['Joe "Ace', "Bo"], ['Ann "Bee', "Di"]]),
    ],
)
def test_a_list_is_read_as_the_organiser_says(separation, text, people):
    assert entries(text, separation) == people


@pytest.mark.parametrize(
    ("separation", "delimiter"), [("comma", ","), ("semicolon", ";"), ("tab", "\t")]
)
def test_what_a_spreadsheet_writes_is_read_as_it_was(separation, delimiter):
    rows = [[one, other] for one in MARKS for other in MARKS]
    file = io.StringIO()
    csv.writer(file, delimiter=delimiter).writerows(rows)
    assert entries(file.getvalue(), separation) == [
        [" ".join(cell.split()) for cell in row] for row in rows
    ]


@pytest.mark.parametrize("name", MARKS)
def test_alone_on_a_line_any_name_stays_whole(name):
    assert entries(name, "alone") == [[each] for each in name.splitlines()]
    assert next(iter(SEPARATIONS)) == COMMA, "the usual one comes first"
