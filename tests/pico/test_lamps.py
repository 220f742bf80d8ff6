"""The lamps' driver on the model of their chain. For both Pythons."""

import machine
import pins
from lamps import Lamps
from sim.soldered import table

DARK = [(0, 0, 0)] * 4


def lamps():
    """The lamps, and their wiring."""
    wiring = table()
    wiring.lamps[:] = [(7, 7, 7)] * 4  # what a chain wakes up with is chance
    return Lamps(machine.Pin(pins.LAMPS), 4), wiring


def test_they_are_dark_at_first():
    _, wiring = lamps()
    assert wiring.lamps == DARK


def test_colours_reach_their_seats():
    chain, wiring = lamps()
    colors = [(255, 0, 0), (0, 255, 0), (0, 0, 255), (1, 2, 3)]
    chain.show(colors)
    assert wiring.lamps == colors


def test_the_same_again_is_not_sent():
    chain, wiring = lamps()
    colors = [(1, 2, 3)] * 4
    chain.show(colors)
    began = wiring.clock.ns
    chain.show([(1, 2, 3)] * 4)
    assert wiring.clock.ns == began
    colors[0] = (9, 9, 9)
    chain.show(colors)
    assert wiring.lamps[0] == (9, 9, 9)
    assert wiring.clock.ns - began < 1_000_000


def test_lamps_that_lost_their_colours_get_them_again():
    chain, wiring = lamps()
    colors = [(1, 2, 3)] * 4
    chain.show(colors)
    wiring.lamps[:] = DARK
    began = wiring.clock.ns
    chain.repeat()
    assert wiring.lamps == colors
    assert wiring.clock.ns - began < 250_000
