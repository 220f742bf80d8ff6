"""A minute of the soak, whose day is `make soak`."""

import pytest

from soak.day import faults, lived
from tricktable.board.link.process import MICROPYTHON, best_interpreter

pytestmark = pytest.mark.skipif(
    best_interpreter() != MICROPYTHON, reason="no MicroPython for this machine"
)
SECONDS = 60


def test_nothing_is_lost_doubled_or_invented_and_the_heap_does_not_grow():
    told = []
    day = lived(SECONDS, 7, told.append)
    assert list(faults(day)) == []
    assert day["seconds"] >= SECONDS
    counts = day["counts"]
    assert counts["event C"] > 15
    assert counts["event K"] > 2
    assert counts.keys() >= {"noise", "flip", "garble"}
    assert len(told) > 4


def test_a_day_that_went_wrong_is_not_passed():
    fine = {"wrong": [], "heap": [500, 510, 505, 520], "stalls": 0, "bus_fights": 0}
    assert list(faults(fine)) == []
    assert list(faults(fine | {"wrong": ["9 s: lost"]})) == ["9 s: lost"]
    assert list(faults(fine | {"heap": [500, 510, 505, 9000]}))
    assert list(faults(fine | {"stalls": 1})) == ["stalls: 1"]
