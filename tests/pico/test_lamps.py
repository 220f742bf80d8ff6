"""The lamps' driver on the model of their lines. For both Pythons."""

import machine
import pins
from lamps import Lamps
from sim.workbench import table

DARK = [(0, 0, 0)] * 4


def lamps():
    """The lamps, and their wiring."""
    wiring = table()
    wiring.lamps[:] = [(7, 7, 7)] * 4  # what a lamp wakes up with is chance
    gates = [machine.Pin(cs, machine.Pin.OUT, value=1) for cs in pins.READER_CS]
    return Lamps(machine.Pin(pins.LAMPS), gates), wiring


def test_they_are_dark_at_first():
    _, wiring = lamps()
    assert wiring.lamps == DARK


def rounds(driver, colors, n=4):
    """Show the same for some rounds: one lamp is sent in each."""
    for _ in range(n):
        driver.show(colors)


def test_colours_reach_their_seats():
    driver, wiring = lamps()
    colors = [(255, 0, 0), (0, 255, 0), (0, 0, 255), (1, 2, 3)]
    rounds(driver, colors)
    assert wiring.lamps == colors


def test_a_round_sends_one_lamp():
    driver, wiring = lamps()
    began = wiring.clock.ns
    driver.show([(1, 2, 3)] * 4)
    assert wiring.lamps[0] == (1, 2, 3)
    assert wiring.lamps[1:] == DARK[1:]
    assert wiring.clock.ns - began < 150_000


def test_the_same_again_is_not_sent():
    driver, wiring = lamps()
    colors = [(1, 2, 3)] * 4
    rounds(driver, colors)
    began = wiring.clock.ns
    driver.show([(1, 2, 3)] * 4)
    assert wiring.clock.ns == began
    colors[0] = (9, 9, 9)
    driver.show(colors)
    assert wiring.lamps[0] == (9, 9, 9)


def test_lamps_that_lost_their_colours_get_them_again():
    driver, wiring = lamps()
    colors = [(1, 2, 3)] * 4
    rounds(driver, colors)
    wiring.lamps[:] = DARK
    driver.repeat()
    rounds(driver, colors)
    assert wiring.lamps == colors


def test_a_lamp_hears_nothing_while_its_gate_is_shut():
    driver, wiring = lamps()
    rounds(driver, [(1, 2, 3), (4, 5, 6), (7, 8, 9), (10, 11, 12)])
    before = list(wiring.lamps)
    machine.bitstream(machine.Pin(pins.LAMPS), 0, (400, 850, 800, 450), bytes([99, 99, 99]))
    assert wiring.lamps == before
    driver.show([(1, 2, 3), (4, 5, 6), (200, 8, 9), (10, 11, 12)])
    assert wiring.lamps == [(1, 2, 3), (4, 5, 6), (200, 8, 9), (10, 11, 12)]


def test_a_gate_is_shut_again_and_its_reader_answers_as_before():
    driver, wiring = lamps()
    rounds(driver, [(1, 2, 3)] * 4)
    assert wiring.selected_chip(pins.SPI_ID) is None
    assert wiring.bus_fights == 0
    assert [wiring.level(cs) for cs in pins.READER_CS] == [1, 1, 1, 1]


def test_a_seat_without_a_station_has_no_lamp_and_harms_nothing():
    wiring = table()
    gates = [machine.Pin(cs, machine.Pin.OUT, value=1) for cs in pins.READER_CS[:2]]
    driver = Lamps(machine.Pin(pins.LAMPS), gates)
    rounds(driver, [(1, 2, 3)] * 4)
    assert wiring.lamps[:2] == [(1, 2, 3)] * 2
