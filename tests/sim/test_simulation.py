"""Board time: as fast as the computer's times the speed, and never in leaps. For both Pythons."""

import machine
from sim.workbench import table
from simulated.control import Control
from simulated.simulation import Simulation

MS = 1000


class Computer:
    """The computer around a board: its clock goes on only as it is told."""

    def __init__(self):
        self.us = 0
        self.late_us = 0

    def ticks_us(self):
        return self.us

    def wait(self, us, _hearing):
        self.us += us + self.late_us

    def has_bytes(self):
        return False

    def command(self):
        return None


def simulation(speed):
    """A board that was just switched on, and the computer that simulates it."""
    table()
    computer = Computer()
    return Simulation(machine.board, Control(machine.board), computer, speed), computer


def test_board_time_is_the_computers_times_the_speed():
    board, computer = simulation(8)
    for _ in range(1000):
        computer.us += 100
        board.now_us()
        board.look()
    assert board.now_us() == 8 * 1000 * 100


def test_a_computer_that_does_something_else_makes_no_leap():
    board, computer = simulation(1)
    computer.us += 2 * MS
    assert board.now_us() == 2 * MS
    computer.us += 3_000 * MS  # other programs had their turn
    assert board.now_us() == 5 * MS
    computer.us += 3_000 * MS
    assert board.now_us() < 6 * MS
    board.look()
    computer.us += 2 * MS
    assert board.now_us() < 8 * MS


def test_a_program_that_only_waits_for_the_clock_gets_on():
    board, computer = simulation(1)
    while board.now_us() < 1000 * MS:
        computer.us += 1


def test_a_wait_takes_as_long_as_it_was_asked_for_and_no_leap_more():
    board, computer = simulation(4)
    board.pass_time(1000)
    assert computer.us == 250 * MS
    computer.late_us = 900 * MS
    began_us = board.now_us()
    board.pass_time(20)
    assert board.now_us() - began_us <= 25 * MS
