"""Serial ports: which of them may be a board, opening one, and who holds one that is busy.

A board is found by what it is, never by what the system happens to call its device.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import serial
from serial.tools import list_ports

USB_IDS: Final = frozenset({(0x2E8A, 0x0005), (0x2E8A, 0xF00A)})
"""Vendor and product of a board that runs MicroPython: Pico, Pico W (Raspberry Pi's own list)."""
READ_TIMEOUT_S: Final = 0.02
"""How long a read waits for the first byte: the longest that a phone's wish waits for the board."""
WRITE_TIMEOUT_S: Final = 0.5
"""A port that takes nothing for so long is given up and opened again."""
BAUD: Final = 115_200
"""Ignored by USB; what a UART bridge is set to."""


class Busy(Exception):
    """Raised if another program holds the port; the message says which, where that can be known."""


def boards() -> Iterator[str]:
    """The ports that may be a board, as the system names them now."""
    for port in list_ports.comports():
        if (port.vid, port.pid) in USB_IDS:
            yield port.device


def open_port(url: str) -> serial.Serial:
    """Open a device or any URL that pyserial knows. Raises: Busy, serial.SerialException."""
    try:
        port: serial.Serial = serial.serial_for_url(
            url,
            do_not_open=True,
            baudrate=BAUD,
            timeout=READ_TIMEOUT_S,
            write_timeout=WRITE_TIMEOUT_S,
        )
        if "://" not in url:
            port.exclusive = True
        port.open()
        return port
    except serial.SerialException as fault:
        if fault.errno in (errno.EAGAIN, errno.EBUSY, errno.EACCES) or "lock" in str(fault):
            raise Busy(_busy(url, fault)) from fault
        raise


def _busy(url: str, fault: serial.SerialException) -> str:
    if fault.errno == errno.EACCES:
        return f"{url} may not be opened by this user: add them to the group that owns it (dialout)"
    name = holder(url)
    return f"{url} is held by {name or 'another program'}: close it, and the board is taken over"


def holder(device: str) -> str | None:
    """The program that has the device open, as `name (process 123)`; Linux only."""
    target = os.path.realpath(device)
    for entry in Path("/proc").glob("[0-9]*/fd/*"):
        process = entry.parent.parent
        if process.name == str(os.getpid()):
            continue
        try:
            if os.path.realpath(entry) == target:
                command = (process / "cmdline").read_bytes().split(b"\0")
                words = [Path(word.decode(errors="replace")).name for word in command[:3] if word]
                return f"{' '.join(words)} (process {process.name})"
        except OSError:  # it ended meanwhile, or is another user's
            continue
    return None
