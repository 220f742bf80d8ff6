"""The list of harmless changes: each still speaks of a line that stands in its module."""

import ast
from contextlib import suppress
from functools import cache

import pytest

from mutants.known import (
    OWN_TESTS,
    ROOT,
    Change,
    harmless,
    is_found_before,
    is_less_strict,
    path_of,
)
from mutants.statements import names_around


@cache
def read(path):
    """The lines of a module, and its tree."""
    text = path.read_text("utf-8")
    return [line.strip() for line in text.splitlines()], ast.parse(text)


def stands(change):
    """Whether the function that a change names, or the module outside of all, still says so."""
    parts = change.where.split(".")
    for length in range(len(parts), 0, -1):
        with suppress(FileNotFoundError):
            lines, tree = read(path_of(".".join(parts[:length])))
            return any(
                line
                and f"{change.was} ".startswith(f"{line} ")
                and " ".join(lines[number - 1 :]).startswith(change.was)
                and names_around(tree, number) == parts[length:]
                for number, line in enumerate(lines, 1)
            )
    return False


def test_each_harmless_change_has_its_line_and_its_reason():
    for change, why in harmless().items():
        assert stands(change), f"take it out, nothing says so any more: {change}"
        assert change.was != change.became
        assert why.strip(), f"why does it do no harm? {change}"
        tried = [each for each in OWN_TESTS if f"{change.where}.".startswith(f"{each}.")]
        assert tried, f"this module is not tried: {change}"


@pytest.mark.parametrize("package", OWN_TESTS)
def test_each_package_that_is_tried_stands_there_and_so_do_its_tests(package):
    assert path_of(package)
    assert [tests for tests in OWN_TESTS[package] if not (ROOT / tests).exists()] == []


@pytest.mark.parametrize(
    ("before", "after", "is_found"),
    [
        ("x == 1", "x is 1", True),
        ("x != -1", "x is not -1", True),
        ("x is None", "x == None", True),
        ("type(x) is int", "type(x) == int", True),
        ("a == b == 1", "a == b is 1", True),
        ("a == b == 1", "a is b == 1", False),
        ("message is not BEAT", "message != BEAT", False),
        ("card.suit == trump", "card.suit is trump", True),
        ("card is not rensho", "card != rensho", True),
        ("sent == len(message)", "sent is len(message)", False),
        ("hand == deck", "hand is deck", False),
        ("card.suit == trump", "card.suit <= trump", False),
        ("sum(a) == sum(b)", "sum(a) is sum(b)", False),
        ("x == 1", "x <= 1", False),
        ("(a if x < 2 else b) == c <= d", "[] == c <= d", False),
        ("x and (a < b if c else d < e < f)", "x and (d < e < f if c else a < b)", False),
    ],
)
def test_only_where_equals_are_one_object_equal_is_the_same(before, after, is_found):
    assert is_found_before(f"if {before}: pass", f"if {after}: pass") == is_found


@pytest.mark.parametrize(
    ("was", "became", "is_less"),
    [
        ("zip(a, b, strict=True)", "zip(a, b, strict=False)", True),
        ("zip(a, b, strict=False)", "zip(a, b, strict=True)", False),
        ("zip(a, 1, strict=True)", "zip(a, 2, strict=False)", False),
        ("x < 1", "x <= 1", False),
    ],
)
def test_only_a_demand_for_one_length_may_be_dropped(was, became, is_less):
    assert is_less_strict(Change("m.f", was, became)) is is_less
