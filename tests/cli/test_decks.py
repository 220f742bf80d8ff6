"""The commands about decks: what they print, what they refuse, and that they lose no deck."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rig.program import Program
from tricktable.board.link.simulated_board import SimulatedBoard
from tricktable.cli import main
from tricktable.store.decks import (
    KINDS,
    MAX_FILE_BYTES,
    STANDARD52,
    Enrolment,
    Folder,
    ShelfChange,
    demo_deck,
    read_deck,
    renamed,
    write_deck,
)

RED, BLUE = demo_deck("red"), demo_deck("blue")
NEW = "04FEFEFEFEFE80"


CUT = {**json.loads(write_deck(RED)), "name": "cut"} | {
    "tags": {f"04{at:06X}": code for at, code in enumerate(KINDS[STANDARD52].codes)}
}
"""A deck whose numbers an app has cut to their first four bytes."""


def test_numbers_that_were_cut_are_warned_of_where_decks_are_taken_in_and_listed(folder):
    told = deck(folder, "import", "-", given=json.dumps(CUT).encode())
    assert (told.exit_code, told.stdout) == (0, "cut: 52 cards.\n")
    assert told.stderr.startswith("Warning: All tag numbers have 4 bytes and begin with 04.")
    assert "Read them again with an app that shows all 7 bytes" in told.stderr
    listed = deck(folder, "list")
    assert "cut: All tag numbers have 4 bytes" in listed.stderr
    assert "demo red: All" not in listed.stderr


def test_a_table_in_a_file_is_told_to_be_one(folder):
    told = deck(folder, "import", "-", given=b"card,tag\n2C,04A3C6CAE26180\n")
    assert told.exit_code == 1
    assert '"04A3C6CAE26180": "2C",' in told.stderr


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    folder = Folder(tmp_path / "decks")
    folder.add(RED)
    return folder


def deck(folder: Folder, *words: str, given: bytes = b"") -> Result:
    """What a command about this folder's decks prints."""
    data = str(folder.path.parent)
    return CliRunner().invoke(main, ("deck", *words, "--data", data), input=given)


def test_decks_are_listed_with_those_begun_and_those_broken(folder):
    begun = Enrolment("Mine", "green", "triatri", {NEW: "2R"})
    folder.put(ShelfChange("Mine", begun))
    (folder.path / "x.json").write_text("{}")
    told = deck(folder, "list")
    assert told.stdout.splitlines() == [
        "demo red: red, 52 cards (standard52)",
        "Mine: green, 1 of 24 cards so far; `tricktable enrol` continues",
    ]
    assert told.stderr.startswith("not used: x.json: not a deck file")


def test_a_house_without_a_deck_is_told_how_to_get_one(tmp_path):
    told = deck(Folder(tmp_path / "decks"), "list")
    assert told.stdout == "There is no deck yet; `tricktable enrol` makes one.\n"


def test_a_deck_goes_to_another_house_and_comes_back(folder, tmp_path):
    assert read_deck(deck(folder, "export", "demo red").stdout) == RED
    file = str(tmp_path / "red.json")
    assert deck(folder, "export", "demo red", file).exit_code == 0
    again = deck(folder, "export", "demo red", file)
    assert (again.exit_code, "File exists" in again.stderr) == (1, True)
    other = Folder(tmp_path / "other" / "decks")
    assert deck(other, "import", file, "--name", "Guest").stdout == "Guest: 52 cards.\n"
    assert other.decks.decks == (renamed(RED, "Guest", "red"),)
    assert deck(other, "import", "-", given=write_deck(BLUE).encode()).exit_code == 0
    assert other.decks.deck("demo blue") == BLUE


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "not a deck file"),
        (b"\xff\xfe", "not a deck file: it is not text"),
        (b" " * (MAX_FILE_BYTES + 1), "longer than 65536 bytes"),
        (b"[" * 60_000, "not a deck file"),
        (write_deck(RED).encode(), "there is already a deck 'demo red'"),
        (
            write_deck(renamed(RED, "Copy", "red")).encode(),
            "one tag belongs to 2C of deck 'demo red'",
        ),
        (write_deck(BLUE).replace("demo blue", "\\u001b[2J").encode(), "printable characters"),
    ],
)
def test_a_file_that_is_no_new_deck_is_refused_in_a_sentence(folder, content, said):
    told = deck(folder, "import", "-", given=content)
    assert told.exit_code == 1
    assert said in told.stderr
    assert folder.decks.decks == (RED,)
    assert not any(uid in told.output for uid in RED.tags)


def test_a_deck_is_renamed_and_deleted_when_asked_twice(folder):
    assert deck(folder, "rename", "demo red", "Ours", "--colour", "crimson").exit_code == 0
    assert folder.decks.decks == (renamed(RED, "Ours", "crimson"),)
    told = deck(folder, "delete", "Ours", given=b"n\n")
    assert "Forget all the tags of 'Ours'?" in told.output
    assert folder.has("Ours")
    assert deck(folder, "delete", "Ours", given=b"y\n").exit_code == 0
    assert not folder.has("Ours")


@pytest.mark.parametrize(
    "words",
    [
        ("export", "x"),
        ("rename", "x", "y"),
        ("delete", "x"),
        ("delete", "x", "--yes"),
        ("check", "x"),
        ("replace", "x", "7D"),
    ],
)
def test_a_deck_that_is_not_there_is_told_with_those_that_are(folder, words):
    told = deck(folder, *words)
    assert told.exit_code == 1
    assert "there is no deck 'x'; the decks here: demo red" in told.stderr.replace("There", "there")


def test_a_card_that_is_not_in_the_deck_is_not_replaced(folder):
    told = deck(folder, "replace", "demo red", "7R")
    assert told.exit_code == 1
    assert "7R" in told.stderr


@pytest.fixture
def board() -> Iterator[SimulatedBoard]:
    with SimulatedBoard.start(speed=16) as board:
        yield board


def test_a_card_is_replaced_and_a_deck_checked_at_a_board(folder, board):
    home = folder.path.parent
    where = ("--data", str(home), "--port", board.port)
    with Program(home, "deck", "replace", "demo red", "10d", *where) as program:
        program.until("The board is connected")
        board.lay(0, NEW)
        program.until("TD of the demo red has a new tag")
        assert program.end() == 0
    board.lift(0)
    assert folder.decks.decks[0].tag_of("TD") == NEW
    with Program(home, "deck", "check", *where) as program:
        program.until("The board is connected")
        for reader, code in ((1, "AS"), (2, "2C"), (3, "TD")):
            board.lay(reader, folder.decks.decks[0].tag_of(code))
            program.until(rf"\] +\d/52  {code} is here")
        assert program.end() == 3
    cards = [code for code in KINDS[STANDARD52].codes if code not in ("AS", "2C", "TD")]
    assert program.lines[-1] == f"Missing: {', '.join(cards[:5])} and 44 more."
    board.lay(0, "04FEFEFEFEFE81")  # the board keeps it until a program asks
    told = deck(folder, "control", "new-deal", "--port", board.port)
    assert told.exit_code == 0
    assert told.stdout.endswith("That card is now set up for new deal.\n")
    assert deck(folder, "list").stdout.splitlines()[1] == "new-deal: 1 control card"
    assert deck(folder, "control", "new-deal", "--forget").exit_code == 0
    assert folder.decks.controls.tags == {}
    told = deck(folder, "control", "new-deal", "--forget")
    assert (told.exit_code, told.stderr) == (1, "Error: There is no control card for new-deal.\n")
