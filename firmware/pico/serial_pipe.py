"""The USB serial line as bytes that never block: bounded reads, bounded writes. Never parses.

On an RP2040 a read for n bytes waits for n bytes, and a write into a full buffer waits half a
second for a host that does not read (MicroPython, shared/tinyusb/mp_usbd_cdc.c). So bytes pass
one by one, each only after a poll has said that it passes at once.
"""

import select
import sys

from micropython import const, kbd_intr

SLICE_BYTES = 64
"""Bytes that one call moves at most, in about 3 ms."""

_QUEUE_BYTES = const(1024)


class SerialPipe:
    """The line between the board and its host, which is also the console.

    From its making on, byte 03h is a byte like any other and no longer stops the program.
    """

    is_joined = False
    """Whether the board has been in a network since its start."""

    def __init__(self) -> None:
        kbd_intr(-1)
        self._input = sys.stdin.buffer
        self._output = sys.stdout.buffer
        self._readable = select.poll()
        self._readable.register(self._input, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(self._output, select.POLLOUT)
        self._one = bytearray(1)
        self._heard = bytearray(SLICE_BYTES)
        self._queue = bytearray()

    def read(self) -> bytes:
        """Return the bytes that have come, at most SLICE_BYTES; b"" when there are none."""
        heard = 0
        while heard < SLICE_BYTES and self._readable.poll(0):
            self._heard[heard] = self._input.read(1)[0]
            heard += 1
        return bytes(self._heard[:heard])

    def room(self) -> int:
        """Return how many bytes `write` takes now."""
        return _QUEUE_BYTES - len(self._queue)

    def write(self, data: bytes) -> None:
        """Queue bytes, which must fit into `room`, and pass on what passes at once."""
        if len(data) > self.room():
            raise ValueError("more than there is room for")
        self._queue += data
        self.flush()

    def flush(self) -> bool:
        """Pass on up to SLICE_BYTES of what is queued; return whether all of it has gone."""
        queue = self._queue
        sent = 0
        while sent < SLICE_BYTES and sent < len(queue) and self._writable.poll(0):
            self._one[0] = queue[sent]
            self._output.write(self._one)
            sent += 1
        self._queue = queue[sent:]
        return not self._queue

    def close(self) -> None:
        """Let go of whatever another pipe will need."""

    def wait(self, ms: int) -> bool:
        """Pass on what is queued, then idle until bytes come, at most so long.

        Returns whether some came. With bytes still queued it idles for 1 ms at most.
        """
        if not self.flush():
            ms = min(ms, 1)
        return bool(self._readable.poll(ms))
