"""Which lines belong to a change, and whether they run before any test does."""

import ast

import pytest

from mutants.statements import is_in_function, names_around, statement

MODULE = """\
LIMIT = (
    3
)


@marked(
    1
)
def limited(number, least=0):
    if (
        number < least
    ):
        return least
    elif number > LIMIT:
        number = LIMIT
    else:
        number += 1
    try:
        match number:
            case 2 | 3:
                return 2
            case _:
                return number
    except ValueError:
        return 0


class Kept:
    size = 4

    def grow(self):
        self.size += 1


if LIMIT:

    @marked
    def found():
        def inner():
            return 1

        return inner
"""


@pytest.mark.parametrize(
    ("line", "first", "last"),
    [
        (2, 1, 3),  # a statement of several lines
        (7, 6, 9),  # a marker belongs to what it marks
        (9, 6, 9),
        (11, 10, 12),  # of a condition its head alone
        (13, 13, 13),
        (14, 14, 14),
        (17, 17, 17),
        (19, 19, 19),
        (20, 20, 20),
        (23, 23, 23),
        (24, 24, 24),
        (29, 29, 29),
        (31, 31, 31),
    ],
)
def test_a_line_belongs_to_its_statement(line, first, last):
    assert [*statement(MODULE, line)] == [*range(first, last + 1)]


def test_a_line_without_a_statement_is_alone():
    assert [*statement("# nothing\n\nx = 1\n", 1)] == [1]


@pytest.mark.parametrize(
    ("line", "is_later"),
    [(2, False), (7, False), (9, False), (11, True), (25, True), (29, False), (32, True)],
)
def test_only_what_is_in_a_function_runs_when_it_is_called(line, is_later):
    assert is_in_function(MODULE, line) is is_later


@pytest.mark.parametrize(
    ("line", "names"),
    [
        (2, []),
        (6, ["limited"]),
        (20, ["limited"]),
        (29, ["Kept"]),
        (32, ["Kept", "grow"]),
        (35, []),
        (37, ["found"]),
        (40, ["found", "inner"]),
        (42, ["found"]),
    ],
)
def test_a_line_is_named_for_the_functions_around_it(line, names):
    assert names_around(ast.parse(MODULE), line) == names
