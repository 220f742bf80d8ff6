"""Serial ports: which of them may be boards, opening one, and which program holds a busy one.

A board is found by what it is, never by what the system happens to call its device.
"""

import contextlib
import errno
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Final, Protocol, Self

import serial
from serial.tools import list_ports

from tricktable.board.link.loopback import TcpPort, is_cable, without_secret
from tricktable.board.link.unusable import Unusable
from tricktable.text.language import Message, message
from tricktable.text.outage import reason

USB_IDS: Final = frozenset({(0x2E8A, 0x0005), (0x2E8A, 0xF00A)})
"""Vendor and product of a board that runs MicroPython: Pico, Pico W (Raspberry Pi's own list)."""
READ_TIMEOUT_S: Final = 0.02
"""How long a read waits for the first byte; the longest that a phone's request waits here."""
# pyserial waits for ever by default: a port that nobody read took 15 to 20 KB, then no more.
WRITE_TIMEOUT_S: Final = 0.5
"""A port that takes nothing for this long is closed and opened again."""
try:
    import termios

    # A cable that is pulled while its port opens: pyserial 3.5 lets this one through.
    _FAULTS: tuple[type[Exception], ...] = (OSError, termios.error)
except ImportError:  # Windows
    _FAULTS = (OSError,)
BAUD: Final = 115_200
"""For UART bridges; USB ignores it."""
_DEVICES: Final = Path("/dev")
_CALLED, _CALLING = "/dev/tty.", "/dev/cu."
"""A port's two names on macOS: for a modem that is called, and for one that calls."""
_WORD_CHARACTERS: Final = 30
_LABEL_CHARACTERS: Final = 40


class Busy(Unusable):
    """Raised if another program holds the port; the message says which, if known."""


class Port(Protocol):
    """An open port as a line uses it: serial.Serial, or anything like it."""

    @property
    def in_waiting(self) -> int:
        """How many bytes can be read at once."""

    def read(self, size: int = 1, /) -> bytes:
        """Read up to this many bytes, waiting READ_TIMEOUT_S for the first."""

    def write(self, data: bytes, /) -> object:
        """Send them."""

    def close(self) -> None:
        """Release the port."""

    def __enter__(self) -> Self:
        """The port itself."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        traceback: TracebackType | None,
        /,
    ) -> object:
        """Release the port."""


def boards() -> Iterator[str]:
    """The ports that may be a board, as the system names them now."""
    # On Linux each is a modem of USB (CDC ACM). Where there is none, pyserial's look at all kinds
    # of ports was a third of what an idle host takes.
    if sys.platform == "linux" and not any(_DEVICES.glob("ttyACM*")):
        return
    for port in list_ports.comports():
        if (port.vid, port.pid) in USB_IDS:
            yield port.device


def distinct(urls: Iterable[str]) -> list[str]:
    """These ports, each device once, by the first of the names that it has now.

    A board has several: its own, links to it, on macOS one for each direction of a call.
    """
    found: dict[str, str] = {}
    for url in urls:
        found.setdefault(_device(url), url)
    return [*found.values()]


def _device(url: str) -> str:
    """What all names of one device have in common."""
    if "://" in url:
        return url
    if os.name != "posix":  # COM4, com4 and \\\\.\\COM4
        return url.casefold().removeprefix("\\\\.\\")
    there = os.path.realpath(url)
    if there.startswith(_CALLED):  # on macOS each of a device's two names has a number of its own
        return there.replace(_CALLED, _CALLING, 1)
    with contextlib.suppress(OSError):  # it is not plugged in now
        found = Path(there).stat()
        if stat.S_ISCHR(found.st_mode) and not there.startswith(_CALLING):
            return f"device {found.st_rdev}"
    return there


def open_port(url: str) -> Port:
    """Open a device, a simulated board's cable, or any URL that pyserial knows.

    Raises: Busy, serial.SerialException.
    """
    if not is_cable(url):
        return open_serial(url)
    port = TcpPort(url, READ_TIMEOUT_S, WRITE_TIMEOUT_S)
    _open(port, url)
    return port


def open_serial(url: str) -> serial.Serial:
    """Open a device or any URL that pyserial knows. Raises: Busy, serial.SerialException."""
    port = _closed_port(url)
    _open(port, url)
    return port


def _open(port: serial.Serial | TcpPort, url: str) -> None:
    try:
        port.open()
    except _FAULTS as fault:
        code = _code(fault)
        if code in (errno.EAGAIN, errno.EBUSY, errno.EACCES):
            raise _busy(url, code) from fault
        why = missing_port(url) or f"{without_secret(url)} cannot be opened: {reason(fault)}"
        raise serial.SerialException(why) from fault


def missing_port(url: str) -> str | None:
    """That there is no such port now, and which there are, as this system names them; else None."""
    if "://" in url:
        return None
    here = {port.device: port.description for port in list_ports.comports()}
    if url.casefold() in map(str.casefold, here) or (os.name == "posix" and Path(url).exists()):
        return None
    named = ", ".join(_name_and_label(name, here[name]) for name in sorted(here))
    ports = f"Ports here: {named}" if named else "This computer has no serial port now"
    return f"there is no port {url}. {ports}"


def _name_and_label(name: str, label: str | None) -> str:
    """A port's name, with what the system says it is; Windows repeats the name there."""
    said = _brief((label or "").replace(f"({name})", ""), _LABEL_CHARACTERS)
    return f"{name} ({said})" if said not in ("", "n/a") else name


