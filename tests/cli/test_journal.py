"""`tricktable journal`: what it says of damaged files, and what it saves of them.

The journal is that of two tables at which whole games were played, left by a host that was killed.
Bytes are turned at seeded places, files are cut at each page, the log is torn.
"""

import random
import shutil
import sqlite3
from contextlib import closing
from itertools import islice
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from board.link.board import happenings
from players.torite import play
from rig.evening import SETTINGS
from rig.host import Host
from rig.program import run
from rig.table import RecordingAudience, Rig
from store.journal.fork import elsewhere
from tricktable.app import open_house
from tricktable.cli import main
from tricktable.store.decks import Decks, Shelf, demo_deck
from tricktable.store.journal import Home, Phone, Row, ShelfRow, open_journal
from tricktable.table import commands
from tricktable.table.story import LOST
from tricktable.table.table import Table

RED = demo_deck("red")
PAGE = 4096
FLIPS = 24
GAMES = {"7KQ": 3, "A2B": 1}
PHONE = Phone("7KQ", "ab" * 32, "1.0", "sits", "2026-11-21T20:15:00+01:00")
DECK = ShelfRow("red", 1, 1, "deck", "{}")
HOME = Home("E6614C311B7E6F01", "7KQ", "2026-11-21T20:15:00+01:00")


def play_games(folder: Path) -> None:
    """Games by chance at both tables; the first two reach the file, the others stay in its log."""
    journal = open_journal(folder / "journal.db")
    journal.append((), [PHONE])
    journal.keep_homes([HOME])
    journal.shelve([DECK])
    for code, games in GAMES.items():
        table = Table(code, journal, Shelf(Decks((RED,))), RecordingAudience())
        for number in range(games):
            game = play(random.Random(f"{code} {number}"), 4)
            table.ask(commands.NewGame("torite", 4, ["Ann", "Bo", "Cy", f"Di {number}"]))
            for seq, (what, *args) in enumerate(islice(happenings(game, RED), 1, None), start=1):
                table.hear(f"{code}{number:05}", seq, what, args)
            if number == 1:
                journal._opened.file.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that the killed host left."""
    folder = tmp_path_factory.mktemp("whole")
    assert elsewhere(lambda: play_games(folder)) is None
    return folder


@pytest.fixture(scope="module")
def wanted(whole: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, int], Row]:
    """All rows that were saved."""
    copy = tmp_path_factory.mktemp("copy") / "data"
    shutil.copytree(whole, copy)
    return {(row.table, row.seq): row for row in rows_of(copy / "journal.db")}


@pytest.fixture
def path(whole: Path, tmp_path: Path) -> Path:
    """The journal in a folder of the test's own, to be damaged."""
    shutil.copytree(whole, tmp_path / "data")
    return tmp_path / "data" / "journal.db"


def rows_of(path: Path) -> list[Row]:
    with closing(open_journal(path)) as journal:
        return [row for code in journal.tables() for row in journal.read(code)]


def journal_says(what: str, path: Path) -> Result:
    return CliRunner().invoke(main, ["journal", what, "--data", str(path.parent)])


def log_of(path: Path) -> Path:
    return path.with_name("journal.db-wal")


def files(path: Path) -> dict[str, bytes]:
    """File and log, as far as there are such."""
    both = {ending: path.with_name(path.name + ending) for ending in ("", "-wal")}
    return {ending: each.read_bytes() for ending, each in both.items() if each.exists()}


def repaired(
    path: Path, wanted: dict[tuple[str, int], Row], wrong: int = 0
) -> set[tuple[str, int]]:
    """Repair it and look at what it became; which rows are lost.

    `wrong` rows may say something else than they did: damage that nobody can notice.
    """
    before = files(path)
    answer = journal_says("repair", path)
    assert answer.exit_code in (0, 3), answer.output
    kept = Path(answer.output.rpartition("The old files are kept: ")[2].strip())
    assert files(kept) == before
    checked = journal_says("check", path)
    assert checked.exit_code == 0, checked.output
    rows = rows_of(path)
    there = {(row.table, row.seq) for row in rows if row.kind != LOST}
    differing = [
        row for row in rows if row.kind != LOST and wanted.get((row.table, row.seq)) != row
    ]
    assert len(differing) <= wrong, differing
    lost = {*wanted} - there
    assert (answer.exit_code == 3) == bool(lost)
    with open_house(SETTINGS(data=path.parent), Shelf(Decks((RED,))), list) as house:
        assert house.unsound == {}
    return lost


