"""Starts a day of a table in virtual time and judges what became of it. Test support."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
HEAP_KIB = 700
"""Firmware, models, world and host share it; that it stays enough for the board, others test."""
MOST_GROWTH_BYTES = 2048
"""In the least of a part, from the first quarter to the last: a few objects that happen to live."""
DECISIVE_PARTS = 4

Result = dict[str, Any]


def lived(seconds: int, seed: int, tell: Callable[[Result], None] = lambda _: None) -> Result:
    """Let so much virtual time pass; `tell` is given each part of it as it ends."""
    folders = [ROOT / "firmware" / name for name in ("sim", "portable", "pico")] + [ROOT / "tests"]
    command = [sys.executable, "-I", "-m", "micropython_unix", "-X", f"heapsize={HEAP_KIB}k"]
    process = subprocess.Popen(
        [*command, str(Path(__file__).with_name("table.py")), str(seconds), str(seed)],
        env={"MICROPYPATH": ":".join([*map(str, folders), ".frozen"])},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    last, said = "", Result()
    with process:
        for last in process.stdout:
            try:
                said = json.loads(last)
            except ValueError:
                sys.stderr.write(last)
                continue
            tell(said)
    if "counts" not in said:
        raise RuntimeError(f"the day broke off: {last}")
    return said


def faults(result: Result) -> Iterator[str]:
    """What must not have happened."""
    yield from result["wrong"]
    heap = result["heap"]
    quarter = len(heap) // DECISIVE_PARTS
    if quarter and min(heap[-quarter:]) > max(heap[:quarter]) + MOST_GROWTH_BYTES:
        yield f"the heap grew: {heap}"
    for name in ("stalls", "bus_fights"):
        if result[name]:
            yield f"{name}: {result[name]}"
