"""One connection: what it sends and is sent, each against a deadline. Knows no HTTP.

Belongs to the hub's thread. While it waits for its client, others are served.
"""

from __future__ import annotations

import socket as sockets
import time
from contextlib import suppress
from typing import Final, Protocol

SEND_S: Final = 15.0
"""Whoever takes no 64 KiB in so long is hung up on."""
_PIECE_BYTES: Final = 64 * 1024
_READ_BYTES: Final = 16 * 1024


class Late(TimeoutError):
    """Raised if the client did not send in time what it had to."""


class TooLong(Exception):
    """Raised if a line is longer than it may be."""


class Socket(Protocol):
    """What is asked of a client's socket; one of gevent's lets others go on while it waits."""

    def setsockopt(self, level: int, option: int, value: int, /) -> None:
        """See `socket.setsockopt`."""

    def settimeout(self, seconds: float | None, /) -> None:
        """See `socket.settimeout`."""

    def recv(self, most_bytes: int, /) -> bytes:
        """See `socket.recv`."""

    def sendall(self, data: memoryview, /) -> None:
        """See `socket.sendall`."""

    def shutdown(self, how: int, /) -> None:
        """See `socket.shutdown`."""

    def detach(self) -> int:
        """See `socket.detach`."""


class Connection:
    """A client's socket. Mutable."""

    def __init__(self, socket: Socket, address: str) -> None:
        # An answer's head and body go out apart; with Nagle's algorithm each would take 40 ms.
        socket.setsockopt(sockets.IPPROTO_TCP, sockets.TCP_NODELAY, 1)
        self._socket = socket
        self._got = bytearray()
        self.address = address
        """The client's, without its port."""
        self.until_s = 0.0
        """When all that is waited for must have come, in the time of `time.monotonic`."""
        self.is_waiting = False
        """Whether it is the client's turn: to send, or to take what it is sent."""

    def within(self, seconds: float) -> None:
        """What is read from now on must have come in this time."""
        self.until_s = time.monotonic() + seconds

    def has_begun(self) -> bool:
        """Wait for the client's next byte; whether there is one. Raises: Late, OSError."""
        return bool(self._got) or self._more()

    def line(self, most_bytes: int) -> bytes:
        """The next line with its end; cut off if the client has hung up.

        Raises: TooLong, Late, OSError.
        """
        looked = 0
        while (end := self._got.find(b"\n", looked) + 1) == 0 and len(self._got) < most_bytes:
            looked = len(self._got)
            if not self._more():
                end = looked
                break
        if end > most_bytes or (self._got and not end):
            raise TooLong
        return self._taken(end)

    def read(self, most_bytes: int) -> bytes:
        """What comes next, at most so much; b"" at the end. Raises: Late, OSError."""
        if not self._got:
            self._more()
        return self._taken(most_bytes)

    def send(self, data: bytes | bytearray) -> None:
        """Send all of it. Raises: OSError if the client takes it too slowly, or has gone."""
        self._socket.settimeout(SEND_S)
        self.is_waiting = True
        try:
            for at in range(0, len(data), _PIECE_BYTES):
                self._socket.sendall(memoryview(data)[at : at + _PIECE_BYTES])
        finally:
            self.is_waiting = False

    def end(self) -> None:
        """Nothing more is sent: the client reads to the end of what was."""
        with suppress(OSError):  # it has gone
            self._socket.shutdown(sockets.SHUT_WR)

    def cut(self) -> None:
        """Hang up now, whatever is waited for."""
        with suppress(OSError):  # it has gone
            self._socket.shutdown(sockets.SHUT_RDWR)

    def _more(self) -> bool:
        left_s = self.until_s - time.monotonic()
        if left_s <= 0:
            raise Late
        self._socket.settimeout(left_s)
        self.is_waiting = True
        try:
            more = self._socket.recv(_READ_BYTES)
        except TimeoutError:
            raise Late from None
        finally:
            self.is_waiting = False
        self._got += more
        return bool(more)

    def _taken(self, most_bytes: int) -> bytes:
        taken = bytes(self._got[:most_bytes])
        del self._got[:most_bytes]
        return taken
