"""The journal in PostgreSQL behind PgBouncer, which lends each transaction another connection."""

import contextlib
import logging
import shutil
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection

from rig.patience import PATIENCE_S
from rig.pgbouncer import CONNECTIONS, PgBouncer, pgbouncer
from rig.postgres import ACCOUNT, Postgres
from store.journal.suite import JournalSuite, hinted, in_threads, row
from store.journal.test_postgres import Cutter, asked, crash, wait_for_outage_to_end
from tricktable.store.journal import Journal, Outage, RowTaken, migrate, open_journal
from tricktable.store.journal.listener import DEAF


@pytest.fixture(scope="module")
def pool(server: Postgres) -> Iterator[PgBouncer]:
    with pgbouncer(server) as pool:
        yield pool


@pytest.fixture
def direct(server: Postgres) -> str:
    """A database's URL past the pool."""
    return server.database()


@pytest.fixture
def url(direct: str, pool: PgBouncer) -> str:
    """The same database through the pool."""
    return pool.url(direct)


class TestJournalBehindPgBouncer(JournalSuite):
    @pytest.fixture(autouse=True)
    def _database(self, pool: PgBouncer, server: Postgres) -> None:
        self._url = f"{pool.url(server.with_tables())}&direct={server.folder}"

    def open(self, place: Path) -> Journal:  # noqa: ARG002 - it has a database for its place
        return open_journal(self._url)


def test_hosts_that_start_together_make_one_schema(url, direct):
    opened: list[Journal] = []
    in_threads(*[lambda: opened.append(open_journal(url))] * CONNECTIONS)
    for seq, each in enumerate(opened, start=1):
        each.append([row("T5", seq)])
        each.close()
    assert asked(direct, "SELECT count(*) FROM journal") == [(CONNECTIONS,)]


def test_hosts_that_wait_for_the_schema_leave_the_pool_a_connection(url, direct, monkeypatch):
    """There are twice as many hosts as connections, and one makes the schema for as long as all
    the others look whether it is there.
    """
    hosts = 2 * CONNECTIONS
    is_current, upgrade = migrate.is_current, migrate.upgrade
    is_making, may_go_on = threading.Event(), threading.Event()
    looked, opened, failed = set[int](), list[Journal](), list[Exception]()

    def look(connection: Connection) -> bool:
        found = is_current(connection)
        if is_making.is_set():
            looked.add(threading.get_ident())
        if len(looked) == hosts - 1:
            may_go_on.set()
        return found

    def make(connection: Connection) -> None:
        is_making.set()
        assert may_go_on.wait(PATIENCE_S)
        upgrade(connection)

    def start() -> None:
        try:
            opened.append(open_journal(url))
        except Exception as fault:  # noqa: BLE001 - it would be lost with its thread
            failed.append(fault)
            may_go_on.set()

    monkeypatch.setattr(migrate, "is_current", look)
    monkeypatch.setattr(migrate, "upgrade", make)
    in_threads(*[start] * hosts)
    assert not failed
    for seq, each in enumerate(opened, start=1):
        each.append([row("T5", seq)])
        each.close()
    assert asked(direct, "SELECT count(*) FROM journal") == [(hosts,)]


def test_a_name_is_forgotten_while_others_play(url, server):
    """It takes a transaction with many statements, and one statement that nobody else may be in."""
    with (
        contextlib.closing(open_journal(f"{url}&direct={server.folder}")) as one,
        contextlib.closing(open_journal(url)) as other,
    ):
        one.append([row("T5", seq, body='"Ann"') for seq in range(1, 101)])

        def play() -> None:
            for seq in range(1, 51):
                other.append([row("T6", seq)])

        in_threads(play, lambda: one.overwrite("T5", dict.fromkeys(range(1, 101), '"N1"')))
        assert {each.body for each in other.read("T5")} == {'"N1"'}
        assert [each.seq for each in one.read("T6")] == [*range(1, 51)]


# --- what breaks ----------------------------------------------------------------------------------


def test_a_database_that_crashes_behind_it_is_an_outage_until_it_is_back(url, server):
    with contextlib.closing(open_journal(url)) as journal:
        journal.append([row("T5", 1)])
        crash(server, journal)
        wait_for_outage_to_end(journal)
        journal.append([row("T5", 2)])
        assert [*journal.read("T5")] == [row("T5", 1), row("T5", 2)]


def test_a_pool_that_dies_is_an_outage_until_it_is_back(server, direct):
    with pgbouncer(server) as pool, contextlib.closing(open_journal(pool.url(direct))) as journal:
        journal.append([row("T5", 1)])
        pool.stop()
        with pytest.raises(Outage):
            journal.append([row("T5", 2)])
        pool.start()
        journal.look()
        journal.append([row("T5", 2)])
        assert [each.seq for each in journal.read("T5")] == [1, 2]


