"""Runs a table's day in virtual time under MicroPython: the shipped firmware, a world, a host.

    MICROPYPATH=firmware/sim:firmware/portable:firmware/pico:tests:.frozen \\
        micropython -X heapsize=... tests/soak/table.py SECONDS SEED

Prints a line of JSON per virtual hour, at least twelve, and one with the result.
"""

import gc
import json
import sys
from time import ticks_diff, ticks_ms

import pins
from simulated.board import Board
from simulated.wiring import Wiring
from soak.life import Over, live
from soak.virtual import Restart, VirtualSimulation
from soak.world import S, World

HOUR_S = 3600


class Day(World):
    """A world that ends, and looks at the heap on its way."""

    def __init__(self, wiring, seconds: int, seed: int) -> None:
        super().__init__(wiring, seed)
        self.heap = []  # the least that was in use after a collection, in each part of the time
        self._part_ns = min(HOUR_S * S, seconds * S // 12)
        self._look_ns = self._part_ns // 20
        self._ends_ns = seconds * S
        self._least = 0
        self._part_ends_ns = self._part_ns
        self._in(self._look_ns, self._weigh)

    def _weigh(self) -> None:
        gc.collect()
        used = gc.mem_alloc()
        self._least = min(self._least or used, used)
        if self.clock.ns >= self._part_ends_ns:
            self.heap.append(self._least)
            print(
                json.dumps({"part": len(self.heap), "heap": self._least, "wrong": len(self.wrong)})
            )
            self._least = 0
            self._part_ends_ns += self._part_ns
        if self.clock.ns >= self._ends_ns:
            raise Over
        self._in(self._look_ns, self._weigh)


def main(seconds: int, seed: int) -> None:
    """Live the day."""
    began_ms = ticks_ms()
    board = Board(Wiring(pins))
    day = Day(board.wiring, seconds, seed)
    simulation = VirtualSimulation(board, day)
    while True:
        try:
            live(simulation)
            break
        except Restart:
            day.board_restarted()
            simulation.restarted()
    result = {
        "seconds": day.clock.ns // S,
        "wall_ms": ticks_diff(ticks_ms(), began_ms),
        "heap": day.heap,
        "wrong": day.wrong,
        "counts": day.counts,
        "stalls": simulation.line.stalls,
        "bus_fights": board.wiring.bus_fights,
    }
    print(json.dumps(result))


main(int(sys.argv[1]), int(sys.argv[2]))
