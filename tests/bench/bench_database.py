"""What the journal in PostgreSQL costs: one card beside SQLite, and rows in groups from two hosts.

Both lie on the same disk, and both flush each commit.
"""

import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from statistics import median
from typing import Final

from bench.child import child
from bench.measure import percentile
from bench.report import Row
from board.link.board import happenings
from players.torite import play
from rig.evening import RED, Cables, house
from rig.postgres import running
from tricktable.app import House
from tricktable.store.journal import Row as JournalRow
from tricktable.store.journal import open_journal

DISK: Final = "/var/tmp"
GAMES: Final = 6
"""The first warms up."""
MOST_RATIO: Final = 2.5
HOSTS: Final = 2
TABLES: Final = 100
"""At each host, each with a thread of its own. A table waits for its row before it adds the next:
with a few tables this would measure how long a commit takes, not how many rows fit in one."""
GROUP_S: Final = 10.0
LEAST_ROWS: Final = 5_000
WAIT_S: Final = 60
BODY: Final = '{"kind": "played", "seat": 2, "card": "TH", "note": "' + "x" * 150 + '"}'


def rows() -> Iterator[Row]:
    """One card, then as many rows as two hosts can."""
    with running(None, place=DISK) as server:
        yield one_card(server.database())
        yield groups(server.database())


def one_card(url: str) -> Row:
    """The same cards at two houses by turns."""
    with tempfile.TemporaryDirectory(dir=DISK) as name, ExitStack() as stack:
        file, club = Path(name, "file"), Path(name, "club")
        file.mkdir()
        club.mkdir()
        near = stack.enter_context(house(file, Cables()))
        far = stack.enter_context(house(club, Cables(), database=url))
        ratios, took = [], [list[float](), list[float]()]
        for seed in range(GAMES):
            times_ms = [[*cards(made, seed)] for made in (near, far)]
            if seed:
                ratios.append(median(times_ms[1]) / median(times_ms[0]))
                for all_ms, some_ms in zip(took, times_ms, strict=True):
                    all_ms += some_ms
    ratio = median(ratios)
    return Row(
        "one card at one table, heard, durable and shown, PostgreSQL, p50",
        f"{ratio:.2f} x",
        f"<= {MOST_RATIO} x",
        ratio <= MOST_RATIO,
        f"SQLite, {median(took[0]):.2f} ms (p95 {percentile(took[0], 95):.2f} ms); "
        f"PostgreSQL {median(took[1]):.2f} ms (p95 {percentile(took[1], 95):.2f} ms)",
    )


def cards(made: House, seed: int) -> Iterator[float]:
    """Play a game at the first table; how long each event took, in ms."""
    told = happenings(play(Random(seed), 4), RED, is_next=seed > 0)
    for seq, (what, *args) in enumerate(told, 1):
        began = time.perf_counter()
        made.table.hear(f"{seed:08X}", seq, what, args)
        yield (time.perf_counter() - began) * 1000


def groups(url: str) -> Row:
    """Two hosts, each with many tables that append as fast as they can."""
    open_journal(url).close()
    with ExitStack() as stack:
        hosts = [stack.enter_context(child(_append, url, f"H{n}")) for n in range(HOSTS)]
        for each in hosts:
            each.control.send(GROUP_S)
        assert all(each.control.poll(WAIT_S + GROUP_S) for each in hosts)
        told: list[tuple[int, float, float]] = [each.control.recv() for each in hosts]
    a_second = sum(count / seconds for count, seconds, _ in told)
    each_us = 1e6 * sum(used for _, _, used in told) / sum(count for count, _, _ in told)
    return Row(
        f"rows committed a second, in groups, by {HOSTS} hosts with {TABLES} busy tables each",
        f"{a_second:,.0f}",
        f">= {LEAST_ROWS:,}",
        a_second >= LEAST_ROWS,
        f"rows of {len(BODY)} bytes, each waited for by its table; {each_us:.0f} µs of a "
        "host's processor for each",
    )


def _append(control: Connection, url: str, host: str) -> None:
    journal = open_journal(url)
    control.send(True)
    ends = time.monotonic() + control.recv()
    counts: list[int] = []

    def go_on(table: str) -> None:
        number = 0
        while time.monotonic() < ends:
            number += 1
            at = "2026-11-23T19:00:00+00:00"
            journal.append([JournalRow(table, number, at, f"{host}:{number}", "entry", BODY)])
        counts.append(number)

    began, before = time.monotonic(), time.process_time()
    threads = [threading.Thread(target=go_on, args=(f"{host}{n:02}",)) for n in range(TABLES)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    seconds, used = time.monotonic() - began, time.process_time() - before
    journal.close()
    control.send((sum(counts), seconds, used))
