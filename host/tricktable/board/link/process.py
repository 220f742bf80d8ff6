"""The process of a simulated board: started, spoken to, killed. Keeps no state of the table.

Two streams connect it to the host: the bytes of its cable, and a control channel of JSON lines.
"""

import contextlib
import importlib.util
import json
import os
import socket
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple, TypedDict

from tricktable.board.link.cable import HAS_PTY
from tricktable.board.link.streams import start_process
from tricktable.store.program_files import CARRIED

FIRMWARE: Final = CARRIED / "firmware"
MICROPYTHON: Final = "micropython"
CPYTHON: Final = "cpython"
"""Runs the same files where MicroPython has no wheel; without a heap limit."""
# So it holds what some 100 KB hold on a Pico: what fits here fits there.
HEAP_KIB: Final = 192
"""The firmware's share. Objects are twice as large here as on a Pico, which has 240 KiB."""
# As much as they take where the tree lies deep, for each file's path is in it: where that is short,
# the firmware has up to 3 KiB more than its share.
MODELS_KIB: Final = 100
"""The share of the chips' models in the same heap, which need about as much."""
FLASH_KIB: Final = 7
"""What a model of the flash, the network and the console take more where a board has its own."""
_CHUNK_BYTES: Final = 255  # firmware/sim/simulated/outside.py: a length byte before each chunk
_SOCKET_BYTES: Final = 4096  # as little as the system allows: a Pico takes 768
_LARGEST_READ_BYTES: Final = 65536
_LAST_WORDS_BYTES: Final = 4096
_FOLDERS: Final = ("sim", "portable", "pico")


class WifiSeen(TypedDict):
    """What was seen of a simulated wifi."""

    joins: int
    """How often the board tried to join …"""
    interrupted: int
    """… and how often while another try went on."""
    pm: int | None
    """The power management that it asked for last."""


class Stat(TypedDict):
    """What the simulation counted: firmware/sim/simulated/control.py."""

    heap_free: int | None
    """Bytes, after a collection; None under CPython."""
    models_bytes: int
    """What the chips' models took before the firmware began."""
    longest_slice_us: int
    """Chip time between two looks at the line."""
    slices: int
    chip_us: int
    bus_fights: int
    led: bool
    """Whether the Pico's own LED shines."""
    stalls: int
    dropped_bytes: int
    wifi: WifiSeen | None


class News(TypedDict, total=False):
    """One thing that the board's process told, by the members that it has."""

    screen: int
    """A page of the display, with `bits` (base64)."""
    bits: str
    lights: list[list[int]]
    sound: int
    """Hertz; 0 for silence."""
    stat: Stat
    held: int
    """This many presses and rests are over."""
    stopped: str
    """The board's program ended with this traceback."""
    reset: str
    """The program has reset the board, with `scratch` (the watchdog's registers)."""
    scratch: list[int]


def best_interpreter() -> str:
    """MICROPYTHON where there is one for this computer, else CPYTHON."""
    return MICROPYTHON if importlib.util.find_spec("micropython_run") else CPYTHON


class PowerOn(NamedTuple):
    """Everything needed to switch on a board."""

    program: Path
    """What it runs; on its `flash`, if it has one."""
    speed: float
    """How many times faster than the computer's time board time runs."""
    unique_id: bytes
    reset_cause: int
    """What its machine.reset_cause() returns."""
    scratch: tuple[int, ...] = (0,) * 4
    """Words that its watchdog kept through the reset."""
    chip: str = "RP2040"
    """RP2040 or RP2350."""
    flash: Path | None = None
    """The file that holds its flash; None: it runs the firmware from the sources."""
    memory: Path = Path(os.devnull)
    """Where what outlives a reset is kept."""
    folder: Path = Path()
    """Without a flash: where what it writes is kept."""

    def words(self, control: str) -> list[str]:
        """The arguments of firmware/sim/power_on.py."""
        own = [str(self.speed), self.unique_id.hex(), str(self.reset_cause)]
        scratch = ",".join(map(str, self.scratch))
        flash = [str(self.flash.absolute())] if self.flash else []
        return [str(self.program), control, *own, scratch, self.chip, str(self.memory), *flash]