# --- what is whole --------------------------------------------------------------------------------


def test_a_sound_journal_is_told_table_by_table_and_left_alone(path, wanted):
    before = files(path)
    for _ in range(2):
        checked = run(path.parent, "journal", "check", "--data", str(path.parent))
        lines = checked.stdout.decode().splitlines()
        assert checked.returncode == 0, checked
        assert lines[0].startswith("  file: sound, ")
        count = {code: sum(table == code for table, _ in wanted) for code in GAMES}
        assert lines[1:] == [
            f"  7KQ: sound, {count['7KQ']} rows, 3 games.",
            f"  A2B: sound, {count['A2B']} rows, 1 game.",
        ]
        answer = run(path.parent, "journal", "repair", "--data", str(path.parent))
        assert answer.returncode == 0
        assert b"nothing to repair" in answer.stdout
    assert files(path) == before
    assert not (path.parent / "host-token").exists()


def test_a_journal_is_checked_while_its_host_runs_and_is_not_repaired_then(tmp_path, path):
    with Host(tmp_path) as host:
        host.ready()
        assert journal_says("check", path).exit_code == 0
        shutil.copy(path.with_name("journal.db-tally"), tmp_path / "tally")
        path.with_name("journal.db-tally").write_bytes(b"")
        with closing(sqlite3.connect(path)) as shell:
            shell.execute("INSERT INTO journal VALUES ('7KQ', 9999, '', NULL, 'entry', '{')")
            shell.commit()
        assert journal_says("check", path).exit_code == 1
        refused = journal_says("repair", path)
        assert refused.exit_code == 1
        assert "is using the journal" in refused.output
        assert host.end() == 0


def test_there_is_nothing_to_check_where_there_is_no_journal(tmp_path):
    for what in ("check", "repair"):
        answer = journal_says(what, tmp_path / "journal.db")
        assert answer.exit_code == 1, answer.output
        assert "there is no" in answer.output
    assert not [*tmp_path.iterdir()]


# --- damage ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(FLIPS))
@pytest.mark.parametrize("ending", ["", "-wal"])
def test_one_wrong_byte_costs_no_more_than_one_game(path, wanted, seed, ending):
    damaged = path.with_name(path.name + ending)
    content = bytearray(damaged.read_bytes())
    chance = random.Random(f"{ending} {seed}")
    content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
    damaged.write_bytes(content)
    before = files(path)
    checked = journal_says("check", path)
    assert "Traceback" not in checked.output
    assert files(path) == before
    if checked.exit_code == 0:
        found = {(row.table, row.seq): row for row in rows_of(path)}
        assert found.keys() == wanted.keys()
        assert sum(found[key] != wanted[key] for key in wanted) <= 1
        return
    assert any(line.startswith("! ") for line in checked.output.splitlines()), checked.output
    lost = repaired(path, wanted, wrong=1)
    assert len({table for table, _ in lost}) <= 1
    assert sum(wanted[key].kind == "game" for key in lost) <= 1


@pytest.mark.parametrize("share", [0, 0.1, 0.3, 0.5, 0.7, 0.9])
def test_of_a_file_that_is_cut_off_all_that_is_left_is_saved(path, wanted, share):
    content = path.read_bytes()
    page = int(share * len(content) / PAGE)
    path.write_bytes(content[: page * PAGE])
    if journal_says("check", path).exit_code == 0:
        assert all_there(path, wanted)
    else:
        assert len(repaired(path, wanted)) < len(wanted), "the log has some of it"


