"""A board in the virtual time of its chips, under MicroPython: prints TIMES and JSON.

    micropython -X heapsize=... virtual_board.py steps
    micropython -X heapsize=... virtual_board.py program READERS CARDS EVENING

with firmware/sim, firmware/portable, firmware/pico and tests on the module path.
"""

import json
import sys

import machine
import pins
from bench.probe import TAPPED_MS, TAPS, Probe
from chips.tag import Tag
from simulated.board import Board
from simulated.wiring import Wiring
from soak.life import Over, install, live
from soak.virtual import COMPUTING_NS, VirtualSimulation, give

TURN_NS = 1_000_000
GAPS_MS = (50, 70, 90, 120)


class Evening:
    """What VirtualSimulation lets happen: the probe's turns."""

    def __init__(self, wiring, readers: int, cards: int, number: int) -> None:
        self.probe = Probe(wiring, readers, cards, GAPS_MS, number=number)
        self.next_ns = 0
        self._clock = wiring.clock
        self._down = b""
        self._is_met = False

    def visit(self, line) -> int:
        """Carry bytes both ways."""
        now_ns = self._clock.ns
        data = line.drain()
        line.note_fetch(len(data))
        self._down += self.probe.turn(data, now_ns // 1000)
        if self.probe.times["first"] and not self._is_met:
            self._is_met = True  # what is done before takes longer, and nobody waits for it
            machine.board.forget_slices()
        self._down = give(line, self._down)
        if self.probe.is_over:
            raise Over
        self.next_ns = now_ns + TURN_NS
        return 0


class Nobody:
    """A table at which nothing happens."""

    next_ns = 1 << 62

    def visit(self, _) -> int:
        """Let nothing happen."""
        return 0


def steps() -> None:
    """Time each step alone."""
    wiring = Wiring(pins)
    wiring.readers[1].lay(Tag(bytes.fromhex("04A3C6CAE26180")))
    install(VirtualSimulation(Board(wiring), Nobody()))
    import bench.steps_of_a_board  # noqa: F401 - it prints


def program(readers: int, cards: int, number: int) -> None:
    """Time the whole program. `number`: which evening, for its hands come at other moments."""
    pins.READER_CS = pins.READER_CS[:readers]
    pins.SEAT_BUTTONS = pins.SEAT_BUTTONS[:readers]
    wiring = Wiring(pins)
    evening = Evening(wiring, readers, cards, number)
    simulation = VirtualSimulation(Board(wiring), evening)
    live(simulation)
    simulation.board.end_slice()
    probe = evening.probe
    told = {"times": probe.times, "noticed": probe.noticed, "free": probe.free}
    told |= {"taps": (probe.taps, TAPS, TAPPED_MS)}
    told |= {"start": probe.start_ms, "unseen": probe.unseen_ms}
    told["slice"] = (simulation.board.longest_slice_ns - COMPUTING_NS) // 1000  # of the buses
    print("TIMES " + json.dumps(told))


if sys.argv[1] == "steps":
    steps()
else:
    program(*[int(word) for word in sys.argv[2:]])
