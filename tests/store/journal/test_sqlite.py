"""The SQLite journal: all that every journal does, and what only a file can do."""

import contextlib
import os
import shutil
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import quote

import pytest

from rig.patience import until
from store.journal.fork import elsewhere, start
from store.journal.suite import JournalSuite, in_threads, row
from tricktable.store.journal import (
    Full,
    Journal,
    Outage,
    Row,
    RowTaken,
    Unsound,
    connections,
    open_journal,
)
from tricktable.store.journal.errors import ReadOnly
from tricktable.store.journal.sqlite import (
    IDLE_LOOK_S,
    LIVELY_S,
    LOOK_S,
    NO_ROOM_BYTES,
    PATIENCE_MS,
    SqliteJournal,
    _Changes,
)


class TestSqliteJournal(JournalSuite):
    def open(self, place: Path) -> Journal:
        return open_journal(place / "journal.db")


@pytest.fixture
def journal(tmp_path):
    opened = SqliteJournal(tmp_path / "journal.db")
    yield opened
    opened.close()


def fill(journal: Journal, table: str, most: int = 10_000) -> int:
    """Append rows until there is no room and return how many were taken."""
    for seq in range(1, most):
        try:
            journal.append([full_row(table, seq)])
        except Full:
            return seq - 1
    raise AssertionError(f"{most} rows and still not full")


def full_row(table: str, seq: int) -> Row:
    return row(table, seq, body='"' + "x" * 500 + '"')


# Opening


@pytest.mark.parametrize("form", [str, Path, lambda path: f"sqlite:///{quote(str(path))}"])
def test_a_journal_is_opened_by_path_or_url_and_folders_are_made(tmp_path, form):
    path = tmp_path / "a b" / "c%20d" / "journal.db"
    journal = open_journal(form(path))
    journal.append([row("T5", 1)])
    journal.close()
    assert path.exists()


@pytest.mark.parametrize(
    "where",
    ["sqlite://", "sqlite:///:memory:", "postgresql://ann:secret@db/club", "nonsense://x", "://"],
)
def test_what_is_no_file_is_refused_without_telling_a_password(where):
    with pytest.raises(Outage) as refusal:
        open_journal(where)
    assert "secret" not in str(refusal.value)


def test_a_file_that_is_no_journal_is_refused_and_left_alone(tmp_path):
    path = tmp_path / "holiday.jpg"
    path.write_bytes(b"\xff\xd8\xff" + bytes(5000))
    with pytest.raises(Outage, match=r"holiday\.jpg: file is not a database"):
        open_journal(path)
    assert path.read_bytes() == b"\xff\xd8\xff" + bytes(5000)


def test_a_folder_is_no_journal(tmp_path):
    with pytest.raises(Outage, match="unable to open"):
        open_journal(tmp_path)


def test_every_commit_is_synchronous(journal):
    with journal._opened.engine.connect() as connection:
        settings = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous")
        }
    assert settings == {"journal_mode": "wal", "synchronous": 2}  # 2 is FULL


# Only ever added to


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE journal SET body = 'x'",
        "DELETE FROM journal",
        "INSERT OR REPLACE INTO journal VALUES ('T5', 1, '', NULL, 'entry', 'x')",
        "REPLACE INTO journal VALUES ('T5', 9, '', 'b:1', 'entry', 'x')",
        "INSERT INTO journal VALUES ('T5', 2, '', 'b:2', 'entry', 'x') "
        'ON CONFLICT ("table", seq) DO UPDATE SET body = excluded.body',
    ],
)
def test_no_program_can_change_what_is_written(journal, statement):
    rows = [row("T5", 1, source="b:1"), row("T5", 2, source="b:2")]
    journal.append(rows)
    with contextlib.closing(sqlite3.connect(journal.path)) as shell:
        with pytest.raises(sqlite3.IntegrityError, match=r"never|already"):
            shell.execute(statement)
        shell.commit()
    assert list(journal.read("T5")) == rows


# Several producers, several programs


