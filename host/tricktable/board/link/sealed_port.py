"""A port to a board on the network: proves the key, passes only sealed frames. Parses none."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, Self

import serial

from tablewire.sealed import ANOTHER_KEY, BROKEN, KEY_BYTES, STRANGER, TAKEN, Sealed
from tricktable.board.link.loopback import is_cable
from tricktable.board.link.ports import Port, open_port, open_serial
from tricktable.board.link.unusable import Unusable
from tricktable.text.language import Message, message

SCHEME: Final = "socket://"
_READ_BYTES: Final = 4096
REFUSED: Final = message("The board at {port} is refused: {why}")
"""Said with one of WHY."""
_NEEDS_KEY: Final = message(
    "A board on the network needs its key ({path}: {why}): make one with "
    "`tricktable flash --wifi`, or say where it is with --key-file"
)
_NO_KEY: Final = message(
    "{path} does not hold a key (64 hex digits, as `tricktable flash --wifi` writes them)"
)
WHY: Final[Mapping[str, str]] = {
    ANOTHER_KEY: message("it has another key, or is not what it says"),
    TAKEN: message("it talks with another host"),
    BROKEN: message("something between changed what was sent"),
    STRANGER: message("it does not talk as a board of this kind"),
}
"""By the reason of `Sealed.why`."""


class Stranger(Unusable):
    """Raised if the other end is not the board it should be; the message says why."""


class BoardEngaged(Stranger):
    """Raised if the board talks with another host: later it may not."""


class SealedPort:
    """Like serial.Serial for a line, over a network connection that trusts nobody unproved.

    Mutable.
    """

    def __init__(self, port: serial.Serial, key: bytes) -> None:
        """Greet over an open port."""
        self._port = port
        self._sealed = Sealed(key, secrets.token_hex(16), is_board=False)
        self._frames = b""
        self._early = b""
        """What was written before the other end had proved itself."""
        port.write(self._sealed.due())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection."""
        # pyserial leaves a socket open whose other end was quicker.
        line = getattr(self._port, "_socket", None)
        self._port.close()
        if line is not None:
            line.close()

    @property
    def in_waiting(self) -> int:
        """Bytes received from the network and not read yet."""
        return len(self._frames)

    def read(self, size: int = 1) -> bytes:
        """Read up to `size` bytes, waiting for the first as long as the port. Raises: Stranger."""
        if not self._frames:
            self._take()
        data, self._frames = self._frames[:size], self._frames[size:]
        return data

    def write(self, frames: bytes) -> None:
        """Send whole frames, as soon as the other end has proved itself."""
        if self._sealed.is_open:
            self._port.write(self._sealed.seal(frames))
        else:
            self._early += frames

    def _take(self) -> None:
        data = self._port.read(1)  # waits
        if data:
            data += self._rest()
        was_open = self._sealed.is_open
        self._frames += self._sealed.receive(data)
        if self._sealed.why:
            why = Message(WHY[self._sealed.why])
            kind = BoardEngaged if self._sealed.why == TAKEN else Stranger
            raise kind(Message(REFUSED, {"port": self._port.portstr, "why": why}))
        if due := self._sealed.due():
            self._port.write(due)
        if self._sealed.is_open and not was_open:
            self._port.write(self._sealed.seal(self._early))
            self._early = b""

    def _rest(self) -> bytes:
        """The bytes after the first. For a socket, pyserial says only whether there are any."""
        waits_s, self._port.timeout = self._port.timeout, 0
        try:
            return bytes(self._port.read(_READ_BYTES))
        except serial.SerialException:  # the other end has gone: told by the next read
            return b""
        finally:
            self._port.timeout = waits_s


def is_on_network(url: str) -> bool:
    """Whether a port with this address is reached over a network, where others may listen."""
    return url.startswith(SCHEME) and not is_cable(url)


def read_key(path: Path) -> bytes:
    """The key in a file, as 64 hex digits. Raises: Stranger."""
    try:
        key = bytes.fromhex(path.read_text(encoding="ascii").strip())
    except OSError as fault:
        raise Stranger(Message(_NEEDS_KEY, {"path": path, "why": fault.strerror})) from None
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise Stranger(Message(_NO_KEY, {"path": path}))
    return key


def opener(key_file: Path) -> Callable[[str], Port]:
    """Opens any port; uses the key in this file for ports on the network.

    Raises: what open_port raises, and Stranger.
    """

    def opened(url: str) -> Port:
        if not is_on_network(url):
            return open_port(url)
        key = read_key(key_file)
        return SealedPort(open_serial(url), key)

    return opened
