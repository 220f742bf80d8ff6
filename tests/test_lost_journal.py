"""A journal that is lost, damaged or taken away, as people meet it: `tricktable serve` itself.

The program is the real one, its pages are asked as any program asks them, the files are damaged
on the disk. Of a board only what it says is played: `link.board`.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from board.link.board import Board
from rig.evening import Cables, house, live
from rig.host import Host, path_in
from rig.patience import until
from rig.program import run
from tricktable.store.journal import Row, open_journal
from tricktable.table.views import SILENT

ENTRY = {"kind": "played", "seat": 1, "card": "2H"}
AT = "2026-05-01T12:00:00.000+00:00"


def rows(path: Path) -> list[Row]:
    with closing(open_journal(path)) as journal:
        return [row for table in journal.tables() for row in journal.read(table)]


def put(home: Path, *damaged: Row) -> None:
    """Write rows as a damaged disk or another program would have left them there."""
    with closing(sqlite3.connect(path_in(home))) as shell:
        shell.executemany("INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?)", damaged)
        shell.commit()


def refused(home: Path, *words: str) -> str:
    """What a start says that is refused: one line, and no traceback."""
    place = ("--data", str(home / "data"), "--http-host", "127.0.0.1", "--http-port", "0")
    answer = run(home, "serve", *place, *words)
    said = answer.stderr.decode()
    assert answer.returncode == 1, said
    assert answer.stdout == b""
    assert said.startswith("Error: ")
    assert len(said.splitlines()) == 1, said
    return said


# --- at the start ---------------------------------------------------------------------------------


def test_an_empty_journal_is_told_and_kept_until_the_host_is_told_to_begin_anew(home):
    path_in(home).write_bytes(b"")
    said = refused(home)
    assert "journal.db is an empty file, although it held" in said
    assert "rows of table 7KQ" in said
    assert path_in(home).read_bytes() == b""
    with Host(home, "--begin-anew") as host:
        host.until(r"^Starting a new journal, because the journal .* is an empty file")
        kept = Path(host.until(r"^The old files are kept: (.*)$")[1])
        host.ready()
        (table,) = host.ask("tables")["tables"]
        assert host.end() == 0
    assert kept.read_bytes() == b""
    assert [row.kind for row in rows(path_in(home))] == ["opened"]
    with Host(home) as host:
        host.ready()
        assert host.ask("tables")["tables"] == [table]
        assert host.end() == 0


def test_a_host_whose_log_is_gone_says_what_every_table_lost(home):
    put(home, Row("A2B", 1, AT, None, "opened", "{}"))
    with Host(home) as host:
        host.ready()
        assert host.ask("tables/7KQ/entries", ENTRY)["is_saved"]
        host.kill()
    path_in(home).with_name("journal.db-wal").unlink()
    said = refused(home)
    assert "has lost rows: table 7KQ has" in said
    assert "A2B" not in said, "it has lost nothing"


def test_a_sound_journal_is_never_put_aside(home):
    before = rows(path_in(home))
    with Host(home, "--begin-anew") as host:
        host.ready()
        assert host.end() == 0
    assert rows(path_in(home)) == before
    assert not any("A new journal" in line for line in host.lines)


# --- while it runs --------------------------------------------------------------------------------


def test_nothing_is_called_saved_that_is_in_no_file(home):
    with Host(home) as host:
        host.ready()
        for number, card in enumerate(("2H", "3H", "4H")):
            for each in path_in(home).parent.glob("journal.db*"):
                each.unlink()
            entry = {"kind": "played", "seat": (1 + number) % 4, "card": card}
            assert host.ask("tables/7KQ/entries", entry)["is_saved"]
            # The second, if it looks between the deletion of one file and the next.
            host.until("journal.db was (deleted|left without its log) while it was open")
            host.until("everything that was saved is in .* again")  # before that, none is there
        host.kill()
    kept = [json.loads(row.body) for row in rows(path_in(home)) if row.kind == "entry"]
    assert [each["card"] for each in kept[-3:]] == ["2H", "3H", "4H"]


def test_a_journal_that_is_deleted_while_nobody_plays_is_written_anew_at_once(home):
    before = rows(path_in(home))
    with Host(home) as host:
        host.ready()
        for each in path_in(home).parent.glob("journal.db*"):
            each.unlink()
        host.until("everything that was saved is in .* again")
        host.kill()
    assert rows(path_in(home)) == before


def test_a_file_in_its_place_is_left_alone_and_the_table_says_that_nothing_is_saved(home):
    stranger = home / "stranger.db"
    with closing(open_journal(stranger)) as journal:
        journal.append([Row("ZZZ", 1, "", None, "opened", "{}")])
    with Host(home) as host:
        host.ready()
        for each in path_in(home).parent.glob("journal.db*"):
            each.unlink()
        stranger.rename(path_in(home))
        assert not host.ask("tables/7KQ/entries", ENTRY)["is_saved"]
        assert host.ask("tables/7KQ")["trouble"]
        path_in(home).rename(stranger)
        until(lambda: host.ask("tables/7KQ")["trouble"] is None)
        host.kill()
    assert [row.table for row in rows(stranger)] == ["ZZZ"]
    assert rows(path_in(home))[-1].table == "7KQ"
    assert json.loads(rows(path_in(home))[-1].body)["card"] == "2H"


# --- a damaged row --------------------------------------------------------------------------------

DAMAGED = {
    "no JSON": ("entry", '{"kind": "played"', "it is not JSON"),
    "an impossible entry": ("entry", '{"kind": "struck", "seq": 99}', "there is no entry 99"),
    "another entry": ("entry", '{"kind": "plaYed", "seat": 1, "card": "2H"}', "plaYed"),
    "an unknown kind": ("entrz", "{}", "its kind, 'entrz', is unknown"),
    "no time": ("entry", json.dumps(ENTRY), "Invalid isoformat string", "2026-05-0l"),
    "no zone": ("entry", json.dumps(ENTRY), "its time has no time zone", AT[:-6]),
    "a list": ("names", "[1]", "it makes no sense here"),
    "too deep": ("desk", "[" * 100_000, "it makes no sense here"),
    "an unknown question": ("desk", '{"asking": ["zzz", 0, [], ""]}', "cannot be put into words"),
}


@pytest.mark.parametrize("damage", DAMAGED)
def test_a_damaged_row_is_one_sentence_with_its_table_and_its_number(home, damage):
    kind, body, why, at = (*DAMAGED[damage], AT)[:4]
    seq = len(rows(path_in(home))) + 1
    put(home, Row("7KQ", seq, at, None, kind, body))
    said = refused(home)
    assert f"row {seq} of table 7KQ is damaged: " in said
    assert why in said
    assert "`tricktable journal repair` saves what can still be read" in said


def test_the_other_tables_of_a_journal_with_a_damaged_row_are_opened(home):
    put(home, Row("A2B", 1, AT, None, "opened", "{}"), Row("A2B", 2, AT, None, "entry", "{}"))
    with Host(home) as host:
        host.until(
            "^Table A2B cannot be opened, so its board has to wait: row 2 of table A2B is damaged"
        )
        host.ready()
        assert [each["code"] for each in host.ask("tables")["tables"]] == ["7KQ"]
        assert host.ask("tables/7KQ/entries", ENTRY)["is_saved"]
        assert host.end() == 0


def test_the_board_of_a_damaged_table_waits_with_what_it_has_kept(tmp_path):
    cables = Cables()
    with Board("0A0A0A0A", board_id="E6614C311B7E6F01") as board:
        cables.boards.append(board)
        with house(tmp_path, cables, tables=2) as here:
            until(lambda: live(here))
            damaged, other = here.tables
            assert here.boards[damaged] == "E6614C311B7E6F01"
            board.unplug()
            until(lambda: here.table.view().board == SILENT)
            board.emit("K", "4")
        with closing(sqlite3.connect(tmp_path / "journal.db")) as shell:
            shell.execute(
                "INSERT INTO journal VALUES (?, 2, ?, NULL, 'entry', '{}')", (damaged, AT)
            )
            shell.commit()
        with Board("0B0B0B0B", board_id="E6614C311B7E6F02") as another:
            cables.boards.append(another)
            board.replug()
            with house(tmp_path, cables) as here:
                until(lambda: live(here) == [other])
                another.emit("K", "3")
                another.wait_for(another.is_settled)
                assert here.boards == {other: "E6614C311B7E6F02"}
                assert board.acknowledged == 0


def test_a_board_that_kept_events_gives_them_to_a_journal_that_was_begun_anew(home):
    with Board("0A0A0A0A", board_id="E6614C311B7E6F01") as board:
        port = ("--port", *board.ports())
        with Host(home, *port) as host:
            host.ready()
            board.emit("K", "MENU")
            board.wait_for(board.is_settled)
            host.kill()
        for each in range(3):
            board.emit("K", "MENU" if each % 2 else "4")
        path_in(home).write_bytes(b"")
        with Host(home, "--begin-anew", *port) as host:
            host.ready()
            board.wait_for(board.is_settled)
            assert host.end() == 0
    sources = [row.source for row in rows(path_in(home)) if row.source]
    assert sources == [f"0A0A0A0A:{number}" for number in (2, 3, 4)]
