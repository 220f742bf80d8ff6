"""A club evening: what a card at one table costs where there are twenty, all in one process.

The tables have no boards; their lines run and look for some. Cards come as a board's events.
"""

import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from bench.measure import percentile
from bench.report import Row
from board.link.board import happenings
from players.torite import play
from rig.evening import RED, Cables, house
from tricktable.app import House

TABLES = 20
GAMES = 6
"""The first warms up."""
MOST_RATIO = 1.25
MOST_IDLE_PERCENT = 5
IDLE_S = 5.0


def rows() -> Iterator[Row]:
    """One table, then twenty."""
    alone_ms, _, _ = measured(1)
    ms, p95_ms, idle_percent = measured(TABLES)
    ratio = ms / alone_ms
    yield Row(
        f"card heard, durable and shown at one of {TABLES} tables, median",
        f"{ratio:.2f} x",
        f"<= {MOST_RATIO} x",
        ratio <= MOST_RATIO,
        f"at the only table, {alone_ms:.2f} ms",
    )
    yield Row("  the same in time, p95", f"{p95_ms:.2f} ms", "", None)
    yield Row(
        f"{TABLES} tables at which nothing happens, of one processor",
        f"{idle_percent:.1f} %",
        f"<= {MOST_IDLE_PERCENT} %",
        idle_percent <= MOST_IDLE_PERCENT,
    )


def measured(tables: int) -> tuple[float, float, float]:
    """The median and the p95 of a card in ms, and what the idle house takes of a processor in %."""
    with tempfile.TemporaryDirectory() as name, house(Path(name), Cables(), tables) as made:
        took_ms = [ms for seed in range(GAMES) for ms in cards(made, seed) if seed]
        began_s = time.process_time()
        threading.Event().wait(IDLE_S)
        idle = (time.process_time() - began_s) / IDLE_S
    return statistics.median(took_ms), percentile(took_ms, 95), 100 * idle


def cards(made: House, seed: int) -> Iterator[float]:
    """Play a game at the first table; how long each event took, in ms."""
    told = happenings(play(Random(seed), 4), RED, is_next=seed > 0)
    for seq, (what, *args) in enumerate(told, 1):
        began = time.perf_counter()
        made.table.hear(f"{seed:08X}", seq, what, args)
        yield (time.perf_counter() - began) * 1000
