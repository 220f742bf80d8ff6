"""The files of an open journal are deleted, moved or cut: no row is answered that is in no file.

Only files that a person or another program can find count: what is checked is what the next start
would find, read by a journal that is opened anew.
"""

import contextlib
import shutil
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from rig.patience import until
from store.journal.fork import elsewhere
from store.journal.suite import row
from tricktable.store.journal import (
    Home,
    Outage,
    Phone,
    Row,
    ShelfRow,
    Unsound,
    open_journal,
    place,
)
from tricktable.store.journal.file_lookup import FileIdentity, find
from tricktable.store.journal.sqlite import SqliteJournal

DECK = ShelfRow("red", 1, 1, "deck", "{}")
PHONE = Phone("T5", "ab" * 32, "1.0", "sits", "2026-11-21T20:15:00+01:00")
HOME = Home("E6614C311B7E6F01", "T5", "2026-11-21T20:15:00+01:00")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "journal.db"


@pytest.fixture
def journal(path: Path) -> Iterator[SqliteJournal]:
    """One that holds something of each kind."""
    opened = SqliteJournal(path)
    opened.append([row("T5", seq) for seq in range(1, 4)])
    opened.append([row("A1", 1)])
    opened.append((), [PHONE])
    opened.keep_homes([HOME])
    opened.shelve([DECK])
    yield opened
    opened.close()


def found(path: Path) -> dict[str, list[Row]]:
    """All rows that another program finds there."""

    def read() -> dict[str, list[Row]]:
        with contextlib.closing(open_journal(path)) as journal:
            return {table: [*journal.read(table)] for table in journal.tables()}

    answer = elsewhere(read)
    assert isinstance(answer, dict), answer
    return answer


def delete(path: Path) -> None:
    for each in path.parent.glob("journal.db*"):
        each.unlink()


def delete_file(path: Path) -> None:
    path.unlink()


def delete_log(path: Path) -> None:
    path.with_name("journal.db-wal").unlink()


def delete_folder(path: Path) -> None:
    shutil.rmtree(path.parent)


def move(path: Path) -> None:
    path.rename(path.with_name("moved.db"))


def put_an_empty_file(path: Path) -> None:
    delete(path)
    path.touch()


