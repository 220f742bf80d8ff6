"""Backups by the commands that their user types: taken while a host plays, put back elsewhere."""

import errno
import hashlib
import itertools
import json
import os
import random
import tracemalloc
import zipfile
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rig.preparations import new_journal
from rig.program import Program
from rig.table import RecordingAudience
from tricktable.cli import main
from tricktable.settings import load
from tricktable.store import backup, swap
from tricktable.store.backup import Place
from tricktable.store.decks import Decks, Shelf, demo_deck
from tricktable.store.journal import Row, open_journal
from tricktable.table import commands
from tricktable.table.table import Table

CODE = "7KQ"
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
STEPS = 12
"""The moves of a restore that replaces everything, its list of them included."""
Newer = tuple[Path, dict[str, bytes], dict[str, bytes]]
NAMES = ["Ann", "Bo", "Cy", "ゆき"]


def asked(*words: object, given: str = "") -> Result:
    """A command, and what it says."""
    return CliRunner().invoke(main, [*map(str, words)], input=given)


def place(data: Path) -> Place:
    """A house with everything in one folder."""
    return Place(data, data / "journal.db", data / "board-key")


def rows(data: Path) -> list[Row]:
    """Every row of the table."""
    with closing(open_journal(data / "journal.db")) as journal:
        return [*journal.read(CODE)]


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """The data folder of a house at which somebody has played."""
    data = tmp_path / "house"
    data.mkdir()
    with closing(new_journal(data / "journal.db")) as journal:
        table = Table(CODE, journal, Shelf(Decks((demo_deck(),))), RecordingAudience())
        assert table.ask(commands.NewGame("torite", 4, NAMES, dealer=0)).is_done
        assert table.ask(commands.Declare("leader", 1)).is_done
        assert table.ask(commands.Lay("2C", 1)).is_done
    (data / "decks").mkdir()
    (data / "decks" / "red.json").write_text("a deck")
    (data / "host-token").write_text("a-token-for-a-whole-house\n")
    (data / "board-key").write_text("a key")
    (data / "settings.toml").write_text("http_port = 8123\n")
    return data


def test_everything_comes_back_on_another_machine(house, tmp_path):
    made = asked("backup", "--data", house, "--to", tmp_path / "stick")
    assert made.exit_code == 0, made.output
    (file,) = (tmp_path / "stick").iterdir()
    assert made.output == f"{file}: {len(rows(house))} rows of 1 table, verified.\n"
    there = tmp_path / "there"
    back = asked("restore", file, "--yes", "--data", there)
    assert back.exit_code == 0, back.output
    assert rows(there) == rows(house)
    for name in ("decks/red.json", "host-token", "board-key", "settings.toml"):
        assert (there / name).read_bytes() == (house / name).read_bytes(), name
    assert not [*there.glob("tricktable-*")]


@pytest.mark.skipif(os.name != "posix", reason="no such modes")
def test_nobody_else_can_read_what_was_saved_or_put_back(house, tmp_path):
    made = backup.take(place(house), tmp_path / "stick", NOON, "0.1.0")
    backup.restore(made.path, place(tmp_path / "there"), NOON)
    files = [made.path, *(tmp_path / "there").rglob("*")]
    assert not [each for each in files if each.is_file() and each.stat().st_mode & 0o077]


def test_what_was_there_is_set_aside_and_nothing_is_deleted(house, tmp_path):
    made = backup.take(place(house), tmp_path, NOON, "0.1.0")
    (house / "decks" / "blue.json").write_text("newer")
    with closing(open_journal(house / "journal.db")) as journal:
        journal.append([Row(CODE, len(rows(house)) + 1, "newer", None, "pause", "{}")])
    newer = (house / "journal.db").read_bytes()
    done = backup.restore(made.path, place(house), NOON)
    assert len(rows(house)) == made.contents.rows[CODE]
    assert [*(house / "decks").iterdir()] == [house / "decks" / "red.json"]
    assert {each.name for each in done.aside} == {
        f"{name}.2026-11-21T12-00-00Z"
        for name in ("journal.db", "decks", "host-token", "board-key", "settings.toml")
    }
    assert (house / "journal.db.2026-11-21T12-00-00Z").read_bytes() == newer
    assert (house / "decks.2026-11-21T12-00-00Z" / "blue.json").read_text() == "newer"
    again = backup.restore(made.path, place(house), NOON)  # within the same second
    assert not {*again.aside} & {*done.aside}


