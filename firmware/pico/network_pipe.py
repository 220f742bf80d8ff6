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
from tablewire.sealed import BUSY, KEY_BYTES, Sealed

_SLICE_BYTES = const(512)
_QUEUE_BYTES = const(1024)
_CALLERS = const(4)  # that greet at once: lwIP has five connections (lwip/opt.h), one is the host's
_GREETING_MS = const(3000)  # for a host to prove its key, unless others knock
_TURN_MS = const(200)  # even then: so twenty a second have all a turn, of four round trips of 50 ms
_JOIN_MS = const(10_000)  # from a try that failed to the next one
_STUCK_MS = const(60_000)  # a try that comes to no end has failed
_TRYING = (1, 2)  # WLAN.status() of a CYW43: it joins; it has joined and waits for an address
_NO_SAVING = const(0xA11140)  # cyw43_ll.h: as it is without us, but for its lowest digit, the mode
_LATER_MS = const(1000)  # between two looks at the network
_LAST_PORT = const(65535)
_NOTHING_YET = (11, 115)  # EAGAIN, EINPROGRESS


class Caller:
    """Who knocked, and has not proved to have the key."""

    def __init__(self, line: socket.socket, now_ms: int) -> None:
        self.line = line
        self.began_ms = now_ms
        self.sealed: Sealed | None = None


class NetworkPipe(SerialPipe):
    """The line to a host on the network, and to one on the cable while there is no other.

    Raises: KeyError, ValueError and the like for a table that names no network. What it says is
    looked at here and never later: a round that fails each time would leave the board no cable.
    """

    def __init__(self, table: dict[str, str], clock: Clock) -> None:
        super().__init__()
        self._clock = clock
        self._key = bytes.fromhex(table["key"])
        if len(self._key) != KEY_BYTES:
            raise ValueError("no key")
        self._ssid, self._password = table["ssid"], table["password"]
        (self._ssid + self._password).encode()  # texts, both
        self._port = int(table["port"])
        if not 0 < self._port <= _LAST_PORT:
            raise ValueError("no port: %d" % self._port)
        network.hostname(table.get("name", "tricktable"))
        self._wlan: network.WLAN | None = None
        self._join_ms = self._look_ms = self._stuck_ms = 0
        self._door: socket.socket | None = None
        self._host: socket.socket | None = None
        self._callers: list[Caller] = []
        self._sealed: Sealed | None = None
        self._heard_ms = 0
        self._sealed_queue = b""

    def read(self) -> bytes:
        """Return whole frames of the network's host, or bytes of the cable."""
        now_ms = self._clock.now_ms()
        self._join(now_ms)
        self._admit(now_ms)  # before the host is heard, who may come back: then its end lies there
        frames = self._hear(now_ms) or self._greet(now_ms)
        return super().read() if self._sealed is None else frames

    def room(self) -> int:
        """Return how many bytes `write` takes now."""
        if self._sealed is None:
            return super().room()
        return max(0, _QUEUE_BYTES - len(self._sealed_queue))

    def write(self, data: bytes) -> None:
        """Queue whole frames, and pass on what passes at once."""
        if self._sealed is None:
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
                self._fail(problem)
        return not self._sealed_queue and super().flush()

    def wait(self, ms: int) -> bool:
        """Idle until bytes come on the cable, at most so long."""
        self.flush()
        return super().wait(ms)

    def close(self) -> None:
        """Shut the door and hang up: while it is open, there is no other one at its port."""
        self._hang_up()
        for caller in self._callers:
            caller.line.close()
        if self._door is not None:
            self._door.close()

    def _join(self, now_ms: int) -> None:
        """See that the board is in its network, and that its door is open."""
        if now_ms < self._look_ms:
            return
        self._look_ms = now_ms + _LATER_MS
        if self._wlan is None:
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
            try:
                self._wlan.connect(self._ssid, self._password)
            except OSError:  # the chip does not even try
                pass

    def _open_door(self) -> None:
        door = socket.socket()
        try:
            door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            door.bind(socket.getaddrinfo("0.0.0.0", self._port)[0][-1])
            door.listen(2)
            door.setblocking(False)
            self._door = door
            self.is_joined = True
        except OSError:  # it is tried again
            door.close()

    def _admit(self, now_ms: int) -> None:
        """Let in who knocks. Each has a turn; who had one makes room when all places are taken."""
        callers = self._callers
        if self._door is None:
            return
        if len(callers) >= _CALLERS:
            oldest = callers[0]
            for caller in callers:
                if caller.began_ms < oldest.began_ms:
                    oldest = caller
            if now_ms - oldest.began_ms < _TURN_MS:
                return
        try:
            line, _ = self._door.accept()
        except OSError:
            return
        line.setblocking(False)
        if len(callers) >= _CALLERS:
            callers.remove(oldest)
            oldest.line.close()
        callers.append(Caller(line, now_ms))

    def _greet(self, now_ms: int) -> bytes:
        """Hear the next caller: one that proves its key is the host, whose frames are returned."""
        if not self._callers:
            return b""
        caller = self._callers[0]  # until it was heard: if memory fails, `close` finds it there
        try:
            data = caller.line.recv(_SLICE_BYTES)
            frames = self._answer(caller, data, now_ms) if data else b""
            stays = bool(data) and caller.sealed is not None and not caller.sealed.why
        except OSError as problem:
            frames = b""
            stays = problem.errno in _NOTHING_YET
        self._callers.pop(0)
        if stays and now_ms - caller.began_ms < _GREETING_MS:
            if caller.line is not self._host:
                self._callers.append(caller)
        else:
            caller.line.close()
        return frames

    def _answer(self, caller: Caller, data: bytes, now_ms: int) -> bytes:
        """Answer what a caller said, which is heard before it is refused: what is closed unread
        takes no answer.
        """
        if self._sealed is not None:
            caller.line.send(BUSY)
            caller.sealed = None
            return b""
        if caller.sealed is None:
            caller.sealed = Sealed(self._key, os.urandom(16).hex(), True)
        frames = caller.sealed.receive(data)
        due = caller.sealed.due()
        if due:
            caller.line.send(due)
        if caller.sealed.is_open:
            self._host, self._sealed = caller.line, caller.sealed
            self._heard_ms = now_ms
        return frames

    def _hear(self, now_ms: int) -> bytes:
        sealed, host = self._sealed, self._host
        if sealed is None or host is None:
            return b""
        try:
            data = host.recv(_SLICE_BYTES)
        except OSError as problem:
            self._fail(problem)
            data = None
        if data == b"":
            self._hang_up()
            return b""
        frames = sealed.receive(data) if data else b""
        if frames:
            self._heard_ms = now_ms
        if sealed.why or now_ms - self._heard_ms >= GONE_MS:
            self._hang_up()
        return frames

    def _fail(self, problem: OSError) -> None:
        """Hang up unless the network only says that there is nothing yet."""
        if problem.errno not in _NOTHING_YET:
            self._hang_up()

    def _hang_up(self) -> None:
        if self._host is not None:
            self._host.close()
        self._host = self._sealed = None
        self._sealed_queue = b""
