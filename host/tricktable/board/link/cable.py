"""What a simulated USB cable is, and its form as one pseudo-terminal. Parses nothing.

It is unplugged and replugged at will. The device end of the pseudo-terminal is its slave, which any
serial program opens like a real port; this side owns its master. While the device's reader has more
bytes to fetch than a board's FIFO holds, those that follow wait. The system counts them late, so
that a few kilobytes may pass before.
"""

import array
import os
from collections.abc import Sequence
from typing import Final, Protocol

try:
    import fcntl
    import pty
    import termios
    import tty

    HAS_PTY = True
except ImportError:
    HAS_PTY = False
"""Whether this system has pseudo-terminals, and with them files that a child process inherits.
Windows has neither."""

FIFO_BYTES: Final = 256
"""The transmit FIFO of a board's USB serial line (MicroPython 1.28 for the RP2040)."""
_LARGEST_READ_BYTES: Final = 1024


class UsbCable(Protocol):
    """A cable that is plugged in, seen from the board."""

    @property
    def port(self) -> str:
        """What the host opens."""

    @property
    def is_held_up(self) -> bool:
        """Whether bytes wait because the reader has not fetched earlier ones."""

    def filenos(self) -> Sequence[int]:
        """The files that become readable when there is something to `pull`."""

    def push(self, data: bytes = b"") -> int:
        """Pass bytes to the reader, as far as it fetches them; the rest waits for a next push.

        Returns how many were passed on.
        """

    def pull(self) -> bytes:
        """Take what the host wrote; b"" when there is nothing."""

    def forget(self) -> None:
        """Drop the waiting bytes: the board that sent them was reset."""

    def close(self) -> None:
        """Unplug the cable: programs with the port open see it vanish."""


class PtyCable:
    """A cable that is plugged in. `close` unplugs it: programs with the port open see it vanish.

    Only where HAS_PTY. Mutable.
    """

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

    def filenos(self) -> list[int]:
        """The files that become readable when there is something to `pull`."""
        return [self.master]

    @property
    def is_held_up(self) -> bool:
        """Whether bytes wait because the reader has not fetched earlier ones."""
        return bool(self._waiting)

    def push(self, data: bytes = b"") -> int:
        """Pass bytes to the reader, as far as it fetches them; the rest waits for a next push.

        Returns how many were passed on.
        """
        self._waiting += data
        room = FIFO_BYTES - self._unread()
        if not self._waiting or room <= 0:
            return 0
        try:
            written = os.write(self.master, self._waiting[:room])
        except BlockingIOError:  # the count of what is unread lags behind, and all is full
            return 0
        self._waiting = self._waiting[written:]
        return written

    def forget(self) -> None:
        """Drop the waiting bytes: the board that sent them was reset."""
        self._waiting = b""

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
