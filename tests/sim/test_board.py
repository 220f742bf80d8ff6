"""Slices and the watchdog of a simulated board. For both Pythons."""

import machine
from sim.workbench import raises, table

MS = 1_000_000


class Reset(Exception):
    """The board was reset."""


def board():
    """A board whose reset can be caught, and its clock."""
    clock = table().clock

    def reset(why):
        assert why == "watchdog"
        raise Reset

    machine.board.on_reset = reset
    return machine.board, clock


def bites(watched):
    """Whether the watchdog bites now."""
    return raises(Reset, watched.end_slice)


def test_the_longest_slice_is_the_work_between_two_looks():
    watched, clock = board()
    for ms in (3, 9, 2):
        clock.spend(ms * MS)
        watched.end_slice()
    assert (watched.slices, watched.longest_slice_ns) == (3, 9 * MS)
    watched.end_slice()  # no work in between
    assert watched.slices == 3
    watched.forget_slices()
    clock.spend(MS)
    watched.end_slice()
    assert (watched.slices, watched.longest_slice_ns) == (1, MS)


def test_idling_is_no_slice():
    watched, clock = board()
    clock.spend(2 * MS)
    watched.idle(50 * MS)
    clock.spend(MS)
    watched.end_slice()
    assert clock.ns == 53 * MS
    assert (watched.slices, watched.longest_slice_ns) == (2, 2 * MS)


def test_a_watchdog_that_is_not_fed_bites():
    watched, _ = board()
    watched.idle(10_000 * MS)
    assert not bites(watched)
    watchdog = machine.WDT(timeout=8000)
    watched.idle(7_999 * MS)
    assert not bites(watched)
    watchdog.feed()
    watched.idle(7_999 * MS)
    assert not bites(watched)
    watched.idle(MS)
    assert bites(watched)
