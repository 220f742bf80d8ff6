"""The computer around the simulated board: its clock, the cable's bytes, the control channel.

The only file of the simulation that does I/O. Runs under MicroPython's unix port and CPython.
Bytes for the board come on standard input in chunks, each after one byte with its length;
bytes from the board leave on standard output as they are.
"""

import json
import select
import sys
import time

ON_MICROPYTHON = sys.implementation.name == "micropython"
UNBUFFERED = () if ON_MICROPYTHON else (0,)


class Outside:
    """What the board is plugged into. `control_fd` is a stream of JSON lines in both directions."""

    def __init__(self, control_fd: int) -> None:
        self._input = open(0, "rb", *UNBUFFERED)  # noqa: SIM115 - as long as the board
        self._output = open(1, "wb", *UNBUFFERED)  # noqa: SIM115
        self._control = open(control_fd, "r+b", *UNBUFFERED)  # noqa: SIM115
        self._either = select.poll()
        self._either.register(self._input, select.POLLIN)
        self._either.register(self._control, select.POLLIN)
        self._only_input = select.poll()
        self._only_input.register(self._input, select.POLLIN)
        self._only_control = select.poll()
        self._only_control.register(self._control, select.POLLIN)

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
        length = self._input.read(1)
        if not length:
            raise SystemExit  # the cable's other end is gone: so is the simulation
        return self._input.read(length[0])

    def send(self, data: bytes) -> None:
        """Pass bytes to the cable."""
        self._output.write(data)

    def command(self):
        """Return the next command of the control channel, or None when there is none."""
        if not self._only_control.poll(0):
            return None
        line = self._control.readline()
        if not line:
            raise SystemExit
        return json.loads(line)

    def tell(self, news: dict) -> None:
        """Write to the control channel."""
        self._control.write((json.dumps(news) + "\n").encode())
