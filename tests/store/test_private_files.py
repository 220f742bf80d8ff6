"""Whatever a host keeps is its owner's alone; a folder that is of no use is told as what it is."""

import os
import sqlite3
import stat
import tempfile
from contextlib import closing, contextmanager
from importlib import import_module
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from click.testing import CliRunner

from rig.evening import SETTINGS
from rig.program import Program
from tricktable import app
from tricktable.cli import logs, main
from tricktable.settings import load
from tricktable.store import private_files
from tricktable.store.decks import Controls, Folder, ShelfChange, demo_deck, write_deck
from tricktable.store.journal import Outage, open_journal

posix = pytest.mark.skipif(os.name != "posix", reason="there are no modes here")
NOBODY = 65534


def open_to_others(folder):
    """Files of this folder, and below, that others may read or write."""
    files = (each for each in Path(folder).rglob("*") if each.is_file())
    return [each.name for each in files if stat.S_IMODE(each.stat().st_mode) & 0o077]


@contextmanager
def as_others_start():
    """With a mask that leaves all that is made readable to everybody, as most systems have it."""
    before = os.umask(0o022)
    try:
        yield
    finally:
        os.umask(before)


@posix
def test_all_that_a_host_keeps_in_an_open_folder_is_its_owners_alone(tmp_path):
    with as_others_start():
        data = tmp_path / "data"
        (data / "decks").mkdir(parents=True)
        data.chmod(0o755)
        settings = load({"data": data}, {})
        with app.open_house(settings, Folder(settings.decks), list) as here:
            here.open_table()
            here.shelf.put(ShelfChange("demo red", demo_deck()))
            here.shelf.put(ShelfChange("", Controls()))
            here._journal.backup(data / "copy.db")
            names = {each.name for each in data.rglob("*")}
            assert {"journal.db", "journal.db-wal", "journal.db-shm", "copy.db"} < names
            assert {"host-token", "control.cards", "01-demo-red.json"} < names
            assert open_to_others(data) == []


@posix
def test_what_lay_open_from_before_is_taken_from_others(tmp_path):
    with as_others_start():
        settings = SETTINGS(data=tmp_path)
        (tmp_path / "decks").mkdir()
        (tmp_path / "decks" / "01-red.json").write_text(write_deck(demo_deck()))
        with closing(sqlite3.connect(tmp_path / "journal.db")) as old:
            old.execute("PRAGMA journal_mode=WAL")
            old.execute("CREATE TABLE of_before (at TEXT)")
            assert set(open_to_others(tmp_path)) == {
                "journal.db",
                "journal.db-wal",
                "journal.db-shm",
                "01-red.json",
            }
            with app.open_house(settings, Folder(settings.decks), list) as here:
                assert [deck.name for deck in here.shelf.decks.decks] == ["demo red"]
                assert open_to_others(tmp_path) == []


@posix
def test_a_folder_is_no_file_that_is_taken(tmp_path):
    tmp_path.chmod(0o755)
    private_files.keep(tmp_path)
    private_files.keep(tmp_path / "nothing")
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755


@pytest.fixture
def foreign():
    """A folder in which this user may make nothing: of root, looked at by nobody."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        folder.chmod(0o555)
        yield folder
        folder.chmod(0o755)


@contextmanager
def without_privileges():
    """As somebody whom the kernel refuses things: nobody, where the tests are run by root."""
    is_root = os.geteuid() == 0
    if is_root:
        import_module("rig.whole_program")  # nobody may not be able to read this machine's Python
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if is_root:
            os.seteuid(0)


def said(data, *more):
    with without_privileges():
        done = CliRunner().invoke(main, ["serve", "--http-port", "0", "--data", str(data), *more])
    assert done.exit_code == 1
    assert "Traceback" not in done.output
    return done.output


@posix
def test_a_folder_that_cannot_be_written_is_told_as_that(foreign):
    advice = "; choose another folder with --data\n"
    assert said(foreign) == f"Error: cannot write to {foreign}: permission denied{advice}"
    below = foreign / "new" / "data"
    assert said(below) == f"Error: cannot write to {below}: permission denied{advice}"


@posix
def test_a_token_that_cannot_be_read_is_told_as_that(foreign):
    if os.geteuid() != 0:
        pytest.skip("only root can make a file of somebody else's")
    load({"data": foreign}, {})
    words = f"Error: cannot read {foreign / 'host-token'}: permission denied"
    assert said(foreign).startswith(words)


@posix
def test_with_a_token_of_its_own_it_is_the_decks_folder_that_cannot_be_made(foreign):
    words = f"Error: cannot use {foreign / 'decks'}: Permission denied\n"
    assert said(foreign, "--host-token", "T" * 22) == words


@posix
def test_a_journal_that_cannot_be_made_is_told_in_one_sentence(foreign):
    with without_privileges(), pytest.raises(Outage) as told:
        open_journal(foreign / "journal.db")
    assert str(told.value) == f"the journal {foreign / 'journal.db'}: Permission denied"


def asked(*words):
    """A command, which must do what is wanted of it."""
    done = CliRunner().invoke(main, [*map(str, words)])
    assert done.exit_code == 0, done.output
    return done.output


@posix
def test_after_everything_has_run_no_file_of_the_data_folder_is_open_to_others(tmp_path):
    """Every file is looked at, whatever it is: nobody lists them."""
    with as_others_start():
        data = tmp_path / "data"
        (data / "decks").mkdir(parents=True)
        (data / "decks" / "01-red.json").write_text(write_deck(demo_deck()))
        (data / "settings.toml").write_text(
            'mqtt_url = "mqtt://table:secret@127.0.0.1:9"\n'
            'webhook_urls = "http://127.0.0.1:9/a-secret"\n'
        )
        for name in ("board-key", "host-token", "webhook-secret"):
            (data / name).write_text("5" * 64 + "\n")
        log = data / "host.log"
        log.write_bytes(b"x" * logs.MOST_BYTES)  # so that it is set aside
        words = ("serve", "--data", str(data), "--http-port", "0", "--log-file", str(log))
        with Program(tmp_path, *words) as here:
            port = here.until(r"http://localhost:(\d+)/host/")[1]
            headers = {"Content-Type": "application/json"}
            url = f"http://127.0.0.1:{port}/api/v1/tables"
            with urlopen(Request(url, b"{}", headers, method="POST")) as done:
                assert done.status == 201
            files = {each.name for each in data.rglob("*") if each.is_file()}
            assert {"journal.db", "journal.db-wal", "settings.toml", "host.log"} <= files
            assert open_to_others(data) == []
            here.end()
        asked("backup", "--data", data)
        (backup,) = (data / "backups").iterdir()
        (data / "settings.toml").chmod(0o644)
        asked("restore", backup, "--yes", "--data", data)
        asked("journal", "copy", data / "journal.db", data / "copy.db")
        asked("journal", "check", "--data", data)
        asked("people", "list", "--data", data)
        files = sorted(each.name for each in data.rglob("*") if each.is_file())
        assert len([each for each in files if each.startswith("settings.toml")]) == 2
        assert len([each for each in files if each.startswith("host.log")]) > 1
        assert open_to_others(data) == []
