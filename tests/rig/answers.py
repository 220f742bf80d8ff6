"""Answers over HTTP that a test leaves open when it hangs up: each keeps its socket from closing.

Such a socket is closed by whichever finds it as garbage, with a warning that fails a test which has
nothing to do with it. So the test that left it open fails, and always.
"""

import socket
from io import BufferedIOBase
from typing import Any, Final
from weakref import WeakSet

_READ: Final = WeakSet[socket.socket]()
"""The sockets that something was made to read from."""


def watch() -> None:
    """Note from now on which sockets are read from as files."""
    makefile = socket.socket.makefile

    def noted(self: socket.socket, *given: Any, **named: Any) -> BufferedIOBase:
        _READ.add(self)
        file: BufferedIOBase = makefile(self, *given, **named)
        return file

    socket.socket.makefile = noted  # type: ignore[assignment,method-assign]


def left_open() -> list[socket.socket]:
    """The sockets that were closed while an answer is still open, each told once."""
    found = [
        each for each in tuple(_READ) if each.fileno() != -1 and getattr(each, "_closed", False)
    ]
    _READ.difference_update(found)
    return found
