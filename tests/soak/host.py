"""The host of a soak's table and its cable, which is cut, garbled and left unread. Does no I/O.

It commits what it is given, now and then a little late, and shows pictures. One that is killed
forgets all but its journal.
"""

import json
import random

from soak.virtual import give
from tablewire.host import HostSession
from tablewire.messages import CARD, Event, Hello

MS = 1_000_000
NEVER = 1 << 62
SHOWN = (
    {"p": "words", "t": "Soak", "q": "Cards come and go.", "l": ["on"] * 4, "s": ""},
    {"p": "ask", "q": "Which?", "o": [["2", "this"], ["3", "that"]], "l": ["turn"] * 4, "s": "ask"},
    {
        "p": "sheet",
        "t": "Soak",
        "r": [["Ann", "1", "2"], ["Bo", "3", "4"]],
        "q": "",
        "l": [],
        "s": "",
    },
)


class Host:
    """Serves a line of the board. `hear(event)` is called with each event that is committed."""

    def __init__(self, clock, hear, blame) -> None:
        self._clock = clock
        self._hear = hear
        self._blame = blame
        self._saved = {}  # journal: boot to the newest event committed
        self._boot = ""
        self._plugged = True
        self._reads = True
        self._garbles = 0
        self.start()

    @property
    def _now_ms(self) -> int:
        return self._clock.ns // MS

    def start(self) -> None:
        """Start with nothing but the journal."""
        self.session = HostSession("%08X" % (1 + random.getrandbits(30)))
        self._fresh = []  # events given and not committed: a host that is killed forgets them
        self._down = b""
        self._open()

    def _open(self) -> None:
        self.session.opened(self._now_ms)
        self.well_ns = NEVER  # since when it hears everything

    def examine(self) -> None:
        """Have the board test its parts."""
        self.session.ask(test=True)

    # Its cable

    def garble(self, pieces: int) -> None:
        """Let a byte be wrong in this many pieces."""
        self._garbles = pieces

    def cut(self) -> None:
        """Pull the cable."""
        self._plugged = False

    def plug(self) -> None:
        """Put it in again."""
        self._plugged = True
        self._down = b""
        self._open()

    def stall(self) -> None:
        """Read nothing."""
        self._reads = False
        self.well_ns = NEVER

    def go_on(self) -> None:
        """Read again."""
        self._reads = True

    def serve(self, line) -> None:
        """Carry bytes both ways, as a host does that looks each few milliseconds."""
        if line.plugged != self._plugged:
            line.plug(self._plugged)
            self.well_ns = NEVER
        if not (self._plugged and self._reads):
            return
        data = line.drain()
        line.note_fetch(len(data))
        self._take(self.session.receive(self._spoil(data), self._now_ms))
        if self.session.reopen_due(self._now_ms):
            self._open()
        self._down = give(line, self._down + self._spoil(self.session.due(self._now_ms)))
        self._watch()

    def _spoil(self, data: bytes) -> bytes:
        if not self._garbles or not data:
            return data
        self._garbles -= 1
        place = random.randrange(len(data))
        return data[:place] + b"#" + data[place + 1 :]

    # Its work

    def _take(self, things) -> None:
        for thing in things:
            if isinstance(thing, Hello):
                self._fresh = []
                self._meet(thing.boot)
                self.session.knows(thing.boot, self._saved[thing.boot])
            elif isinstance(thing, Event):
                self._fresh.append(thing)
        if self._fresh and random.getrandbits(3):
            for event in self._fresh:
                self._commit(event)
            self._fresh = []

    def _meet(self, boot: str) -> None:
        if boot not in self._saved:
            self._saved = {boot: 0}
        self._boot = boot

    def _commit(self, event) -> None:
        self._saved[self._boot] += 1
        if event.seq != self._saved[self._boot]:
            self._blame(f"event {event.seq} after {self._saved[self._boot] - 1}")
        self.session.commit(self._boot, event.seq)
        self._hear(event)
        if event.what == CARD:
            self.session.show(json.dumps(SHOWN[event.seq % len(SHOWN)]))

    def _watch(self) -> None:
        session = self.session
        if not session.alive(self._now_ms) or self._fresh or session.events_missing:
            self.well_ns = NEVER
            return
        self.well_ns = min(self.well_ns, self._clock.ns)
        if session.events_lost:
            self._blame(f"the board lost {session.events_lost}")
