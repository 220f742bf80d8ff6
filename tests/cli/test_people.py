"""`tricktable people`: lists names, and leaves nothing of a deleted one in the journal's files."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tricktable.cli import main
from tricktable.club.announcements import Announce
from tricktable.club.consents import EveningSeat, KeepGames
from tricktable.club.people.deletion import club_of
from tricktable.store.decks import Folder, demo_deck
from tricktable.store.journal import open_journal
from tricktable.table import commands
from web.people.played_games import NAMES, play
from web.room import Room, ask

ZED = NAMES[0]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The data of a house with two tables, where somebody keeps games; no host runs."""
    room = Room(tmp_path)
    play(room.table)
    play(room.another("A2B"), ("Eve", ZED.upper(), "Fay", "Gil"))
    room.club.ask(KeepGames(ZED, "a:word", EveningSeat("7KQ", 1, "1.0")))
    ask(room.another("B3C"), commands.AddPlayer("Ida"))
    room.club.ask(Announce(f"{ZED} leads"))
    room.close()
    return tmp_path


def people(folder: Path, *words: str, given: str = "") -> Result:
    return CliRunner().invoke(main, ("people", *words, "--data", str(folder)), input=given)


def files(folder: Path) -> str:
    found = sorted(folder.glob("journal.db*"))
    return b"".join(path.read_bytes() for path in found).decode("latin-1").lower()


def test_names_are_listed_with_who_keeps_games(folder):
    told = people(folder, "list")
    assert told.exit_code == 0
    assert f"{ZED}: 1 game, keeps their games" in told.stdout.splitlines()
    assert "Eve: 1 game" in told.stdout.splitlines()
    assert "Ida: 0 games" in told.stdout.splitlines(), "she only sat down"


def test_one_command_leaves_nothing_of_a_person(folder):
    assert ZED.lower() in files(folder)
    assert people(folder, "forget", ZED, given="n\n").exit_code == 1
    assert ZED.lower() in files(folder)
    done = people(folder, "forget", ZED.lower(), given="y\n")
    assert done.exit_code == 0, done.output
    assert done.stdout.splitlines()[-1].endswith(": 5 rows changed.")
    assert ZED.lower() not in files(folder)
    for again in (("--yes",), ()):
        none = people(folder, "forget", ZED, *again)
        assert (none.exit_code, none.stdout) == (1, ""), "nobody is asked about whom nobody knows"
        assert none.stderr == f"Error: there is no {ZED}\n"
    with closing(open_journal(folder / "journal.db")) as journal:
        assert club_of(journal).trouble is None
    assert ZED not in people(folder, "list").stdout


@pytest.mark.parametrize("name", ["ida", "CLUB"])
def test_who_only_sat_down_or_is_in_a_deck_s_name_is_asked_about(folder, name):
    (folder / "decks").mkdir()
    with closing(open_journal(folder / "journal.db")):
        Folder(folder / "decks").add(replace(demo_deck(), name="Club evenings"))
    asked = people(folder, "forget", name, given="n\n")
    assert (asked.exit_code, asked.stderr) == (1, "Aborted!\n")
    assert f"Delete {name} from every table?" in asked.stdout
    assert people(folder, "forget", name, given="y\n").exit_code == 0
    assert people(folder, "forget", name).exit_code == 1


def test_a_folder_that_holds_no_journal_is_named_and_none_is_made(tmp_path):
    told = people(tmp_path / "mistyped", "list")
    assert told.exit_code == 1
    assert told.stderr == f"Error: there is no journal {tmp_path / 'mistyped' / 'journal.db'}\n"
    assert not (tmp_path / "mistyped").exists()
