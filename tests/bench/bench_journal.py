"""What a durable append costs, alone and among eight tables. Never judges what is appended."""

import os
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple

from bench.measure import LEAST_RUNS
from bench.report import Row
from tricktable.store.journal import Journal, open_journal
from tricktable.store.journal import Row as JournalRow

DISK = Path(__file__).parents[2] / "build"
"""Where to measure: beside the sources. A temporary folder may lie in memory, and costs nothing."""
ROUNDS = LEAST_RUNS + 2
ALONE = 500
PRODUCERS, EACH = 8, 1250
BODY = '{"kind": "played", "seat": 2, "card": "TH", "note": "' + "x" * 150 + '"}'


class Round(NamedTuple):
    """One round's figures, taken directly after each other; times in ns."""

    raw: float
    overwritten: float
    journal: float
    crowd: float
    longest: float


def row(table: str, seq: int) -> JournalRow:
    """A row of the usual size, from a board."""
    return JournalRow(table, seq, "2026-11-21T20:15:00+01:00", f"0badcafe:{seq}", "entry", BODY)


def timed(append: Callable[[JournalRow], object], rows: Iterable[JournalRow]) -> list[int]:
    """How long each append took, in ns; what is needed besides is not in it."""
    times = []
    for each in rows:
        began = time.perf_counter_ns()
        append(each)
        times.append(time.perf_counter_ns() - began)
    return times


def raw_append(file: int) -> Callable[[JournalRow], None]:
    """The least that a durable append can be: one write of the row's bytes, one flush."""
    line = "\t".join(map(str, row("T5", 1))).encode() + b"\n"

    def append(_row: JournalRow) -> None:
        os.write(file, line)
        os.fdatasync(file)

    return append


def crowd(journal: Journal, first: int) -> list[int]:
    """Times of appends of as many tables as there are producers, each as fast as it can."""
    times: list[int] = []

    def produce(table: str) -> None:
        rows = (row(table, seq) for seq in range(first, first + EACH))
        times.extend(timed(lambda each: journal.append([each]), rows))

    threads = [threading.Thread(target=produce, args=(f"T{n}",)) for n in range(PRODUCERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return times


@contextmanager
def opened(path: Path, length: int = 0) -> Iterator[int]:
    """A raw file with `length` bytes on the disk, at its start."""
    file = os.open(path, os.O_CREAT | os.O_WRONLY)
    try:
        os.write(file, bytes(length))
        os.fsync(file)
        os.lseek(file, 0, os.SEEK_SET)
        yield file
    finally:
        os.close(file)


def measure(folder: Path) -> Iterator[Round]:
    """One round after the other in `folder`; the first one, which warms up, included."""
    with (
        closing(open_journal(folder / "journal.db")) as journal,
        opened(folder / "raw") as raw,
        opened(folder / "overwritten", (ROUNDS + 1) * ALONE * 2 * len(BODY)) as overwritten,
    ):
        for number in range(ROUNDS + 1):
            first = number * ALONE + 1
            rows = [row("T5", seq) for seq in range(first, first + ALONE)]
            raw_times = timed(raw_append(raw), rows)
            again = timed(raw_append(overwritten), rows)
            alone = timed(lambda each: journal.append([each]), rows)
            many = crowd(journal, 100_000 + number * EACH)
            yield Round(median(raw_times), median(again), median(alone), median(many), max(many))


def rows() -> Iterable[Row]:
    """The journal's two promised figures, as medians of the rounds."""
    DISK.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=DISK) as folder:
        _warm_up, *rounds = measure(Path(folder))
    raw = median(each.raw for each in rounds)
    alone = median(each.journal for each in rounds)
    many = median(each.crowd for each in rounds)
    ratio = median(each.journal / each.raw for each in rounds)
    plain = median(each.journal / each.overwritten for each in rounds)
    longest = median(each.longest / each.crowd for each in rounds)
    yield Row(
        f"durable append, one writer, p50 ({alone / 1e3:.0f} µs)",
        f"{ratio:.2f} x",
        "<= 1.5 x",
        ratio <= 1.5,
        f"raw append + fdatasync of the same bytes, {raw / 1e3:.0f} µs; "
        f"{plain:.2f} x of one that overwrites a file",
    )
    yield Row(
        f"longest of {PRODUCERS * EACH:,} durable appends from {PRODUCERS} producers",
        f"{longest:.0f} x",
        "<= 50 x",
        longest <= 50,
        f"their p50, {many / 1e3:.0f} µs",
    )
