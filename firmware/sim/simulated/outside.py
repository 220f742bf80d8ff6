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


def _ticks_us() -> int:
    """Return the computer's monotonic clock in microseconds, as MicroPython's time does."""
    return time.monotonic_ns() // 1000


def inherited(control_fd: int) -> tuple:
    """Return input, output and control channel, which the starting program left open."""
    return (
        open(0, "rb", *UNBUFFERED),
        open(1, "wb", *UNBUFFERED),
        open(control_fd, "r+b", *UNBUFFERED),
    )


def _readable(*streams):
    """Return what waits until one of these can be read."""
    if hasattr(select, "poll"):
        waiting = select.poll()
    else:
        from simulated.loopback import Select

        waiting = Select()
    for stream in streams:
        waiting.register(stream, getattr(select, "POLLIN", 1))
    return waiting


class Outside:
    """What the board is plugged into. `control` is a stream of JSON lines in both directions."""

    def __init__(self, cable_in, cable_out, control) -> None:
        self._input, self._output, self._control = cable_in, cable_out, control
        self.ticks_us = time.ticks_us if ON_MICROPYTHON else _ticks_us
        self._either = _readable(cable_in, control)
        self._only_input = _readable(cable_in)
        self._only_control = _readable(control)

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
