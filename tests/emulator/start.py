"""Starts a board on an emulated RP2040 and prints when its hello came and what heap is free.

Usage: python -m emulator.start FLASH
with tests, firmware/pico, firmware/sim and firmware/sim/cpython on PYTHONPATH, and PICO_UF2 naming
a MicroPython image. Prints two numbers: emulated milliseconds, bytes.
"""

import asyncio
import sys
from pathlib import Path

from emulator.emulated import UF2, Emulated


async def start(image: Path) -> tuple[int, int]:
    """The time of the hello, and the free heap of the first beat."""
    async with Emulated(UF2, image) as board:
        await board.until(lambda: board.session.beat)
        return board.hello_ms, board.session.beat.free


print(*asyncio.run(start(Path(sys.argv[1]))))
