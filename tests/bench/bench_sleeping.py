"""What a host with 1,000 tables takes while nobody is there, and how soon it serves after a start.

Each table has 500 rows of real games, which were played a day ago; on SQLite and on PostgreSQL.
In the same seconds a bare process idles with a thread for each table, as a host could be built:
every thread looks once a second whether there is something to do.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final
from urllib.request import urlopen

import psutil
import pytest

from bench.report import Row as Figure
from rig.postgres import running
from rig.program import COMMAND, Program
from tricktable.house.open_tables import CODE_LETTERS
from tricktable.store.decks import Decks, Shelf, demo_deck
from tricktable.store.journal import Journal, Row, open_journal
from tricktable.table import commands
from tricktable.table.table import Table
from web.room import ask, begin, deal, play_on

TABLES: Final = 1000
ROWS: Final = 500
MOST_START_S: Final = 3.0
MOST_IDLE: Final = 0.5
"""At most so much of what a thread for each table takes."""
SETTLE_S: Final = 5.0
IDLE_S: Final = 30.0
THREADS: Final = f"""
import threading, time
done = threading.Event()
def idle(number):
    time.sleep(number / {TABLES})
    while not done.wait(1):
        pass
threading.stack_size(1 << 16)
for number in range({TABLES}):
    threading.Thread(target=idle, args=(number,), daemon=True).start()
print("idle", flush=True)
done.wait()
"""


def rows() -> Iterator[Figure]:
    """A start, its first pages, and half a minute of nothing, on each database."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        played = evening(folder / "one.db")
        sqlite = str(folder / "journal.db")
        yield from _measured(folder, "SQLite", sqlite, played)
        try:
            with running() as server:
                yield from _measured(folder, "PostgreSQL", server.database(), played)
        except pytest.skip.Exception as none:
            yield Figure(f"{TABLES:,} tables on PostgreSQL", str(none), "", None)


def _measured(folder: Path, name: str, database: str, played: list[Row]) -> Iterator[Figure]:
    with closing(open_journal(database)) as journal:
        fill(journal, played)
    for what, path in (("list of tables", "/"), ("page of a table", f"/t/{codes()[TABLES // 2]}")):
        began_s = time.monotonic()
        with _serving(folder, database) as (program, port):
            with urlopen(f"http://127.0.0.1:{port}{path}", timeout=60) as page:
                page.read()
            took_s = time.monotonic() - began_s
            yield Figure(
                f"start with {TABLES:,} tables of {ROWS} rows on {name}, to the first {what}",
                f"{took_s:.2f} s",
                f"<= {MOST_START_S:.0f} s",
                took_s <= MOST_START_S,
            )
            if path == "/":
                yield _idle(program, name)


def _idle(program: Program, name: str) -> Figure:
    ours = psutil.Process(program.pid)
    with psutil.Popen([sys.executable, "-c", THREADS], stdout=subprocess.PIPE) as bare:
        assert bare.stdout.readline()
        time.sleep(SETTLE_S)
        before = [_used_s(each) for each in (ours, bare)]
        time.sleep(IDLE_S)
        after = [_used_s(each) for each in (ours, bare)]
        threads = bare.num_threads()
        bare.kill()
    percent, its = (100 * (b - a) / IDLE_S for a, b in zip(before, after, strict=True))
    return Figure(
        f"{TABLES:,} idle tables on {name}",
        f"{percent / its:.2f} x",
        f"<= {MOST_IDLE} x",
        percent <= MOST_IDLE * its,
        f"{percent:.2f} % of one processor, {ours.memory_info().rss / 1e6:.0f} MB, "
        f"{ours.num_threads()} threads; {threads} threads that look once a second, {its:.2f} %",
    )


def _used_s(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)


def evening(path: Path) -> list[Row]:
    """The rows of a table where somebody has played for hours."""
    with closing(open_journal(path)) as journal:
        at = datetime.now(UTC) - timedelta(days=1)
        table = Table("AAA", journal, Shelf(Decks((demo_deck(),))), _Nobody(), lambda: at)
        seed = 0
        while table.seq < ROWS:
            seed += 1
            begin(table)
            play_on(table, deal(seed), 12, seed=seed)
            ask(table, commands.ThrowIn())
        return [*journal.read("AAA")][:ROWS]


class _Nobody:
    def show(self, _view: object) -> None:
        """Nobody looks."""


def codes() -> list[str]:
    """The codes of the tables."""
    letters = CODE_LETTERS
    return [
        f"{letters[each // 900 % 30]}{letters[each // 30 % 30]}{letters[each % 30]}"
        for each in range(TABLES)
    ]


def fill(journal: Journal, played: list[Row]) -> None:
    """Let the same have been played at each table."""
    for code in codes():
        journal.append([row._replace(table=code) for row in played])


@contextmanager
def _serving(home: Path, database: str) -> Iterator[tuple[Program, int]]:
    with Program(
        home, "serve", "--http-port", "0", "--database", database, command=COMMAND
    ) as program:
        port = int(program.until(r"Host, on this computer: +http://localhost:(\d+)/").group(1))
        yield program, port
