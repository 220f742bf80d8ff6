"""What was saved and is not there any more: a start says so, and changes nothing.

The files are what a program leaves behind that was killed: most of its rows are in the log.
"""

import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from store.journal.fork import elsewhere
from store.journal.suite import row
from tricktable.store.journal import Outage, Unsound, open_journal
from tricktable.store.journal.place import set_aside

ROWS = 60
TABLES = ("7KQ", "A2B", "Z9Z")


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the journal of three tables whose host was killed."""
    folder = tmp_path_factory.mktemp("killed")
    leave(folder / "journal.db", range(1, ROWS + 1))
    return folder


@pytest.fixture
def left(killed: Path, tmp_path: Path) -> Path:
    """A copy of that journal."""
    shutil.copytree(killed, tmp_path, dirs_exist_ok=True)
    return tmp_path / "journal.db"


def leave(path: Path, numbers: range) -> None:
    """Append to each table in turn, and end without a word."""

    def play() -> None:
        journal = open_journal(path)
        for seq in numbers:
            for table in TABLES:
                journal.append([row(table, seq, body=f'"{table} {seq} {"x" * 150}"')])

    elsewhere(play)


def beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def files(path: Path) -> dict[str, bytes]:
    """All that a person would call the journal; its log's index is made anew from it."""
    return {
        each.name: each.read_bytes() for each in path.parent.iterdir() if "-shm" not in each.name
    }


def empty(path: Path) -> None:
    path.write_bytes(b"")


def without(ending: str) -> Callable[[Path], None]:
    return lambda path: beside(path, ending).unlink()


def cut_log(path: Path) -> None:
    log = beside(path, "-wal")
    log.write_bytes(log.read_bytes()[: log.stat().st_size // 2])


def empty_log(path: Path) -> None:
    empty(beside(path, "-wal"))


def empty_all(path: Path) -> None:
    empty(path)
    empty_log(path)


def bare(path: Path) -> None:
    """Nothing but an empty file, as a full disk leaves it: nobody can tell what there was."""
    for each in path.parent.iterdir():
        each.unlink()
    empty(path)


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (
            empty,
            f"is an empty file, although it held {ROWS} rows of table 7KQ, {ROWS} rows of",
        ),
        (empty_all, "is an empty file, although it held"),
        (bare, "is an empty file; `tricktable journal repair` saves"),
        (without(""), "is missing, although it held"),
        (
            without("-wal"),
            f"has lost rows: table 7KQ has 0 of {ROWS} rows, table A2B has 0 of {ROWS}",
        ),
        (cut_log, f"of {ROWS} rows, table A2B has"),
        (empty_log, f"has lost rows: table 7KQ has 0 of {ROWS} rows"),
    ],
)
def test_a_journal_that_lost_what_was_saved_is_not_opened_and_left_as_it_is(left, damage, said):
    damage(left)
    before = files(left)
    for _ in range(2):
        with pytest.raises(Unsound) as refusal:
            open_journal(left)
        assert said in str(refusal.value)
        assert "`tricktable serve --begin-anew` starts an empty one" in str(refusal.value)
    assert files(left) == before


@pytest.mark.parametrize("seed", range(12))
def test_a_log_with_one_wrong_byte_is_not_opened(left, seed):
    log = beside(left, "-wal")
    content = bytearray(log.read_bytes())
    content[random.Random(seed).randrange(len(content) - 4096)] ^= 1 << seed % 8
    log.write_bytes(content)
    before = files(left)
    with pytest.raises(Unsound, match=r"has lost rows: .*table Z9Z has \d+ of 60 rows"):
        open_journal(left)
    assert files(left) == before


def test_a_journal_whose_log_is_gone_without_a_tally_is_not_found_out(left):
    """What the page about the journal admits: the tally is the one witness."""
    without("-wal")(left)
    without("-tally")(left)
    journal = open_journal(left)
    assert journal.tables() == []
    journal.close()


def test_what_a_power_cut_leaves_behind_the_last_commit_is_no_loss(left):
    log = beside(left, "-wal")
    frame = log.read_bytes()[-(4096 + 24) :]
    log.write_bytes(log.read_bytes() + frame[:3000])
    journal = open_journal(left)
    assert len([*journal.read("Z9Z")]) == ROWS
    journal.close()


@pytest.mark.parametrize("length", [0, 1, 8, 9, 30])
def test_a_tally_that_is_behind_or_torn_stops_nobody(left, length):
    tally = beside(left, "-tally")
    tally.write_bytes(tally.read_bytes()[:length])
    journal = open_journal(left)
    assert len([*journal.read("7KQ")]) == ROWS
    journal.append([row("7KQ", ROWS + 1)])
    journal.close()
    without("-wal")(left) if beside(left, "-wal").exists() else None
    journal = open_journal(left)
    assert len([*journal.read("7KQ")]) == ROWS + 1
    journal.close()


def test_an_older_copy_in_its_place_is_not_opened_and_the_newest_one_is(left):
    journal = open_journal(left)
    journal.backup(left.with_name("older.db"))
    journal.append([row("7KQ", ROWS + 1)])
    journal.backup(left.with_name("newer.db"))
    journal.close()
    left.write_bytes(left.with_name("older.db").read_bytes())
    with pytest.raises(Unsound, match="table 7KQ has 60 of 61 rows; "):
        open_journal(left)
    left.write_bytes(left.with_name("newer.db").read_bytes())
    open_journal(left).close()


def test_all_that_was_there_is_put_aside_and_opens_there_as_it_was(left):
    without("-tally")(left)
    before = [each.read_bytes() for each in (left, beside(left, "-wal"))]
    first = set_aside(left, "2026-11-22")
    assert [each.read_bytes() for each in (first, beside(first, "-wal"))] == before
    assert not any(path.name.startswith("journal.db-") for path in left.parent.iterdir())
    journal = open_journal(first)
    assert len([*journal.read("A2B")]) == ROWS
    journal.close()
    leave(left, range(1, 3))
    second = set_aside(left, "2026-11-22")
    assert [first.name, second.name] == ["journal.db.2026-11-22", "journal.db.2026-11-22-2"]
    assert first.exists()


def test_a_program_that_is_killed_while_it_makes_a_journal_leaves_none(tmp_path, monkeypatch):
    path = tmp_path / "journal.db"

    def killed(*_: object) -> None:
        raise Outage("killed")

    with monkeypatch.context() as patched:
        patched.setattr("tricktable.store.journal.sqlite.appear", killed)
        with pytest.raises(Outage, match="killed"):
            open_journal(path)
    assert not path.exists()
    open_journal(path).close()
