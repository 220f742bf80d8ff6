"""Updates of a board whose power is cut at any byte: shipped loader and receiver on littlefs."""

import random

import pytest

from pico.test_evenings import told_by
from thorough import FACTOR
from tricktable.board.link.process import MICROPYTHON, best_interpreter

pytestmark = [
    pytest.mark.sampled,
    pytest.mark.skipif(
        best_interpreter() != MICROPYTHON, reason="only MicroPython has a board's file system"
    ),
]

SMALL_BYTES, WHOLE_BYTES = 300, 54_000
MILLIONTHS = 1_000_000


def cuts(count):
    """So many places where the power is cut, the same in each run, and both ends."""
    dice = random.Random(count)
    places = [0, MILLIONTHS - 1, *(dice.randrange(MILLIONTHS) for _ in range(count - 2))]
    return [str(place) for place in places]


@pytest.mark.parametrize(
    ("size", "places"),
    [
        (SMALL_BYTES, ["every"] if FACTOR > 1 else cuts(100)),
        (WHOLE_BYTES, cuts(1_000 if FACTOR > 1 else 6)),
    ],
    ids=["small", "whole"],
)
def test_a_board_runs_the_old_program_or_the_new_one_wherever_its_power_is_cut(size, places):
    told = told_by(str(size), *places, program="virtual_cut.py", heap_kib=32 * 1024)
    assert told["wrong"] == []
    assert set(told["ends"]) == {"old", "new"}
    assert sum(told["ends"].values()) == (told["bytes"] if places == ["every"] else len(places))
