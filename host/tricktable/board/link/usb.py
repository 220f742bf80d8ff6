"""What a simulated USB cable is, whichever form this computer gives it. Moves no byte itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

try:
    import termios  # noqa: F401 - only to see whether there is one

    HAS_PTY = True
except ImportError:
    HAS_PTY = False
"""Whether this system has pseudo-terminals, and with them files that a child process inherits.
Windows has neither."""

FIFO_BYTES: Final = 256
"""The transmit FIFO of a board's USB serial line (MicroPython 1.28 for the RP2040)."""


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


def plugged_in() -> UsbCable:
    """A new cable: a pseudo-terminal, or TCP over loopback where there is none. Raises: OSError."""
    if HAS_PTY:
        from tricktable.board.link.cable import PtyCable

        return PtyCable()
    from tricktable.board.link.loopback import TcpCable

    return TcpCable()