def test_a_conflict_in_a_batch_leaves_the_others_of_that_batch_alone(journal):
    """The batch is forced: another program keeps the file locked until all stand in line."""
    taken: list[int] = []

    def append(table: str, seq: int) -> None:
        try:
            journal.append([row(table, seq)])
        except RowTaken:
            taken.append(seq)

    journal.append([row("T5", 1)])
    with contextlib.closing(sqlite3.connect(journal.path, check_same_thread=False)) as shell:
        shell.execute("BEGIN IMMEDIATE")

        def open_the_gate() -> None:
            until(lambda: journal._group.queue_length == 4)
            shell.execute("ROLLBACK")

        first = threading.Thread(target=append, args=("T0", 1))
        first.start()
        until(lambda: journal._group._is_led)
        in_threads(
            lambda: append("T1", 1),
            lambda: append("T5", 1),
            lambda: append("T2", 1),
            lambda: append("T5", 2),
            open_the_gate,
        )
        first.join()
    assert taken == [1]
    assert journal.tables() == ["T0", "T1", "T2", "T5"]
    assert [read.seq for read in journal.read("T5")] == [1, 2]


def test_another_process_that_takes_the_next_number_wins(tmp_path):
    path = tmp_path / "journal.db"
    first = open_journal(path)
    first.append([row("T5", 1)])
    first.close()

    def other() -> str:
        journal = open_journal(path)
        journal.append([row("T5", 2, body='"other"')])
        return "appended"

    ours = open_journal(path)
    assert elsewhere(other) == "appended"
    with pytest.raises(RowTaken):
        ours.append([row("T5", 2, body='"ours"')])
    assert [read.body for read in ours.read("T5")] == ["{}", '"other"']
    ours.close()


def test_several_processes_start_and_write_at_the_same_time(tmp_path, monkeypatch):
    monkeypatch.setattr(
        "tricktable.store.journal.connections.BUSY_TIMEOUT_S", 300.0
    )  # however slow the disk
    path = tmp_path / "journal.db"
    ready, go = os.pipe()

    def play(table: str) -> None:
        os.read(ready, 1)
        journal = open_journal(path)
        for seq in range(1, 51):
            journal.append([row(table, seq), row(table, 1000 + seq)])

    codes = ["T0", "T1", "T2", "T3"]
    children = [start(lambda _pipe, code=code: play(code)) for code in codes]
    os.write(go, b"....")
    for child in children:
        child.wait()
    os.close(ready)
    os.close(go)
    journal = open_journal(path)
    for code in codes:
        assert [read.seq for read in journal.read(code)] == [*range(1, 51), *range(1001, 1051)]
    journal.close()


def test_a_program_that_keeps_the_file_locked_is_an_outage_until_it_lets_go(journal):
    def patience_ms():
        with journal._writing:
            return journal._opened.file.execute("PRAGMA busy_timeout").fetchone()[0]

    usual_ms = patience_ms()
    with journal._writing:
        journal._opened.file.execute("PRAGMA busy_timeout=1")
    with contextlib.closing(sqlite3.connect(journal.path, isolation_level=None)) as shell:
        shell.execute("BEGIN IMMEDIATE")
        for rows in ([row("T5", 1)], [row("T5", 1), row("T5", 2)]):
            with pytest.raises(Outage, match="written by another program"):
                journal.append(rows)
        assert patience_ms() == PATIENCE_MS < usual_ms, "each card would wait again"
        shell.execute("ROLLBACK")
    journal.append([row("T5", 1)])
    assert list(journal.read("T5")) == [row("T5", 1)]
    assert patience_ms() == usual_ms


