"""What a service manager gives the program that it starts: a socket, and an ear for how it is.

systemd's two protocols, as its own manual describes them (sd_listen_fds(3), sd_notify(3)); without
systemd nothing is given, and nothing is said.
"""

import socket
from collections.abc import Mapping
from contextlib import suppress
from typing import Final, NamedTuple

FIRST_FILE: Final = 3
"""The number of the first socket that is handed over (SD_LISTEN_FDS_START)."""
READY: Final = b"READY=1"
ALIVE: Final = b"WATCHDOG=1"
STOPPING: Final = b"STOPPING=1"


class Supervisor(NamedTuple):
    """Who started this process, as far as it matters; by default nobody who listens."""

    is_listening: bool = False
    """Whether the socket to serve on is handed over, listening."""
    ear: str = ""
    """The socket that is told how this process is."""
    watchdog_s: float = 0
    """This process is restarted if it says nothing for so long; 0 if nobody watches."""

    def listener(self) -> socket.socket | None:
        """The socket that is handed over; None if there is none. Call it once."""
        if not self.is_listening:
            return None
        listener = socket.socket(fileno=FIRST_FILE)
        listener.set_inheritable(False)
        return listener

    def say(self, what: bytes) -> None:
        """Say how this process is. Never waits, and never fails: who is deaf is not told."""
        if not self.ear:
            return
        address = "\0" + self.ear[1:] if self.ear.startswith("@") else self.ear
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as mouth:
            mouth.setblocking(False)
            mouth.sendto(what, address)


def supervisor(environ: Mapping[str, str], pid: int) -> Supervisor:
    """The supervisor of the process `pid` with this environment."""
    mine = str(pid)
    return Supervisor(
        is_listening=environ.get("LISTEN_PID") == mine and environ.get("LISTEN_FDS", "0") != "0",
        ear=environ.get("NOTIFY_SOCKET", ""),
        watchdog_s=_watchdog_s(environ) if environ.get("WATCHDOG_PID", mine) == mine else 0,
    )


def _watchdog_s(environ: Mapping[str, str]) -> float:
    given = environ.get("WATCHDOG_USEC", "")
    return int(given) / 1_000_000 if given.isdigit() else 0
