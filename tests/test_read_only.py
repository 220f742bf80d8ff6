"""A disk that is read-only, at the start or from one card to the next, and what heals by itself.

The disks are real mounts; without the right to mount, a folder's own rights do for one test.
"""

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from board.link.board import Board
from rig.disk import done, image, memory
from rig.host import Host, path_in, play_at
from rig.patience import until
from rig.table import Rig
from store.journal.fork import elsewhere
from test_lost_journal import ENTRY, refused, rows
from tricktable.store.journal import Outage, open_journal

TOKEN = ("--host-token", "a-token-for-a-read-only-disk")


def cards(home: Path) -> list[str]:
    """The cards that the journal holds, in their order."""
    entries = (json.loads(row.body) for row in rows(path_in(home)) if row.kind == "entry")
    return [each["card"] for each in entries if "card" in each]


@pytest.mark.parametrize("how_it_ended", ["closed", "killed"])
def test_a_host_that_starts_on_a_read_only_disk_saves_as_soon_as_it_can(tmp_path, how_it_ended):
    with memory(tmp_path / "data") as disk:
        play_at(tmp_path)
        with Host(tmp_path, *TOKEN) as host:
            host.ready()
            assert host.ask("tables/7KQ/entries", ENTRY)["is_saved"]
            host.end() if how_it_ended == "closed" else host.kill()
        disk.becomes("ro")
        with Host(tmp_path, *TOKEN) as host:
            host.ready()
            host.until("^NOT SAVED: the disk is read-only")
            assert host.ask("tables/7KQ")["summary"]["seq"] == 3
            entry = {"kind": "played", "seat": 2, "card": "3H"}
            assert not host.ask("tables/7KQ/entries", entry)["is_saved"]
            assert host.ask("tables/7KQ")["summary"]["seq"] == 4
            disk.becomes("rw")
            host.until("^Everything is saved again")
            entry = {"kind": "played", "seat": 3, "card": "4H"}
            assert host.ask("tables/7KQ/entries", entry)["is_saved"]
            host.kill()
        assert cards(tmp_path) == ["2H", "3H", "4H"]


def test_a_host_that_ends_while_nothing_can_be_saved_does_not_say_that_all_is(tmp_path):
    with memory(tmp_path / "data") as disk:
        play_at(tmp_path)
        with Host(tmp_path, *TOKEN) as host:
            host.ready()
            host.end()
            assert host.lines[-1] == "Stopped. Everything is saved."
        disk.becomes("ro")
        with Host(tmp_path, *TOKEN) as host:
            host.ready()
            host.until("^NOT SAVED: the disk is read-only")
            host.end()
            assert host.lines[-1] == "Stopped. The newest of table 7KQ may not be saved: see above."


def test_a_host_that_starts_on_a_read_only_disk_without_a_journal_says_so_and_ends(tmp_path):
    with memory(tmp_path / "data") as disk:
        disk.becomes("ro")
        assert "ead-only" in refused(tmp_path, *TOKEN)


def test_a_disk_that_turns_read_only_while_it_is_played_on_acknowledges_nothing(tmp_path):
    """What an SD card does that wears out: the file system finds an error and takes no more."""
    (tmp_path / "data").mkdir()
    with Board("0A0A0A0A", board_id="E6614C311B7E6F01") as board:
        port = ("--port", *board.ports())
        card = tmp_path / "card.img"
        with image(tmp_path / "data", card) as disk, Host(tmp_path, *TOKEN, *port) as host:
            host.ready()
            board.emit("K", "4")
            board.wait_for(lambda: board.acknowledged == 1)
            disk.breaks()
            board.emit("K", "MENU")
            host.until("^NOT SAVED: ")
            board.emit("K", "MENU")
            (table,) = host.ask("tables")["tables"]
            until(lambda: host.ask(f"tables/{table['code']}")["trouble"])
            assert board.acknowledged == 1
            host.kill()
        done("e2fsck", "-p", str(card))
        with image(tmp_path / "data", card):
            with Host(tmp_path, *TOKEN, *port) as host:
                host.ready()
                board.wait_for(board.is_settled)
                host.end()
            sources = [row.source for row in rows(path_in(tmp_path)) if row.source]
            assert sources == [f"0A0A0A0A:{number}" for number in (1, 2, 3)]


