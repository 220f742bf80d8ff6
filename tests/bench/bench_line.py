"""The straight line: bytes of a scan on the port, to the journal, to the last of all phones.

The board is the wire's own session on a pseudo-terminal, without firmware: what a board takes is
measured by `board` and `card`. After each scan a prototype, which has a port and as many phones of
its own, gets a line, 5 ms before the next scan: so both are measured in the same moments.
"""

import os
import statistics
import tempfile
import time
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import NamedTuple, Self

from bench import prototype
from bench.host import CODE, DECK, Stages, started
from bench.measure import percentile
from bench.phones import Phones
from bench.report import Row
from board.link.board import Board, Happening, happenings
from players.torite import play

MOST = {1: 4.0, 200: 2.5}
"""By phones: at most so many times what the prototype takes."""
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

    @property
    def ms(self) -> float:
        """From one to the other."""
        return (self.heard - self.written) / 1e6


class Bare:
    """The prototype with its port and its phones."""

    def __init__(self, address: tuple[str, int], port: int, count: int) -> None:
        self._phones = Phones(address, CODE, count)
        self._port = port
        self._lines = 0

    def close(self) -> None:
        """Hang up its phones."""
        self._phones.close()

    def scan(self) -> Scan:
        """Write one line on its port, and return once every phone has it."""
        self._phones.forget()
        self._lines += 1
        line = f"E {self._lines} C 1 04A3C6CAE2{self._lines % 256:02X}80\n"
        written = time.monotonic_ns()
        os.write(self._port, line.encode())
        until = time.monotonic() + WAIT_S
        while not self._phones.have_all():
            self._phones.wait(APART_S)
            assert time.monotonic() < until
        return Scan(self._lines, written, max(self._phones.heard.values()))


class Measured(NamedTuple):
    """What some phones came to; times in ms."""

    ours: float
    """The median of the games' p95."""
    bare: float
    ratio: float
    """The median of the games' ratios."""
    stages: list[float]
    disk: float


def rows() -> Iterable[Row]:
    """One host, one phone and then 200."""
    ours, theirs = processors()
    if ours is not None:
        os.sched_setaffinity(0, {ours})
    for count, most in MOST.items():
        with tempfile.TemporaryDirectory() as folder:
            found = measured(Path(folder), count, theirs)
        yield Row(
            f"scan on the port, committed, received by the last of {count} phones, p95",
            f"{found.ratio:.1f} x",
            f"<= {most} x",
            found.ratio <= most,
            f"{found.ours:.2f} ms; a prototype without rules, views or pages {found.bare:.2f} ms",
        )
        for stage, taken_ms in zip(STAGES, found.stages, strict=True):
            beside = (
                f"raw fdatasync between the scans, {found.disk:.3f} ms" if stage == COMMIT else ""
            )
            yield Row(f"  of it, {stage}, median", f"{taken_ms:.3f} ms", "", None, beside)


def processors() -> tuple[int | None, int | None]:
    """A processor for the board and the phones, and one for the host, if there are two."""
    known = sorted(os.sched_getaffinity(0))
    return (known[1], known[0]) if len(known) > 1 else (None, None)


def measured(folder: Path, count: int, processor: int | None) -> Measured:
    """Games at ours, and as many lines at the prototype."""
    import tty  # POSIX alone has it

    board = Board()
    p95s: list[tuple[float, float]] = []
    taken: list[list[float]] = []
    port, far = os.openpty()
    tty.setraw(far)
    with (
        started(folder, board.ports()[0], processor) as host,
        prototype.started(folder, os.ttyname(far), processor) as address,
        Disk(folder) as disk,
    ):
        meet(board)
        bare = Bare(address, port, count)
        phones = Phones(host.address, CODE, count)
        assert board.cable is not None
        phones.watch(board.cable.filenos()[0])
        for seed in range(ROUNDS):
            scans, lines = zip(*game(board, phones, bare, disk, seed), strict=True)
            stages = {each.seq: each for each in host.stages()}
            if seed:
                own, its = (percentile([s.ms for s in each], 95) for each in (scans, lines))
                p95s.append((own, its))
                taken += [split(scan, stages[scan.seq]) for scan in scans]
        phones.close()
        bare.close()
    board.close()
    os.close(port)
    os.close(far)
    medians = [statistics.median(each) for each in zip(*taken, strict=True)]
    ratio = statistics.median(own / its for own, its in p95s)
    ours, theirs = (statistics.median(each) for each in zip(*p95s, strict=True))
    return Measured(ours, theirs, ratio, medians, statistics.median(disk.times_ms))


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


def game(
    board: Board, phones: Phones, bare: Bare, disk: Disk, seed: int
) -> Iterator[tuple[Scan, Scan]]:
    """Play a game; what became of each of its cards, and of a line at the prototype after it."""
    for event in happenings(play(Random(seed), 4), DECK, is_next=seed > 0):
        scan = happen(board, phones, event)
        pause(board, phones)
        if event[0] == "C":
            yield scan, bare.scan()
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
