"""What a backup of many years costs those who play meanwhile: the longest wait of a card."""

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from bench.bench_journal import BODY, DISK
from bench.measure import percentile
from bench.report import Row
from rig.table import RecordingAudience
from tricktable.rules.cards import STANDARD
from tricktable.store.decks import Decks, Shelf, demo_deck
from tricktable.store.journal import Row as JournalRow
from tricktable.store.journal import open_journal
from tricktable.table import commands
from tricktable.table.table import Table

ROOT: Final = Path(__file__).parents[2]
ROWS: Final = 100_000
AT_ONCE: Final = 5_000
MOST_MS: Final = 50
PAUSE_S: Final = 0.01
"""Between two cards: a hundred a second, as at a club's evening of fifty tables."""
ALONE_S: Final = 10.0


def rows() -> Iterator[Row]:
    """The same play without a backup first, then while one is taken."""
    DISK.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=DISK) as name:
        data = Path(name)
        with closing(open_journal(data / "journal.db")) as journal:
            for first in range(1, ROWS + 1, AT_ONCE):
                numbers = range(first, first + AT_ONCE)
                at = "2026-11-21T20:15:00+01:00"
                journal.append([JournalRow("T5", seq, at, None, "entry", BODY) for seq in numbers])
            shelf = Shelf(Decks((demo_deck(),)))
            table = Table("7KQ", journal, shelf, RecordingAudience(), lambda: datetime.now(UTC))
            until = time.monotonic() + ALONE_S
            alone = [*played(table, lambda: time.monotonic() < until)]
            before = time.monotonic()
            environment = {**os.environ, "PYTHONPATH": str(ROOT / "host")}
            command = [sys.executable, "-m", "tricktable", "backup", "--data", name]
            taking = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
            waits = [*played(table, lambda: taking.poll() is None)]
            seconds = time.monotonic() - before
            assert taking.returncode == 0, "the backup failed"
    longest = max(waits)
    yield Row(
        f"longest wait of {len(waits):,} cards while {ROWS:,} rows are backed up ({seconds:.1f} s)",
        f"{longest:.0f} ms",
        f"<= {MOST_MS} ms",
        longest <= MOST_MS,
        f"without a backup, {max(alone):.0f} ms of {len(alone):,}",
    )
    p95 = f"{percentile(waits, 95):.1f} ms"
    yield Row("  the same, p95", p95, "", None, f"without, {percentile(alone, 95):.1f} ms")


def played(table: Table, goes_on: Callable[[], bool]) -> Iterator[float]:
    """Lay cards as long as it goes on; how long each took to be durable and shown, in ms."""
    chance = random.Random(1)
    while goes_on():
        assert table.ask(commands.NewGame("torite", 4, dealer=0)).is_done
        assert table.ask(commands.Declare("leader", 1)).is_done
        for card in chance.sample(STANDARD, len(STANDARD) - 4):
            if not goes_on():
                return
            time.sleep(PAUSE_S)
            view = table.view().view
            assert view is not None
            request = commands.Lay(card.code, view.next_seat)  # whatever it is: the table judges it
            before = time.perf_counter()
            answer = table.ask(request)
            yield 1e3 * (time.perf_counter() - before)
            assert answer.is_done, answer.reason