def put_an_older_copy(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as shell:
        shell.execute("VACUUM INTO ?", (str(path.with_name("older.db")),))
        shell.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with contextlib.closing(open_journal(path)) as other:
        other.append([row("T5", 4, source="b:4")])
    path.with_name("older.db").replace(path)


@pytest.mark.parametrize(
    "take",
    [delete, delete_file, delete_log, delete_folder, move, put_an_empty_file, put_an_older_copy],
)
@pytest.mark.parametrize("finds_out", ["append", "look", "read"])
def test_what_was_saved_is_found_in_its_place_again(journal, path, take, finds_out, caplog):
    take(path)
    seq = 5 if take is put_an_older_copy else 4
    before = [row("T5", each) for each in range(1, 4)]
    before += [row("T5", 4, source="b:4")] * (seq - 4)
    if finds_out == "append":
        journal.append([row("T5", seq)])
        before.append(row("T5", seq))
    elif finds_out == "look":
        journal.look()
    else:
        assert [*journal.read("T5")] == before
    assert found(path) == {"T5": before, "A1": [row("A1", 1)]}
    assert "while it was open" in caplog.text
    journal.append([row("A1", 2)])
    assert len(found(path)["A1"]) == 2
    assert journal.phones("T5") == [PHONE]
    assert journal.homes() == [HOME]
    assert journal.shelf() == [DECK]
    journal.close()
    assert len(found(path)["A1"]) == 2


def test_a_journal_that_vanishes_within_a_commit_is_first_written_anew(journal, path):
    """Another program's lock holds the commit until the file is gone."""
    with contextlib.closing(
        sqlite3.connect(path, check_same_thread=False, isolation_level=None)
    ) as shell:
        shell.execute("BEGIN IMMEDIATE")
        answered: list[bool] = []

        def append() -> None:
            journal.append([row("T5", 4)])
            answered.append(len(found_in_place(path)) == 4)

        thread = threading.Thread(target=append)
        thread.start()
        until(journal._writing.locked)
        delete(path)
        shell.execute("ROLLBACK")
        thread.join()
    assert answered == [True]


def found_in_place(path: Path) -> list[object]:
    """The rows of T5 that any program finds, read without a journal of ours."""
    with contextlib.closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as shell:
        return shell.execute("SELECT seq FROM journal WHERE \"table\" = 'T5'").fetchall()


def test_where_it_cannot_be_written_anew_nothing_is_answered(journal, path):
    delete(path)
    path.mkdir()
    for rows in ([row("T5", 4)], [row("T5", 4), row("T5", 5)]):
        with pytest.raises(Outage):
            journal.append(rows)
    with pytest.raises(Outage):
        journal.look()
    path.rmdir()
    journal.append([row("T5", 4, body='"later"')])
    assert [each.body for each in found(path)["T5"]] == ["{}", "{}", "{}", '"later"']


def test_another_journal_in_its_place_is_left_alone_until_it_is_moved_away(journal, path, tmp_path):
    with contextlib.closing(open_journal(tmp_path / "other.db")) as other:
        other.append([row("ZZZ", 1)])
    delete(path)
    (tmp_path / "other.db").rename(path)
    before = path.read_bytes()
    for _ in range(2):
        with pytest.raises(Outage, match=r"another journal has taken the place of .*move it away"):
            journal.append([row("T5", 4)])
    assert path.read_bytes() == before
    assert found(path) == {"ZZZ": [row("ZZZ", 1)]}
    delete(path)
    journal.append([row("T5", 4)])
    assert [each.seq for each in found(path)["T5"]] == [1, 2, 3, 4]


@pytest.mark.parametrize("cut", ["journal.db", "journal.db-wal"])
def test_a_file_that_is_emptied_in_its_place_is_noticed(journal, path, cut):
    path.with_name(cut).write_bytes(b"")
    refused = 0
    for seq in (4, 5):
        try:
            journal.append([row("T5", seq)])
        except Unsound:
            refused += 1
    if refused:
        with pytest.raises(Unsound):
            journal.look()
    else:
        assert len(found(path)["T5"]) == 5


def test_what_another_program_tidies_up_is_no_loss(journal, path):
    journal.append([row("T5", seq, body=f'"{"x" * 900}"') for seq in range(4, 400)])
    journal.look()
    with contextlib.closing(sqlite3.connect(path)) as shell:
        shell.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        shell.execute("VACUUM")
        shell.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    journal.append([row("T5", 400)])
    journal.look()
    assert len(found(path)["T5"]) == 400


def test_tables_that_are_played_at_meanwhile_lose_nothing(journal, path):
    """Four tables append as fast as they can while the files are taken away again and again.

    Files that vanish while they are made anew are an outage: then the same rows are tried again,
    as tables do, and nobody is told that they were there already.
    """
    ended = threading.Event()

    def play(table: str) -> None:
        seq = 1
        while seq <= 60:
            with contextlib.suppress(Outage):
                journal.append([row(table, seq)])
                seq += 1

    def take() -> None:
        for each in (delete, delete_log, move) * 3:
            with contextlib.suppress(FileNotFoundError):
                each(path)
            until(lambda: ended.is_set() or path.exists())

    players = [threading.Thread(target=play, args=(f"T{n}",)) for n in range(6, 10)]
    taker = threading.Thread(target=take)
    for each in (*players, taker):
        each.start()
    for each in players:
        each.join()
    ended.set()
    taker.join()
    journal.look()
    rows = found(path)
    for n in range(6, 10):
        assert [each.seq for each in rows[f"T{n}"]] == [*range(1, 61)]


def test_a_file_that_vanishes_while_it_is_looked_for_is_not_let_go(journal, path, monkeypatch):
    asked: list[str] = []

    def find_and_take(name: str) -> FileIdentity | None:
        """Somebody deletes the file once it has been seen; its log is gone already."""
        seen = find(name)
        if name == str(path.resolve()) and not asked:
            asked.append(name)
            delete(path)
        return seen

    monkeypatch.setattr(place, "find", find_and_take)
    journal.look()
    journal.look()
    assert found(path) == {
        "T5": [row("T5", each) for each in range(1, 4)],
        "A1": [row("A1", 1)],
    }


def test_files_that_vanish_after_a_look_are_missed_by_the_next_row(journal, path, monkeypatch):
    look = place.JournalFiles.change

    def look_and_take(files: place.JournalFiles) -> str | None:
        seen = look(files)
        monkeypatch.undo()
        delete(path)
        return seen

    monkeypatch.setattr(place.JournalFiles, "change", look_and_take)
    journal.look()
    journal.append([row("T5", 4)])
    assert len(found_in_place(path)) == 4