def test_a_file_that_is_cut_off_is_called_sound_only_if_its_log_has_the_rest(path, wanted):
    content, log = path.read_bytes(), log_of(path).read_bytes()
    called_sound = 0
    for end in range(0, len(content), PAGE // 2):
        path.write_bytes(content[:end])
        log_of(path).write_bytes(log)
        if journal_says("check", path).exit_code == 0:
            called_sound += 1
            assert all_there(path, wanted)
    assert called_sound < len(content) // PAGE


def all_there(path: Path, wanted: dict[tuple[str, int], Row]) -> bool:
    """Whether a host finds every row there, as it was."""
    return {(row.table, row.seq): row for row in rows_of(path)} == wanted


def torn_in_the_middle(content: bytes) -> bytes:
    return content[: len(content) // 2]


def torn_at_the_start(content: bytes) -> bytes:
    return bytes(32 + 24) + content[56:]


def with_a_hole(content: bytes) -> bytes:
    middle = len(content) // 2
    return content[:middle] + bytes(3 * PAGE) + content[middle + 3 * PAGE :]


@pytest.mark.parametrize("tear", [torn_in_the_middle, torn_at_the_start, with_a_hole])
def test_of_a_torn_log_what_lies_behind_the_tear_is_saved_too(path, wanted, tear):
    log = log_of(path)
    log.write_bytes(tear(log.read_bytes()))
    checked = journal_says("check", path)
    assert checked.exit_code == 1
    assert "saved rows are there" in checked.output
    lost = repaired(path, wanted)
    if tear is torn_in_the_middle:
        assert lost
    else:
        assert not lost, "a row is written into its page again with each that follows"


def test_what_is_lost_is_told_and_the_phones_and_boards_stay(path, wanted):
    log_of(path).unlink()
    home = str(path.parent)
    checked = run(path.parent, "journal", "check", "--data", home).stdout.decode()
    assert "! 7KQ: only " in checked
    assert "! A2B: only 0 of " in checked
    answer = run(path.parent, "journal", "repair", "--data", home)
    said = answer.stdout.decode()
    assert answer.returncode == 3, answer
    first = max(seq for code, seq in wanted if code == "7KQ") + 1
    lost = {*wanted} - {(row.table, row.seq) for row in rows_of(path) if row.kind != LOST}
    seqs = sorted(seq for code, seq in lost if code == "7KQ")
    assert f"7KQ: {first - 1 - len(seqs)} rows saved; lost: {seqs[0]} to {seqs[-1]}." in said
    assert "A2B: 0 rows saved; lost: 1 to " in said
    with closing(open_journal(path)) as journal:
        assert journal.phones("7KQ") == [PHONE]
        assert journal.homes() == [HOME]
        assert journal.shelf() == [DECK]
        rig = Rig(path.parent, journal)
        assert rig.said == "Part of the record is lost. Check the score before you play on."
        games = rig.view.games
        rig.ask(commands.NewGame("torite", 4))
        assert rig.view.games == games + 1


def test_a_damaged_row_of_the_desk_costs_that_row_alone(path, wanted):
    rows_of(path)  # everything is in the file then
    desk = [key for key, row in wanted.items() if row.kind in ("desk", "act")]
    entry = [key for key, row in wanted.items() if row.kind == "entry" and row.table == "A2B"]
    spoil(path, desk[0] if desk else entry[-1])
    lost = repaired(path, wanted)
    assert lost == {desk[0] if desk else entry[-1]}


def test_a_damaged_entry_takes_what_follows_in_its_game_and_no_other_game(path, wanted):
    rows_of(path)
    games = [seq for (code, seq), row in wanted.items() if row.kind == "game" and code == "7KQ"]
    spoil(path, ("7KQ", games[1] + 10))
    lost = repaired(path, wanted)
    assert lost == {("7KQ", seq) for seq in range(games[1] + 10, games[2])}


def spoil(path: Path, key: tuple[str, int]) -> None:
    """Let a row be no JSON any more."""
    with closing(sqlite3.connect(path)) as shell:
        shell.execute("DROP TRIGGER journal_never_changes")
        shell.execute('UPDATE journal SET body = \'{"\' WHERE "table" = ? AND seq = ?', key)
        shell.commit()


def test_what_was_repaired_once_is_repaired_again(path, wanted):
    rows_of(path)
    spoil(path, ("7KQ", 20))
    first = repaired(path, wanted)
    spoil(path, ("A2B", 20))
    second = repaired(path, wanted)
    assert {table for table, _ in second - first} == {"A2B"}
    assert first <= second
