"""A board's program joined to a host's session by perfect cables, in virtual time. Test support."""

import json
from collections.abc import Mapping

from board.canvas import Canvas
from tableboard.companion import Companion
from tablewire.board import BoardSession
from tablewire.host import HostSession
from tablewire.messages import Event, Hello

STROKES = 7
"""Put in a round, of which each is a millisecond."""
KEYS = ("2", "3", "4", "C", "Q", "OK")


class Wired:
    """Four readers, six keys, four seats; what lies and is pressed is set, then time runs."""

    def __init__(self, keys: tuple[str, ...] = KEYS) -> None:
        self.now_ms = 0
        self.found: list[bytes | int | None] = [None] * 4
        self.keys = 0
        self.buttons = 0
        self.plugged = True
        self.commits = True
        self.events: list[Event] = []
        self.sounds: list[int] = []
        self.polls = [0] * 4
        self.canvas = Canvas()
        self.display = b""
        self.session = BoardSession("E66164084373532B", "0BADCAFE", "0.1.0", "readers=4,health=1")
        self.companion = Companion(self.session, 4, keys, 4)
        self.host = HostSession("00000001")
        self.host.opened(0)

    def told(self, what: str) -> list[tuple[str, ...]]:
        """Return the words of all events of one kind that the host was given."""
        return [event.args for event in self.events if event.what == what]

    def show(self, picture: Mapping[str, object]) -> int:
        """Let the host show a picture; return its id."""
        return self.host.show(json.dumps(picture))

    def run(self, ms: int) -> None:
        """Let time pass, a millisecond at a time."""
        for _ in range(ms):
            self.now_ms += 1
            self._board()
            if self.plugged:
                self._carry()

    def _board(self) -> None:
        now_ms, companion = self.now_ms, self.companion
        reader = companion.reader_due(now_ms)
        if reader >= 0:
            self.polls[reader] += 1
            companion.take_poll(reader, self.found[reader], now_ms)
            companion.light(now_ms)
        if companion.scan_due(now_ms):
            companion.take_scan(self.keys, self.buttons, now_ms)
        pitch = companion.pitch(now_ms)
        if pitch != (self.sounds[-1] if self.sounds else 0):
            self.sounds.append(pitch)
        for count, stroke in enumerate(companion.strokes(now_ms)):
            self.canvas.put(stroke)
            if count == STROKES:
                break
        else:
            self.display = bytes(self.canvas.buffer)
            companion.note_drawn(now_ms)

    def _carry(self) -> None:
        for thing in self.host.receive(self.companion.due(self.now_ms, 100_000), self.now_ms):
            if isinstance(thing, Hello):
                self.host.knows(thing.boot, self.events[-1].seq if self.events else 0)
            elif isinstance(thing, Event):
                self.events.append(thing)
                if self.commits and self.host.board is not None:
                    self.host.commit(self.host.board.boot, thing.seq)
        data = self.host.due(self.now_ms)
        if data:
            self.companion.take_bytes(data, self.now_ms)
        if self.host.reopen_due(self.now_ms):
            self.host.opened(self.now_ms)
