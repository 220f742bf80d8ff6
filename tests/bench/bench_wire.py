"""What a card event costs on the wire: its bytes, and its time on MicroPython beside JSON's."""

import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from statistics import median

from bench.report import Row
from tablewire.frame import encode
from tablewire.messages import event_body

ROOT = Path(__file__).parents[2]
REACH_BYTES = 48
BOARD_HEAP = "192k"


def longest_card() -> bytes:
    """The frame of a card with a 7-byte id, ten hours and ten thousand events into a boot."""
    return encode(event_body(9999, 36_000_000, "C", ("3", "04A3C6CAE26180")))


def rounds() -> list[list[int]]:
    """The times of each piece of work, one list a round (ns); none without a MicroPython."""
    program = shutil.which("micropython", path=str(Path(sys.executable).parent))
    if program is None:
        return []
    done = subprocess.run(
        [program, "-X", f"heapsize={BOARD_HEAP}", str(ROOT / "tests/bench/wire_on_micropython.py")],
        env={"MICROPYPATH": f"{ROOT / 'firmware/portable'}:.frozen"},
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    return [[int(ns) for ns in line.split()] for line in done.stdout.splitlines()]


def compared(what: str, ours: int, other: int, beside: str, measured: list[list[int]]) -> Row:
    """The median of the in-round ratios of two pieces of work."""
    ratio = median(times[ours] / times[other] for times in measured)
    us = [median(times[each] for times in measured) / 1000 for each in (ours, other)]
    told = beside.startswith("bare")
    return Row(
        f"{what} a card event on MicroPython",
        f"{us[0]:.1f} us, {ratio:.2f} x",
        "" if told else "<= 1 x",
        None if told else ratio <= 1,
        f"{beside}, {us[1]:.1f} us",
    )


def rows() -> Iterable[Row]:
    """The figures, in one run."""
    size = len(longest_card())
    yield Row(
        "frame of a card event, 7-byte id", f"{size} bytes", "<= 48 bytes", size <= REACH_BYTES
    )
    measured = rounds()
    if not measured:
        yield Row("encode and decode on MicroPython", "no MicroPython here", "<= 1 x", None)
        return
    yield compared("encode", 0, 1, "json + crc32 in the same frame", measured)
    yield compared("decode", 3, 4, "json + crc32 through the same decoder", measured)
    yield compared("encode", 0, 2, "bare json + crc32, nothing checked", measured)
    yield compared("decode", 3, 5, "bare json + crc32, of a line cut out before", measured)
