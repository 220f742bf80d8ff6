"""`tricktable doctor --bench` at a simulated board, with a person who does what they are asked."""

import json
import re

import click
import pytest
from click.testing import CliRunner

from rig.ports import free_port
from tricktable.board import bench
from tricktable.board.link.simulated import BREADBOARD, SimulatedBoard
from tricktable.cli import main
from tricktable.cli.bench import at_the_bench
from tricktable.settings import load

UID = 0x04A3C6CAE26180


class Person:
    """Does what is asked, sees what is lit, hears what sounds. Mutable: what was asked."""

    def __init__(self, board: SimulatedBoard, *, stops_at: str = "") -> None:
        self.board, self.stops_at, self.tasks = board, stops_at, []

    def __call__(self, question: str) -> str:
        self.tasks.append(question)
        if self.stops_at and self.stops_at in question:
            raise KeyboardInterrupt
        number = int(found[1]) - 1 if (found := re.search(r"station (\d)", question)) else 0
        if key := re.search(r"key (\w+) once", question):
            self.board.press(key[1].replace("10", "T"))
        elif "Press the button" in question:
            self.board.button(number)
        elif "card" in question:
            # Another card each time: one that comes back within a second has never been away.
            self.board.lay(number, f"{UID + len(self.tasks):014X}")
            self.board.rest(250)
            self.board.lift(number)
            return "31" if "How high" in question else ""
        elif "lamp" in question:
            lit = self.board.wait_for(
                lambda: (
                    [seat for seat, rgb in enumerate(self.board.lights()) if any(rgb)] == [number]
                ),
                5,
            )
            return "y" if lit else "n"
        elif "sound" in question:
            return "y" if self.board.wait_for(lambda: len(self.board.sounds) > 0, 5) else "n"
        elif "display" in question:
            return "y" if self.board.wait_for(lambda: any(self.board.screen()), 5) else "n"
        return ""


def settings(board, tmp_path):
    return load({"board_port": (board.port,), "data": str(tmp_path / "data")})


def outcomes(path):
    return {
        (each["part"], each["task"]): each["outcome"]
        for each in json.loads(path.read_text())["results"]
    }


def test_a_board_with_a_broken_part_is_walked_through_mended_and_gone_on_with(tmp_path):
    path = tmp_path / "bench.json"
    with SimulatedBoard.start(seed=9) as board:
        board.fault("dead", reader=2, on=True)
        with pytest.raises(KeyboardInterrupt):
            at_the_bench(settings(board, tmp_path), path, Person(board, stops_at="key J"))
        assert len(outcomes(path)) == 1 + 1 + 4 + 9  # display, sounder, lamps, keys up to 10
        person = Person(board)
        assert not at_the_bench(settings(board, tmp_path), path, person)
        assert "key J" in person.tasks[0]
        bad = {part for (part, _), outcome in outcomes(path).items() if outcome == bench.BAD}
        assert bad == {"reader 3"}
        board.fault("dead", reader=2, on=False)
        board.reset()  # nobody mends what is plugged in
        person = Person(board)
        assert at_the_bench(settings(board, tmp_path), path, person)
        assert {question.partition("[")[0].strip() for question in person.tasks} == {
            task for part, task in outcomes(path) if part == "reader 3"
        }
    assert set(outcomes(path).values()) == {bench.OK}
    page = path.with_suffix(".md").read_text()
    assert page.count("| works |") == 1 + 1 + 4 + 20 + 4 + 4 * 3 + 1
    assert "| 31 mm |" in page
    assert "* reader 3: " in page


def test_a_breadboard_is_asked_for_its_own_parts_alone(tmp_path):
    path = tmp_path / "bench.json"
    with SimulatedBoard.start(seed=10, settings=BREADBOARD) as board:
        person = Person(board)
        assert at_the_bench(settings(board, tmp_path), path, person)
    parts = [part for part, _ in outcomes(path)]
    assert parts == ["display", "button 1", *["reader 1"] * 3, "cable"]


def test_what_answers_in_place_of_what_should_is_named():
    step = next(each for each in bench.steps({}) if each.part == "reader 2")
    assert bench.other_end(step, "C", ("3", "04A3")) == "The board noticed station 4."
    assert bench.other_end(step, "C", ("1", "04A3")) == bench.other_end(step, "S", ("1",)) == ""
    key = next(each for each in bench.steps({}) if each.part == "key 10")
    assert bench.other_end(key, "K", ("9",)) == "The board noticed the key 9."


def test_a_file_that_is_no_report_and_a_board_that_is_none_are_told(tmp_path, monkeypatch):
    path = tmp_path / "bench.json"
    monkeypatch.setattr("tricktable.cli.bench.boards", lambda: iter(()))
    with pytest.raises(click.ClickException, match="no board found"):
        at_the_bench(load({"data": str(tmp_path)}), path, lambda _: "")
    told = CliRunner().invoke(main, ["doctor", "--bench", str(path), "--test"])
    assert "give it alone" in told.stderr
    with SimulatedBoard.start(seed=11) as board:
        path.write_text("{}")
        with pytest.raises(click.ClickException, match="is no bench report"):
            at_the_bench(settings(board, tmp_path), path, lambda _: "")
        other = bench.Report(board="0" * 16, firmware="0", begun="2026-11-29")
        path.write_text(json.dumps({"board": other.board, "firmware": "0", "begun": other.begun}))
        where = ("--board-port", board.port, "--http-port", str(free_port()))
        told = CliRunner().invoke(main, ["doctor", "--bench", str(path), *where])
        assert "is of another board" in told.stderr