@contextmanager
def protected(path: Path) -> Iterator[None]:
    """The journal's files may not be changed, whoever has them open already."""
    files = [str(path), str(path.with_name(path.name + "-wal"))]
    if not done("chattr", "+i", *files):
        pytest.skip("this file system, or this user, cannot protect a file that is open")
    try:
        yield
    finally:
        assert done("chattr", "-i", *files)


@pytest.fixture
def on_disk(tmp_path: Path) -> Iterator[Path]:
    """A folder on a disk: files in memory, where others may be, cannot be protected."""
    disk = Path("/var/tmp")
    with TemporaryDirectory(dir=disk if disk.is_dir() else tmp_path) as folder:
        yield Path(folder)


def test_files_that_turn_read_only_while_they_are_open_heal_when_they_do(on_disk):
    rig = Rig(on_disk)
    rig.begin(leader=1)
    rig.lay("2H", 1)
    saved = rig.table.newest_durable(rig.boot)
    with protected(rig.path):
        rig.lay("3H", 2)
        assert rig.view.trouble is not None
        assert rig.table.newest_durable(rig.boot) == saved
        rig.table.try_to_save()
        assert rig.view.trouble is not None
    rig.table.try_to_save()
    assert rig.view.trouble is None
    assert rig.table.newest_durable(rig.boot) > saved
    rig.journal.close()
    kept = [json.loads(row.body) for row in rows(rig.path) if row.kind == "entry"]
    assert [each["card"] for each in kept[-2:]] == ["2H", "3H"]


def test_a_disk_that_was_read_only_and_is_full_then_is_full(tmp_path):
    with memory(tmp_path / "data", "1m") as disk:
        play_at(tmp_path)
        ballast = tmp_path / "data" / "ballast"
        disk.becomes("ro")
        journal = open_journal(path_in(tmp_path))
        with pytest.raises(Outage, match="read-only"):
            journal.look()
        disk.becomes("rw")
        with pytest.raises(OSError, match="No space"):
            ballast.write_bytes(bytes(2**20))
        rig = Rig(tmp_path / "data", journal)
        rig.lay("2H", 1)
        while rig.view.trouble is None:
            rig.press("MENU")
        assert rig.view.trouble == "the disk is full"
        ballast.unlink()
        rig.table.try_to_save()
        assert rig.view.trouble is None
        journal.close()
        assert cards(tmp_path) == ["2H"]


def test_a_folder_that_may_not_be_written_is_written_as_soon_as_it_may(tmp_path):
    """Seen by a user without privileges, whoever runs the tests."""
    nobody = 65534

    def play() -> list[str]:
        if os.geteuid() == 0:
            os.setgid(nobody)
            os.setuid(nobody)
        folder.chmod(0o500)
        rig = Rig(folder, open_journal(folder / "journal.db"))
        heard = [str(rig.view.trouble)]
        rig.lay("2H", 1)
        heard.append(str(rig.view.trouble))
        folder.chmod(0o700)
        rig.table.try_to_save()
        heard.append(str(rig.view.trouble))
        rig.journal.close()
        return heard

    with TemporaryDirectory() as made:  # a folder of pytest's is closed to everybody else
        folder = Path(made)
        rig = Rig(folder)
        rig.begin(leader=1)
        rig.journal.close()
        if os.geteuid() == 0:
            for each in (folder, *folder.iterdir()):
                os.chown(each, nobody, nobody)
        heard = elsewhere(play)
        assert isinstance(heard, list), heard
        assert ["read-only" in each for each in heard[:2]] == [True, True]
        assert heard[2] == "None"
        assert [json.loads(row.body)["card"] for row in rows(rig.path)[-1:]] == ["2H"]


def test_a_journal_of_somebody_else_is_read_and_said_to_be_read_only(tmp_path):
    """A backup that another program keeps open can be looked at, and stays as it is."""
    with memory(tmp_path / "data") as disk:
        play_at(tmp_path)
        before = path_in(tmp_path).read_bytes()
        disk.becomes("ro")
        with closing(open_journal(path_in(tmp_path))) as journal:
            assert journal.tables() == ["7KQ"]
            with pytest.raises(Outage, match="read-only"):
                journal.append([next(journal.read("7KQ"))._replace(seq=99)])
        disk.becomes("rw")
        assert path_in(tmp_path).read_bytes() == before
        with closing(sqlite3.connect(path_in(tmp_path))) as shell:
            assert shell.execute("PRAGMA integrity_check").fetchone() == ("ok",)
