"""The host's counters for Prometheus: how much, how fast, how many errors.

Names nobody: the only label that people choose is a table's code. Readable on this machine only.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, cast

from flask import Flask, Response, got_request_exception
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    ProcessCollector,
)
from prometheus_client.core import GaugeMetricFamily, Metric

from tricktable.club import calls, locks
from tricktable.club.club import Club
from tricktable.house.open_tables import OpenTables
from tricktable.store.archive import entry_count
from tricktable.store.journal import Full, Journal, Outage, Phone, Row
from tricktable.table.table import Table
from tricktable.web.live.feed import Feed

APPEND_S: Final = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)
"""Buckets for the time an append takes: 1 ms on an SSD, up to 100 ms on an SD card."""


class Metrics:
    """The counters of one host. May be used from any thread. Mutable."""

    def __init__(self) -> None:
        # The default registry is one for the whole process, and in tests that has many hosts.
        self.registry = CollectorRegistry()
        self._silences: dict[str, Callable[[], float | None]] = {}
        self._entries = Counter(
            "tricktable_entries", "Entries of records kept.", ["table"], registry=self.registry
        )
        self._appends = Histogram(
            "tricktable_journal_append_seconds",
            "How long the journal took to make rows durable.",
            buckets=APPEND_S,
            registry=self.registry,
        )
        self._errors = Counter(
            "tricktable_errors",
            "What went wrong: the journal took nothing, or a page had a fault.",
            ["where"],
            registry=self.registry,
        )
        for where in ("journal", "page"):
            self._errors.labels(where)
        self._answers = Counter(
            "tricktable_answers", "Requests answered.", ["status"], registry=self.registry
        )
        ProcessCollector(registry=self.registry)

    def watch_journal(self, journal: Journal) -> Journal:
        """The same journal, with its appends timed and counted from now on."""
        return cast(Journal, _TimedJournal(journal, self))

    def watch_line(self, table: str, silence_s: Callable[[], float | None]) -> None:
        """Report how long this table's board has been silent; None while it has no board."""
        self._silences[table] = silence_s

    def forget_line(self, table: str) -> None:
        """Note that this table no longer exists."""
        self._silences.pop(table, None)

    def watch_app(self, app: Flask, feed: Feed) -> None:
        """Count the app's answers and errors, and the streams of its feed."""
        self.registry.register(_Now(feed, self._silences))
        app.after_request(self._count_answer)
        got_request_exception.connect(self._count_fault, app)

    def watch_club(self, club: Club, tables: Mapping[str, Table]) -> None:
        """Report the calls for help that are open, and how many tables are locked."""
        self.registry.register(_OfClub(club, tables))

    def count_append(self, rows: Sequence[Row], seconds: float) -> None:
        """Count these rows, made durable in this time."""
        self._appends.observe(seconds)
        for row in rows:
            if count := entry_count(row):
                self._entries.labels(row.table).inc(count)

    def count_failure(self) -> None:
        """Count an append that failed: the journal was full or did not answer."""
        self._errors.labels("journal").inc()

    def count_answer(self, status: int) -> None:
        """Count a request that was answered with this status."""
        self._answers.labels(status).inc()

    def _count_answer(self, response: Response) -> Response:
        self.count_answer(response.status_code)
        return response

    def _count_fault(self, _app: Flask, **_fault: object) -> None:
        self._errors.labels("page").inc()


class _TimedJournal:
    """A journal with timed appends; otherwise it is the journal it wraps."""

    def __init__(self, journal: Journal, metrics: Metrics) -> None:
        self._journal = journal
        self._metrics = metrics

    def append(self, rows: Sequence[Row], phones: Sequence[Phone] = ()) -> None:
        """See `Journal.append`."""
        began = time.perf_counter()
        try:
            self._journal.append(rows, phones)
        except (Full, Outage):
            self._metrics.count_failure()
            raise
        if rows:
            self._metrics.count_append(rows, time.perf_counter() - began)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._journal, name)


class _OfClub:
    """Gauges of what all tables share, as Prometheus collects them. Opens no table that sleeps."""

    def __init__(self, club: Club, tables: Mapping[str, Table]) -> None:
        self._club, self._tables = club, tables

    def collect(self) -> Iterator[Metric]:
        """The gauges as they stand now."""
        view, tables = self._club.view(), self._tables
        called = GaugeMetricFamily(
            "tricktable_club_calls",
            "Calls for help that are open: waiting for the organiser, or answered.",
            labels=["state"],
        )
        opened = view.of(calls.PART).open
        answered = sum(each.is_answered for each in opened)
        called.add_metric(["waiting"], len(opened) - answered)
        called.add_metric(["answered"], answered)
        yield called
        awake = tables.awake if isinstance(tables, OpenTables) else list(tables.values())
        is_on = view.of(locks.PART).is_on
        locked = len(tables) if is_on else sum(each.view().desk.is_locked for each in awake)
        yield GaugeMetricFamily(
            "tricktable_tables_locked", "Tables at which only the host may write.", value=locked
        )


class _Now:
    """Gauges: looked up when somebody asks, not counted."""

    def __init__(self, feed: Feed, silences: dict[str, Callable[[], float | None]]) -> None:
        self._feed = feed
        self._silences = silences

    def collect(self) -> Iterator[Metric]:
        """The gauges as they stand now."""
        yield GaugeMetricFamily(
            "tricktable_streams", "Live pages open.", value=sum(self._feed.streams.values())
        )
        silence = GaugeMetricFamily(
            "tricktable_link_silence_seconds",
            "Since when a table's board has said nothing; absent before its first word.",
            labels=["table"],
        )
        for table, silence_s in list(self._silences.items()):
            if (seconds := silence_s()) is not None:
                silence.add_metric([table], seconds)
        yield silence
