"""How many files this process may open, and how connections and streams share them.

Every connection is a file. Knows no request.
"""

import os
import sys
from contextlib import suppress
from typing import Final, NamedTuple

try:
    import fcntl
    import resource

    _HAS_LIMIT = True
except ImportError:  # Windows, where a socket is not a file
    _HAS_LIMIT = False

KEPT: Final = 128
"""Files for everything else: the journal, boards, pipes, and connections that are closing."""
MAX_CONNECTIONS: Final = 1000
"""The most connections at once; streams are counted separately."""
LOW: Final = 1024
"""Select(2), which pyserial waits with, accepts only files below this number (FD_SETSIZE)."""
_ELSEWHERE: Final = 8192  # where there is no such limit
_MACOS_MOST: Final = 10240  # OPEN_MAX: more is promised, then refused (setrlimit(2))


class Shares(NamedTuple):
    """How many of each may be open at once."""

    connections: int
    streams: int


def shares(streams: int) -> Shares:
    """Raise this process's limit as far as the system allows, and share it out."""
    return share_out(raise_limit(), streams)


def share_out(files: int, streams: int) -> Shares:
    """Share out this many files, where `streams` streams are wanted."""
    room = max(16, files - KEPT)
    connections = min(MAX_CONNECTIONS, room // 4)
    return Shares(connections, min(streams, room - connections))


def raise_limit() -> int:
    """Raise this process's limit to what the system allows. Returns how many files that is."""
    if not _HAS_LIMIT:
        return _ELSEWHERE
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = hard
    if sys.platform == "darwin" and (hard == resource.RLIM_INFINITY or hard > _MACOS_MOST):
        wanted = _MACOS_MOST
    with suppress(OSError, ValueError):  # make do with the limit there is
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return sys.maxsize if soft == resource.RLIM_INFINITY else soft


def move_higher(number: int) -> int:
    """The same file under a higher number, if one is free: low ones are left to serial ports."""
    if not _HAS_LIMIT or number >= LOW:
        return number
    try:
        high = fcntl.fcntl(number, fcntl.F_DUPFD_CLOEXEC, LOW)
    except OSError:  # the limit is lower, or all high numbers are taken
        return number
    os.close(number)
    return high
