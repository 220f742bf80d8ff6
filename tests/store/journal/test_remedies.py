"""A server that lets nobody in: the sentence says what to do, as real servers refuse."""

import shutil
import socket

import pytest

from rig.postgres import Postgres
from tricktable.store.journal import Outage, open_journal
from tricktable.store.journal.remedies import remedy


def refused(url: str) -> str:
    """What somebody reads whose host finds no way in."""
    with pytest.raises(Outage) as told:
        open_journal(url)
    said = str(told.value)
    assert "\n" not in said
    assert "secret" not in said
    return said


def only(server: Postgres, lines: str) -> None:
    """Let it start anew with these lines as its `pg_hba.conf`."""
    server.stop()
    rules = server.folder / "data" / "pg_hba.conf"
    owner = rules.stat()
    rules.write_text(lines)
    shutil.chown(rules, owner.st_uid, owner.st_gid)
    server.start()


def test_a_database_or_a_user_that_is_not_there(server):
    assert refused(server.url("nowhere")).endswith("; create it there, with createdb")
    stranger = server.url("postgres").replace("club@", "stranger@")
    assert refused(stranger).endswith("; create that user there, with createuser --pwprompt")


def test_a_port_where_nobody_listens():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound, and not listening: nobody else gets it meanwhile
        said = refused(f"postgresql://club@127.0.0.1:{taken.getsockname()[1]}/club")
    assert "listen_addresses" in said


def test_a_computer_or_a_password_that_is_not_let_in(server, monkeypatch, tmp_path):
    monkeypatch.delenv("PGPASSWORD", raising=False)
    monkeypatch.setenv("PGPASSFILE", str(tmp_path / "none"))
    url = server.database()
    try:
        only(server, "local other all trust\n")
        assert refused(url).endswith("; let this computer in there, with a line in pg_hba.conf")
        only(server, "local all all scram-sha-256\n")
        assert "; put the password into ~/.pgpass" in refused(url)
        wrong = refused(url.replace("club@", "club:secret@"))
        assert wrong.endswith("; check the user, and the password in ~/.pgpass")
    finally:
        only(server, "local all all trust\n")
    open_journal(url).close()


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("failed to resolve host 'sever': [Errno -3] Temporary failure", "name of that computer"),
        ("connection timeout expired", "firewall"),
    ],
)
def test_a_computer_that_nobody_finds(said, words):
    assert words in remedy(said)


def test_of_other_reasons_nothing_is_made_up():
    assert remedy("FATAL:  sorry, too many clients already") == ""
    assert remedy('relation "journal" does not exist') == ""
