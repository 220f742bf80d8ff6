"""Backups of a club's database by the commands that people type, with a real server."""

import errno
import json
from collections.abc import Mapping
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import psycopg
import pytest
from click.testing import CliRunner, Result
from sqlalchemy import make_url

from rig.postgres import Postgres
from rig.program import Program
from rig.table import RecordingAudience
from tricktable.app import with_clubs_token
from tricktable.cli import main
from tricktable.settings import load
from tricktable.store import backup
from tricktable.store.backup import Place
from tricktable.store.decks import Controls, Decks, Enrolment, Folder, Shelf, ShelfChange, demo_deck
from tricktable.store.decks.club_shelf import ClubShelf
from tricktable.store.journal import CLUB, Home, Outage, Phone, Row, ShelfRow, open_journal
from tricktable.table import commands
from tricktable.table.table import Table

CODE = "7KQ"
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
WHEN = "2026-11-21T12-00-00Z"
RED = demo_deck("red")
PHONE = Phone(CODE, "ab" * 32, "1.0", "sits", "2026-11-21T20:15:00+01:00")
HOME = Home("E6614C311B7E6F01", CODE, "2026-11-21T20:15:00+01:00")
TOKEN = "a-token-that-all-hosts-of-this-club-share"


class Whole(NamedTuple):
    """All that a journal keeps."""

    rows: Mapping[str, list[Row]]
    phones: list[Phone]
    homes: list[Home]
    decks: list[ShelfRow]


class Club(NamedTuple):
    """A club with one host."""

    url: str
    data: Path
    """The data folder of its host."""

    @property
    def place(self) -> Place:
        return Place(
            self.data, self.data / "journal.db", self.data / "board-key", make_url(self.url)
        )


def says(*words: object) -> Result:
    return CliRunner().invoke(main, [*map(str, words)])


def whole(where: str | Path) -> Whole:
    with closing(open_journal(where)) as journal:
        codes = [*journal.tables(), CLUB]
        rows = {code: [*journal.read(code)] for code in codes}
        return Whole(rows, journal.phones(*codes), journal.homes(), journal.shelf())


def play(where: str | Path) -> None:
    """A game, a row of the club's, a phone, a board and more rows than are read at once."""
    with closing(open_journal(where)) as journal:
        table = Table(CODE, journal, Shelf(Decks((RED,))), RecordingAudience())
        assert table.ask(commands.NewGame("torite", 4, ["Ann", "Bo", "Cy", "ゆき"])).is_done
        assert table.ask(commands.Declare("leader", 1)).is_done
        assert table.ask(commands.Lay("2C", 1)).is_done
        many = [Row("A1B", seq, "later", None, "asked", f'"{seq} 安"') for seq in range(1, 1502)]
        journal.append([*many, Row(CLUB, 1, NOON.isoformat(), None, "asked", "{}")], [PHONE])
        journal.keep_homes([HOME])


@pytest.fixture
def club(server: Postgres, tmp_path: Path) -> Club:
    """A club whose host has, in its own folder, a deck that the club does not use."""
    url, data = server.database(), tmp_path / "host"
    play(url)
    with closing(open_journal(url)) as journal:
        shelf = ClubShelf(journal)
        shelf.put(ShelfChange(RED.name, RED))
        shelf.put(ShelfChange("blue", Enrolment("blue", "blue", "standard52")))
        shelf.put(ShelfChange("", Controls({"04A1B2C3D4E5F6": "undo"})))
        first = tmp_path / "first"
        load({"data": str(first)}, {})
        (first / "host-token").write_text(TOKEN + "\n")
        with_clubs_token(load({"data": str(first)}, {}), journal)
    Folder(data / "decks").put(ShelfChange("mine", demo_deck("green")))
    (data / "settings.toml").write_text(f'database = "{url}"\nhttp_port = 8123\n')
    (data / "board-key").write_text("a key")
    return Club(url, data)


def shelf_of(where: Path) -> Folder:
    return Folder(where / "decks")


def test_a_club_s_backup_has_rows_decks_settings_and_token_and_becomes_a_house(club, tmp_path):
    made = says("backup", "--data", club.data, "--database", club.url, "--to", tmp_path / "stick")
    assert made.exit_code == 0, made.output
    (file,) = (tmp_path / "stick").iterdir()
    before = whole(club.url)
    count = sum(map(len, before.rows.values()))
    assert made.output == f"{file}: {count} rows of 2 tables, verified.\n"
    there = tmp_path / "there"
    back = says("restore", file, "--yes", "--data", there)
    assert back.exit_code == 0, back.output
    assert whole(there / "journal.db") == before
    assert (there / "host-token").read_text().strip() == TOKEN
    assert (there / "board-key").read_text() == "a key"
    decks = shelf_of(there)
    assert decks.decks.decks == (RED,)
    assert [each.name for each in decks.enrolments] == ["blue"]
    assert decks.decks.controls.counts["undo"] == 1
    # The settings that came name a database, but the journal was put into a file.
    assert load({"data": str(there)}, {}).journal == str(there / "journal.db")
    assert load({"data": str(there)}, {}).http_port == 8123


