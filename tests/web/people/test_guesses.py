"""Guesses at a word: the database counts them, at all hosts together and through a restart."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from flask.testing import FlaskClient

from rig.evening import Cables, house
from rig.once import new_journal
from rig.postgres import running
from tricktable.store.journal import open_journal
from tricktable.table.people import words
from tricktable.table.people.guesses import EACH_MS, MOST, Guesses

ORIGIN = {"Origin": "http://localhost"}
A_MINUTE_PASSES = f"UPDATE lease SET until = until - {EACH_MS} WHERE name LIKE 'guess:%'"


@pytest.fixture(autouse=True)
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    """A word costs nothing here."""
    monkeypatch.setattr(words, "COST", words.Cost(2, 1, 1))
    words._nobodys.cache_clear()


def guess(client: FlaskClient, name: str = "Zebedee") -> int:
    form = {"name": name, "word": "blue tulips"}
    return client.post("/people", data=form, headers=ORIGIN).status_code


def test_two_hosts_of_a_club_give_no_more_guesses_than_one_and_a_restart_forgives_none(
    tmp_path: Path,
) -> None:
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


def test_guesses_at_the_same_moment_are_counted_one_by_one(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    new_journal(file).close()
    with closing(open_journal(file)) as one, closing(open_journal(file)) as other:
        hosts = [Guesses(one), Guesses(other)] * 10
        with ThreadPoolExecutor(len(hosts)) as at_once:
            allowed = list(at_once.map(lambda each: each.allows("zebedee"), hosts))
    assert allowed.count(True) == MOST