def test_a_backup_of_a_host_that_runs_has_all_that_was_acknowledged(tmp_path):
    data = tmp_path / "data"
    with Program(tmp_path, "serve", "--data", str(data), "--http-port", "0") as program:
        program.until(r"Ctrl-C ends")
        made = asked("backup", "--data", data)
        assert made.exit_code == 0, made.output
        (file,) = (data / "backups").iterdir()
        refused = asked("restore", file, "--yes", "--data", data)
        assert refused.exit_code == 1
        assert "another program is using the journal" in refused.output
        assert program.end() == 0
    assert asked("restore", file, "--yes", "--data", data).exit_code == 0


def test_a_house_without_a_journal_has_a_backup_too(tmp_path):
    (tmp_path / "settings.toml").write_text("http_port = 8123\n")
    made = backup.take(place(tmp_path), tmp_path / "stick", NOON, "0.1.0")
    assert [*made.contents.files] == ["settings.toml"]


def test_old_ones_are_deleted_only_where_that_is_asked_for(house, tmp_path):
    stick = tmp_path / "stick"
    stick.mkdir()
    (stick / "tricktable-holiday.zip").write_text("somebody's own")
    for _ in range(3):
        assert asked("backup", "--data", house, "--to", stick).exit_code == 0
    assert len([*stick.iterdir()]) == 4
    said = asked("backup", "--data", house, "--to", stick, "--keep", 2).output
    assert said.count("Deleted, as it was older: ") == 2
    assert len([*stick.iterdir()]) == 3
    assert (stick / "tricktable-holiday.zip").exists()


@pytest.mark.parametrize("seed", range(40))
def test_a_damaged_backup_is_told_before_anything_is_changed(house, tmp_path, seed):
    made = backup.take(place(house), tmp_path, NOON, "0.1.0")
    chance, whole = random.Random(seed), made.path.read_bytes()
    if seed % 2:
        made.path.write_bytes(whole[: chance.randrange(len(whole))])
    else:
        at = chance.randrange(len(whole))
        made.path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x41]) + whole[at + 1 :])
    there = tmp_path / "there"
    done = asked("restore", made.path, "--yes", "--data", there)
    if done.exit_code == 0:  # a byte that nothing depends on, as a file's date
        assert rows(there) == rows(house)
        return
    assert done.exit_code == 1
    assert "Nothing was changed." in done.output, done.output
    assert not (there / "journal.db").exists()


@pytest.mark.parametrize(
    "name", ["../evil", "decks/../../evil", "/evil", "decks/", "other", "decks/."]
)
def test_a_file_that_does_not_belong_in_it_is_refused(house, tmp_path, name):
    made = backup.take(place(house), tmp_path, NOON, "0.1.0")
    contents = made.contents
    with zipfile.ZipFile(made.path) as packed:
        files = {each: packed.read(each) for each in packed.namelist()}
    with zipfile.ZipFile(made.path, "w") as packed:
        for each, data in files.items():
            told = data.replace(b'"host-token"', f'"{name}"'.encode())
            packed.writestr(each, told if each == "contents.json" else data)
        packed.writestr(name, files["host-token"])
    assert "host-token" in contents.files
    with pytest.raises(backup.BackupUnreadable, match="does not belong in a backup"):
        backup.restore(made.path, place(tmp_path / "there"), NOON)
    assert not (tmp_path / "evil").exists()


def test_whoever_says_no_keeps_everything(house, tmp_path):
    made = backup.take(place(house), tmp_path, NOON, "0.1.0")
    before = (house / "journal.db").read_bytes()
    assert asked("restore", made.path, "--data", house, given="n\n").exit_code == 1
    assert (house / "journal.db").read_bytes() == before
    assert not [*house.glob("*.2026*")]


