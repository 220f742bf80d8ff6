"""Answers a host that asks who is there, with as little code as that takes. Knows no event.

It speaks for a board whose program is still loading, and in the safe mode for one that has none.
Bytes that are no question are ignored.
"""

import os
import select
import sys
import time
from binascii import crc32

from micropython import const, kbd_intr

import machine

# As in tablewire.limits: nothing is imported that would have to be loaded before the hello.
_MOST_LINE_BYTES = const(1200)
_MOST_BYTES = const(256)  # taken at a time
_BEAT_MS = const(1000)
_SILENT_MS = const(3000)


def frame(body: str) -> bytes:
    """Return the frame of a body (see tablewire.frame)."""
    data = body.encode()
    return b"~%s*%08X\n" % (data, crc32(data))


def words_of(line: bytes) -> list[str]:
    """Return the words of a host's line, [] if that is no frame."""
    body = line[line.rfind(b"~") + 1 : -10]
    try:
        text = body.decode()
        return text.split(" ") if line.endswith(frame(text)) else []
    except UnicodeError:
        return []


class Greeter:
    """A board of which nobody knows more than its hello: `version` and `has` stand in it.

    Ctrl-C stops a program until a host asks, and one that `is_safe` for ever.
    """

    def __init__(self, version: str, has: str, is_safe: bool) -> None:
        self._is_safe = is_safe
        self.version = version
        self.has = has
        self.board_id = machine.unique_id().hex().upper()
        self.boot_id = os.urandom(4).hex().upper()
        self.question = b""
        """The last line in which a host asked who is there."""
        self.mark = 0
        """Of the last hello or beat."""
        self.first = self.next = 1
        """The events that the board keeps: those of a start that this one continues."""
        self.lost = 0
        self.since_ms = 0
        """How long the start lasted that this one continues."""
        self._now_ms = 0  # since this start: ticks wrap after twelve days, and this does not
        self._ticks = time.ticks_ms()
        self._heard_ms = self._beat_ms = -_SILENT_MS
        self._poll = select.poll()
        self._poll.register(sys.stdin.buffer, select.POLLIN)
        self._room = select.poll()
        self._room.register(sys.stdout.buffer, select.POLLOUT)
        self._unsent = b""
        self._line = b""

    def listen(self, ms: int) -> None:
        """Answer what a host has sent, after waiting for it at most so long; beat. To be called at
        least once in six days.
        """
        for _ in range(_MOST_BYTES):
            comes = self._poll.poll(ms)
            ticks = time.ticks_ms()
            self._now_ms += time.ticks_diff(ticks, self._ticks)
            self._ticks = ticks
            if not comes:
                break
            self._line = self._line[-_MOST_LINE_BYTES:] + sys.stdin.buffer.read(1)
            if self._line.endswith(b"\n"):
                self._hear(self._line)
                self._line = b""
        now_ms = self._now_ms
        if now_ms - self._heard_ms < _SILENT_MS and now_ms - self._beat_ms >= _BEAT_MS:
            self._beat_ms = now_ms
            self.mark += 1
            counts = (self.mark, self.since_ms + now_ms, self.next, self.lost)
            # Free heap, the last number, is not counted: nobody has swept what loading left.
            self._say("B %d %d 0 %d %d 0" % counts)
        while self._unsent and self._room.poll(0):
            sys.stdout.buffer.write(self._unsent[:1])
            self._unsent = self._unsent[1:]

    def _say(self, body: str) -> None:
        """Send a frame when there is room for it; a host that does not read misses what follows."""
        if len(self._unsent) < _MOST_BYTES:
            self._unsent += frame(body)

    def _hear(self, line: bytes) -> None:
        words = words_of(line)
        if words:
            self._heard_ms = self._now_ms
        if len(words) > 3 and words[0] == "W":
            if not self._is_safe:
                kbd_intr(-1)
            self.question = line
            self.mark += 1
            who = "%s %s %s" % (self.board_id, self.boot_id, words[3])
            counts = "%d %d %d" % (self.mark, self.first, self.next)
            self._say("H 1 1 %s %s %s %s" % (who, counts, self.version, self.has))