def fault(url: str) -> str | None:
    """Why no port can have this address, found without opening it; None if one might."""
    try:
        _closed_port(url)
    except serial.SerialException as unusable:
        return str(unusable)
    return None


def _closed_port(url: str) -> serial.Serial:
    """The port, not open yet."""
    try:
        port: serial.Serial = serial.serial_for_url(
            url,
            do_not_open=True,
            baudrate=BAUD,
            timeout=READ_TIMEOUT_S,
            write_timeout=WRITE_TIMEOUT_S,
        )
    except ValueError as unknown:  # a scheme that pyserial does not have
        raise serial.SerialException(f"{url} is not a serial port: {unknown}") from unknown
    if "://" not in url:
        # Of two programs at one port each would get some of the bytes.
        port.exclusive = True
    return port


def _busy(url: str, code: int) -> Busy:
    if code == errno.EACCES and os.name == "posix":  # Windows says the same of a port in use
        grant = message(
            "this user may not open {port}: add the user to the group that owns it (dialout)"
        )
        return Busy(Message(grant, {"port": url}))
    end = message("{port} is in use by {program}: close that, and the host takes over")
    who = holder(url) or Message(message("another program"))
    return Busy(Message(end, {"port": without_secret(url), "program": who}))


def holder(device: str) -> str | None:
    """The program that has the device open, as `name (process 123)`; Linux only."""
    target = os.path.realpath(device)
    for entry in Path("/proc").glob("[0-9]*/fd/*"):
        process = entry.parent.parent
        if process.name == str(os.getpid()):
            continue
        try:
            # Not resolved any further: the system did that when it was opened.
            if str(entry.readlink()) == target:
                command = (process / "cmdline").read_bytes().split(b"\0")
                return f"{' '.join(map(_word, command[:3])).strip()} (process {process.name})"
        except OSError:  # it ended meanwhile, or is another user's
            continue
    return None


def _code(fault: Exception) -> int | None:
    """The number of a fault. On Windows, pyserial writes it into a text."""
    code: int | None = getattr(fault, "errno", None)
    if code is None and "PermissionError" in str(fault):
        return errno.EACCES
    return code


def _brief(text: str, characters: int) -> str:
    """The text, short and on one line."""
    return " ".join(text.split())[:characters]


def _word(word: bytes) -> str:
    """A word of a command line."""
    return _brief(Path(word.decode(errors="replace")).name, _WORD_CHARACTERS)