HOLDS = """
import fcntl, sys
with open(sys.argv[1], "r+b") as file:
    fcntl.lockf(file, fcntl.LOCK_EX, 1, 121)  # WAL_CKPT_LOCK: https://sqlite.org/walformat.html
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.mark.skipif(os.name != "posix", reason="locks a byte as SQLite does under POSIX")
def test_what_is_deleted_waits_for_a_checkpoint_of_another_program(journal, monkeypatch):
    """SQLite itself does not wait for one, and the file must not keep what was deleted."""
    journal.append([row("T5", 1, body='"Margaret"')])
    command = [sys.executable, "-c", HOLDS, f"{journal.path}-shm"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout.readline() == b"held\n"
        monkeypatch.setattr(connections.time, "sleep", lambda _: other.communicate())
        journal.overwrite("T5", {1: "{}"})
    assert b"Margaret" not in journal.path.read_bytes()
    assert journal.path.with_name("journal.db-wal").stat().st_size == 0


# A disk that is full, or fails


def test_a_journal_at_its_limit_is_full_and_goes_on_when_there_is_room(journal):
    journal.limit(100_000)
    kept = fill(journal, "T5")
    assert kept > 50
    several = [full_row("T5", kept + 1), full_row("T5", kept + 2)]
    with pytest.raises(Full):
        journal.append(several)
    assert [read.seq for read in journal.read("T5")] == list(range(1, kept + 1))
    journal.limit(1_000_000)
    journal.append(several)
    assert [read.seq for read in journal.read("T5")] == list(range(1, kept + 3))


def test_a_limit_given_at_the_start_holds(tmp_path):
    journal = open_journal(tmp_path / "journal.db", max_bytes=90_000)
    assert 20 < fill(journal, "T5") < 120
    journal.close()


def test_rows_too_many_for_the_room_do_not_keep_small_ones_out(journal):
    journal.limit(100_000)
    with pytest.raises(Full):
        journal.append([full_row("T5", seq) for seq in range(1, 400)])
    journal.append([full_row("T5", 1)])
    assert list(journal.read("T5")) == [full_row("T5", 1)]


def test_a_full_disk_is_full_and_goes_on_when_there_is_room(tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(disk)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only who may mount can make a small disk; the limit is tested above")
    try:
        ballast = disk / "ballast"
        ballast.write_bytes(bytes(500_000))
        journal = open_journal(disk / "journal.db")
        kept = fill(journal, "T5")
        assert [read.seq for read in journal.read("T5")] == list(range(1, kept + 1))
        ballast.unlink()
        journal.append([full_row("T5", kept + 1)])
        journal.close()

        again = open_journal(disk / "journal.db")
        assert list(again.read("T5")) == [full_row("T5", seq) for seq in range(1, kept + 2)]
        again.close()
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def test_a_journal_cannot_be_made_on_a_full_disk_and_says_why(tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(disk)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only who may mount can make a small disk")
    try:
        (disk / "ballast").write_bytes(bytes(256 * 1024 - 8192))
        with pytest.raises(Full):
            open_journal(disk / "journal.db")
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def test_a_write_that_fails_is_an_outage_and_leaves_nothing_behind(tmp_path):
    path = tmp_path / "journal.db"
    resource = pytest.importorskip("resource", reason="POSIX only")

    def other() -> list[Row]:
        journal = open_journal(path)
        journal.append([row("T5", 1)])
        length = path.with_name("journal.db-wal").stat().st_size
        _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (length + 100, hard))
        with pytest.raises(Outage):
            journal.append([row("T5", 2, body="1"), row("T5", 3, body="1")])
        assert list(journal.read("T5")) == [row("T5", 1)]
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
        journal.append([row("T5", 2, body="2")])
        return list(journal.read("T5"))

    assert elsewhere(other) == [row("T5", 1), row("T5", 2, body="2")]


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, RowTaken),
        (sqlite3.SQLITE_CONSTRAINT_CHECK, ValueError),
        (sqlite3.SQLITE_FULL, Full),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, Outage),
        (sqlite3.SQLITE_CORRUPT_INDEX, Unsound),
        (sqlite3.SQLITE_NOTADB, Unsound),
        (sqlite3.SQLITE_READONLY, ReadOnly),
        (sqlite3.SQLITE_READONLY_DBMOVED, ReadOnly),
    ],
)
def test_each_of_sqlites_errors_is_one_of_the_journals(journal, code, kind):
    """SQLite's own codes, with their second byte, which says more than anybody has to know."""
    told = journal._fault(failed(code))
    assert type(told) is kind
    assert str(journal.path) in str(told)


@pytest.mark.parametrize("code", [sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_CANTOPEN_FULLPATH])
def test_a_file_that_cannot_grow_is_full_where_its_disk_has_no_room(journal, monkeypatch, code):
    room = SimpleNamespace(free=NO_ROOM_BYTES)
    monkeypatch.setattr("shutil.disk_usage", lambda _: room)
    assert type(journal._fault(failed(code))) is Outage
    room.free -= 1
    assert type(journal._fault(failed(code))) is Full
    monkeypatch.undo()
    shutil.rmtree(journal.path.parent)
    assert type(journal._fault(failed(code))) is Outage, "nobody knows what room there is"