class Process:
    """One run of a board, from one reset to the next. Mutable."""

    def __init__(self, interpreter: str, power_on: PowerOn, inherits: bool | None = None) -> None:
        """Start it; it inherits its streams or connects to them, as this system can if None.

        Raises: ValueError.
        """
        if power_on.flash and interpreter != MICROPYTHON:
            raise ValueError("only MicroPython has the file system of a board's flash")
        self._telling = threading.Lock()
        self._unsent = b""
        self._lines = b""
        self._said = b""
        models_kib = MODELS_KIB + (FLASH_KIB if power_on.flash else 0)
        environment, command = _interpreter(interpreter, models_kib)
        program = [*command, str(FIRMWARE / "sim" / "power_on.py")]
        self._popen, self.cable, self.control = start_process(
            lambda control: [*program, *power_on.words(control)],
            environment,
            power_on.folder,
            HAS_PTY if inherits is None else inherits,
        )
        self.cable.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SOCKET_BYTES)
        self.cable.setblocking(False)

    def kill(self) -> str:
        """End the process, leave nothing behind and return its last words."""
        self._popen.kill()
        self._popen.wait()
        while self.fetch():
            pass
        if self._popen.stderr is not None and not self._popen.stderr.closed:
            self._said = (self._said + self._popen.stderr.read())[-_LAST_WORDS_BYTES:]
            self._popen.stderr.close()
        self.cable.close()
        self.control.close()
        return self._said.decode(errors="replace")

    def tell(self, command: Mapping[str, object]) -> None:
        """Send a command, from any thread; one that comes too late is lost with the process."""
        line = (json.dumps(command) + "\n").encode()
        with self._telling, contextlib.suppress(OSError):  # a call of `news` reports it
            self.control.sendall(line)

    def news(self) -> list[News] | None:
        """Return its messages since the last call, or None once it has ended."""
        try:
            data = self.control.recv(_LARGEST_READ_BYTES)
        except OSError:
            data = b""
        if not data:
            return None
        *lines, self._lines = (self._lines + data).split(b"\n")
        return [json.loads(line) for line in lines]

    def fetch(self) -> bytes:
        """Return what the board sent over its cable; b"" if nothing."""
        try:
            data = self.cable.recv(_CHUNK_BYTES)
        except OSError:
            return b""
        self._said = (self._said + data)[-_LAST_WORDS_BYTES:]
        return data

    @property
    def has_unsent(self) -> bool:
        """Whether bytes are waiting that the board has not taken yet."""
        return bool(self._unsent)

    def send(self, data: bytes = b"") -> None:
        """Pass bytes to the board; what it does not take now waits for another `send`."""
        for start in range(0, len(data), _CHUNK_BYTES):
            chunk = data[start : start + _CHUNK_BYTES]
            self._unsent += bytes([len(chunk)]) + chunk
        try:
            self._unsent = self._unsent[self.cable.send(self._unsent) :]
        except BlockingIOError:
            return  # the board reads slower than the host writes
        except OSError:
            self._unsent = b""  # it ended


def _interpreter(name: str, models_kib: int) -> tuple[dict[str, str], list[str]]:
    """The environment and the command for an interpreter to run a Python file."""
    folders = [str(FIRMWARE / folder) for folder in _FOLDERS]
    if name == MICROPYTHON:
        # -I: nothing of the user's own settings reaches the interpreter that carries MicroPython.
        command = [
            sys.executable,
            "-I",
            "-m",
            "micropython_unix",
            "-X",
            f"heapsize={HEAP_KIB + models_kib}k",
        ]
        return {"MICROPYPATH": ":".join([*folders, ".frozen"])}, command
    folders.append(str(FIRMWARE / "sim" / "cpython"))
    return {"PYTHONPATH": os.pathsep.join(folders)}, [sys.executable, "-s", "-B"]