def forged(made: Path, **instead: bytes) -> Path:
    """The backup with other bytes in some files, told as if they belonged there."""
    with zipfile.ZipFile(made) as packed:
        files = {each: packed.read(each) for each in packed.namelist()}
    contents = json.loads(files.pop("contents.json"))
    files |= {name.replace("__", "/").replace("_", "-"): data for name, data in instead.items()}
    contents["files"] = {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("contents.json", json.dumps(contents))
        for name, data in files.items():
            packed.writestr(name, data)
    return made


@pytest.mark.parametrize(
    "name", ["settings.toml", "host_token", "board_key", "webhook_secret", "decks__red.json"]
)
def test_no_file_is_longer_than_its_kind_may_be(house, tmp_path, name):
    made = backup.take(place(house), tmp_path, NOON, "0.1.0").path
    forged(made, **{name: bytes(32 * 2**20)})
    assert made.stat().st_size < 2**17
    tracemalloc.start()
    with pytest.raises(backup.BackupUnreadable, match="is longer than 65536 bytes"):
        backup.restore(made, place(tmp_path / "there"), NOON)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 8 * 2**20
    assert [*(tmp_path / "there").iterdir()] == []


def test_a_journal_of_zeros_is_not_unpacked_to_its_end(house, tmp_path):
    made = backup.take(place(house), tmp_path, NOON, "0.1.0").path
    with pytest.raises(backup.BackupUnreadable, match=r"journal\.db is longer than"):
        backup.read(forged(made, **{"journal.db": bytes(32 * 2**20)}))


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("more", [["host-token"], ["unlisted"], [f"a{n}" for n in range(20_000)]])
def test_a_backup_has_only_the_files_that_it_lists(house, tmp_path, more):
    made = backup.take(place(house), tmp_path, NOON, "0.1.0").path
    with zipfile.ZipFile(made, "a") as packed:
        for name in more:
            packed.writestr(name, b"")
    with pytest.raises(backup.BackupUnreadable, match=r"other files|too long"):
        backup.read(made)


def test_more_decks_than_anybody_has_are_refused(house, tmp_path):
    made = backup.take(place(house), tmp_path, NOON, "0.1.0").path
    decks = {f"decks__{n}.json": b"" for n in range(backup.MAX_DECK_FILES + 1)}
    with pytest.raises(backup.BackupUnreadable, match="more than 1024 decks"):
        backup.read(forged(made, **decks))


def test_the_question_says_all_that_is_replaced(house, tmp_path):
    (house / "webhook-secret").write_text("a secret")
    made = backup.take(place(house), tmp_path, NOON, "0.1.0")
    said = asked("restore", made.path, "--data", house, given="n\n").output
    assert (
        "It replaces the journal, all decks (1 in it), the settings, the host's token, "
        "the secret of the webhooks, the board's key.\n"
    ) in said


def state(data: Path) -> dict[str, bytes]:
    """What a host would find, and nothing that was set aside."""
    names = ("journal.db", "host-token", "board-key", "settings.toml")
    found = [data / name for name in names] + sorted((data / "decks").glob("*"))
    return {str(each.relative_to(data)): each.read_bytes() for each in found if each.exists()}


@pytest.fixture
def newer(house: Path, tmp_path: Path) -> Newer:
    """A backup of a house in which everything has changed since: with both states."""
    made = backup.take(place(house), tmp_path / "stick", NOON, "0.1.0").path
    old = state(house)
    with closing(open_journal(house / "journal.db")) as journal:
        journal.append([Row(CODE, len(rows(house)) + 1, "newer", None, "pause", "{}")])
    (house / "host-token").write_text("another-token-for-a-whole-house\n")
    (house / "board-key").write_text("another key")
    (house / "settings.toml").write_text("http_port = 8124\n")
    (house / "decks" / "blue.json").write_text("newer")
    return made, old, state(house)


@pytest.mark.parametrize("step", range(1, STEPS + 2))
def test_a_restore_that_fails_at_any_step_has_changed_nothing(house, newer, monkeypatch, step):
    made, old, now = newer
    count, rename = itertools.count(1), Path.rename

    def fail(path: Path, target: Path) -> Path:
        if next(count) == step:
            raise OSError(errno.EIO, "the disk fails", str(path))
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", fail)
    try:
        backup.restore(made, place(house), NOON)
    except OSError:
        assert state(house) == now
    else:
        assert step > STEPS, "not every step was tried"
        assert state(house).keys() == old.keys()
    assert not (house / swap.LIST).exists()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
@pytest.mark.parametrize("step", range(1, STEPS + 2))
def test_a_restore_that_is_ended_at_any_step_is_whole_or_nothing(house, newer, step):
    made, old, now = newer
    child = os.fork()
    if not child:
        count, rename = itertools.count(1), Path.rename

        def end(path: Path, target: Path) -> Path:
            if next(count) == step:
                os._exit(9)
            return rename(path, target)

        Path.rename = end  # type: ignore[assignment, method-assign]
        backup.restore(made, place(house), NOON)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == (9 if step <= STEPS else 0)
    load({"data": str(house)}, {})  # as each command does first
    found = state(house)
    assert found["host-token"] == (now if step == 1 else old)["host-token"]
    assert found.keys() == (now if step == 1 else old).keys()
    del found["journal.db"]
    assert found.items() <= (now if step == 1 else old).items()
    assert any(row.at == "newer" for row in rows(house)) is (step == 1)
    assert not (house / swap.LIST).exists()
    backup.restore(made, place(house), NOON)
    assert not [*house.glob(".*.restored")]
