"""The straight line: bytes of a scan on the port, to the journal, to the last of all phones.

The board is the wire's own session on a pseudo-terminal, without firmware: what a board takes is
measured by `board` and `card`. Scans come 10 ms apart.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import NamedTuple, Self

from bench.host import CODE, DECK, Stages, started
from bench.measure import percentile
from bench.phones import Phones
from bench.report import Row
from board.link.board import Board, Happening, happenings
from players.torite import play

REACH_MS = {1: 3.0, 200: 6.0}
PROTOTYPE_MS = {1: 0.7, 200: 1.8}
ROUNDS = 6
"""Games of 52 cards each; the first warms up."""
APART_S = 0.005
WAIT_S = 60
COMMIT = "commit"
STAGES = ("port to program", "decide", COMMIT, "fold and view", "encode", "fan-out to the last")


class Scan(NamedTuple):
    """One card: when its bytes were written, and when the last phone had it, in ns."""

    seq: int
    written: int
    heard: int


def rows() -> Iterable[Row]:
    """One host, one phone and then 200."""
    ours, theirs = processors()
    if ours is not None:
        os.sched_setaffinity(0, {ours})
    for count, reach in REACH_MS.items():
        with tempfile.TemporaryDirectory() as folder:
            p95_ms, stages_ms, raw_ms = measured(Path(folder), count, theirs)
        yield Row(
            f"scan on the port, committed, received by the last of {count} phones, p95",
            f"{p95_ms:.2f} ms",
            f"<= {reach:.0f} ms",
            p95_ms <= reach,
            f"a prototype without rules, views or pages: {PROTOTYPE_MS[count]} ms",
        )
        for stage, taken_ms in zip(STAGES, stages_ms, strict=True):
            beside = f"raw fdatasync between the scans, {raw_ms:.3f} ms" if stage == COMMIT else ""
            yield Row(f"  of it, {stage}, median", f"{taken_ms:.3f} ms", "", None, beside)


def processors() -> tuple[int | None, int | None]:
    """A processor for the board and the phones, and one for the host, if there are two."""
    known = sorted(os.sched_getaffinity(0))
    return (known[1], known[0]) if len(known) > 1 else (None, None)


def measured(folder: Path, count: int, processor: int | None) -> tuple[float, list[float], float]:
    """The median of the games' p95, the medians of the stages, and of a raw fdatasync, in ms."""
    board = Board()
    p95s: list[float] = []
    taken: list[list[float]] = []
    with started(folder, board.ports()[0], processor) as host, Disk(folder) as disk:
        meet(board)
        phones = Phones(host.address, CODE, count)
        assert board.cable is not None
        phones.watch(board.cable.filenos()[0])
        for seed in range(ROUNDS):
            scans = list(game(board, phones, disk, seed))
            stages = {each.seq: each for each in host.stages()}
            if seed:
                p95s.append(percentile([(s.heard - s.written) / 1e6 for s in scans], 95))
                taken += [split(scan, stages[scan.seq]) for scan in scans]
        phones.close()
    board.close()
    medians = [statistics.median(each) for each in zip(*taken, strict=True)]
    return statistics.median(p95s), medians, statistics.median(disk.times_ms)


class Disk:
    """What the disk alone takes, in the same moments."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "raw"
        self.times_ms: list[float] = []

    def __enter__(self) -> Self:
        self._file = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._file)

    def sync(self) -> None:
        """Append a page and wait until it is durable."""
        os.write(self._file, bytes(4096))
        began = time.perf_counter()
        os.fdatasync(self._file)
        self.times_ms.append((time.perf_counter() - began) * 1000)


def meet(board: Board) -> None:
    """Step by step until the host has greeted the board and shown it a picture."""
    until = time.monotonic() + WAIT_S
    while not board.shown:
        assert time.monotonic() < until
        board.step()


def game(board: Board, phones: Phones, disk: Disk, seed: int) -> Iterator[Scan]:
    """Play a game; what became of each of its cards."""
    for event in happenings(play(Random(seed), 4), DECK, is_next=seed > 0):
        scan = happen(board, phones, event)
        if event[0] == "C":
            yield scan
        pause(board, phones)
        disk.sync()
        pause(board, phones)


def happen(board: Board, phones: Phones, event: Happening) -> Scan:
    """Let it happen, and return once every phone has heard and the board knows it is kept."""
    phones.forget()
    written = time.monotonic_ns()
    board.emit(*event)
    board.serve()
    until = time.monotonic() + WAIT_S
    while not phones.have_all() or board.acknowledged < board.emitted:
        if phones.wait(APART_S):
            board.serve()
        assert time.monotonic() < until, f"{len(phones.heard)} of {len(phones)} phones heard"
    return Scan(board.emitted, written, max(phones.heard.values()))


def pause(board: Board, phones: Phones) -> None:
    """Let nothing happen for a moment."""
    until = time.monotonic() + APART_S
    while (left := until - time.monotonic()) > 0:
        phones.wait(left)
        board.serve()


def split(scan: Scan, stages: Stages) -> list[float]:
    """What each stage took, in ms."""
    ends = [scan.written, *stages[1:], scan.heard]
    return [(end - begin) / 1e6 for begin, end in pairwise(ends)]
