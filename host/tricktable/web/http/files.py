"""How many files this process may open, and how connections and streams share them.

Every connection is a file. Knows no request.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import Final, NamedTuple

if sys.platform != "win32":
    import fcntl
    import resource

KEPT: Final = 128
"""Files for all else: the journal, boards, pipes, and connections that are just being closed."""
MAX_CONNECTIONS: Final = 1000
"""More clients than this are not waited for at once; streams are counted apart."""
LOW: Final = 1024
"""From here on select(2), with which pyserial waits, knows no file (FD_SETSIZE)."""
_ELSEWHERE: Final = 8192  # Windows: a socket is no file there
_MACOS_MOST: Final = 10240  # OPEN_MAX: it promises more, and refuses it (setrlimit(2))


class Shares(NamedTuple):
    """How many may be open at once."""

    connections: int
    streams: int


def shares(streams: int) -> Shares:
    """What this process may open, shared out, once its limit is as high as the system allows."""
    return shared(raised(), streams)


def shared(files: int, streams: int) -> Shares:
    """So many files shared out, where `streams` are wanted."""
    room = max(16, files - KEPT)
    connections = min(MAX_CONNECTIONS, room // 4)
    return Shares(connections, min(streams, room - connections))


def raised() -> int:
    """Raise this process's limit to what the system allows; how many files that are."""
    if sys.platform == "win32":
        return _ELSEWHERE
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = hard
    if sys.platform == "darwin" and (hard == resource.RLIM_INFINITY or hard > _MACOS_MOST):
        wanted = _MACOS_MOST
    with suppress(OSError, ValueError):  # what there is must do
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return sys.maxsize if soft == resource.RLIM_INFINITY else soft


def lifted(number: int) -> int:
    """The same file under a number that leaves the low ones to serial ports, if there is one."""
    if sys.platform == "win32" or number >= LOW:
        return number
    try:
        high = fcntl.fcntl(number, fcntl.F_DUPFD_CLOEXEC, LOW)
    except OSError:  # the limit is lower, or all high ones are taken
        return number
    os.close(number)
    return high