def test_the_settings_name_the_database_as_well(club):
    made = says("backup", "--data", club.data)
    assert made.exit_code == 0, made.output
    (file,) = (club.data / "backups").iterdir()
    assert backup.read(file).rows[CODE] == len(whole(club.url).rows[CODE])
    assert load({"data": str(club.data)}, {}).journal == club.url


def test_a_club_s_backup_comes_back_into_its_database_which_loses_nothing(club):
    made = backup.take(club.place, club.data / "backups", NOON, "0.1.0")
    before = whole(club.url)
    with closing(open_journal(club.url)) as journal:
        journal.append([Row("NEW", 1, "later", None, "asked", "{}")])
        ClubShelf(journal).delete(RED.name)
    newer = whole(club.url)
    for number, ending in enumerate((WHEN, f"{WHEN}-2")):
        done = backup.restore(made.path, club.place, NOON)  # twice within a second
        assert whole(club.url) == before
        assert f"journal_{ending}" in done.tables
        with psycopg.connect(club.url) as asked:
            wanted = f'SELECT count(*) FROM "journal_{ending}"'
            there = newer if number == 0 else before
            assert asked.execute(wanted).fetchone() == (sum(map(len, there.rows.values())),)
            # What guards rows against change still does, on both.
            for table in ("journal", f"journal_{ending}"):
                with pytest.raises(psycopg.Error, match="never changed"), asked.transaction():
                    asked.execute(f'DELETE FROM "{table}"')
    assert says("journal", "check", "--database", club.url).exit_code == 1  # of what `play` wrote
    with closing(open_journal(club.url)) as journal:
        journal.append([Row("NEW", 1, "later", None, "asked", "{}")])


def test_a_house_becomes_a_club_and_its_decks_the_club_s(server, tmp_path):
    house, there, url = tmp_path / "house", tmp_path / "there", server.database()
    play(tmp_path / "house" / "journal.db")
    Folder(house / "decks").put(ShelfChange(RED.name, RED))
    assert says("backup", "--data", house, "--to", tmp_path).exit_code == 0
    (file,) = tmp_path.glob("*.zip")
    back = says("restore", file, "--yes", "--data", there, "--database", url)
    assert back.exit_code == 0, back.output
    assert "with the same --database" in back.output
    assert whole(url) == whole(house / "journal.db")
    assert not (there / "journal.db").exists()
    with closing(open_journal(url)) as journal:
        assert ClubShelf(journal, shelf_of(there)).decks.decks == (RED,)


def test_the_present_settings_say_where_the_journal_stays(club, tmp_path):
    """Of whatever kind the two are: a file elsewhere and a key elsewhere, too."""
    house = tmp_path / "house"
    play(tmp_path / "elsewhere.db")
    house.mkdir()
    (house / "settings.toml").write_text(
        f'http_port = 8124\ndatabase = "{tmp_path / "elsewhere.db"}"\n'
        f'board_key_file = "{tmp_path / "key"}"\n'
    )
    (tmp_path / "key").write_text("another key")
    assert says("backup", "--data", house, "--to", tmp_path / "stick").exit_code == 0
    (file,) = (tmp_path / "stick").iterdir()
    back = says("restore", file, "--yes", "--data", club.data)
    assert back.exit_code == 0, back.output
    settings = load({"data": str(club.data)}, {})
    assert (settings.journal, settings.http_port) == (club.url, 8124)
    assert settings.board_key.read_text() == "another key"
    assert settings.board_key == club.data / "board-key"
    assert whole(club.url).rows == whole(tmp_path / "elsewhere.db").rows


