"""A host that starts while another one makes the schema says so, and does not wait for ever."""

import re
from contextlib import closing

import psycopg
import pytest

from rig.host import Host
from tricktable.store.journal import Outage, migrate, open_journal, postgres

LOCK = "SELECT pg_advisory_lock(5821177406)"


def test_a_host_says_what_it_waits_for_and_serves_once_the_schema_is_there(server, tmp_path):
    url = server.database()
    with closing(psycopg.connect(url, autocommit=True)) as another:
        another.execute(LOCK)
        with Host(tmp_path, "--database", url) as host:
            name = url.partition("?")[0].rpartition("/")[2]
            said = f"^Waiting up to 5 minutes for another host to prepare the journal {name} at "
            host.until(said)
            another.close()
            host.ready()
            assert len([line for line in host.lines if re.search(said, line)]) == 1
            assert host.end() == 0


def test_a_host_gives_up_in_time_and_says_how_to_get_rid_of_a_host_that_died(server, monkeypatch):
    monkeypatch.setattr(postgres, "WAITS_S", 0.0)
    url = server.database()
    with closing(psycopg.connect(url, autocommit=True)) as another:
        another.execute(LOCK)
        with pytest.raises(Outage) as given_up:
            open_journal(url)
        said = str(given_up.value)
        assert said.startswith("the journal club")
        assert f"(SELECT pg_terminate_backend({another.info.backend_pid}))" in said
        assert said.endswith("; then start this host again")
        # What it says to do works.
        shown = re.search(r"\((SELECT .*?\))\)", said)
        assert shown is not None
        with closing(psycopg.connect(url, autocommit=True)) as shell:
            shell.execute(shown[1])  # type: ignore[arg-type]  # as somebody would type it
        open_journal(url).close()


def test_a_schema_that_has_just_been_made_is_no_reason_to_give_up(server, monkeypatch):
    """The other host is done between two looks of this one."""
    monkeypatch.setattr(postgres, "WAITS_S", 0.0)
    url = server.database()
    open_journal(url).close()
    with closing(psycopg.connect(url, autocommit=True)) as another:
        another.execute(LOCK)
        open_journal(url).close()
        # Nobody to name any more: the sentence does without.
        looked = iter([False, False])
        monkeypatch.setattr(migrate, "is_current", lambda _connection: next(looked))
        monkeypatch.setattr(postgres, "_migrator", lambda _writer: None)
        with pytest.raises(Outage, match=r"wait until it serves, then start this host again$"):
            open_journal(url)
