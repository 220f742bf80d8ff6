"""The list of harmless changes: each still speaks of a line that stands in its module."""

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


def module_of(where):
    """The module in which a function stands, and its text."""
    parts = where.split(".")
    for length in range(len(parts), 0, -1):
        try:
            return path_of(".".join(parts[:length])).read_text("utf-8")
        except FileNotFoundError:
            continue
    raise AssertionError(f"{where} is nowhere")


def test_each_harmless_change_has_its_line_and_its_reason():
    for change, why in harmless().items():
        lines = " ".join(line.strip() for line in module_of(change.where).splitlines())
        assert change.was in lines, f"{change.where} no longer says {change.was!r}: take it out"
        assert change.was != change.became
        assert why.strip(), f"{change.where}: why does {change.became!r} do no harm?"


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
def test_only_where_equals_are_one_object_nobody_has_to_tell_equal_from_the_same(
    before, after, is_found
):
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
