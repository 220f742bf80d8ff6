"""Enrolling from a terminal: the program itself, and the real firmware on a simulated board."""

import socket
from collections.abc import Iterator

import pytest
from click.testing import CliRunner

from rig.program import Program
from tricktable.app import about_decks
from tricktable.app.service import NO_DECK
from tricktable.board.link.simulated_board import SimulatedBoard
from tricktable.cli import main
from tricktable.cli.deck_work import line
from tricktable.store.decks import KINDS, STANDARD52, Enrolment, Folder, ShelfChange, demo_deck
from tricktable.table.desk.deck_work import DeckProgress

RED, BLUE = demo_deck("red"), demo_deck("blue")
ORDER = KINDS[STANDARD52].codes
SPEED = 16


@pytest.fixture
def board() -> Iterator[SimulatedBoard]:
    with SimulatedBoard.start(speed=SPEED) as board:
        yield board


def lay(board: SimulatedBoard, program: Program, card: str, said: str, reader: int = 0) -> None:
    """Lay a card and wait until the terminal tells of it, and lift it."""
    board.lay(reader, RED.tag_of(card))
    program.until(said)
    board.lift(reader)


def test_a_deck_is_enrolled_undone_killed_and_gone_on_with(tmp_path, board):
    folder = Folder(tmp_path / "data" / "decks")
    folder.put(ShelfChange(BLUE.name, BLUE))
    most = {RED.tag_of(code): code for code in ORDER[:47]}
    folder.put(ShelfChange("red deck", Enrolment("red deck", "red", STANDARD52, most)))
    words = ("enrol", "--data", str(tmp_path / "data"), "--port", board.port)
    with Program(tmp_path, *words, "--colour", "red") as program:
        program.until("The board is connected")
        lay(board, program, "TS", r"\] 48/52  lay JS  TS is enrolled")
        board.lay(1, BLUE.tag_of("QH"))
        program.until("That is the QH from the blue deck")
        board.lift(1)
        board.press("UNDO")
        program.until(r" 47/52  lay TS  TS undone")
        lay(board, program, "TS", " 48/52", reader=2)
        program.kill()
    assert [len(begun.tags) for begun in folder.enrolments] == [48]
    with Program(tmp_path, *words) as program:  # as after a power cut: the one that was begun
        program.until("The board is connected")
        program.until(r" 48/52  lay JS")
        for code in ("JS", "QS", "KS"):
            lay(board, program, code, f"{code} is enrolled")
        lay(board, program, "AS", "All 52 cards of the red deck are enrolled")
        assert program.end() == 0
    assert folder.decks.deck("red deck").tags == RED.tags
    assert folder.enrolments == ()


def test_ctrl_c_stops_it_and_says_what_is_kept(tmp_path, board):
    words = ("enrol", "--data", str(tmp_path), "--port", board.port, "--kind", "triatri")
    with Program(tmp_path, *words) as program:
        program.until(" 0/24  lay 2R")
        assert program.end() == 3
    assert program.lines[-2].endswith("Stopped. The cards enrolled in red TriATri are kept.")
    assert program.lines[-1] == "`tricktable enrol` goes on with it."
    ended = CliRunner().invoke(main, ("deck", "check", "--data", str(tmp_path)))
    assert "red TriATri is not complete yet. `tricktable enrol` goes on" in ended.stderr


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--port", "nothing://"), 64, "nothing:// is not a serial port"),
        (("--name", "x" * 41), 64, "the name must be 1 to 40 printable characters"),
        (("--port", "/dev/no-board"), 1, "there is no port /dev/no-board"),
        ((), 1, "no board found. plug it in with a data cable"),
    ],
)
def test_what_cannot_be_enrolled_is_said_at_once(tmp_path, monkeypatch, words, code, said):
    monkeypatch.setattr("tricktable.app.service.boards", list)
    ended = CliRunner().invoke(main, ("enrol", "--data", str(tmp_path), *words))
    assert ended.exit_code == code
    assert said in ended.stderr.lower()
    assert not (tmp_path / "decks").exists() or not [*(tmp_path / "decks").iterdir()]
    assert not (tmp_path / "journal.db").exists()


def test_a_name_that_is_taken_is_refused_at_once(tmp_path):
    Folder(tmp_path / "decks").put(ShelfChange(RED.name, RED))
    words = ("enrol", "--data", str(tmp_path), "--name", "demo red")
    ended = CliRunner().invoke(main, words)
    assert ended.exit_code == 1
    assert "there is already a deck 'demo red'" in ended.stderr.lower()


def test_a_board_that_does_not_answer_is_waited_for_and_no_deck_is_left(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        nobody = f"socket://127.0.0.1:{silent.getsockname()[1]}"
        words = ("enrol", "--data", str(tmp_path), "--port", nobody)
        with Program(tmp_path, *words) as program:
            program.until("Waiting for the board to answer. Ctrl-C stops.|key")
            assert program.end() in (3, 1)
    assert not [*(tmp_path / "decks").iterdir()]


def test_the_bar_grows_with_the_deck():
    half = DeckProgress("enrol", "red deck", "red", "2H", 26, 52, ())
    assert line(half) == "[#############.............] 26/52  lay 2H"
    assert line(half._replace(what="check", done=52)) == f"[{'#' * 26}] 52/52"


def test_a_host_that_starts_says_how_to_enrol_and_which_file_is_no_deck(tmp_path):
    folder = Folder(tmp_path)
    assert list(about_decks(folder)) == [NO_DECK]
    folder.add(RED)
    (tmp_path / "x.json").write_text("{}")
    (said,) = about_decks(folder)
    assert said.startswith("Not used: x.json: not a deck file")
