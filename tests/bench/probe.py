"""Hands and a host that time a board, for both Pythons: `turn` at least once a millisecond.

What a board does is seen on its line alone, so the same probe times one on models of the chips,
in their virtual time, and one on an emulated RP2040. Does no I/O, asks no clock.
"""

import json
import random

from chips.tag import Tag
from tablewire.frame import Decoder, encode
from tablewire.host import HostSession
from tablewire.messages import CARD, KEY, Event, Hello, Picture

LIFTED_MS = 200
"""After so long a reader is empty for certain."""
READ_MS = 60
"""A card that was told stays for so long, as one that is let go."""
PRESSED_MS = 60
PINGS_MS = 150
"""From one to the next: their answers stay within the board's credit."""
TAPPED_MS = 16
"""A tap of a finger that is in a hurry."""
TAPS = 12
LONGEST = {"p": "words", "t": "Tricktable", "q": "x" * 1050}
PICTURE = {"p": "ask", "q": "Which game?", "o": [["2", "Torite"], ["3", "Etori"]]}
OTHER = {"p": "words", "t": "Tricktable", "q": "Something quite different stands here."}


class Probe:
    """One evening of measuring. `times` fills with lists of microseconds, by name.

    `wiring`: the table's parts. `touch`: called when a key has changed. `gaps`: for how many ms a
    card is away before it is laid again. `number`: of the evening; each has its own moments.
    """

    def __init__(
        self, wiring, readers: int, cards: int, gaps, touch=lambda: None, number=1
    ) -> None:
        self.times = {"hello": [], "first": [], "card": [], "key": [], "ping": [], "picture": []}
        self.taps = 0
        """Of this many as TAPS, those that were told."""
        self.start_ms = 0
        """For how long at most the board looked at no key, from its start to the first card."""
        self.unseen_ms = 0
        """The same since then, while it was asked for all of this."""
        self.noticed = {}
        """By gap: how often a card that was away for so long was told again, and of how many."""
        self.free = 0
        self.is_over = False
        self._wiring = wiring
        self._readers = readers
        self._cards = cards
        self._gaps = gaps
        self._touch = touch
        random.seed(number)
        self._session = HostSession("0DD0C0DE")
        self._now_us = 0
        self._decoder = Decoder()  # a session is silent about beats
        self._beats = 0
        self._events = []  # (when heard, kind)
        self._out = b""
        self._script = self._evening()
        self._awaited = next(self._script)
        self._is_open = False

    def turn(self, data: bytes, now_us: int) -> bytes:
        """Take what the board wrote until now; return what to write to it."""
        self._now_us = now_us
        now_ms = now_us // 1000
        session = self._session
        if not self._is_open:
            self._is_open = True
            session.opened(now_ms)
        for body in self._decoder.feed(data):
            self._beats += isinstance(body, str) and body.startswith("B ")
        for thing in session.receive(data, now_ms):
            if isinstance(thing, Hello):
                session.knows(thing.boot, len(self._events))
            elif isinstance(thing, Event):
                self._events.append((now_us, thing.what))
                session.commit(session.board.boot, thing.seq)
        while not self.is_over and self._awaited():
            try:
                self._awaited = next(self._script)
            except StopIteration:
                self.is_over = True
        out = self._out + session.due(now_ms)
        self._out = b""
        return out

    # The script: it yields what it waits for.

    def _evening(self):
        session = self._session
        self._lay(0, 0xFF)
        yield lambda: session.board
        self.times["hello"].append(self._now_us)
        yield lambda: self._events
        self.times["first"].append(self._told(0, CARD))
        self._wiring.readers[0].lift(None)
        yield self._after(LIFTED_MS)
        yield lambda: session.beat and session.beat.free
        yield from self._asks()
        self.start_ms = self.unseen_ms
        yield from self._lays_cards()
        yield from self._takes_one_away()
        for _ in range(self._cards):
            yield from self._presses()
        for _ in range(TAPS if self._cards else 0):
            yield from self._taps()
        for page in (PICTURE, OTHER, PICTURE, LONGEST):
            began_us, number = self._now_us, session.show(json.dumps(page))
            yield lambda: session.beat.picture == number  # noqa: B023 - asked in this round alone
            self.times["picture"].append(self._now_us - began_us)
        for _ in range(self._cards):
            yield from self._pings()
        self.free = session.beat.free
        yield from self._asks()

    def _lays_cards(self):
        """On readers in turn, while cards lie on the others."""
        for number in range(self._cards):
            reader = number % self._readers
            began_us, told = self._now_us, len(self._events)
            self._lay(reader, number)
            yield lambda: len(self._events) > told  # noqa: B023
            self.times["card"].append(self._told(told, CARD) - began_us)
            yield self._after(READ_MS)
            self._wiring.readers[(reader + 1) % self._readers].lift(None)
            yield self._after(LIFTED_MS + self._any(40))

    def _takes_one_away(self):
        for gap_ms in self._gaps:
            self._wiring.readers[0].lift(None)
            yield self._after(LIFTED_MS)
            seen = 0
            self._lay(0, gap_ms)
            yield self._after(READ_MS + self._any(40))
            for _ in range(4):
                told = len(self._events)
                self._wiring.readers[0].lift(None)
                yield self._after(gap_ms)
                self._lay(0, gap_ms)
                yield self._after(READ_MS + self._any(40))
                seen += len(self._events) > told
            self.noticed[gap_ms] = (seen, 4)

    def _presses(self):
        began_us, told = self._now_us, len(self._events)
        self._press(1 << self._any(20))
        yield lambda: len(self._events) > told
        self.times["key"].append(self._told(told, KEY) - began_us)
        yield self._after(PRESSED_MS)
        self._press(0)
        yield self._after(PRESSED_MS + self._any(40))

    def _taps(self):
        """Of a key, at any moment, as short as a tap is."""
        told = len(self._events)
        self._press(1 << self._any(20))
        yield self._after(TAPPED_MS)
        self._press(0)
        yield self._after(2 * PRESSED_MS + self._any(40))
        self.taps += len(self._events) - told

    def _asks(self):
        """How the board is: with that it tells for how long it looked at no key until now."""
        session = self._session
        before = session.health
        session.ask()
        yield lambda: session.health is not None and session.health is not before
        self.unseen_ms = int(session.health["board"][2])

    def _pings(self):
        """A picture that the board has is answered by a beat, at once."""
        began_us, told = self._now_us, self._beats
        self._out += encode(str(Picture(1, "{}")))
        yield lambda: self._beats > told
        self.times["ping"].append(self._now_us - began_us)
        yield self._after(PINGS_MS + self._any(40))

    def _told(self, before: int, kind: str) -> int:
        """When the event after those was heard. Raises: ValueError if it is of another kind."""
        when_us, what = self._events[before]
        if what != kind:
            raise ValueError(f"{what} in place of {kind}")
        return when_us

    def _lay(self, reader: int, number: int) -> None:
        self._wiring.readers[reader].lay(Tag(bytes((4, 163, 198, 202, 226, number, 128))))

    def _press(self, keys: int) -> None:
        self._wiring.keys.pressed = keys
        self._touch()

    def _any(self, less_than: int) -> int:
        return random.randrange(less_than)

    def _after(self, ms: int):
        ends_us = self._now_us + 1000 * ms
        return lambda: self._now_us >= ends_us
