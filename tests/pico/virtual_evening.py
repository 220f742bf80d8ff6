"""Evenings of a board in the virtual time of its chips, under MicroPython: prints TOLD and JSON.

    micropython -X heapsize=... virtual_evening.py EVENING

with firmware/sim, firmware/portable, firmware/pico and tests on the module path. An evening is a
generator: it does something to the table's parts and yields for how many milliseconds it lets the
board go on, or a condition that it waits for. Nobody reads what the board says.
"""

import json
import sys

import mfrc522
import pins
from chips.tag import Tag
from simulated.board import Board
from simulated.wiring import Wiring
from soak.life import Over, live
from soak.virtual import VirtualSimulation

MS = 1_000_000
UID = bytes.fromhex("04A3C6CAE26180")
PATIENCE_MS = 5000


class World:
    """What VirtualSimulation lets happen: an evening, a step at a time."""

    next_ns = 0

    def __init__(self, wiring, evening) -> None:
        self._clock = wiring.clock
        self._evening = evening
        self._awaited = 0

    def visit(self, line) -> int:
        """Go on with the evening if what it waits for has come."""
        line.note_fetch(len(line.drain()))
        while self._has_come():
            try:
                self._awaited = next(self._evening)
            except StopIteration:
                raise Over from None
            except Exception as problem:  # noqa: BLE001 - the board's program would go on
                raise Over(problem) from None
            if isinstance(self._awaited, int):
                self._awaited = self._clock.ns + self._awaited * MS
        self.next_ns = self._clock.ns + MS
        return 0

    def _has_come(self) -> bool:
        awaited = self._awaited
        return self._clock.ns >= awaited if isinstance(awaited, int) else awaited()


def losses(wiring, told):
    """Let each register that is set fall back, at any moment of an empty and a full reader."""
    yield 1000
    for reader, chip in enumerate(wiring.readers):
        if reader & 1:
            chip.lay(Tag(UID))
            yield 300
        for place, (register, value) in enumerate(mfrc522._SETTINGS):
            chip.lose(register)
            if chip.holds(register) == value:
                continue
            began_ns = wiring.clock.ns
            yield lambda: chip.holds(register) == value or late(wiring, began_ns)  # noqa: B023
            took_ms = (wiring.clock.ns - began_ns) // MS
            told.append((f"{reader}.{register:02X}", took_ms))
            yield 211 + 37 * place


def fields(wiring, told):
    """Lay cards, break readers, test them; tell of all fields after the start."""
    yield 100  # they are tested and started
    seen = {"looks": 0, "dark": 0, "most": 0, "lit": [0] * 4}
    for step in range(3000):
        lit = [chip.has_field for chip in wiring.readers]
        seen["looks"] += 1
        seen["dark"] += not any(lit)
        seen["most"] = max(seen["most"], sum(lit))
        seen["lit"] = [many + on for many, on in zip(seen["lit"], lit)]  # noqa: B905
        if step % 97 == 0:
            chip = wiring.readers[step // 97 % 4]
            if chip.tags:
                chip.lift()
            else:
                chip.lay(Tag(UID))
        if step % 501 == 500:
            wiring.readers[step % 4].hung = True
        if step == 1200:
            unplug(wiring.readers[3], 0)
        if step == 1700:
            unplug(wiring.readers[3], -1)
        yield 1
    seen["too_soon"] = [chip.too_soon for chip in wiring.readers]
    told.append(seen)


def unplug(chip, level: int) -> None:
    """Pull a reader's plug, or put it in again (-1): it has no power meanwhile."""
    chip.miso = level
    chip.reset()


def late(wiring, began_ns: int) -> bool:
    """Whether nobody waits any longer."""
    return wiring.clock.ns - began_ns > PATIENCE_MS * MS


def main(evening) -> None:
    """Let the board's program live through it."""
    wiring = Wiring(pins)
    told = []
    live(VirtualSimulation(Board(wiring), World(wiring, evening(wiring, told))))
    print("TOLD " + json.dumps(told))


main({"losses": losses, "fields": fields}[sys.argv[1]])
