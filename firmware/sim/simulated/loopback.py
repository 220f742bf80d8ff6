"""The simulated board where nothing can be inherited: connections to a port of this computer.

A file of its own, so that it takes no room on the board's heap where it is not needed.
"""

import select
import sys

from simulated.outside import ON_MICROPYTHON

_CABLE, _CONTROL = b"0", b"1"


def called(port: int) -> tuple:
    """Return the same as connections to a port of this computer.

    A line on standard input says what to begin each with, so that it is known for ours.
    """
    secret = sys.stdin.readline().strip().encode()
    cable = _connect(port, secret + _CABLE)
    control = _connect(port, secret + _CONTROL)
    if not ON_MICROPYTHON:
        import io

        sys.stdout = io.TextIOWrapper(cable, write_through=True)  # as where it is inherited
    return cable, cable, control


def _connect(port: int, greeting: bytes):
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