def failed(code):
    """What the driver raises for this code of SQLite's."""
    error = sqlite3.OperationalError("what SQLite says")
    error.sqlite_errorcode = code
    return error


def test_a_file_that_may_only_be_read_meanwhile_says_so(journal):
    with journal._writing:
        journal._opened.file.execute("PRAGMA query_only=ON")
    with pytest.raises(ReadOnly, match="read-only"):
        journal.append([row("T5", 1)])
    with journal._writing:
        journal._opened.file.execute("PRAGMA query_only=OFF")
    journal.append([row("T5", 1)])
    assert list(journal.read("T5")) == [row("T5", 1)]


def test_who_only_reads_sees_what_a_program_writes_later_even_if_its_log_was_empty(journal):
    journal.append([row("T5", 1)])
    journal.overwrite("T5", {1: "[]"})  # which empties the log
    assert journal.path.with_name("journal.db-wal").stat().st_size == 0
    with contextlib.closing(SqliteJournal(journal.path, reads_only=True)) as reader:
        assert [each.seq for each in reader.read("T5")] == [1]
        journal.append([row("T5", 2)])
        assert [each.seq for each in reader.read("T5")] == [1, 2]


# Hints


def test_a_file_that_nobody_has_written_for_a_while_is_looked_at_less_often(monkeypatch):
    began_s = 1000.0
    looks: list[tuple[float, float]] = []

    def now():
        return began_s + sum(pause_s for _, pause_s in looks)

    monkeypatch.setattr("tricktable.store.journal.sqlite.time", SimpleNamespace(monotonic=now))
    version = ["as it was"]
    changes = _Changes(lambda: version[0])
    over = SimpleNamespace(is_set=bool, wait=lambda pause_s: looks.append((now(), pause_s)))
    monkeypatch.setattr(changes, "_over", over)
    assert changes.wait(1) == {}
    assert changes.wait(1) is None
    assert looks[0][1] == IDLE_LOOK_S, "a start is no news"
    version[0] = "as another program has left it"
    assert changes.wait(1) == {}
    looks, began_s = [], now()
    assert changes.wait(LIVELY_S + 1) is None
    is_lively = [at_s - began_s < LIVELY_S for at_s, _ in looks[:-1]]
    assert [pause_s for _, pause_s in looks[:-1]] == [
        LOOK_S if each else IDLE_LOOK_S for each in is_lively
    ]
    assert {*is_lively} == {True, False}


# A copy


def test_a_backup_is_whole_while_play_goes_on(journal, tmp_path):
    target = tmp_path / "copy.db"
    target.with_name("copy.db.part").write_text("what a power cut left of an earlier copy")
    journal.append([row("T5", seq) for seq in range(1, 1001)])
    ended = threading.Event()

    def play() -> None:
        seq = 1000
        while not ended.is_set():
            seq += 1
            journal.append([row("T5", seq)])

    def copy() -> None:
        try:
            journal.backup(target)
        finally:
            ended.set()

    in_threads(play, copy)
    backup = open_journal(target)
    kept = list(backup.read("T5"))
    backup.close()
    assert len(kept) >= 1000
    assert kept == list(journal.read("T5"))[: len(kept)]
    assert not target.with_name("copy.db.part").exists()


def test_a_backup_that_has_no_place_is_an_outage(journal, tmp_path):
    with pytest.raises(Outage, match="unable to open"):
        journal.backup(tmp_path / "nowhere" / "copy.db")


def test_what_sqlite_finds_wrong_in_its_file_is_told(tmp_path):
    path = tmp_path / "journal.db"
    with contextlib.closing(SqliteJournal(path)) as journal:
        journal.append([row("7KQ", 1)])
        assert journal.faults() == []
    with contextlib.closing(sqlite3.connect(path)) as file:
        file.execute("CREATE TABLE spoilt (one INTEGER)")
        file.execute("INSERT INTO spoilt VALUES (NULL)")
        file.execute("PRAGMA writable_schema = ON")
        file.execute(
            "UPDATE sqlite_schema SET sql = 'CREATE TABLE spoilt (one INTEGER NOT NULL)'"
            " WHERE name = 'spoilt'"
        )
        file.commit()
    with contextlib.closing(SqliteJournal(path)) as journal:
        assert journal.faults() == ["NULL value in spoilt.one"]
        assert [each.seq for each in journal.read("7KQ")] == [1]
