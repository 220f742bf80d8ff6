"""What a host takes of its computer while nobody plays: it may be on for weeks."""

import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import psutil

from bench.report import Row
from rig.program import Program

MOST_PERCENT: Final = 1.0
MOST_MB: Final = 80
SETTLE_S: Final = 5.0
IDLE_S: Final = 60.0
# Pillow is there for tests alone, and qrcode loads it wherever it is: 4 MB that no user has.
_AS_INSTALLED: Final = (
    "import runpy, sys; sys.modules['PIL'] = None; runpy.run_module('tricktable', alter_sys=True, "
    "run_name='__main__')"
)


def rows() -> Iterator[Row]:
    """`tricktable serve` without a board, with one table and nobody there.

    The house was opened before: its very first start makes the journal, with a library that it
    never needs again.
    """
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        with _serving(home) as first:
            time.sleep(SETTLE_S)
            first_mb = psutil.Process(first.pid).memory_info().rss / 1e6
        with _serving(home) as program:
            time.sleep(SETTLE_S)
            process = psutil.Process(program.pid)
            before = process.cpu_times()
            time.sleep(IDLE_S)
            after = process.cpu_times()
            memory = process.memory_full_info()
    used = after.user + after.system - before.user - before.system
    percent = 100 * used / IDLE_S
    yield Row(
        f"an idle host, of one processor, over {IDLE_S:.0f} s",
        f"{percent:.2f} %",
        f"<= {MOST_PERCENT:.0f} %",
        percent <= MOST_PERCENT,
    )
    megabytes = memory.rss / 1e6
    yield Row(
        "  its memory",
        f"{megabytes:.0f} MB",
        f"<= {MOST_MB} MB",
        megabytes <= MOST_MB,
        f"without what others share, {memory.uss / 1e6:.0f} MB; "
        f"at the very first start, {first_mb:.0f} MB",
    )


@contextmanager
def _serving(home: Path) -> Iterator[Program]:
    command = (sys.executable, "-c", _AS_INSTALLED)
    with Program(home, "serve", "--http-port", "0", command=command) as program:
        program.until("Guests scan this, or open")
        yield program
