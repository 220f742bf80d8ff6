"""Measures a board on an emulated RP2040, in the time of that chip. Prints one line of JSON.

Usage: python -m emulator.start steps FILES
       python -m emulator.start program FILES READERS CARDS
with tests, firmware/pico, firmware/sim and firmware/sim/cpython on PYTHONPATH, and PICO_UF2 naming
a MicroPython image. FILES: a folder with all that lies on the board's flash. Without CARDS only the
hello and the free heap are measured.
"""

import asyncio
import json
import sys
import tempfile
from pathlib import Path

from bench.probe import TAPPED_MS, TAPS, Probe
from chips.tag import Tag
from emulator.board import UF2, Emulated
from flash_image import make_image

GAPS_MS = (70, 120)
PATIENCE_MS = 120_000


async def steps(image: Path) -> str:
    """What the board's program prints."""
    heard = bytearray()

    def listen(data: bytes, _: int) -> bytes:
        heard.extend(data)
        return b""

    async with Emulated(UF2, image, listen) as board:
        board.table.wiring.readers[1].lay(Tag(bytes.fromhex("04A3C6CAE26180")))
        await board.until(lambda: b"}" in heard, PATIENCE_MS)
        return heard.split(b"TIMES ")[1].split(b"\n")[0].decode().strip()


async def program(image: Path, readers: int, cards: int) -> str:
    """What the probe has measured."""
    board = Emulated(UF2, image, lambda data, now_us: probe.turn(data, now_us), readers)
    probe = Probe(board.table.wiring, readers, cards, GAPS_MS if cards else (), board.table.touch)
    async with board:
        await board.until(lambda: probe.is_over, PATIENCE_MS)
        told = {"times": probe.times, "noticed": probe.noticed, "free": probe.free}
        told |= {"taps": (probe.taps, TAPS, TAPPED_MS), "start": probe.start_ms}
        return json.dumps(told | {"unseen": probe.unseen_ms})


what, files, *counts = sys.argv[1:]
with tempfile.TemporaryDirectory() as folder:
    flash = make_image(Path(files), Path(folder) / "flash.bin")
    print(asyncio.run(steps(flash) if what == "steps" else program(flash, *map(int, counts))))
