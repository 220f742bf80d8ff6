"""The line over Wi-Fi while a host is connected there, and the USB line while none is.

Never parses frames and never waits for the network; joining it takes about a second, once. The
flash's table.json says which network: ssid, password, key (64 hex digits), port, name.
"""

import os
import socket

from micropython import const

import network
from clock import Clock
from serial_pipe import SerialPipe
from tablewire.limits import GONE_MS
from tablewire.sealed import BUSY, Sealed

_SLICE_BYTES = const(512)
_QUEUE_BYTES = const(1024)
_GREETING_MS = const(3000)  # for a host to prove its key
_JOIN_MS = const(10_000)  # from a try that failed to the next one
_STUCK_MS = const(60_000)  # a try that comes to no end has failed
_TRYING = (1, 2)  # WLAN.status() of a CYW43: it joins; it has joined and waits for an address
_NO_SAVING = const(0xA11140)  # cyw43_ll.h: as it is without us, but for its lowest digit, the mode
_LATER_MS = const(1000)  # between two looks at the network
_NOTHING_YET = (11, 115)  # EAGAIN, EINPROGRESS


class NetworkPipe(SerialPipe):
    """The line to a host on the network, and to one on the cable while there is no other."""

    def __init__(self, table: dict[str, str], clock: Clock) -> None:
        super().__init__()
        self._table = table
        self._clock = clock
        self._key = bytes.fromhex(table["key"])
        self._wlan: network.WLAN | None = None
        self._join_ms = self._look_ms = self._stuck_ms = 0
        self._door: socket.socket | None = None
        self._host: socket.socket | None = None
        self._waiting: socket.socket | None = None
        self._sealed: Sealed | None = None
        self._heard_ms = 0
        self._sealed_queue = b""

    def read(self) -> bytes:
        """Return whole frames of the network's host, or bytes of the cable."""
        now_ms = self._clock.now_ms()
        self._join(now_ms)
        frames = self._hear(now_ms)
        self._welcome(now_ms)
        return frames if self._is_talking() else super().read()

    def room(self) -> int:
        """Return how many bytes `write` takes now."""
        if not self._is_talking():
            return super().room()
        return max(0, _QUEUE_BYTES - len(self._sealed_queue))

    def write(self, data: bytes) -> None:
        """Queue whole frames, and pass on what passes at once."""
        if self._sealed is None or not self._sealed.is_open:
            super().write(data)
        else:
            self._sealed_queue += self._sealed.seal(data)
            self.flush()

    def flush(self) -> bool:
        """Pass on what passes at once; return whether nothing is left."""
        if self._host is not None and self._sealed_queue:
            try:
                self._sealed_queue = self._sealed_queue[self._host.send(self._sealed_queue) :]
            except OSError as problem:
                self._lost(problem)
        return not self._sealed_queue and super().flush()

    def wait(self, ms: int) -> bool:
        """Idle until bytes come on the cable, at most so long."""
        self.flush()
        return super().wait(ms)

    def _is_talking(self) -> bool:
        return self._sealed is not None and self._sealed.is_open

    def _join(self, now_ms: int) -> None:
        """See that the board is in its network, and that its door is open."""
        if now_ms < self._look_ms:
            return
        self._look_ms = now_ms + _LATER_MS
        if self._wlan is None:
            network.hostname(self._table.get("name", "tricktable"))
            self._wlan = network.WLAN(network.STA_IF)
            self._wlan.active(True)
            self._wlan.config(pm=_NO_SAVING)  # with it a frame may wait for 200 ms
        if self._wlan.isconnected():
            if self._door is None:
                self._open_door()
        elif self._wlan.status() in _TRYING and now_ms < self._stuck_ms:
            self._join_ms = now_ms + _JOIN_MS
        elif now_ms >= self._join_ms:
            self._join_ms = now_ms + _JOIN_MS
            self._stuck_ms = now_ms + _STUCK_MS
            self._wlan.connect(self._table["ssid"], self._table["password"])

    def _open_door(self) -> None:
        door = socket.socket()
        try:
            door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            door.bind(socket.getaddrinfo("0.0.0.0", int(self._table["port"]))[0][-1])
            door.listen(2)
            door.setblocking(False)
            self._door = door
        except OSError:  # it is tried again
            door.close()

    def _welcome(self, now_ms: int) -> None:
        """Take who knocks, unless a host is there that proved its key."""
        if self._waiting is not None and not self._is_talking():
            host, self._waiting = self._waiting, None
            self._take(host, now_ms)  # the other one has gone: perhaps it is the same
        self._refuse()
        if self._door is None:
            return
        try:
            host, _ = self._door.accept()
        except OSError:
            return
        host.setblocking(False)
        if not self._is_talking():
            self._take(host, now_ms)
            return
        if self._waiting is not None:
            self._waiting.close()
        self._waiting = host

    def _take(self, host: socket.socket, now_ms: int) -> None:
        self._hang_up()
        self._host = host
        self._heard_ms = now_ms
        self._sealed = Sealed(self._key, os.urandom(16).hex(), True)

    def _refuse(self) -> None:
        """Answer who was not taken, once it has greeted: what is closed unread takes no answer."""
        host = self._waiting
        if host is None:
            return
        try:
            if host.recv(_SLICE_BYTES):
                host.send(BUSY)
        except OSError as problem:
            if problem.errno in _NOTHING_YET:
                return
        host.close()
        self._waiting = None

    def _hear(self, now_ms: int) -> bytes:
        sealed, host = self._sealed, self._host
        if sealed is None or host is None:
            return b""
        try:
            data = host.recv(_SLICE_BYTES)
        except OSError as problem:
            self._lost(problem)
            data = None
        if data == b"":
            self._hang_up()
            return b""
        frames = sealed.receive(data) if data else b""
        self._sealed_queue += sealed.due()
        if frames:
            self._heard_ms = now_ms
        patience_ms = GONE_MS if sealed.is_open else _GREETING_MS
        if sealed.why or now_ms - self._heard_ms >= patience_ms:
            self._hang_up()
        return frames

    def _lost(self, problem: OSError) -> None:
        """Hang up unless the network only says that there is nothing yet."""
        if problem.errno not in _NOTHING_YET:
            self._hang_up()

    def _hang_up(self) -> None:
        if self._host is not None:
            self._host.close()
        self._host = self._sealed = None
        self._sealed_queue = b""
