"""A request's body as a stream that ends where its framing says. Stores nothing.

Chunks are read as strictly as heads are: see RFC 9112, section 7.1.
"""

from __future__ import annotations

import io
import re
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from tricktable.web.http import head
from tricktable.web.http.connection import Connection, TooLong

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

# Apache gives it 20 s, and a second more for every 500 bytes (RequestReadTimeout).
BODY_S: Final = 10.0
"""Time limit for a body, plus one second for every `BYTES_PER_S` bytes that arrived."""
BYTES_PER_S: Final = 16 * 1024
"""Gives a record of 2 MiB two minutes on a bad Wi-Fi."""
_SIZE_BYTES: Final = 256  # a chunk's first line; extensions are ignored
_TRAILERS: Final = 16  # lines after the last chunk: they are read and dropped, and must end
# At most eight digits: a number of any length must not be read as another (RFC 9112, 7.1).
_SIZE: Final = re.compile(rb"([0-9A-Fa-f]{1,8})[ \t]*(;[^\x00-\x08\x0a-\x1f\x7f]*)?\r\n")
_PIECE_BYTES: Final = 16 * 1024  # read at once: what is thrown away is never held whole
_CONTINUE: Final = b"HTTP/1.1 100 Continue\r\n\r\n"


class MalformedBody(OSError):
    """Raised if a body is not framed as its head says, or was cut off."""


class Body(io.RawIOBase):
    """Reads one request's body, `wsgi.input`. Raises: MalformedBody, Late, OSError. Mutable."""

    def __init__(self, connection: Connection, length: int | None, is_asked_for: bool) -> None:
        """Body of `length` bytes or in chunks; `is_asked_for` if the client awaits 100 Continue."""
        self._connection = connection
        self._left = length or 0
        """Bytes left in the body, or in the current chunk."""
        self._is_chunked = length is None
        self._more_s = 1 / BYTES_PER_S
        self._has_begun = self.is_broken = False
        self._held = memoryview(b"")
        """What was gathered and is not read yet."""
        self._fault: OSError | None = None
        """What went wrong behind that."""
        self.is_over = length == 0
        """Whether the body has ended, so that the next request can follow."""
        self.is_asked_for = is_asked_for and not self.is_over

    def gather(self, most_bytes: int) -> None:
        """Wait until the body is here, or so much of it. What goes wrong is raised to its reader.

        Not for one that says it is longer, which may be refused for that, nor for a client that
        waits for 100 Continue.
        """
        if self.is_asked_for or (self._left > most_bytes and not self._is_chunked):
            return
        held = bytearray()
        try:
            while len(held) < most_bytes and not self.is_over:
                held += self.read(min(_PIECE_BYTES, most_bytes - len(held))) or b""
        except OSError as fault:
            self._fault = fault
        self._held = memoryview(held)

    def drain(self, most_bytes: int, seconds: float) -> bool:
        """Read and discard the rest of an unread body. Returns whether that was all of it."""
        if self.is_asked_for or self.is_broken:
            return False  # the client may or may not send it, or nobody knows where it ends
        self._has_begun, self._more_s = True, 0.0
        self._connection.within(seconds)
        with suppress(OSError):
            while most_bytes > 0 and not self.is_over:
                most_bytes -= len(self.read(_PIECE_BYTES) or b"")
        return self.is_over

    def readable(self) -> bool:
        """Always."""
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        """Fill the buffer with what has arrived; 0 at the end."""
        space = memoryview(buffer).cast("B")
        if self._held:
            size = min(len(space), len(self._held))
            space[:size], self._held = self._held[:size], self._held[size:]
            return size
        if self._fault is not None:
            fault, self._fault = self._fault, None
            raise fault
        if self.is_broken:
            raise MalformedBody("it was broken off")
        self.is_broken = True  # until this read has succeeded
        size = self._read_into(space)
        self.is_broken = False
        return size

    def _read_into(self, buffer: memoryview) -> int:
        if not self._has_begun:
            self._begin()
        if self._is_chunked and not self._left and not self.is_over:
            self._next_chunk()
        if self.is_over:
            return 0
        data = self._connection.read(min(len(buffer), self._left))
        if not data:
            raise MalformedBody("it was cut off")
        self._connection.until_s += len(data) * self._more_s
        buffer[: len(data)] = data
        self._left -= len(data)
        if not self._left:
            self._end()
        return len(data)

    def _begin(self) -> None:
        self._has_begun = True
        self._connection.within(BODY_S)
        if self.is_asked_for:
            self.is_asked_for = False
            # Only when a page starts to read: a page that refuses never asks for the body (RFC
            # 9110, 10.1.1).
            self._connection.send(_CONTINUE)

    def _end(self) -> None:
        """The end of a chunk, or of the whole body."""
        if not self._is_chunked:
            self.is_over = True
        elif self._line() != b"\r\n":
            raise MalformedBody("a chunk is longer than it says")

    def _next_chunk(self) -> None:
        size = _SIZE.fullmatch(self._line())
        if size is None:
            raise MalformedBody("not the size of a chunk")
        self._left = int(size[1], 16)
        if self._left:
            return
        for _ in range(_TRAILERS):
            line = self._line()
            if line == b"\r\n":
                self.is_over = True
                return
            if not head.is_field(line):
                break
        raise MalformedBody("no end after the last chunk")

    def _line(self) -> bytes:
        try:
            return self._connection.line(_SIZE_BYTES)
        except TooLong:
            raise MalformedBody("a line is too long") from None
