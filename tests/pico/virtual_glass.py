"""A display whose supply dips at any moment, and what its board tells of it: prints TOLD and JSON.

    micropython -X heapsize=... virtual_glass.py DIPS SEED

with firmware/sim, firmware/portable, firmware/pico and tests on the module path. Told are the beats
that spoke of a picture while the display was dark, each with when it was said and since when.
"""

import json
import random
import sys

import pins
from simulated.board import Board
from simulated.wiring import Wiring
from soak.life import Over, live
from soak.virtual import VirtualSimulation, give
from tablewire.frame import Decoder
from tablewire.host import HostSession
from tablewire.messages import Hello

MS = 1_000_000
LOOK_NS = MS
PICTURES = (
    {"p": "words", "t": "Tricktable", "q": "Something stands here that is not short."},
    {"p": "ask", "q": "Which game?", "o": [["2", "Torite"], ["3", "Etori"]]},
)


class World:
    """A host that shows pictures, and a supply that dips."""

    next_ns = 0

    def __init__(self, wiring, dips: int) -> None:
        self._clock = wiring.clock
        self._display = wiring.display
        self._dips = dips
        self._dip_ns = 0
        self._pages = {}  # what the display's memory is while a picture is shown
        self._dark_ms = -1  # since when, in ms of the board; -1: it shows something
        self._session = HostSession("0DD0C0DE")
        self._decoder = Decoder()
        self._down = b""
        self._is_open = False
        self.wrong = []
        self.healed = []
        self.beats = 0

    def visit(self, line) -> int:
        """Look at the display, carry bytes, and let the supply dip when it is time."""
        now_ns = self._clock.ns
        now_ms = now_ns // MS
        is_shown = self._display.on and bytes(self._display.memory) in self._pages.values()
        if self._dark_ms >= 0 and is_shown:
            self.healed.append(now_ms - self._dark_ms)
            self._dark_ms = -1
            self._dip_ns = now_ns + random.randrange(1500) * MS
            self._session.show(json.dumps(PICTURES[len(self.healed) % 2]))
        self._carry(line, now_ms)
        if len(self._pages) == len(PICTURES) and self._dark_ms < 0 and now_ns >= self._dip_ns:
            if len(self.healed) >= self._dips:
                raise Over
            self._display.dip()
            self._dark_ms = now_ms
        self.next_ns = now_ns + LOOK_NS
        return 0

    def _carry(self, line, now_ms: int) -> None:
        session = self._session
        if not self._is_open:
            self._is_open = True
            session.opened(now_ms)
        data = line.drain()
        line.note_fetch(len(data))
        for body in self._decoder.feed(data):
            if isinstance(body, str) and body.startswith("B "):
                self._beat(body.split(" "))
        for thing in session.receive(data, now_ms):
            if isinstance(thing, Hello):
                session.knows(thing.boot, 0)
                session.show(json.dumps(PICTURES[0]))
        self._down = give(line, self._down + session.due(now_ms))

    def _beat(self, words) -> None:
        said_ms, picture = int(words[2]), int(words[3])
        self.beats += picture > 0
        if picture and 0 <= self._dark_ms < said_ms:
            self.wrong.append([said_ms, self._dark_ms])
        if picture and len(self._pages) < len(PICTURES) and picture not in self._pages:
            self._pages[picture] = bytes(self._display.memory)
            self._session.show(json.dumps(PICTURES[picture % 2]))


def main(dips: int, seed: int) -> None:
    """Let the board's program live until its display has dipped so often."""
    random.seed(seed)
    wiring = Wiring(pins)
    world = World(wiring, dips)
    live(VirtualSimulation(Board(wiring), world))
    told = {"wrong": world.wrong, "healed": world.healed, "beats": world.beats}
    print("TOLD " + json.dumps(told))


main(int(sys.argv[1]), int(sys.argv[2]))
