"""The journal in PostgreSQL: does what every journal must do, with a real server."""

import contextlib
import json
import select
import shutil
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict
from sqlalchemy import Connection, create_engine, make_url

from chaos.wire import DOWN, Wire
from rig.patience import PATIENCE_S, until
from rig.postgres import ACCOUNT, Postgres
from rig.room import room
from store.journal.suite import ANN, ELSEWHERE, JournalSuite, hinted, in_threads, row
from store.journal.test_copies import content, fill
from tricktable.store.journal import (
    BESIDE,
    Full,
    Home,
    Journal,
    Newer,
    Outage,
    RowTaken,
    ShelfRow,
    Unsound,
    open_journal,
)
from tricktable.store.journal.copies import copy
from tricktable.store.journal.errors import ReadOnly
from tricktable.store.journal.postgres import PostgresJournal, address
from tricktable.store.journal.row import SENT_AWAY

_SMALL_BYTES = 32 << 20


class TestPostgresJournal(JournalSuite):
    @pytest.fixture(autouse=True)
    def _database(self, server: Postgres) -> None:
        self._url = server.with_tables()

    def open(self, place: Path) -> Journal:  # noqa: ARG002 - it has a database for its place
        return open_journal(self._url)


@pytest.fixture
def url(server: Postgres) -> str:
    return server.database()


@pytest.fixture
def journal(url: str) -> Iterator[Journal]:
    opened = open_journal(url)
    yield opened
    opened.close()


def asked(url: str, statement: str) -> list[tuple[object, ...]]:
    """What the database answers somebody who is no journal."""
    with psycopg.connect(url, autocommit=True) as shell:
        answer = shell.execute(statement)
        return answer.fetchall() if answer.description else []


