"""Real hosts on one journal: what is written at one of them is seen at the other at once.

The hosts are whole programs on one PostgreSQL database or one SQLite file, asked over HTTP.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from rig.patience import PATIENCE_S
from rig.postgres import running
from test_club_database import CARDS, cards, lay
from test_lost_journal import Host, home  # noqa: F401 - a fixture
from tricktable.cli import main
from tricktable.store.journal import Row, open_journal
from tricktable.table.following import Following


def until(is_so: Callable[[], bool]) -> None:
    """Return once it is so."""
    ends_s = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < ends_s
        time.sleep(0.02)


def codes(host: Host) -> set[str]:
    """The tables that a host shows."""
    told = host.ask("tables")["tables"]
    assert isinstance(told, list)
    return {each["code"] for each in told}


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, home: Path) -> Iterator[str]:  # noqa: F811
    """The address of a journal where somebody has the lead at a table."""
    file = home / "data" / "journal.db"
    if request.param == "sqlite":
        yield f"sqlite:///{file}"
        return
    with running() as server:
        url = server.database()
        assert main(["journal", "copy", str(file), url], standalone_mode=False) is None
        yield url


@pytest.fixture
def hosts(home: Path, tmp_path: Path, database: str) -> Iterator[tuple[Host, Host]]:  # noqa: F811
    """Two hosts of one journal."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    with Host(home, "--database", database) as one, Host(elsewhere, "--database", database) as two:
        yield one.ready(), two.ready()


def test_what_is_laid_at_one_host_is_seen_at_the_other(hosts: tuple[Host, Host]) -> None:
    one, other = hosts
    for number in range(3):
        lay(one, number)
        until(lambda laid=number + 1: cards(other) == CARDS[:laid])  # type: ignore[misc]
    assert lay(other, 3)["is_saved"]
    until(lambda: cards(one) == CARDS[:4])


def test_a_table_that_comes_and_goes_elsewhere_comes_and_goes_here(
    hosts: tuple[Host, Host], database: str
) -> None:
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


def test_what_no_hint_tells_is_found_by_looking(tmp_path: Path) -> None:
    with (
        closing(open_journal(tmp_path / "journal.db")) as journal,
        closing(open_journal(tmp_path / "journal.db")) as other,
    ):
        journal.hints = Deaf  # type: ignore[method-assign]
        read = threading.Event()

        class Behind:
            seq = 0

            def catch_up(self) -> bool:
                self.seq = [*journal.read("T5")][-1].seq
                read.set()
                return False

        following = Following(journal, lambda: {"T5": Behind()}, lambda _: None)
        following.start()
        other.append([Row("T5", 1, "2026-05-01T12:00:00.000+00:00", None, "opened", "{}")])
        assert read.wait(PATIENCE_S)
        following.stop()
