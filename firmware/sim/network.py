"""MicroPython's network module as a Pico W has it, over the computer's own loopback.

Every network is there and knows every password but `wrong` and what begins so, unless the air is
broken. Never joins a real one.
"""

from micropython import const

import machine

STA_IF = 0

_DOWN, _JOINING, _UP, _NO_NETWORK = const(0), const(1), const(3), const(-2)  # cyw43.h
_GIVES_UP_US = const(15_000_000)
_LONGEST_NAME = const(32)  # extmod/modnetwork.h
_LONGEST_PASSWORD = const(64)  # cyw43_wifi_join refuses a longer one
_EINVAL = const(22)


class Air:
    """What is between the board and its network, and what was seen of the board there."""

    def __init__(self) -> None:
        self.is_broken = False
        self.refused = 0  # tries that the chip did not even begin
        self.joins = 0
        self.interrupted = 0  # tries that were begun while another one went on
        self.pm = None  # how the board saves power; None: as it does by itself

    def findings(self) -> dict:
        """Return what was seen of the board."""
        return {
            "joins": self.joins,
            "interrupted": self.interrupted,
            "refused": self.refused,
            "pm": self.pm,
        }


air = Air()


class WLAN:
    """The board's Wi-Fi."""

    def __init__(self, interface: int) -> None:
        self._began_us = -1  # when it began to join; -1: it does not
        self._password = b""

    def active(self, is_active: bool) -> None:
        """Switch it on or off."""

    def config(self, *, pm: int) -> None:
        """Set how it saves power."""
        air.pm = pm

    def connect(self, ssid: str, password: str) -> None:
        """Join a network; OSError if the chip will not even try."""
        if len(_bytes(password)) > _LONGEST_PASSWORD or not _bytes(ssid):
            air.refused += 1
            raise OSError(_EINVAL)
        self._password = _bytes(password)
        air.joins += 1
        air.interrupted += self.status() == _JOINING
        self._began_us = machine.board.wiring.clock.told_us

    def status(self) -> int:
        """Say how far it has come."""
        if self._began_us < 0:
            return _DOWN
        if not air.is_broken and not self._password.startswith(b"wrong"):
            return _UP
        is_over = machine.board.wiring.clock.told_us - self._began_us >= _GIVES_UP_US
        return _NO_NETWORK if is_over else _JOINING

    def isconnected(self) -> bool:
        """Say whether it has joined."""
        return self.status() == _UP


def hostname(name: str) -> None:
    """Be known by this name. Raises: ValueError, TypeError."""
    if len(_bytes(name)) > _LONGEST_NAME:
        raise ValueError


def _bytes(text) -> bytes:
    """Return what stands for text in the chip. Raises: TypeError for what is none."""
    if not isinstance(text, (str, bytes)):
        raise TypeError("object with buffer protocol required")
    return text.encode() if isinstance(text, str) else text