CUT_OFF = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'tricktable' AND datname = current_database()
"""


# --- what it refuses ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE journal SET body = '2'",
        "DELETE FROM journal",
        "TRUNCATE journal",
        """INSERT INTO journal SELECT * FROM journal
        ON CONFLICT ("table", seq) DO UPDATE SET body = '2'""",
    ],
)
def test_nobody_changes_a_row(journal, url, statement):
    journal.append([row("T5", 1)])
    with pytest.raises(psycopg.errors.RaiseException, match="never changed or shortened"):
        asked(url, statement)
    assert [*journal.read("T5")] == [row("T5", 1)]


@pytest.mark.parametrize(
    ("setting", "kind", "said"),
    [
        ("synchronous_commit = off", Outage, "would forget rows in a power cut"),
        ("default_transaction_read_only = on", ReadOnly, "can only be read"),
    ],
)
def test_a_server_that_would_lose_rows_is_refused(url, setting, kind, said):
    asked(url, f"ALTER DATABASE {make_url(url).database} SET {setting}")
    with pytest.raises(kind, match=said):
        open_journal(url)


def test_two_hosts_may_give_a_board_a_table_at_the_same_time(journal, url):
    """The one that saves last is right; neither is refused, as an exchange would end with that."""
    ours = Home("E6614C311B7E6F35", "7KQ", "2026-05-01T12:00:00")
    with psycopg.connect(url.replace("postgresql+psycopg:", "postgresql:")) as other:
        other.execute("INSERT INTO home VALUES (%s, 'T5A', '2026-05-01T11:00:00')", (ours.board,))
        fault: list[Exception] = []

        def keep() -> None:
            try:
                journal.keep_homes([ours])
            except Exception as error:  # noqa: BLE001 - looked at below
                fault.append(error)

        keeper = threading.Thread(target=keep)
        keeper.start()
        until(lambda: asked(url, "SELECT 1 FROM pg_locks WHERE NOT granted"))
        other.commit()
    keeper.join(PATIENCE_S)
    assert not fault
    assert journal.homes() == [ours]


@pytest.mark.parametrize("setting", ["local", "remote_write"])
def test_a_server_that_waits_for_its_own_disk_alone_is_good_enough(url, setting):
    asked(url, f"ALTER DATABASE {make_url(url).database} SET synchronous_commit = {setting}")
    with contextlib.closing(open_journal(url)) as journal:
        journal.append([row("T5", 1)])


def test_a_newer_journal_is_left_alone(url):
    open_journal(url).close()
    asked(url, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(Newer, match="update Tricktable"):
        open_journal(url)


def test_where_there_is_no_server_one_sentence_says_so_without_a_password(tmp_path):
    with pytest.raises(Outage) as refused:
        open_journal(f"postgresql://club:secret@/club?host={tmp_path}")
    assert "secret" not in str(refused.value)
    assert "\n" not in str(refused.value)


def test_without_its_packages_it_says_what_to_install(url, monkeypatch):
    monkeypatch.setitem(sys.modules, "tricktable.store.journal.postgres", None)
    with pytest.raises(Outage, match=r'pip install "tricktable\[club\]"'):
        open_journal(url)


def test_hosts_that_start_together_make_one_schema(url):
    opened: list[Journal] = []
    in_threads(*[lambda: opened.append(open_journal(url))] * 4)
    for seq, each in enumerate(opened, start=1):
        each.append([row("T5", seq)])
        each.close()
    assert asked(url, "SELECT count(*) FROM journal") == [(4,)]


# --- what breaks ----------------------------------------------------------------------------------


def test_a_connection_that_broke_meanwhile_is_no_outage(journal, url):
    journal.append([row("T5", 1)])
    for seq in (2, 3):
        asked(url, CUT_OFF)
        journal.append([row("T5", seq)])
        asked(url, CUT_OFF)
        assert [each.seq for each in journal.read("T5")] == [*range(1, seq + 1)]


def test_several_connections_that_broke_meanwhile_are_no_outage(url):
    """None of them is tried before it is used; a read that fails on one is made again."""
    with contextlib.closing(PostgresJournal(make_url(url))) as journal:
        journal.append([row("T5", 1)])
        together = threading.Barrier(3, timeout=PATIENCE_S)
        found: list[object] = []

        def read() -> None:
            def ask(reader: Connection) -> object:
                one = reader.exec_driver_sql("SELECT 1").scalar()
                together.wait()  # each has a connection of its own
                return one

            found.append(journal._query(ask))

        for _ in range(2):
            in_threads(read, read, read)
            asked(url, CUT_OFF)
        assert found == [1] * 6


def crash(server: Postgres, journal: Journal) -> None:
    """Crash the server, and start it again once everything was refused."""
    server.stop("immediate")
    try:
        for refused in (
            lambda: journal.append([row("T5", 2)]),
            journal.look,
            journal.tables,
            lambda: [*journal.read("T5")],
        ):
            with pytest.raises(Outage):
                refused()
    finally:
        server.start()


def test_a_server_that_crashed_is_an_outage_until_it_is_back(url, server):
    journal = open_journal(url)
    journal.look()
    journal.append([row("T5", 1)])
    crash(server, journal)
    journal.look()
    journal.append([row("T5", 2)])
    assert [*journal.read("T5")] == [row("T5", 1), row("T5", 2)]
    journal.close()


def append_without_end(journal: Journal, body: str) -> None:
    for seq in count(2):
        journal.append([row("T5", seq, body=body)])


def test_a_tablespace_without_room_is_full_until_somebody_makes_room(server):
    with room(_SMALL_BYTES, ACCOUNT) as small:
        if small is None:
            pytest.skip("no small file system can be made here: that takes a user namespace")
        asked(server.url("postgres"), f"CREATE TABLESPACE small LOCATION '{small.place}'")
        url = server.database("--tablespace", "small")
        try:
            with contextlib.closing(open_journal(url)) as journal:
                journal.append([row("T5", 1)])
                small.fill()
                body = json.dumps("x" * 2_000)
                with pytest.raises(Full, match="No space left on device"):
                    append_without_end(journal, body)
                saved = journal.newest()["T5"]
                assert [each.seq for each in journal.read("T5")] == [*range(1, saved + 1)]
                with pytest.raises(Full):
                    journal.append([row("T5", saved + n, body=body) for n in range(1, 50)])
                small.clear()
                journal.look()
                journal.append([row("T5", saved + n, body=body) for n in range(1, 50)])
                assert [each.seq for each in journal.read("T5")] == [*range(1, saved + 50)]
        finally:
            name = make_url(url).database
            asked(server.url("postgres"), f"DROP DATABASE {name} WITH (FORCE)")
            asked(server.url("postgres"), "DROP TABLESPACE small")


def test_a_database_that_has_lost_rows_is_not_played_on(journal, url):
    """As after a failover to a standby that lagged behind."""
    journal.append([row("T5", seq) for seq in (1, 2, 3)])
    asked(url, "ALTER TABLE journal DISABLE TRIGGER USER")
    asked(url, "DELETE FROM journal WHERE seq = 3")
    asked(url, CUT_OFF)
    with pytest.raises(Unsound, match="table T5 has 2 of 3 rows"):
        journal.append([row("T5", 4)])
    with pytest.raises(Unsound):
        journal.look()


# --- hints ----------------------------------------------------------------------------------------


def test_a_hint_says_which_rows_and_never_what_is_in_them(journal, url):
    news = journal.hints()
    assert news.wait(PATIENCE_S) == {}
    with psycopg.connect(url, autocommit=True) as shell:
        shell.execute("LISTEN tricktable")
        journal.append([row("T5", 1), row("T6", 1), row("T5", 2, body='"secret"')])
        (told,) = shell.notifies(timeout=PATIENCE_S, stop_after=1)
    assert told.payload == '{"T5":2,"T6":1}'
    assert hinted(news) == {"T5": 2, "T6": 1}
    news.stop()


def test_a_change_beside_the_rows_is_hinted_and_what_changes_nothing_is_not(journal):
    news = journal.hints()
    assert news.wait(PATIENCE_S) == {}
    taken = journal.take("pen:T5", "A", 60_000)
    assert hinted(news) == {BESIDE: 0}
    assert journal.take("pen:T5", "B", 60_000).holder == "A"
    assert journal.renew(taken, 60_000) is not None
    assert journal.renew(taken, 60_000, taken.what) is not None
    assert len(journal.renew_all("A", 60_000)) == 1
    journal.append([row("T5", 1)])
    assert hinted(news) == {"T5": 1}, "of what came before it nobody is told"
    assert journal.renew(taken, 60_000, '"news"') is not None
    assert hinted(news) == {BESIDE: 0}
    assert journal.let_go(taken)
    assert hinted(news) == {BESIDE: 0}
    assert not journal.let_go(taken)
    assert journal.renew(taken, 60_000, '"more news"') is None
    journal.overwrite("T5", {})
    journal.append([row("T5", 2)])
    assert hinted(news) == {"T5": 2}
    journal.overwrite("T5", {1: '"N1"'})
    assert hinted(news) == {BESIDE: 0}
    journal.shelve([ShelfRow("red", 1, 1, "deck", "{}")])
    assert hinted(news) == {BESIDE: 0}
    news.stop()


def test_several_hints_that_came_meanwhile_are_one(journal):
    news = journal.hints()
    assert news.wait(PATIENCE_S) == {}
    told: dict[str, int] = {}
    for seq in (1, 2, 3):
        journal.append([row("T5", seq)])
    while told.get("T5") != 3:
        told |= hinted(news)
    assert news.wait(0) is None
    news.stop()


def test_a_hint_that_is_too_long_says_only_that_there_is_something(journal):
    news = journal.hints()
    assert news.wait(PATIENCE_S) == {}
    journal.append([row(f"T{number:04}", 1) for number in range(1000)])
    assert hinted(news) == {}
    assert len(journal.newest()) == 1000
    news.stop()


def test_what_somebody_else_says_there_harms_nobody(journal, url):
    news = journal.hints()
    assert news.wait(PATIENCE_S) == {}
    for nonsense in ("", "T5 7", "[1]", '{"T5": "x"}'):
        asked(url, f"NOTIFY tricktable, '{nonsense}'")
        assert hinted(news) == {}
    news.stop()


def test_whoever_listens_is_there_again_after_its_connection_broke(journal, url):
    news = journal.hints()
    assert news.wait(PATIENCE_S) == {}
    asked(url, CUT_OFF)
    assert hinted(news) == {}, "whatever was said meanwhile is lost"
    journal.append([row("T5", 1)])
    assert hinted(news) == {"T5": 1}
    news.stop()


def test_without_a_server_there_are_no_hints_and_nobody_waits_longer(journal, server):
    news = journal.hints()
    assert news.wait(PATIENCE_S) == {}
    server.stop("immediate")
    try:
        assert [news.wait(0.01) for _ in range(5)] == [None] * 5
    finally:
        server.start()
    assert hinted(news) == {}
    news.stop()


def test_hints_go_past_a_pool_where_the_address_names_a_way(wire, url, server):
    """A pool hands no notification on: here nobody gets through it any more."""
    pooled = url.replace(str(server.folder), str(wire.url_host))
    far = open_journal(f"{pooled}&direct={server.folder}")
    wire.is_closed = True
    news = far.hints()
    assert news.wait(PATIENCE_S) == {}
    with contextlib.closing(open_journal(url)) as near:
        near.append([row("T5", 1)])
    assert hinted(news) == {"T5": 1}
    news.stop()
    far.close()


@pytest.mark.parametrize(
    ("direct", "host", "port"),
    [("db.club", "db.club", None), ("db.club:5433", "db.club", 5433), ("[::1]:5", "::1", 5)],
)
def test_the_way_past_a_pool_may_be_a_name_or_a_name_and_a_port(direct, host, port):
    url = make_url("postgresql://club:word@pool:6432/tables")
    engine = create_engine(url.set(drivername="postgresql+psycopg"))
    found = conninfo_to_dict(address(engine, url, direct))
    assert (found["host"], found["port"]) == (host, str(port or 6432))
    assert (found["user"], found["password"], found["dbname"]) == ("club", "word", "tables")


def lose(url: str, seq: int) -> None:
    """Forget all rows from this number on, and break connections, as a standby that lagged does."""
    asked(url, "ALTER TABLE journal DISABLE TRIGGER USER")
    asked(url, f"DELETE FROM journal WHERE seq >= {seq}")
    asked(url, CUT_OFF)


def test_a_row_that_another_host_wrote_in_the_place_of_a_lost_one_is_not_taken_for_it(journal, url):
    journal.append([row("T5", seq) for seq in (1, 2, 3)])
    lose(url, 3)
    with contextlib.closing(open_journal(url)) as other:
        other.append([row("T5", 3)._replace(at="2026-05-01T12:00:01.000+00:00")])
        with pytest.raises(Unsound, match="table T5 has another row 3"):
            journal.append([row("T5", 4)])
        assert [each.seq for each in other.read("T5")] == [1, 2, 3]


@pytest.mark.parametrize("left", [0, 1, 2])
def test_a_host_that_only_read_what_was_lost_leaves_no_gap(journal, url, left):
    with contextlib.closing(open_journal(url)) as other:
        other.append([row("T5", seq) for seq in (1, 2, 3)])
    assert len([*journal.read("T5")]) == 3
    lose(url, left + 1)
    with pytest.raises(Unsound, match=f"table T5 has {left} of 3 rows"):
        journal.append([row("T5", 4)])


def test_a_name_that_was_forgotten_is_no_lost_row(journal, url):
    journal.append([row("T5", 1), row("T5", 2)])
    with contextlib.closing(open_journal(url)) as other:
        other.overwrite("T5", {2: '"N1"'})
    asked(url, CUT_OFF)
    journal.append([row("T5", 3)])
    assert [each.seq for each in journal.read("T5")] == [1, 2, 3]


def test_a_server_that_says_nothing_any_more_is_an_outage(url, server, monkeypatch):
    monkeypatch.setattr("tricktable.store.journal.postgres._Hasty.answers_within_s", 0.2)
    wire = Wire(server.folder)
    name = make_url(url).database
    far = f"postgresql://club@127.0.0.1:{wire.port}/{name}?sslmode=disable"
    try:
        with contextlib.closing(open_journal(far)) as journal:
            journal.append([row("T5", 1)])
            wire.held, wire.refuses = {DOWN}, True
            with pytest.raises(Outage):
                journal.append([row("T5", 2)])
            wire.held, wire.refuses = set(), False
            wait_for_outage_to_end(journal)
            journal.append([row("T5", 2), row("T5", 3)])
            assert [each.seq for each in journal.read("T5")] == [1, 2, 3]
    finally:
        wire.close()


def wait_for_outage_to_end(journal: Journal) -> None:
    """Look again and again, as a host does each second."""
    ends = time.monotonic() + PATIENCE_S
    while True:
        try:
            journal.look()
        except Outage:
            assert time.monotonic() < ends
        else:
            return


# --- was it committed? ----------------------------------------------------------------------------


class Cutter:
    """Stands between a journal and its server, and cuts the connection when it is told to."""

    def __init__(self, folder: Path, server: Path) -> None:
        self.url_host = folder
        self.cuts: str = ""
        """`before` or `after` the server gets the next row; empty for neither."""
        self.is_closed = False
        """Whether nobody is let through."""
        self._server = str(server)
        self._clients: list[socket.socket] = []
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(folder / ".s.PGSQL.5432"))
        self._listener.listen()
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._between, args=(client,), daemon=True).start()

    def _between(self, client: socket.socket) -> None:
        with client, socket.socket(socket.AF_UNIX) as server, contextlib.suppress(OSError):
            if self.is_closed:
                return
            self._clients.append(client)
            server.connect(self._server)
            while True:
                for each in select.select([client, server], [], [])[0]:
                    said = each.recv(1 << 16)
                    is_row = each is client and b"INSERT INTO journal" in said
                    if not said:
                        return
                    if is_row and self.cuts == "before":
                        self._cut(client)
                        return
                    (server if each is client else client).sendall(said)
                    if is_row and self.cuts == "after":
                        server.recv(1 << 16)  # its answer: the row is saved
                        self._cut(client)
                        return

    def _cut(self, client: socket.socket) -> None:
        self.cuts = ""
        for each in [*self._clients] if self.is_closed else [client]:
            with contextlib.suppress(OSError):  # it is closed already
                each.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._listener.close()


@pytest.fixture
def wire(server: Postgres) -> Iterator[Cutter]:
    folder = Path(tempfile.mkdtemp(prefix="w"))
    made = Cutter(folder, server.folder / ".s.PGSQL.5432")
    yield made
    made.close()
    shutil.rmtree(folder)


@pytest.fixture
def far(wire: Cutter, url: str, server: Postgres) -> Iterator[Journal]:
    """A journal behind the wire."""
    opened = open_journal(url.replace(str(server.folder), str(wire.url_host)))
    opened.append([row("T5", 1)])
    yield opened
    opened.close()


@pytest.mark.parametrize("cuts", ["before", "after"])
def test_a_connection_cut_within_a_commit_leaves_each_row_there_once(far, wire, journal, cuts):
    wire.cuts = cuts
    far.append([row("T5", 2), row("T6", 1)])
    assert wire.cuts == "", "it was cut"
    far.append([row("T5", 3)])
    assert [*journal.read("T5")] == [row("T5", seq) for seq in (1, 2, 3)]
    assert [*journal.read("T6")] == [row("T6", 1)]


@pytest.mark.parametrize("cuts", ["before", "after"])
def test_what_nobody_could_ask_about_is_answered_truly_later(far, wire, journal, cuts):
    wire.cuts, wire.is_closed = cuts, True
    with pytest.raises(Outage):
        far.append([row("T5", 2)])
    with pytest.raises(Outage):
        far.append([row("T5", 2), row("T5", 3)])
    wire.is_closed = False
    far.look()
    far.append([row("T5", 2), row("T5", 3)])
    assert [*journal.read("T5")] == [row("T5", seq) for seq in (1, 2, 3)]


def test_what_another_host_wrote_meanwhile_is_never_taken_for_ours(far, wire, journal):
    wire.cuts, wire.is_closed = "before", True
    with pytest.raises(Outage):
        far.append([row("T5", 2, body="1")])
    journal.append([row("T5", 2, body="2")])
    wire.is_closed = False
    far.look()
    with pytest.raises(RowTaken):
        far.append([row("T5", 2, body="1")])
    assert [each.body for each in far.read("T5")] == ["{}", "2"]


def test_a_phone_that_another_host_sent_away_meanwhile_does_not_come_back(far, wire, journal):
    wire.cuts, wire.is_closed = "after", True
    with pytest.raises(Outage):
        far.append([row("T5", 2)], [ANN])
    assert journal.phones("T5") == [ANN], "it was saved, and its host was not told"
    away = ANN._replace(state=SENT_AWAY)
    journal.append([row("T5", 3)], [away])
    wire.is_closed = False
    far.look()
    far.append([row("T5", 2), row("T6", 1)], [ANN, ELSEWHERE])
    assert journal.phones("T5") == [away]
    assert journal.phones("T6") == [ELSEWHERE]


# --- from a file and back -------------------------------------------------------------------------


def test_a_club_moves_from_a_file_into_the_database_and_back(journal, tmp_path):
    with (
        contextlib.closing(open_journal(tmp_path / "old.db")) as old,
        contextlib.closing(open_journal(tmp_path / "new.db")) as new,
    ):
        fill(old)
        assert [each.added for each in copy(old, journal)] == [1, 1501]
        assert [each.added for each in copy(journal, new)] == [1, 1501]
        assert content(old) == content(journal) == content(new)
