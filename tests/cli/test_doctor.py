"""`tricktable doctor` at a real (simulated) board: asked directly, and through a running host."""

import json

import pytest
from click.testing import CliRunner

from board.checkup.board import facts
from rig.ports import free_port
from rig.program import Program
from tricktable.board import checkup
from tricktable.board.link.simulated_board import BREADBOARD, SimulatedBoard
from tricktable.cli import main
from tricktable.cli.doctor import of_each, write_bundle

UID = "04A3C6CAE26180"


@pytest.fixture
def doctor(tmp_path, monkeypatch):
    """Runs the command; gives its exit code and what it printed."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)

    def ask(*words):
        answer = CliRunner().invoke(main, ["doctor", *words], catch_exceptions=False)
        return answer.exit_code, answer.output

    return ask


@pytest.fixture(scope="module")
def board():
    with SimulatedBoard.start(seed=3) as simulated:
        yield simulated


def test_a_board_that_no_host_serves_is_asked_itself(doctor, board):
    code, said = doctor("--board-port", board.port, "--http-port", str(free_port()))
    assert "reader 4: Working. Chip 92, self test passed." in said
    assert code == 0, said
    assert said.endswith("All is well.\n")


def test_a_wire_that_a_breadboard_has_found_out_is_named_and_kept_for_its_host(doctor):
    with SimulatedBoard.start(seed=4, settings=BREADBOARD) as breadboard:
        breadboard.fault("wire", part="reader0", pin="SCK", lead=None)
        assert breadboard.wait_for(lambda: bool(breadboard.stat()["led"]), 30)
        for _ in range(2):
            _, said = doctor("--board-port", breadboard.port, "--http-port", str(free_port()))
            assert "! reader 1: No answer. Check SCK (GP18), MOSI (GP19)." in said


def test_what_broke_is_found_by_a_test_and_told_with_advice(doctor, board, tmp_path):
    board.fault("dead", reader=1, on=True)
    board.fault("display", on=True)
    where = ("--board-port", board.port, "--http-port", str(free_port()))
    path = tmp_path / "bundle.json"
    code, said = doctor(*where, "--test", "--json", "--bundle", str(path))
    board.fault("dead", reader=1, on=False)
    board.fault("display", on=False)
    assert code == 1
    remarks = {each["part"]: each for each in json.loads(said)["remarks"]}
    assert not remarks["reader 2"]["is_well"]
    assert not remarks["display"]["is_well"]
    assert remarks["reader 1"]["is_well"]
    assert json.loads(path.read_text())["health"]["r1"]["test"] == "dead"


def test_cards_that_lie_still_do_not_fall(doctor, board):
    board.lay(0, UID)
    where = ("--board-port", board.port, "--http-port", str(free_port()))
    code, said = doctor(*where, "--still", "0.01")
    board.lift(0)
    assert (code, said.count(" 0 false removals and 0 missed answers")) == (0, 4)


def test_without_a_board_it_says_what_to_do(doctor, monkeypatch):
    monkeypatch.setattr("tricktable.cli.examination.boards", lambda: iter(()))
    code, said = doctor("--http-port", str(free_port()))
    assert code == 1
    assert "! board: No board found. Plug it in" in said


def test_a_running_host_is_asked_and_its_game_goes_on(doctor, tmp_path):
    port = str(free_port())
    words = ("--http-host", "127.0.0.1", "--http-port", port)
    with Program(tmp_path, "demo", *words, "--manual") as program:
        program.until("The board is connected")
        code, said = doctor("--http-port", port, "--test")
        assert code == 0, said
        assert "reader 1: Working." in said
        program.end()


def test_of_several_tables_each_is_named_and_those_without_a_board_want_none(tmp_path):
    told = {"7KQ": facts(), "ABC": facts(state="absent"), "T5A": facts(state="silent")}
    said = list(of_each(told, lambda code: checkup.remarks(told[code])))
    boards = {remark.part: remark.is_well for remark in said if remark.part.endswith("board")}
    assert boards == {"7KQ board": True, "T5A board": False}
    alone = {"ABC": told["ABC"]}
    first, *_ = of_each(alone, lambda code: checkup.remarks(alone[code]))
    assert first.part == "board"
    write_bundle([*told.values()], tmp_path / "bundle.json")
    content = json.loads((tmp_path / "bundle.json").read_text())
    assert [each["board"] for each in content["boards"]] == ["live", "absent", "silent"]
    assert "7KQ" not in json.dumps(content)