@pytest.fixture(params=["before the pool", "behind the pool"])
def cut_at(
    request: pytest.FixtureRequest, server: Postgres, pool: PgBouncer, direct: str
) -> Iterator[tuple[Cutter, str]]:
    """What cuts connections, on one side of a pool, and the URL through both."""
    folder = Path(tempfile.mkdtemp(prefix="w"))
    is_behind = request.param == "behind the pool"
    cutter = Cutter(folder, (server if is_behind else pool).folder / ".s.PGSQL.5432")
    if ACCOUNT:
        shutil.chown(folder, ACCOUNT)
        shutil.chown(folder / ".s.PGSQL.5432", ACCOUNT)
    if is_behind:
        with pgbouncer(folder) as near:
            yield cutter, near.url(direct)
    else:
        yield cutter, pool.url(direct).replace(str(pool.folder), str(folder))
    cutter.close()
    shutil.rmtree(folder)


@pytest.mark.parametrize("cuts", ["before", "after"])
def test_a_connection_cut_within_a_commit_leaves_each_row_there_once(cut_at, direct, cuts):
    cutter, far = cut_at
    with (
        contextlib.closing(open_journal(far)) as journal,
        contextlib.closing(open_journal(direct)) as near,
    ):
        journal.append([row("T5", 1)])
        cutter.cuts = cuts
        journal.append([row("T5", 2), row("T6", 1)])
        assert cutter.cuts == "", "it was cut"
        journal.append([row("T5", 3)])
        assert [*near.read("T5")] == [row("T5", seq) for seq in (1, 2, 3)]
        assert [*near.read("T6")] == [row("T6", 1)]


@pytest.mark.parametrize("cuts", ["before", "after"])
def test_what_nobody_could_ask_about_is_answered_truly_later(cut_at, direct, cuts):
    cutter, far = cut_at
    with (
        contextlib.closing(open_journal(far)) as journal,
        contextlib.closing(open_journal(direct)) as near,
    ):
        journal.append([row("T5", 1)])
        cutter.cuts, cutter.is_closed = cuts, True
        for rows in ([row("T5", 2)], [row("T5", 2), row("T5", 3)]):
            with pytest.raises(Outage):
                journal.append(rows)
        cutter.is_closed = False
        wait_for_outage_to_end(journal)
        journal.append([row("T5", 2), row("T5", 3)])
        assert [*near.read("T5")] == [row("T5", seq) for seq in (1, 2, 3)]


def test_of_two_hosts_behind_it_one_writes_a_number(url):
    with (
        contextlib.closing(open_journal(url)) as one,
        contextlib.closing(open_journal(url)) as other,
    ):
        one.append([row("T5", 1, body="1")])
        with pytest.raises(RowTaken):
            other.append([row("T5", 1, body="2")])
        assert [each.body for each in other.read("T5")] == ["1"]


# --- hints ----------------------------------------------------------------------------------------


def deaf(caplog: pytest.LogCaptureFixture) -> int:
    """How often somebody said that no hints come."""
    return sum(each.getMessage() == DEAF for each in caplog.records)


def test_a_way_past_it_brings_hints(url, server, caplog):
    with (
        contextlib.closing(open_journal(f"{url}&direct={server.folder}")) as one,
        contextlib.closing(open_journal(url)) as other,
    ):
        news = one.hints()
        assert news.wait(PATIENCE_S) == {}
        other.append([row("T5", 1)])
        assert hinted(news) == {"T5": 1}
        news.stop()
    assert deaf(caplog) == 0


def test_without_a_way_past_it_that_is_said_once(url, direct, caplog, monkeypatch):
    monkeypatch.setattr("tricktable.store.journal.listener._TRIAL_S", 0.2)
    caplog.set_level(logging.WARNING)
    with contextlib.closing(open_journal(url)) as journal:
        news = journal.hints()
        assert [news.wait(0.01) for _ in range(3)] == [None] * 3
        assert deaf(caplog) == 1
        for seq in (1, 2, 3):
            journal.append([row("T5", seq)])
            assert news.wait(0.01) is None
        monkeypatch.setattr(news, "_due_s", 0.0)  # ten minutes later
        assert news.wait(0.01) is None
        assert deaf(caplog) == 1
        news.stop()
    # Nobody is left listening: a pool drops a server that tells it what it did not ask for.
    listening = "SELECT count(*) FROM pg_stat_activity WHERE query ILIKE 'LISTEN tricktable'"
    assert asked(direct, listening) == [(0,)]


def test_a_pool_that_lends_whole_sessions_hands_hints_on(server, direct, caplog, monkeypatch):
    monkeypatch.setattr("tricktable.store.journal.listener._TRIAL_S", PATIENCE_S)
    with (
        pgbouncer(server, "session") as pool,
        contextlib.closing(open_journal(f"{direct}&direct={pool.folder}")) as journal,
        contextlib.closing(open_journal(direct)) as other,
    ):
        news = journal.hints()
        assert news.wait(PATIENCE_S) == {}
        other.append([row("T5", 1)])
        assert hinted(news) == {"T5": 1}
        news.stop()
    assert deaf(caplog) == 0
