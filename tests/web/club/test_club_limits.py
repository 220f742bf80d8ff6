"""What concerns all hosts of a club is counted by the database, also through a restart."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import psycopg
import pytest
from flask.testing import FlaskClient

from rig.evening import Cables, house
from rig.patience import until
from rig.postgres import running
from rig.preparations import new_journal
from rig.sites import settings_with
from tricktable.club.allowance import COUNTED, ClubAllowance
from tricktable.club.people import words
from tricktable.store.journal import open_journal
from tricktable.table import table_leases
from tricktable.web import limits

ORIGIN = {"Origin": "http://localhost"}
MOST = limits.GUESS.burst
A_MINUTE_PASSES = f"UPDATE lease SET until = until - 60000 WHERE name LIKE '{COUNTED}%'"


@pytest.fixture(autouse=True)
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    """A word costs nothing here."""
    monkeypatch.setattr(words, "COST", words.Cost(2, 1, 1))
    words._nobodys.cache_clear()


def guess(client: FlaskClient, name: str = "Zebedee") -> int:
    form = {"name": name, "word": "blue tulips"}
    return client.post("/people", data=form, headers=ORIGIN).status_code


def test_two_hosts_of_a_club_give_no_more_guesses_than_one_and_a_restart_forgives_none(tmp_path):
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
    with running() as server:
        url = server.database()
        with house(tmp_path / "one", Cables(), database=url) as made:
            one = made.app().test_client()
            with house(tmp_path / "other", Cables(), database=url) as there:
                other = there.app().test_client()
                assert [guess(one) for _ in range(3)] == [403] * 3
                assert [guess(other, " zebedee") for _ in range(3)] == [403] * 2 + [429]
                assert guess(one) == 429
                assert guess(other, "Somebody else") == 403
            with house(tmp_path / "other", Cables(), database=url) as there:
                restarted = there.app().test_client()
                assert guess(restarted) == 429
                with psycopg.connect(url) as shell:
                    shell.execute(A_MINUTE_PASSES)
                assert [guess(restarted), guess(restarted)] == [403, 429]
                # What stands in the database says nothing of whom it is about.
                with psycopg.connect(url) as shell:
                    names = [each for (each,) in shell.execute("SELECT name FROM lease")]
                assert not any("zeb" in each.casefold() for each in names)
                # Without the database a host counts by itself, as before.
                server.stop("immediate")
                assert [guess(one, "Di") for _ in range(MOST + 1)] == [403] * MOST + [429]


def test_acts_at_the_same_moment_are_counted_one_by_one(tmp_path):
    file = tmp_path / "journal.db"
    new_journal(file).close()
    with closing(open_journal(file)) as one, closing(open_journal(file)) as other:
        hosts = [ClubAllowance(one), ClubAllowance(other)] * 10
        with ThreadPoolExecutor(len(hosts)) as at_once:
            asked = at_once.map(lambda each: each.has_one("guess", "zebedee", MOST, 60_000), hosts)
            allowed = [*asked]
    assert allowed.count(True) == MOST


def test_what_is_counted_is_counted_by_itself_and_goes_by_the_databases_clock(tmp_path):
    file = tmp_path / "journal.db"
    with closing(new_journal(file)) as journal:
        club = ClubAllowance(journal)
        assert [club.has_one("call", "10.0.0.1", 2, 60_000) for _ in range(3)] == [
            True,
            True,
            False,
        ]
        assert club.has_one("call", "10.0.0.2", 2, 60_000), "somebody else"
        assert club.has_one("claim", "10.0.0.1", 2, 60_000), "something else"
        with closing(sqlite3.connect(file)) as shell, shell:
            shell.execute(A_MINUTE_PASSES)
        assert [club.has_one("call", "10.0.0.1", 2, 60_000) for _ in range(2)] == [True, False]
        # None of these is taken for a table's lease: phones that wait have claims, too.
        assert not table_leases.by_table(journal.leases(""))


def test_what_each_host_counts_alone_is_what_costs_its_processor(tmp_path):
    """The others protect what all hosts share: the seats of a table, the organiser, a word."""
    shared = {name for name, limit in limits.of(settings_with()).items() if limit.is_clubs}
    assert shared == {"claim", "call", "guess"}
    with running() as server:
        url = server.database()
        for name in ("one", "other"):
            (tmp_path / name).mkdir()
        with (
            house(tmp_path / "one", Cables(), database=url) as one,
            house(tmp_path / "other", Cables(), database=url) as other,
        ):
            (code,) = one.tables
            until(lambda: code in other.tables)
            clients = [each.app().test_client() for each in (one, other)]
            said = [
                client.post(f"/t/{code}/seat/look", data={"plain": "1"}, headers=ORIGIN).status_code
                for client in clients
                for _ in range(limits.SAY.burst)
            ]
            assert said == [200] * 2 * limits.SAY.burst
