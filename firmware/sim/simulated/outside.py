"""The computer around the simulated board: its clock, the cable's bytes, the control channel.

The only file of the simulation that does I/O. Runs under MicroPython's unix port and CPython.
Bytes for the board come in chunks, each after one byte with its length; bytes from the board leave
as they are.
"""

import json
import select
import sys
import time

ON_MICROPYTHON = sys.implementation.name == "micropython"
UNBUFFERED = () if ON_MICROPYTHON else (0,)
_CABLE, _CONTROL = b"0", b"1"


def inherited(control_fd: int) -> tuple:
    """Return input, output and control channel, which whoever started this left open."""
    return (
        open(0, "rb", *UNBUFFERED),
        open(1, "wb", *UNBUFFERED),
        open(control_fd, "r+b", *UNBUFFERED),
    )


def called(port: int) -> tuple:
    """Return the same as connections to a port of this computer.

    A line on standard input says what to begin each with, so that it is known for ours.
    """
    secret = sys.stdin.readline().strip().encode()
    cable = _connected(port, secret + _CABLE)
    control = _connected(port, secret + _CONTROL)
    if not ON_MICROPYTHON:
        import io

        sys.stdout = io.TextIOWrapper(cable, write_through=True)  # as where it is inherited
    return cable, cable, control


def _connected(port: int, greeting: bytes):
    import socket

    stream = socket.socket()
    stream.connect(socket.getaddrinfo("127.0.0.1", port)[0][-1])
    stream.setsockopt(6, 1, 1)  # TCP_NODELAY, which MicroPython has no name for
    if not ON_MICROPYTHON:
        stream = stream.makefile("rwb", buffering=0)
    stream.write(greeting)
    return stream


class Select:
    """What select.poll does, where there is none: Windows."""

    def __init__(self) -> None:
        self._streams = []

    def register(self, stream, _eventmask: int) -> None:
        """Look at a stream from now on."""
        self._streams.append(stream)

    def poll(self, ms: int) -> list:
        """Return those that can be read, waiting for one at most so long."""
        return select.select(self._streams, (), (), ms / 1000)[0]


def _readable(*streams):
    """Return what waits until one of these can be read."""
    waiting = select.poll() if hasattr(select, "poll") else Select()
    for stream in streams:
        waiting.register(stream, getattr(select, "POLLIN", 1))
    return waiting


class Outside:
    """What the board is plugged into. `control` is a stream of JSON lines in both directions."""

    def __init__(self, cable_in, cable_out, control) -> None:
        self._input, self._output, self._control = cable_in, cable_out, control
        self._either = _readable(cable_in, control)
        self._only_input = _readable(cable_in)
        self._only_control = _readable(control)

    def ticks_us(self) -> int:
        """Return the computer's monotonic clock in microseconds."""
        return time.ticks_us() if ON_MICROPYTHON else time.monotonic_ns() // 1000

    def wait(self, us: int, hearing: bool) -> None:
        """Wait until a command comes, or bytes from the cable if `hearing`; at most so long."""
        poll = self._either if hearing else self._only_control
        if us >= 1000:
            poll.poll(us // 1000)
        elif us > 0 and not poll.poll(0):
            time.sleep(us / 1_000_000)

    def has_bytes(self) -> bool:
        """Return whether bytes from the cable can be fetched."""
        return bool(self._only_input.poll(0))

    def fetch(self) -> bytes:
        """Return the next chunk from the cable."""
        left = self._read(1)[0]
        data = self._read(left)
        while len(data) < left:  # CPython returns what has arrived
            data += self._read(left - len(data))
        return data

    def _read(self, size: int) -> bytes:
        try:
            data = self._input.read(size)
        except OSError:
            data = b""
        if not data:
            raise SystemExit  # the cable's other end is gone: so is the simulation
        return data

    def send(self, data: bytes) -> None:
        """Pass bytes to the cable."""
        self._output.write(data)

    def command(self):
        """Return the next command of the control channel, or None when there is none."""
        if not self._only_control.poll(0):
            return None
        try:
            line = self._control.readline()
        except OSError:
            line = b""
        if not line:
            raise SystemExit
        return json.loads(line)

    def tell(self, news: dict) -> None:
        """Write to the control channel."""
        self._control.write((json.dumps(news) + "\n").encode())
