"""MicroPython's network module as a Pico W has it, over the computer's own loopback.

Every network is there and knows every password. Never joins a real one.
"""

STA_IF = 0


class WLAN:
    """The board's Wi-Fi."""

    def __init__(self, interface: int) -> None:
        self._is_connected = False

    def active(self, is_active: bool) -> None:
        """Switch it on or off."""

    def connect(self, ssid: str, password: str) -> None:
        """Join a network."""
        self._is_connected = True

    def isconnected(self) -> bool:
        """Say whether it has joined."""
        return self._is_connected


def hostname(name: str) -> None:
    """Be known by this name."""