@pytest.mark.parametrize("fails", ["a file", "the database"])
def test_what_fails_at_the_end_has_changed_neither_files_nor_database(club, monkeypatch, fails):
    made = backup.take(club.place, club.data / "backups", NOON, "0.1.0")
    with closing(open_journal(club.url)) as journal:
        journal.append([Row("NEW", 1, "later", None, "asked", "{}")])
    (club.data / "settings.toml").write_text(f'database = "{club.url}"\nhttp_port = 9000\n')
    now = whole(club.url)
    if fails == "a file":
        rename = Path.rename

        def fail(path: Path, target: Path) -> Path:
            if path.name == ".settings.toml.restored":
                raise OSError(errno.EIO, "the disk fails", str(path))
            return rename(path, target)

        monkeypatch.setattr(Path, "rename", fail)
        with pytest.raises(OSError, match="the disk fails"):
            backup.restore(made.path, club.place, NOON)
    else:
        # A constraint that is looked at only when the transaction ends.
        with psycopg.connect(club.url, autocommit=True) as asked:
            asked.execute(
                "CREATE FUNCTION late() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
                "RAISE EXCEPTION 'too late'; END $$"
            )
            asked.execute(
                "CREATE FUNCTION refuse() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN "
                "IF to_regclass('home') IS NOT NULL AND to_regclass('lease') IS NULL THEN "
                "CREATE CONSTRAINT TRIGGER late AFTER INSERT ON home DEFERRABLE "
                "INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION late(); END IF; END $$"
            )
            asked.execute(
                "CREATE EVENT TRIGGER refuse ON ddl_command_end WHEN TAG IN ('CREATE TABLE') "
                "EXECUTE FUNCTION refuse()"
            )
        try:
            with pytest.raises(Outage, match="too late"):
                backup.restore(made.path, club.place, NOON)
        finally:
            with psycopg.connect(club.url, autocommit=True) as asked:
                asked.execute("DROP EVENT TRIGGER refuse")
    assert whole(club.url) == now
    assert load({"data": str(club.data)}, {}).http_port == 9000
    assert not [*club.data.glob(".*.restored")]
    assert not [*club.data.glob(f"*.{WHEN}")]


def test_a_host_that_runs_is_backed_up_and_not_replaced(club, tmp_path):
    with Program(tmp_path, "serve", "--data", str(club.data), "--http-port", "0") as program:
        program.until(r"Ctrl-C ends")
        made = says("backup", "--data", club.data)
        assert made.exit_code == 0, made.output
        (file,) = (club.data / "backups").iterdir()
        refused = says("restore", file, "--yes", "--data", club.data)
        assert refused.exit_code == 1
        assert "stop all hosts of the club first" in refused.output
        assert program.end() == 0
    done = says("restore", file, "--yes", "--data", club.data)
    assert done.exit_code == 0, done.output
    assert "Set aside in the database: journal_" in done.output


def test_a_snapshot_is_of_one_moment_while_others_write(club):
    from tricktable.store.journal.snapshot import snapshot

    with snapshot(make_url(club.url)) as seen, closing(open_journal(club.url)) as journal:
        count = len([*seen.read(CODE)])
        journal.append([Row(CODE, count + 1, "later", None, "asked", "{}")])
        journal.append([Row("NEW", 1, "later", None, "asked", "{}")])
        assert len([*seen.read(CODE)]) == count
        assert "NEW" not in seen.tables()
        with pytest.raises(Outage, match="only read"):
            seen.take("pen:7KQ", "me", 1000)


def test_a_club_s_journal_is_checked_table_by_table(server):
    url = server.database()
    with closing(open_journal(url)) as journal:
        table = Table(CODE, journal, Shelf(Decks((RED,))), RecordingAudience())
        assert table.ask(commands.NewGame("torite", 4, ["Ann", "Bo", "Cy", "Di"])).is_done
        assert table.ask(commands.Declare("leader", 1)).is_done
        count = table.seq
    sound = says("journal", "check", "--database", url)
    assert sound.exit_code == 0, sound.output
    first, second = sound.output.splitlines()
    assert first.startswith("  database: it answers, ")
    assert second == f"  {CODE}: sound, {count} rows, 1 game."
    with closing(open_journal(url)) as journal:
        journal.append([Row(CODE, count + 1, NOON.isoformat(), None, "entry", "{")])
    damaged = says("journal", "check", "--database", url)
    assert damaged.exit_code == 1
    assert f"! {CODE}: row {count + 1} is damaged" in damaged.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("backup",), "there is no journal in this database"),
        (("journal", "check"), "there is no journal in this database"),
        (("journal", "repair"), "`tricktable restore` brings back what is damaged there"),
    ],
)
def test_what_a_database_cannot_give_is_one_sentence(server, tmp_path, words, said):
    answer = says(*words, "--data", tmp_path, "--database", server.database())
    assert answer.exit_code == 1
    assert said in " ".join(answer.output.split()), answer.output


def test_an_old_backup_that_says_nothing_of_clubs_is_read(club, tmp_path):
    made = backup.take(club.place, tmp_path, NOON, "0.1.0")
    assert made.contents.is_clubs
    old = {"version": "0.1.0", "taken": NOON.isoformat(), "files": {}, "rows": {}}
    assert not backup.msgspec.json.decode(json.dumps(old), type=backup.Contents).is_clubs
