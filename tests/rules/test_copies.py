"""Copies of named tuples with other values."""

from typing import NamedTuple

import pytest

from tricktable.rules.copies import quick_copies


@quick_copies
class Pair(NamedTuple):
    """Two numbers."""

    left: int
    right: int = 0


class Plain(NamedTuple):
    """The same, copied as Python does it."""

    left: int
    right: int = 0


@pytest.mark.parametrize("changes", [{}, {"left": 5}, {"right": 6}, {"right": 7, "left": 8}])
def test_a_copy_is_what_python_makes_of_it(changes):
    pair = Pair(1, 2)
    made = pair._replace(**changes)
    assert (type(made), made, pair) == (Pair, Plain(1, 2)._replace(**changes), (1, 2))


def test_a_name_that_no_field_has_is_refused():
    with pytest.raises(KeyError, match="middle"):
        Pair(1)._replace(middle=2)
