"""Real hosts on one journal: what is written at one of them is seen at the other at once.

The hosts are whole programs on one PostgreSQL database or one SQLite file, asked over HTTP.
"""

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest

from rig.host import Host, database_of
from rig.patience import PATIENCE_S, until
from rig.postgres import Postgres, running
from test_club_database import CARDS, cards, lay
from tricktable.house.followers import JournalFollower
from tricktable.store.journal import Journal, Phone, Row, open_journal
from tricktable.store.journal.row import SITS


def codes(host: Host) -> set[str]:
    """The tables that a host shows."""
    told = host.ask("tables")["tables"]
    assert isinstance(told, list)
    return {each["code"] for each in told}


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest) -> Iterator[Postgres | None]:
    """A server for databases; None where a journal is a file."""
    if request.param == "sqlite":
        yield None
        return
    with running() as server:
        yield server


@pytest.fixture
def database(server: Postgres | None, home: Path) -> str:
    """The address of a journal where somebody has the lead at a table."""
    return database_of(home, server)


@pytest.fixture
def hosts(home: Path, tmp_path: Path, database: str) -> Iterator[tuple[Host, Host]]:
    """Two hosts of one journal."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    with Host(home, "--database", database) as one, Host(elsewhere, "--database", database) as two:
        yield one.ready(), two.ready()


def test_what_is_laid_at_one_host_is_seen_at_the_other(hosts):
    one, other = hosts
    for number in range(3):
        lay(one, number)
        until(lambda laid=number + 1: cards(other) == CARDS[:laid])  # type: ignore[misc]
    assert lay(other, 3)["is_saved"]
    until(lambda: cards(one) == CARDS[:4])


def test_a_table_that_comes_and_goes_elsewhere_comes_and_goes_here(hosts, database):
    """Rows of the club as a whole are no table."""
    at = "2026-05-01T12:00:00.000+00:00"
    with closing(open_journal(database)) as journal:
        journal.append(
            [Row("QQQ", 1, at, None, "opened", "{}"), Row("club", 1, at, None, "x", "{}")]
        )
        for host in hosts:
            until(lambda host=host: codes(host) == {"7KQ", "QQQ"})  # type: ignore[misc]
        journal.append([Row("QQQ", 2, at, None, "closed", "{}")])
        for host in hosts:
            until(lambda host=host: codes(host) == {"7KQ"})  # type: ignore[misc]


class Deaf:
    """Hints that are all lost."""

    def __init__(self) -> None:
        self._over = threading.Event()

    def wait(self, timeout_s: float) -> None:
        self._over.wait(timeout_s)

    def stop(self) -> None:
        self._over.set()


class Behind:
    """A table that takes in what it is given."""

    phone_changes = 0

    def __init__(self) -> None:
        self.seq = 0
        self.phones: Sequence[Phone] = ()

    def take_in(self, rows: Iterable[Row]) -> bool:
        """Whether it hears of a phone: here it never does."""
        for row in rows:
            self.seq = row.seq
        return False

    def phones_are(self, kept: Sequence[Phone], changes: int) -> bool:
        """Those are its phones now."""
        self.phones = kept
        return changes == self.phone_changes


class InMemory:
    """Tables of one host."""

    def __init__(self, codes: Iterable[str]) -> None:
        self.tables = {code: Behind() for code in codes}

    def shared_tables(self, codes: Iterable[str] | None = None) -> Mapping[str, Behind]:
        """Those among these codes, or all."""
        wanted = self.tables if codes is None else codes
        return {code: self.tables[code] for code in wanted if code in self.tables}

    def note_newest(self, newest: Mapping[str, int]) -> None:
        """There are no others."""
        raise AssertionError(newest)

    def look_beside(self) -> None:
        """Nothing is leased."""


@pytest.fixture
def deaf(tmp_path: Path) -> Iterator[tuple[Journal, Journal]]:
    """A journal whose hints are all lost, as one host and another have opened it."""
    with (
        closing(open_journal(tmp_path / "journal.db")) as here,
        closing(open_journal(tmp_path / "journal.db")) as there,
    ):
        here.hints = Deaf  # type: ignore[method-assign, assignment]
        yield here, there


@contextmanager
def following(journal: Journal, tables: InMemory) -> Iterator[None]:
    """Follow what others write meanwhile."""
    thread = JournalFollower(journal, tables, Behind())
    thread.start()
    try:
        yield
    finally:
        thread.stop()


def opened_at(code: str) -> Row:
    return Row(code, 1, "2026-05-01T12:00:00.000+00:00", None, "opened", "{}")


def test_what_no_hint_tells_is_found_by_looking_and_so_are_the_phones_there(deaf):
    here, there = deaf
    tables = InMemory(["T5"])
    with following(here, tables):
        there.append([opened_at("T5")])
        until(lambda: tables.tables["T5"].seq == 1)
        sits = Phone("T5", "aa", "1.0", SITS, "2026-05-01T12:00:00")
        there.append([opened_at("T5")._replace(seq=2)], [sits])
        until(lambda: tables.tables["T5"].phones == [sits])


def test_all_tables_that_are_behind_are_read_with_one_question(deaf, monkeypatch):
    here, there = deaf
    asked: list[Mapping[str, int]] = []
    read_on = here.read_on

    def counted(after: Mapping[str, int]) -> Iterator[Row]:
        asked.append(after)
        return read_on(after)

    monkeypatch.setattr(here, "read_on", counted)
    codes = [f"T{number}" for number in range(30)]
    tables = InMemory(codes)
    there.append([opened_at(code) for code in codes])
    with following(here, tables):
        until(lambda: all(each.seq == 1 for each in tables.tables.values()))
    assert asked == [dict.fromkeys(codes, 0)]


def page(host: Host, path: str, **form: str) -> str:
    """A page as a guest's phone gets it; with a form it is a POST from our own page."""
    request = Request(host.url + path)
    if form:
        request.data = urlencode(form).encode()
        request.add_header("Origin", host.url)
    with urlopen(request, timeout=PATIENCE_S) as answer:
        return str(answer.read().decode())


def open_calls(host: Host) -> list[tuple[str, str]]:
    """Who calls the organiser from which table, as a host tells it."""
    told = host.ask("club")["club"]
    assert isinstance(told, dict)
    return [(each["table"], each["by"]) for each in told["calls"]]


def test_what_the_organiser_says_at_one_host_is_on_the_phones_of_the_other(hosts):
    """And a guest of the other one who calls is seen by the organiser at this one."""
    one, other = hosts
    one.ask("tables", {})  # with one table alone there is nobody to call
    until(lambda: len(codes(other)) == 2)
    one.ask("club/announcements", {"text": "Supper is served"})
    until(lambda: "Supper is served" in page(other, "/t/7KQ"))
    until(lambda: 'data-help="can"' in page(other, "/t/7KQ"))
    page(other, "/t/7KQ/help", do="call")
    until(lambda: open_calls(one) == [("7KQ", "guest")])
    assert "a guest" in page(one, "/club")
    one.ask("club/calls/7KQ/answer", {})
    until(lambda: "The organiser is coming." in page(other, "/t/7KQ"))
    one.ask("club/lock", {})
    until(lambda: other.ask("tables/7KQ")["is_locked"] is True)
