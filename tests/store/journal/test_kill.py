"""kill -9 at any moment: what was acknowledged is there, whole, in order and once.

Each seed starts a process that appends from four threads and reports what it was told is durable,
kills it after a seeded number of reports (never after a time), and opens what it left behind.
"""

import itertools
import os
import random
import shutil
import struct
import threading

import pytest

from store.journal.fork import start
from thorough import FACTOR
from tricktable.store.journal import Phone, Row, connections, open_journal

SEEDS = 40 * FACTOR
TABLES = ("T0", "T1", "T2", "T3")
REPORT = struct.Struct("<BI")  # table, newest seq that is durable


def appends(seed, table):
    """What a table appends, call by call and without end: one row mostly, sometimes several."""
    chance = random.Random(f"{seed} {table}")
    seq = 0
    for _ in itertools.count():
        rows = []
        for _ in range(chance.choice((1, 1, 1, 2, 5))):
            seq += 1
            body = f'"{table} {seq} {"x" * chance.randrange(600)}"'
            rows.append(Row(table, seq, f"at {seq}", f"{seed:08x}:{seq}", "entry", body))
        yield rows


def phone_of(rows):
    """Who sits down with this call of `append`: one phone, its state the newest row's number."""
    return Phone(rows[-1].table, f"phone {rows[-1].table}", "1.0", str(rows[-1].seq), rows[-1].at)


def play(path, seed, pipe):
    """Append for ever and report each answer; odd seeds move the log to the database all along."""
    if seed % 2:
        connections.CHECKPOINT_PAGES = 8
    journal = open_journal(path)

    def run(number, table):
        for rows in appends(seed, table):
            journal.append(rows, [phone_of(rows)])
            os.write(pipe, REPORT.pack(number, rows[-1].seq))

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(TABLES)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def play_and_kill(path, seed):
    """Run a process until it has reported a seeded number of answers, kill it; all its reports."""
    wanted = random.Random(seed).randrange(1, 60)
    child = start(lambda pipe: play(path, seed, pipe))
    heard = b""
    while len(heard) < wanted * REPORT.size:
        heard += os.read(child.pipe, REPORT.size)
    heard += child.kill()
    acknowledged = dict.fromkeys(TABLES, 0)
    for number, seq in REPORT.iter_unpack(heard):
        acknowledged[TABLES[number]] = seq
    return acknowledged


@pytest.fixture(scope="module")
def empty(tmp_path_factory):
    """A journal without rows, so that none need be migrated."""
    path = tmp_path_factory.mktemp("kill") / "empty.db"
    open_journal(path).close()
    return path


@pytest.mark.parametrize("seed", range(SEEDS))
def test_what_was_acknowledged_outlives_kill_9(empty, seed):
    path = empty.with_name(f"{seed}.db")
    shutil.copy(empty, path)
    acknowledged = play_and_kill(path, seed)
    journal = open_journal(path)
    try:
        for table in TABLES:
            found = list(journal.read(table))
            assert len(found) >= acknowledged[table], "an acknowledged row is lost"
            expected = []
            calls = appends(seed, table)
            while len(expected) < len(found):
                expected += next(calls)
            assert found == expected, "a row is torn, out of order or twice, or half a call is in"
            seated = [phone_of(found)] if found else []
            assert journal.phones(table) == seated, "a phone without its row, or a row without it"
            journal.append(next(calls))  # and play goes on
            assert len(list(journal.read(table))) > len(found)
    finally:
        journal.close()
        for left in path.parent.glob(f"{seed}.db*"):
            left.unlink()
