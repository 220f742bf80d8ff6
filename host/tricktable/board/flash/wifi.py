"""What a board on the network needs: its table.json, and the key that both ends share."""

import json
import os
import secrets
from pathlib import Path
from typing import Final, NamedTuple

from tablewire.sealed import KEY_BYTES
from tricktable.board.flash import CannotFlash
from tricktable.board.flash.firmware import File
from tricktable.board.link.sealed_port import Stranger, read_key
from tricktable.store import private_files

NAME: Final = "tricktable"
"""The board is NAME.local on its network."""


class Wifi(NamedTuple):
    """The network to join, and where the host keeps the key."""

    ssid: str
    password: str
    key_file: Path
    port: int

    @property
    def url(self) -> str:
        """Where a host finds the board."""
        return f"socket://{NAME}.local:{self.port}"


def table_file(wifi: Wifi) -> File:
    """The board's table.json; creates the key file if there is none. Raises: CannotFlash."""
    if not wifi.key_file.exists():
        _make_key(wifi.key_file)
    try:
        key = read_key(wifi.key_file)
    except Stranger as unusable:
        raise CannotFlash(str(unusable)) from None
    found = {"ssid": wifi.ssid, "password": wifi.password, "port": wifi.port, "name": NAME}
    return File("table.json", json.dumps({**found, "key": key.hex()}).encode())


def _make_key(path: Path) -> None:
    """Write a new key that only its owner can read."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(private_files.new(path), "w") as file:
            file.write(secrets.token_hex(KEY_BYTES) + "\n")
    except OSError as fault:
        raise CannotFlash(f"The key cannot be written to {path}: {fault.strerror}") from None
