"""Real hosts with their journal in a real PostgreSQL: what breaks there loses nothing.

The hosts are whole programs, asked over HTTP; the database crashes, and so do they.
"""

import re
from pathlib import Path

import pytest

from rig.host import Host, database_of
from rig.patience import until
from rig.pgbouncer import pgbouncer
from rig.postgres import Postgres
from rig.program import run
from tricktable.store.journal import open_journal
from tricktable.store.journal.listener import DEAF

CARDS = "2H 3H 4H 5H KC 2C 3C 4C".split()


@pytest.fixture
def url(server: Postgres, home: Path) -> str:
    """A database with the journal of a table where somebody has the lead."""
    return database_of(home, server)


def lay(host: Host, number: int) -> dict[str, object]:
    """The next card of the first two tricks."""
    card = CARDS[number]
    seat = (1 + number) % 4 if number < 4 else number % 4
    return host.ask("tables/7KQ/entries", {"kind": "played", "seat": seat, "card": card})


def cards(host: Host) -> list[object]:
    """All that was laid, as a host tells it."""
    told = host.ask("tables/7KQ/entries")["entries"]
    assert isinstance(told, list)
    return [each["card"] for each in told if each["kind"] == "played"]


def warned(host: Host) -> bool:
    """Whether it has said so far that it gets no hints."""
    return any(DEAF in line for line in host.lines)


def is_saved(host: Host) -> bool:
    """Whether the table has no trouble any more."""
    return host.ask("tables/7KQ")["trouble"] is None


def test_play_goes_on_without_the_database_and_is_saved_later(
    home,
    url,
    server,
):
    with Host(home, "--database", url) as host:
        host.ready()
        assert lay(host, 0)["is_saved"]
        server.stop("immediate")
        try:
            assert not lay(host, 1)["is_saved"]
            assert not is_saved(host)
            assert not lay(host, 2)["is_saved"]
            assert cards(host) == CARDS[:3]
        finally:
            server.start()
        until(lambda: is_saved(host))
        assert lay(host, 3)["is_saved"]
        host.kill()
    with Host(home, "--database", url) as host:
        host.ready()
        assert cards(host) == CARDS[:4]
        assert host.end() == 0


def test_two_hosts_write_one_table_in_turns(home, url, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    with Host(home, "--database", url) as one, Host(elsewhere, "--database", url) as other:
        one.ready()
        other.ready()
        for number in range(4):
            assert lay((one, other)[number % 2], number)["is_saved"]
        assert cards(other) == CARDS[:4]
        one.kill()
        assert cards(other) == CARDS[:4]
    journal = open_journal(url)
    rows = [*journal.read("7KQ")]
    journal.close()
    assert [row.seq for row in rows] == [*range(1, len(rows) + 1)]


def test_two_hosts_behind_a_pool_show_each_others_cards(
    home,
    url,
    server,
    tmp_path,
):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    with pgbouncer(server) as pool:
        pooled = pool.url(url)
        past = f"{pooled}&direct={server.folder}"
        with Host(home, "--database", past) as one, Host(elsewhere, "--database", pooled) as other:
            one.ready()
            other.ready()
            if not warned(other):  # it was told of no way past the pool
                other.until(re.escape(DEAF))
            for number in range(4):
                assert lay((one, other)[number % 2], number)["is_saved"]
            until(
                lambda: cards(one) == cards(other) == CARDS[:4]
            )  # who did not write it hears of it
            pool.stop()
            server.stop("immediate")
            assert not lay(one, 4)["is_saved"]
            server.start()
            pool.start()
            until(lambda: is_saved(one))
            until(lambda: cards(other) == CARDS[:5])
            assert lay(other, 5)["is_saved"]
            assert one.end() == 0
            assert not warned(one)


def test_a_host_without_its_database_says_so_in_a_sentence(tmp_path):
    done = run(tmp_path, "serve", "--database", f"postgresql://club:secret@/club?host={tmp_path}")
    said = done.stderr.decode()
    assert done.returncode == 1
    assert said.startswith(f"Error: the journal club at {tmp_path}: connection")
    assert len(said.splitlines()) == 1
    assert "secret" not in said + done.stdout.decode()
