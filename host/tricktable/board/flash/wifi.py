"""What a board on the network needs: its table.json, and the key that both ends share."""

import json
import os
import re
import secrets
from pathlib import Path
from typing import Final, NamedTuple

from tablewire.sealed import KEY_BYTES
from tricktable.board.flash import CannotFlash
from tricktable.board.flash.firmware import File
from tricktable.board.link.sealed_port import Stranger, read_key
from tricktable.store import private_files
from tricktable.text.language import _

NAME: Final = "tricktable"
"""A board is NAME.local on its network, unless it is given another name …"""
PORT: Final = 4000
"""… and listens on this TCP port."""
PLACE: Final = "table.json"
_SSID_BYTES: Final = 32
"""IEEE 802.11, 9.4.2.2."""
_PASSWORD: Final = re.compile(r"[ -~]{8,63}|")
"""Of WPA2, IEEE 802.11, annex J.4; empty for an open network."""
_NAME: Final = re.compile("[a-z0-9][a-z0-9-]{0,30}")
"""MicroPython keeps 32 characters (extmod/modnetwork.h)."""


class Wifi(NamedTuple):
    """The network to join, and where the host keeps the key."""

    ssid: str
    password: str
    key_file: Path
    port: int = PORT
    name: str = NAME

    @property
    def url(self) -> str:
        """Where a host finds the board."""
        return f"socket://{self.name}.local:{self.port}"

    @property
    def about(self) -> str:
        """Names it in a sentence."""
        key = "the key" if self.key_file.exists() else "a new key"
        return f"the Wi-Fi {self.ssid}, its password and {key} ({self.key_file})"

    @property
    def how(self) -> str:
        """What to do once a board has it."""
        return f"To reach it over {self.ssid}: tricktable serve --port {self.url}"

    def check(self) -> None:
        """Raises: CannotFlash for what no network is, or no board can be called."""
        if not 0 < len(self.ssid.encode()) <= _SSID_BYTES:
            raise CannotFlash(_("A Wi-Fi's name has 1 to 32 bytes."))
        if not _PASSWORD.fullmatch(self.password):
            raise CannotFlash(
                _("A Wi-Fi's password has 8 to 63 letters, digits or signs; an open one has none.")
            )
        if not is_name(self.name):
            raise CannotFlash(_("A board's name has 1 to 31 small letters, digits and hyphens."))


def is_name(word: str) -> bool:
    """Whether a board can be called this on its network."""
    return _NAME.fullmatch(word) is not None


def table_file(wifi: Wifi) -> File:
    """The board's table.json; creates the key file if there is none. Raises: CannotFlash."""
    wifi.check()
    if not wifi.key_file.exists():
        _make_key(wifi.key_file)
    try:
        key = read_key(wifi.key_file)
    except Stranger as unusable:
        raise CannotFlash(str(unusable)) from None
    found = {"ssid": wifi.ssid, "password": wifi.password, "port": wifi.port, "name": wifi.name}
    return File(PLACE, json.dumps({**found, "key": key.hex()}).encode())


def _make_key(path: Path) -> None:
    """Write a new key that only its owner can read."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(private_files.new(path), "w") as file:
            file.write(secrets.token_hex(KEY_BYTES) + "\n")
    except OSError as fault:
        raise CannotFlash(f"The key cannot be written to {path}: {fault.strerror}") from None
