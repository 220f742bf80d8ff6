"""Keys that are tapped while the board sweeps its heap, and what it tells of them: prints TOLD.

    micropython -X heapsize=... virtual_sweep.py SWEEPS

with firmware/sim, firmware/portable, firmware/pico and tests on the module path. In each sweep
another key goes down and up again: for as long as a tap takes, or, each third time, as a glitch.
"""

import gc
import json
import sys

import machine
import pins
from simulated.board import Board
from simulated.wiring import Wiring
from soak.life import Over, live
from soak.virtual import VirtualSimulation, give
from tablewire.host import HostSession
from tablewire.messages import KEY, SEAT, Event, Hello

MS = 1_000_000
SWEPT_MS = 20
TAP_MS = 16
GLITCH_MS = 2


class World:
    """A host that takes events, and a finger that is as quick as a sweep of the heap."""

    next_ns = 0
    threshold = staticmethod(gc.threshold)
    mem_free = staticmethod(gc.mem_free)

    def __init__(self, wiring, sweeps: int) -> None:
        self._wiring = wiring
        self._left = sweeps
        self._session = HostSession("0DD0C0DE")
        self._down = b""
        self._is_open = False
        self.tapped = []
        self.told = []

    def collect(self) -> None:
        """What gc.collect does on this board."""
        gc.collect()
        clock = self._wiring.clock
        self._left -= 1
        number = self._left
        ms = TAP_MS if number % 3 else GLITCH_MS
        if self._left < 0 or not self._is_open:
            clock.spend(SWEPT_MS * MS)
            return
        if number % 2:
            what, gpio = self._key(number % len(pins.KEYS))
        else:
            what, gpio = self._button(number // 2 % len(pins.SEAT_BUTTONS))
        machine.board.edge(gpio, rising=False)
        clock.spend(ms * MS)
        self._wiring.keys.pressed = self._wiring.buttons = 0
        machine.board.edge(gpio, rising=True)
        clock.spend((SWEPT_MS - ms) * MS)
        if ms == TAP_MS:
            self.tapped.append(what)

    def _key(self, key: int):
        self._wiring.keys.pressed = 1 << key
        return ["K", pins.KEYS[key]], pins.KEY_COLUMNS[key % len(pins.KEY_COLUMNS)]

    def _button(self, seat: int):
        self._wiring.buttons = 1 << seat
        return ["S", str(seat), "short"], pins.SEAT_BUTTONS[seat]

    def visit(self, line) -> int:
        """Carry bytes."""
        now_ms = self._wiring.clock.ns // MS
        session = self._session
        if not self._is_open:
            self._is_open = True
            session.opened(now_ms)
        data = line.drain()
        line.note_fetch(len(data))
        for thing in session.receive(data, now_ms):
            if isinstance(thing, Hello):
                session.knows(thing.boot, 0)
            elif isinstance(thing, Event):
                session.commit(session.board.boot, thing.seq)
                if thing.what in (KEY, SEAT):
                    words = [thing.what]
                    words.extend(thing.args)
                    self.told.append(words)
        self._down = give(line, self._down + session.due(now_ms))
        self.next_ns = self._wiring.clock.ns + MS
        if self._left < -1:
            raise Over
        return 0


def main(sweeps: int) -> None:
    """Let the board's program live until it has swept its heap so often."""
    wiring = Wiring(pins)
    world = World(wiring, sweeps)
    live(VirtualSimulation(Board(wiring), world), world)
    told = {"tapped": world.tapped, "told": world.told, "fights": wiring.bus_fights}
    print("TOLD " + json.dumps(told))


main(int(sys.argv[1]))
