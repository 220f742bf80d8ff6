"""A club's evening at full load: 1,000 tables at two hosts on one PostgreSQL, with 10,000 phones.

A phone can be at the host of its table or at the other one, which draws the table once more for it.

Hosts, database, hands and phones share this machine's processors, so the figures say what each
takes of a processor for a card, too. See `bench.hall` for what is simulated.
"""

import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

import psutil

from bench.hall import SETTLES_S, Host, Load, Times, furnished, started, times
from bench.measure import percentile
from bench.phone_crowd import Crowd
from bench.report import Row
from rig.postgres import Postgres, running

DISK: Final = "/var/tmp"
"""Where databases lie: a folder in memory would be flushed for nothing."""
SECONDS: Final = float(os.environ.get("BENCH_SECONDS", "300"))
"""How long the longest evenings are played."""
EACH_S: Final = 2.0
"""From one card at a table to the next."""
WARMS_UP: Final = 5
"""This many cards at each table do not count."""
JOIN_S: Final = 300


class Evening(NamedTuple):
    """What a measured evening came to."""

    cards: int
    seconds: float
    times: Times
    hosts_ms: float
    """What all hosts took of processors for each card, in ms."""
    database_ms: float
    phones_ms: float
    """What reading took in this process, for each card."""
    joined_s: float
    """Until all phones were live."""

    @property
    def per_card(self) -> str:
        """What each took, in words."""
        parts = [f"hosts {self.hosts_ms:.2f} ms"]
        if self.database_ms:
            parts.append(f"database {self.database_ms:.2f} ms")
        parts.append(f"phones' reader {self.phones_ms:.2f} ms")
        busy = (self.hosts_ms + self.database_ms + self.phones_ms) * self.cards / self.seconds
        return (
            f"of processors for each card: {', '.join(parts)}; {self.cards / self.seconds:.0f} "
            f"cards/s keep {busy / 1000:.2f} of {os.cpu_count()} processors busy"
        )


def rows() -> Iterator[Row]:
    """Two hosts on PostgreSQL, then one with a file."""
    cards = max(int(SECONDS / EACH_S), WARMS_UP + 5)
    for tables, phones, least in ((1000, (9, 1), cards), (1000, (10, 0), cards), (250, (9, 1), 30)):
        with _database() as server:
            full = evening(server.database(), server, 2, tables, phones, Load(EACH_S, least))
        yield from _club_rows(tables, full)
    with tempfile.TemporaryDirectory(dir=DISK) as folder:
        file = f"sqlite:///{folder}/club.db"
        alone = evening(file, None, 1, 300, (10, 0), Load(EACH_S, cards))
    yield _row("one host, SQLite: 300 tables, 3,000 phones", alone, 50)


def _club_rows(tables: int, full: Evening) -> Iterator[Row]:
    what = f"two hosts, PostgreSQL: {tables:,} tables, {10 * tables:,} phones"
    if not full.times.elsewhere:
        yield _row(f"{what}, each at its table's host", full, 100)
        return
    yield _row(f"{what}, a tenth at the other host", full, 100)
    apart = [b - a for a, b in zip(full.times.last, full.times.elsewhere, strict=True)]
    yield Row(
        "  a phone at the other host sees the card later than those at its own, p95",
        f"{percentile(apart, 95):.0f} ms",
        "<= 60 ms",
        percentile(apart, 95) <= 60,
        f"median {median(apart):.0f} ms",
    )


def _row(what: str, came: Evening, reach_ms: float) -> Row:
    last = percentile(came.times.whole, 95)
    durable = percentile(came.times.durable, 95)
    return Row(
        f"{what}, a card each 2 s, heard to the last of its phones, p95",
        f"{last:.0f} ms, {came.times.lost} lost",
        f"<= {reach_ms:.0f} ms, 0 lost",
        last <= reach_ms and not came.times.lost,
        f"{came.cards:,} cards in {came.seconds:.0f} s; median {median(came.times.whole):.0f} ms; "
        f"durable and sent, p95 {durable:.0f} ms; {came.per_card}",
    )


def evening(
    journal: str,
    server: Postgres | None,
    hosts: int,
    tables: int,
    phones: tuple[int, int],
    load: Load,
) -> Evening:
    """Let it be played; `phones`: at each table, at its own host and at the next one."""
    codes = furnished(journal, tables)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        made = [stack.enter_context(started(folder / f"h{n}", journal)) for n in range(hosts)]
        shares = [codes[n::hosts] for n in range(hosts)]
        own = [_crowd(host, some, phones[0]) for host, some in zip(made, shares, strict=True)]
        other = [
            _crowd(made[(n + 1) % hosts], some, phones[1])
            for n, some in enumerate(shares)
            if phones[1]
        ]
        crowds = [*own, *other]
        joined_s = _come(crowds)
        database = _processes(server)
        for host, some in zip(made, shares, strict=True):
            host.play(some, Load(load.each_s, WARMS_UP), time.monotonic_ns() + 10**9)
        for host in made:
            host.played(60 + WARMS_UP * load.each_s * 10)
        time.sleep(SETTLES_S)
        before = [_used(made), _taken(database), sum(each.processor_s for each in crowds)]
        start = time.monotonic_ns() + 10**9
        for host, some in zip(made, shares, strict=True):
            host.play(some, load, start)
        told = [host.played(60 + load.cards * load.each_s * 10) for host in made]
        seconds = (time.monotonic_ns() - start) / 1e9
        time.sleep(SETTLES_S)
        after = [_used(made), _taken(database), sum(each.processor_s for each in crowds)]
        for crowd in crowds:
            crowd.close()
        all_times = [
            times(some, own[n], other[n] if other else None) for n, some in enumerate(told)
        ]
    count = sum(map(len, told))
    hosts_ms, database_ms, phones_ms = (
        1000 * (now - was) / count for was, now in zip(before, after, strict=True)
    )
    joined = Times(
        [ms for each in all_times for ms in each.durable],
        [ms for each in all_times for ms in each.last],
        [ms for each in all_times for ms in each.elsewhere],
    )
    return Evening(count, seconds, joined, hosts_ms, database_ms, phones_ms, joined_s)


def _crowd(host: Host, codes: Sequence[str], each: int) -> Crowd:
    crowd = Crowd(host.address, codes, each)
    crowd.start()
    return crowd


def _come(crowds: Sequence[Crowd]) -> float:
    """Let all phones join; the seconds until all are live."""
    began = time.monotonic()
    for crowd in crowds:
        crowd.come()
    while not all(crowd.live == len(crowd) for crowd in crowds):
        assert time.monotonic() - began < JOIN_S, [(each.live, len(each)) for each in crowds]
        time.sleep(0.05)
    return time.monotonic() - began


def _used(hosts: Sequence[Host]) -> float:
    return sum(host.processor_s() for host in hosts)


@contextmanager
def _database() -> Iterator[Postgres]:
    with running(None, "shared_buffers=256MB", "max_wal_size=4GB", place=DISK) as server:
        yield server


def _processes(server: Postgres | None) -> list[psutil.Process]:
    if server is None:
        return []
    number = int((server.folder / "data" / "postmaster.pid").read_text().split("\n")[0])
    first = psutil.Process(number)
    return [first, *first.children()]


def _taken(processes: Sequence[psutil.Process]) -> float:
    total = 0.0
    for each in processes:
        if each.is_running():
            used = each.cpu_times()
            total += used.user + used.system
    return total
