"""MicroPython's network module as a Pico W has it, over the computer's own loopback.

Every network is there and knows every password but `wrong` and what begins so, unless the air is
broken. Never joins a real one.
"""

from micropython import const

import machine

STA_IF = 0

_DOWN, _JOINING, _UP, _NO_NETWORK = const(0), const(1), const(3), const(-2)  # cyw43.h
_GIVES_UP_US = const(15_000_000)


class Air:
    """What is between the board and its network, and what was seen of the board there."""

    def __init__(self) -> None:
        self.is_broken = False
        self.joins = 0
        self.interrupted = 0  # tries that were begun while another one went on
        self.pm = None  # how the board saves power; None: as it does by itself

    def seen(self) -> dict:
        """Return what was seen of the board."""
        return {"joins": self.joins, "interrupted": self.interrupted, "pm": self.pm}


air = Air()


class WLAN:
    """The board's Wi-Fi."""

    def __init__(self, interface: int) -> None:
        self._began_us = -1  # when it began to join; -1: it does not
        self._password = ""

    def active(self, is_active: bool) -> None:
        """Switch it on or off."""

    def config(self, *, pm: int) -> None:
        """Set how it saves power."""
        air.pm = pm

    def connect(self, ssid: str, password: str) -> None:
        """Join a network."""
        self._password = password
        air.joins += 1
        air.interrupted += self.status() == _JOINING
        self._began_us = machine.board.wiring.clock.told_us

    def status(self) -> int:
        """Say how far it has come."""
        if self._began_us < 0:
            return _DOWN
        if not air.is_broken and not self._password.startswith("wrong"):
            return _UP
        is_over = machine.board.wiring.clock.told_us - self._began_us >= _GIVES_UP_US
        return _NO_NETWORK if is_over else _JOINING

    def isconnected(self) -> bool:
        """Say whether it has joined."""
        return self.status() == _UP


def hostname(name: str) -> None:
    """Be known by this name."""
