"""One connection: sends and receives bytes, each against a deadline. Knows no HTTP.

Belongs to the hub's thread. While it waits for its client, others are served.
"""

import socket as sockets
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final, Protocol

SEND_S: Final = 15.0
"""A client that does not accept 64 KiB in this time is disconnected."""
_PIECE_BYTES: Final = 64 * 1024  # so that `SEND_S` counts from the last piece that was taken
_READ_BYTES: Final = 16 * 1024  # at once: most heads and forms fit


class Late(TimeoutError):
    """Raised if the client did not send what it had to in time."""


class TooLong(Exception):
    """Raised if a line is longer than allowed."""


class Socket(Protocol):
    """What we need of a client's socket. While one of gevent's waits, other greenlets run."""

    def setsockopt(self, level: int, option: int, value: int, /) -> None:
        """See `socket.setsockopt`."""

    def getsockname(self) -> tuple[str | int, ...]:
        """See `socket.getsockname`."""

    def settimeout(self, seconds: float | None, /) -> None:
        """See `socket.settimeout`."""

    def recv(self, most_bytes: int, flags: int = 0, /) -> bytes:
        """See `socket.recv`."""

    def sendall(self, data: memoryview, /) -> None:
        """See `socket.sendall`."""

    def shutdown(self, how: int, /) -> None:
        """See `socket.shutdown`."""

    def detach(self) -> int:
        """See `socket.detach`."""

    def close(self) -> None:
        """See `socket.close`."""


class Connection:
    """A client's socket. Mutable."""

    def __init__(self, socket: Socket, address: str) -> None:
        """Of a visitor, with the system's own socket; or with one that waits as `begin` gives."""
        self._socket = socket
        self._got = bytearray()
        self.address = address
        """The visitor that counts (`visitors.visitor_of`): an address, or a /64 of IPv6."""
        self.until_s = 0.0
        """The deadline for everything awaited, in the time of `time.monotonic`."""
        self.is_waiting = False
        """Whether it is the client's turn: to send, or to take what it is sent."""
        self.is_cut = False
        """Whether we hung up: whatever it had sent, nobody waits for an answer."""
        self._is_idle = False

    def begin(self, waiting: Callable[[int], Socket]) -> Socket:
        """From now on bytes come and go. `waiting` makes a socket that waits out of a file."""
        self._socket = waiting(self._socket.detach())
        # Head and body of an answer go out separately; with Nagle's algorithm each would take 40
        # ms.
        with suppress(OSError):  # it has gone
            self._socket.setsockopt(sockets.IPPROTO_TCP, sockets.TCP_NODELAY, 1)
        return self._socket

    def refuse(self, words: bytes) -> None:
        """Say this and hang up at once, instead of `begin`: so little needs no waiting."""
        with suppress(OSError):  # it has gone
            self._socket.settimeout(0)
            self._socket.sendall(memoryview(words))
        self._socket.close()

    def within(self, seconds: float) -> None:
        """Set the deadline for everything read from now on."""
        self.until_s = time.monotonic() + seconds

    def has_begun(self) -> bool:
        """Wait for the client's next byte. Returns whether there is one. Raises: Late, OSError."""
        self._is_idle = True
        try:
            return bool(self._got) or self._more()
        finally:
            self._is_idle = False

    def line(self, most_bytes: int) -> bytes:
        """The next line with its line end; cut short if the client has hung up.

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
        return self._take(end)

    def read(self, most_bytes: int) -> bytes:
        """The next bytes, at most this many; b"" at the end. Raises: Late, OSError."""
        if not self._got:
            self._more()
        return self._take(most_bytes)

    def send(self, data: bytes | bytearray) -> None:
        """Send all of it. Raises: OSError if the client takes it too slowly, or has gone."""
        self._socket.settimeout(SEND_S)
        self.is_waiting = True
        try:
            for at in range(0, len(data), _PIECE_BYTES):
                self._socket.sendall(memoryview(data)[at : at + _PIECE_BYTES])
        finally:
            self.is_waiting = False

    def has_gone(self) -> bool:
        """Whether the client has hung up, or we have. Waits for nothing."""
        if self.is_waiting:  # whoever waits for it finds out, with a time limit of its own
            return False
        self._socket.settimeout(0)
        try:
            return not self._socket.recv(1, sockets.MSG_PEEK)
        except BlockingIOError:
            return False
        except OSError:
            return True

    def end(self) -> None:
        """Send nothing more; the client can still read everything sent before."""
        with suppress(OSError):  # it has gone
            self._socket.shutdown(sockets.SHUT_WR)

    def cut(self) -> None:
        """Hang up now, whatever is still awaited."""
        self.is_cut = True
        with suppress(OSError):  # it has gone
            self._socket.shutdown(sockets.SHUT_RDWR)

    def dismiss(self) -> None:
        """Hang up if no request is under way: a client would send its next one into the void."""
        if self._is_idle:
            self.cut()

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

    def _take(self, most_bytes: int) -> bytes:
        taken = bytes(self._got[:most_bytes])
        del self._got[:most_bytes]
        return taken
