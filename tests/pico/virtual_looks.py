"""How long a board looks at no key, and what a card takes: prints TOLD and JSON. CPython alone.

    python virtual_looks.py READERS CARDS talks|listens

with firmware/sim, firmware/sim/cpython, firmware/portable, firmware/pico and tests on the module
path. A host that talks never stops. Time passes for the chips' buses as always, and for the
firmware's computing by what does not depend on a machine: the instructions that Python executes.
"""

import json
import sys
from pathlib import Path

import machine
import pins
from bench.probe import Probe
from simulated.board import Board
from simulated.wiring import Wiring
from soak.life import Over, live
from soak.virtual import VirtualSimulation, give

INSTRUCTION_NS = 1_100
"""Of CPython's, on an RP2040: a loop that adds a number takes 8 us there, and seven of them."""
HEAP_NS = 10_000_000
"""To walk through the heap, which is one call that nothing can divide."""
CHATTER = b"\n" * 64 * (sys.argv[3] == "talks")
"""What comes whenever nothing else does: reading takes as long as ever it may."""
TURN_NS = 1_000_000
GAPS_MS = (90,)
EVENING = 3
FIRMWARE = tuple(str(Path(machine.__file__).parents[1] / name) for name in ("pico", "portable"))

_TURN = Probe.turn.__code__


class Evening:
    """What VirtualSimulation lets happen: the probe's turns."""

    next_ns = 0

    def __init__(self, wiring, readers: int, cards: int) -> None:
        self.probe = Probe(wiring, readers, cards, GAPS_MS, number=EVENING)
        self._clock = wiring.clock
        self._down = b""

    def visit(self, line) -> int:
        """Carry bytes both ways."""
        now_ns = self._clock.ns
        if now_ns >= self.next_ns:
            data = line.drain()
            line.note_fetch(len(data))
            self._down += self.probe.turn(data, now_ns // 1000)
            self.next_ns = now_ns + TURN_NS
        self._down = give(line, self._down)
        if CHATTER and line.hungry():
            line.take(CHATTER)
        if self.probe.is_over:
            raise Over
        return 0


class Heap:
    """The gc module of a board whose heap takes a while to walk through."""

    def __init__(self, clock) -> None:
        self._clock = clock

    def threshold(self, amount: int) -> None:
        """Sweep when told to alone."""

    def collect(self) -> None:
        """Sweep."""
        self._clock.spend(HEAP_NS)

    def mem_free(self) -> int:
        """Count what is free."""
        self._clock.spend(HEAP_NS)
        return 1


class Counted(VirtualSimulation):
    """A simulation in which computing takes as long as its instructions."""

    def __init__(self, board, world) -> None:
        super().__init__(board, world)
        self._instructions = 0
        self._is_host = False
        sys.settrace(self._called)

    def now_us(self) -> int:
        """Return board time since the last reset."""
        self._charge()
        return super().now_us()

    def look(self) -> None:
        """The program looks at its line."""
        self._charge()
        self._world.visit(self.line)
        self.board.end_slice()

    def _charge(self) -> None:
        self._clock.spend(self._instructions * INSTRUCTION_NS)
        self._instructions = 0

    def _called(self, frame, _event, _):
        """Count what follows, unless it is the host's, which has files of the wire in common."""
        code = frame.f_code
        if code is _TURN:
            self._is_host = True
            return self._returned
        if self._is_host or not code.co_filename.startswith(FIRMWARE):
            return None
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        return self._executed

    def _returned(self, _frame, event, _):
        self._is_host = event != "return"
        return self._returned

    def _executed(self, _frame, event, _):
        self._instructions += event == "opcode"
        return self._executed


def main(readers: int, cards: int) -> None:
    """Let the board's program live through it."""
    pins.READER_CS = pins.READER_CS[:readers]
    pins.SEAT_BUTTONS = pins.SEAT_BUTTONS[:readers]
    wiring = Wiring(pins)
    evening = Evening(wiring, readers, cards)
    live(Counted(Board(wiring), evening), Heap(wiring.clock))
    sys.settrace(None)
    probe = evening.probe
    told = {"start": probe.start_ms, "steady": probe.unseen_ms, "cards_us": probe.times["card"]}
    print("TOLD " + json.dumps(told))


main(int(sys.argv[1]), int(sys.argv[2]))
