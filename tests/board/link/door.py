"""A board's door on the network: one host at a time, and only one that proves the key.

It lets hosts in and sends them away as `firmware/pico/network_pipe.py` does. One thing is worse
here, as behind a network that fails: a host that was silent for too long does not hear that it was
left, and may go on as if it still had the board.
"""

import secrets
import socket
import time
from typing import Final

from tablewire.limits import GONE_MS
from tablewire.sealed import BUSY, Sealed

_MOST_BYTES: Final = 4096
_ASKS: Final = b"~W "
"""A frame that only asks who is there. Whoever sends another one serves the board."""


class _Caller:
    """One connection, and the host at its other end."""

    def __init__(self, line: socket.socket, key: bytes, now_ms: int) -> None:
        self.line = line
        self.sealed = Sealed(key, secrets.token_hex(16), is_board=True)
        self.heard_ms = now_ms
        self.is_gone = False
        self.serves = False
        self._leaving = b""

    def hear(self) -> bytes:
        """The frames that have come."""
        try:
            data = self.line.recv(_MOST_BYTES)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        frames: bytes = self.sealed.receive(data) if data else b""
        self.is_gone = self.is_gone or not data or bool(self.sealed.why)
        self.send(self.sealed.due())
        return frames

    def send(self, data: bytes) -> None:
        """Send these bytes as soon as they can be sent."""
        self._leaving += data
        try:
            if self._leaving:
                self._leaving = self._leaving[self.line.send(self._leaving) :]
        except BlockingIOError:
            pass
        except OSError:
            self.is_gone = True

    @property
    def is_held_up(self) -> bool:
        """Whether bytes wait."""
        return bool(self._leaving)


class Door:
    """A cable for a `Board`, at a port of this computer that every host can reach."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._listener.setblocking(False)
        self.port = f"socket://127.0.0.1:{self._listener.getsockname()[1]}"
        self._talks: _Caller | None = None
        self._others: list[_Caller] = []
        """Those who were told that it talks with another, and those who were left."""
        self.came = 0
        """How many connections there have been."""
        self.refused = 0
        """How many hosts were told that it talks with another."""
        self.served = 0
        """How many connections a host has served it by, one after the other."""
        self.strays: list[bytes] = []
        """What hosts sent that were left, while another one served: none must."""

    def __str__(self) -> str:
        return f"{self.came} connections, {self.refused} refused, {self.served} served the board"

    def filenos(self) -> list[int]:
        """The files that become readable when there is something to `pull`."""
        callers = [self._talks] if self._talks else []
        return [self._listener.fileno(), *(each.line.fileno() for each in callers + self._others)]

    @property
    def is_held_up(self) -> bool:
        """Whether bytes wait that no host has taken."""
        return self._talks is not None and self._talks.is_held_up

    def pull(self) -> bytes:
        """Take what the host sent that the board talks with; let in whoever comes."""
        now_ms = time.monotonic_ns() // 1_000_000
        frames = self._hear(now_ms)
        self._welcome(now_ms)
        self._listen_to_others()
        return frames

    def push(self, data: bytes = b"") -> int:
        """Send whole frames to the host that it talks with; to nobody, they are lost."""
        talks = self._talks
        if talks is None or not talks.sealed.is_open:
            return 0
        talks.send(talks.sealed.seal(data))
        return len(data)

    def forget(self) -> None:
        """Nothing waits here for long."""

    def close(self) -> None:
        """Let nobody in any more."""
        self._listener.close()
        for each in (self._talks, *self._others):
            if each is not None:
                each.line.close()
        self._talks, self._others = None, []

    def _hear(self, now_ms: int) -> bytes:
        talks = self._talks
        if talks is None:
            return b""
        frames = talks.hear()
        if frames:
            talks.heard_ms = now_ms
        if not talks.serves and any(not each.startswith(_ASKS) for each in _lines(frames)):
            talks.serves = True
            self.served += 1
        if talks.is_gone:
            talks.line.close()
            self._talks = None
        elif now_ms - talks.heard_ms >= GONE_MS:
            self._talks = None
            self._others.append(talks)
        return frames

    def _welcome(self, now_ms: int) -> None:
        try:
            line, _ = self._listener.accept()
        except OSError:
            return
        self.came += 1
        line.setblocking(False)
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        comer = _Caller(line, self._key, now_ms)
        if self._talks is not None and self._talks.sealed.is_open:
            self._others.append(comer)
            return
        if self._talks is not None:
            self._talks.line.close()
        self._talks = comer

    def _listen_to_others(self) -> None:
        """Tell those who come too late, and note what those say who were left."""
        is_served = self._talks is not None and self._talks.serves
        for each in [*self._others]:
            if each.sealed.is_open:
                frames = _lines(each.hear())
                self.strays += [one for one in frames if is_served and not one.startswith(_ASKS)]
            elif self._is_told(each):
                self.refused += 1
                each.is_gone = True
            if each.is_gone:
                each.line.close()
                self._others.remove(each)

    def _is_told(self, comer: _Caller) -> bool:
        """Whether this one has greeted, and was told: what is closed unread takes no answer."""
        try:
            if comer.line.recv(_MOST_BYTES):
                comer.line.send(BUSY)
        except BlockingIOError:
            return False
        except OSError:
            pass
        return True


def _lines(frames: bytes) -> list[bytes]:
    return frames.split(b"\n")[:-1]
