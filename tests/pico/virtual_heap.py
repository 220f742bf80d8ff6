"""What a sweep of the heap costs a board that was loaded from a pack and goes round: prints TOLD.

    micropython -X heapsize=16m virtual_heap.py FOLDER

with the pack beside the folder, and with firmware/pico on the module path. MicroPython marks what
lives by a stack of 64, and walks through the whole heap again for what did not fit: so a large
heap, most of it never used, tells whether all did. The parts are hollow: models would live in it.
"""

import gc
import json
import sys

import utime

from pack import mount

ROUNDS = 200
CARDS = 100  # that wait for a host


class Hollow:
    """A pin, a bus, or a timer: nothing is joined to it, so each line that is pulled up is high."""

    IN = OUT = OPEN_DRAIN = PULL_UP = PULL_DOWN = IRQ_FALLING = IRQ_RISING = 0
    PWRON_RESET, WDT_RESET = 1, 3

    def __init__(self, *_, **__) -> None:
        pass

    def __call__(self, *_):
        """Be high."""
        return 1

    def __getattr__(self, name: str):
        if name.startswith("__"):
            raise AttributeError(name)
        return Hollow

    @staticmethod
    def init(*_, **__) -> None:
        """Be set."""

    write = readinto = write_readinto = irq = duty_u16 = freq = deinit = init

    @staticmethod
    def writeto(_: int, data) -> int:
        """Take what a display is told."""
        return len(data)

    writevto = writeto

    @staticmethod
    def readfrom(*_) -> bytes:
        """Tell nothing: lines that are high."""
        return b"\xff"


class Start:
    """The loader's start, and the module `settings` and its line: there is no file and no host."""

    is_joined = False

    def line(self, *_):
        """Return the line to the host."""
        return self

    @staticmethod
    def settings(name: str) -> str:
        """Return where a file would lie."""
        return name

    @staticmethod
    def read() -> bytes:
        """Hear nothing."""
        return b""

    @staticmethod
    def room() -> int:
        """Have no room."""
        return 0

    @staticmethod
    def flush() -> bool:
        """Keep nothing back."""
        return True

    @staticmethod
    def wait(ms: int) -> None:
        """Let no time pass."""


def least_us(call) -> int:
    """The shortest of many calls: other programs run beside this one."""
    found = []
    for _ in range(100):
        began = utime.ticks_us()
        call()
        found.append(utime.ticks_diff(utime.ticks_us(), began))
    return min(found)


def main(folder: str) -> None:
    """Load the program, let it go some rounds, and measure."""
    mount(folder)
    sys.path.insert(0, folder)
    sys.modules["machine"] = Hollow()
    start = sys.modules["settings"] = Start()
    from clock import Clock
    from equipment import equipment, told
    from rounds import Board
    from tableboard.companion import Companion
    from tablewire.board import BoardSession

    parts, _ = equipment("")
    session = BoardSession("E66164084331AC2F", "0C0FFEE0", "0.1.0", told(parts, 0))
    companion = Companion(session, parts.readers, parts.keys, parts.buttons)
    board = Board(start, companion, Clock(), parts)
    for card in range(CARDS):
        companion.take_poll(card % parts.readers, b"\x04%06d" % card, 100 * card)
    for _ in range(ROUNDS):
        board.round()
    found = {"from": sys.modules["rounds"].__file__, "waiting": session.backlog}
    gc.collect()
    found |= {"sweep_us": least_us(gc.collect), "count_us": least_us(gc.mem_free)}
    print("TOLD " + json.dumps(found))


main(sys.argv[1])
