"""Updates of a board whose power is cut at any byte of what is written to its flash: prints TOLD.

    micropython -X heapsize=32m virtual_cut.py BYTES CUT CUT ...

with firmware/sim, firmware/portable, firmware/pico and tests on the module path. BYTES: how long
the program is that comes. A CUT is how many bytes the flash takes before it loses its power, as a
share of all that are written, in millionths; `every` tries them all, one byte after another.
Told are how many bytes are written without a cut, how often which program ran in the end, and each
cut after which the board did not run the old program or the new one from then on.

The shipped loader and receiver, the host's own upload, and littlefs on a block device in memory.
"""

# ruff: noqa: PTH123, SIM105, BLE001 - MicroPython has neither pathlib nor contextlib

import json
import os
import sys

import vfs
from micropython import const

import machine
import pins
from simulated.board import Board
from simulated.wiring import Wiring
from tablewire.frame import Decoder
from tablewire.messages import Health, parse
from tablewire.upload import Upload

_BLOCK_BYTES = const(4096)
_BLOCKS = const(64)
_ERASES = const(256)  # an erased block counts as so many bytes: it may be cut in its midst, too
_BOOTS = const(3)  # the trial, one that proves itself, and one more
_opened = []
PROGRAM = "def main(start):\n start.alive(0)\n start.alive(10_000)\n raise SystemExit(%r)\n"


class Cut(SystemExit):
    """Raised where the power is gone; the loader lets it pass, as what ends all."""


class Memory:
    """A flash in memory. `left`: so many bytes it takes before its power is cut."""

    def __init__(self, image: bytes, left: int) -> None:
        self.image = bytearray(image)
        self.left = left
        self.written = 0
        self.is_dead = False
        """Its power is gone: whatever still holds it does nothing."""

    def readblocks(self, block: int, buf, offset: int = 0) -> None:
        """Fill a buffer."""
        if self.is_dead:
            return
        at = block * _BLOCK_BYTES + offset
        buf[:] = memoryview(self.image)[at : at + len(buf)]

    def writeblocks(self, block: int, buf, offset: int = 0) -> None:
        """Take a buffer, or as much of it as there is power for."""
        if self.is_dead:
            return
        at = block * _BLOCK_BYTES + offset
        size = self._power(len(buf))
        self.image[at : at + size] = memoryview(buf)[:size]
        if size < len(buf):
            raise Cut

    def ioctl(self, op: int, arg: int) -> int:
        """Tell the geometry, or erase a block, or as much of it as there is power for."""
        if op == 4:
            return _BLOCKS
        if op == 5:
            return _BLOCK_BYTES
        if op == 6 and not self.is_dead:
            done = self._power(_ERASES)
            size = _BLOCK_BYTES * done // _ERASES
            at = arg * _BLOCK_BYTES
            self.image[at : at + size] = b"\xff" * size
            if done < _ERASES:
                raise Cut
        return 0

    def _power(self, wanted: int) -> int:
        size = min(wanted, self.left)
        self.left -= size
        self.is_dead = size < wanted
        self.written += size
        return size


def pack(word: str, size: int) -> bytes:
    """A slot's pack of this size at least, whose program only tells this word."""
    files = (PROGRAM % word).encode()
    places = {"/program.py": [0, len(files)]}
    while places["/program.py"][0] != 2 + len(json.dumps(places)):
        places["/program.py"][0] = 2 + len(json.dumps(places))
    index = json.dumps(places).encode()
    noise = bytes(
        [number * 31 % 251 for number in range(max(0, size - len(files) - len(index) - 2))]
    )
    return len(index).to_bytes(2, "little") + index + files + noise


def keeping(name: str, mode: str = "r") -> object:
    """Open a file for the firmware, and keep it for `mounted` to close.

    The collector closes what was forgotten, too, but with its heap locked, and in a flash that is
    written in Python.
    """
    _opened.append(open(name, mode))  # noqa: SIM115
    return _opened[-1]


def mounted(memory: Memory) -> None:
    """Make this flash the board's, and what was its until now nobody's."""
    while _opened:
        try:
            _opened.pop().close()
        except (OSError, Cut):
            pass
    for place in ("/a", "/b", "/"):
        try:
            vfs.umount(place)
        except OSError:
            pass
    vfs.mount(vfs.VfsLfs2(memory, progsize=256), "/")
    os.chdir("/")


def ran(memory: Memory) -> str:
    """The word of the program that a start of the board runs."""
    from loader import start

    sys.modules.pop("program", None)
    path = sys.path[:]
    try:
        mounted(memory)
        start()
    except Cut:
        raise
    except SystemExit as told:
        return str(told.args[0])
    except BaseException as problem:
        return repr(problem)
    finally:
        sys.path[:] = path
    return "nothing"


def update(memory: Memory, data: bytes) -> None:
    """Send the program, and let the board try it."""
    from loader import Start
    from receiver import Receiver

    mounted(memory)
    receiver = Receiver(Start("a", "ba"))
    upload = Upload("program", data, 0)
    while not receiver.is_over:
        if upload.is_whole:
            upload.attempt()
        message = parse(Decoder().feed(upload.due(0))[0])
        words = receiver.answer(message.words).split(" ")
        assert words[0] != "refused", words
        upload.take(Health(message.number, "update", tuple(words)))


def life(image: bytes, data: bytes, left: int) -> tuple:
    """Update a board and start it some times; return its flash, and what ran after a cut."""
    memory = Memory(image, left)
    try:
        update(memory, data)
        return memory, [ran(memory) for _ in range(_BOOTS)]
    except Cut:
        again = Memory(memory.image, 1 << 30)
        return memory, [ran(again) for _ in range(_BOOTS)]


def main(size: int, cuts: list) -> None:
    """Try the cuts."""
    machine.board = Board(Wiring(pins))
    for name in ("loader", "pack", "safe", "receiver"):  # the files of this computer go away
        __import__(name).open = keeping
    old, new = pack("old", size), pack("new", size)
    memory = Memory(b"\xff" * (_BLOCKS * _BLOCK_BYTES), 1 << 30)
    vfs.VfsLfs2.mkfs(memory, progsize=256)
    mounted(memory)
    for place, data in (("a.pack", old), ("b.pack", old[:-1]), ("slots", b"a:ba")):
        with open(place, "wb") as file:
            file.write(data)
    image = bytes(memory.image)
    whole, told = life(image, new, 1 << 30)
    assert told == ["new"] * _BOOTS, told
    places = (
        range(whole.written)
        if cuts == ["every"]
        else [int(cut) * whole.written // 1_000_000 for cut in cuts]
    )
    wrong = []
    ends = {}
    for place in places:
        _, told = life(image, new, place)
        # The first start may be a trial; what runs after it runs for good.
        ends[told[-1]] = ends.get(told[-1], 0) + 1
        if told[1:] not in (["old"] * 2, ["new"] * 2) or told[0] not in ("old", "new"):
            wrong.append([place, told])
    print("TOLD " + json.dumps({"bytes": whole.written, "ends": ends, "wrong": wrong}))


main(int(sys.argv[1]), sys.argv[2:])
