"""A pretended USB cable: one pseudo-terminal, unplugged and replugged at will. Parses nothing.

The device end is the pty's slave, which any serial program opens like a real port; this side
owns its master. Bytes that the device's reader has not fetched are the host's, up to the size
of the board's FIFO; what comes after that waits, as it would on the board.
"""

from __future__ import annotations

import array
import fcntl
import os
import pty
import termios
import tty
from typing import Final

FIFO_BYTES: Final = 256
"""The transmit FIFO of a board's USB serial line (MicroPython 1.28 for the RP2040)."""
_LARGEST_READ_BYTES: Final = 1024


class Cable:
    """A cable that is plugged in. `close` unplugs it: whoever has the port open sees it vanish."""

    def __init__(self) -> None:
        self.master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self.master, False)
        self.port = os.ttyname(self._slave)
        self._waiting = b""

    def close(self) -> None:
        """Unplug the cable."""
        os.close(self.master)
        os.close(self._slave)

    @property
    def is_held_up(self) -> bool:
        """Whether bytes wait because the reader does not fetch those before them."""
        return bool(self._waiting)

    def push(self, data: bytes = b"") -> None:
        """Pass bytes to the reader, as far as it fetches them; the rest waits for a next push."""
        self._waiting += data
        room = FIFO_BYTES - self._unread()
        if self._waiting and room > 0:
            written = os.write(self.master, self._waiting[:room])
            self._waiting = self._waiting[written:]

    def pull(self) -> bytes:
        """Take what the other side wrote; b"" when there is nothing."""
        try:
            return os.read(self.master, _LARGEST_READ_BYTES)
        except BlockingIOError:
            return b""

    def _unread(self) -> int:
        count = array.array("i", [0])
        fcntl.ioctl(self._slave, termios.FIONREAD, count)
        return count[0]
