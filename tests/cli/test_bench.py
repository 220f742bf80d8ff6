"""`tricktable doctor --bench` at a simulated board, with a person who does what they are asked."""

import json
import re

import click
import pytest
from click.testing import CliRunner

from rig.ports import free_port
from tricktable.board import bench
from tricktable.board.link.simulated_board import BREADBOARD, SimulatedBoard
from tricktable.cli import bench as bench_cli
from tricktable.cli import main
from tricktable.cli.bench import at_the_bench
from tricktable.settings import load

UID = 0x04A3C6CAE26180


class Person:
    """Does what is asked, sees what is lit, hears what sounds. Mutable: what was asked."""

    def __init__(self, board: SimulatedBoard, *, stops_at: str = "") -> None:
        self.board, self.stops_at, self.tasks = board, stops_at, []

    def __call__(self, asked: str) -> str:
        question = " ".join(asked.split())
        self.tasks.append(question)
        if self.stops_at and self.stops_at in question:
            raise click.Abort
        number = int(found[1]) - 1 if (found := re.search(r"station (\d)", question)) else 0
        if key := re.search(r"key (\w+) once", question):
            self.board.press(key[1].replace("10", "T"))
        elif re.search(r"Press .*button", question):
            self.board.button(number)
        elif "card" in question:
            # Another card each time: one that comes back within a second has never been away.
            self.board.lay(number, f"{UID + len(self.tasks):014X}")
            self.board.rest(250)
            self.board.lift(number)
            return "31 mm" if "How high" in question else ""
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
        elif "red wire" in question:
            return "y"
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


def test_a_board_with_a_broken_part_is_walked_through_mended_and_gone_on_with(tmp_path, capsys):
    path = tmp_path / "bench.json"
    with SimulatedBoard.start(seed=9) as board:
        board.fault("dead", reader=2, on=True)
        with pytest.raises(KeyboardInterrupt):
            at_the_bench(settings(board, tmp_path), path, Person(board, stops_at="key J"))
        assert "which was not reached" in path.with_suffix(".md").read_text()
        said = " ".join(capsys.readouterr().out.split())
        assert "43 steps" in said
        assert "the same command goes on there" in said
        assert len(outcomes(path)) == 1 + 1 + 4 + 9  # display, sounder, lamps, keys up to 10
        person = Person(board)
        assert not at_the_bench(settings(board, tmp_path), path, person)
        assert "key J" in person.tasks[0]
        said = capsys.readouterr().out
        assert "40 steps went well, 1 did not (reader 3), 2 steps are still to be tried." in said
        assert len(re.findall(r"\d+/28 reader 3: waits until that works\.", said)) == 2
        assert len([task for task in person.tasks if "reader 3" in task]) == bench_cli.TRIES
        bad = {part for (part, _), outcome in outcomes(path).items() if outcome == bench.BAD}
        assert bad == {"reader 3"}
        board.fault("dead", reader=2, on=False)
        board.reset()  # nobody mends what is plugged in
        person = Person(board)
        assert at_the_bench(settings(board, tmp_path), path, person)
        tasks = [step.task for step in bench.steps({}) if step.part == "reader 3"]
        assert [question.partition(" [")[0] for question in person.tasks] == [
            f"{number}/3 reader 3: {task}" for number, task in enumerate(tasks, 1)
        ]
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
    assert parts == ["display", "button 1", *["reader 1"] * 4, "cable"]
    assert "station" not in "".join(person.tasks)


def test_without_a_display_nobody_is_asked_whether_it_stayed_on(tmp_path, capsys):
    path = tmp_path / "bench.json"
    with SimulatedBoard.start(seed=10, settings=BREADBOARD) as board:
        board.fault("display", on=True)
        person = Person(board)
        assert not at_the_bench(settings(board, tmp_path), path, person)
    said = " ".join(capsys.readouterr().out.split())
    assert "cable: waits until that works." in said
    assert not any("Bend" in task for task in person.tasks)
    assert "7 steps, about 3 minutes. " in said
    assert ("5 steps went well, 1 did not (display), 1 step is still to be tried."
            in path.with_suffix(".md").read_text())  # fmt: skip


def test_a_board_that_restarts_during_the_walk_is_told(tmp_path, capsys):
    path = tmp_path / "bench.json"
    with SimulatedBoard.start(seed=10, settings=BREADBOARD) as board:
        person = Person(board)

        def dips(question: str) -> str:
            if "How high" in question:
                board.reset()
            return person(question)

        assert at_the_bench(settings(board, tmp_path), path, dips)
        assert "! supply: The board restarted during the walk." in capsys.readouterr().out
        assert "* supply: The board restarted" in path.with_suffix(".md").read_text()
        assert at_the_bench(settings(board, tmp_path), path, person)
        assert "restarted" not in capsys.readouterr().out


def test_a_button_one_hole_off_is_named(tmp_path, capsys):
    path = tmp_path / "bench.json"
    with SimulatedBoard.start(seed=10, settings=BREADBOARD) as board:

        def beside(question: str) -> str:
            board.button(1)
            board.rest(700)
            return "s" * ("button 1" not in question)

        assert not at_the_bench(settings(board, tmp_path), path, beside)
    said = " ".join(capsys.readouterr().out.split())
    assert "! The board says: button 1: move its wire from GP12 to GP11. Check both ends" in said


def test_the_board_names_a_readers_wire_at_the_end_of_the_walk(tmp_path, capsys):
    path = tmp_path / "bench.json"
    with SimulatedBoard.start(seed=10, settings=BREADBOARD) as board:

        def cut(question: str) -> str:
            if question.startswith("1/"):
                board.fault("wire", part="reader0", pin="SCK", lead=None)
                assert board.wait_for(lambda: bool(board.stat()["led"]), 30)
            return "s"

        assert not at_the_bench(settings(board, tmp_path), path, cut)
    said = "reader 1: No answer. Check SCK (GP18), MOSI (GP19)."
    assert f"! {said}" in " ".join(capsys.readouterr().out.split())
    assert f"* {said}" in path.with_suffix(".md").read_text()


def test_a_board_whose_cable_is_pulled_is_not_called_broken(tmp_path):
    path = tmp_path / "bench.json"
    with SimulatedBoard.start(seed=12) as board:
        person = Person(board)

        def clumsy(question: str) -> str:
            if "lamp 2" not in question:
                return person(question)
            board.unplug()
            return "n"

        with pytest.raises(click.ClickException, match="The board is gone"):
            at_the_bench(settings(board, tmp_path), path, clumsy)
    assert set(outcomes(path).values()) == {bench.OK}


def test_what_answers_nothing_that_was_asked_is_asked_again(tmp_path, capsys):
    typed = {"display": ["ja", "Y"], "sounder": ["", "yes"], "high": ["low", "1000", "3,5mm"]}
    with SimulatedBoard.start(seed=13, settings={**BREADBOARD, "buzzer": 1}) as board:
        person = Person(board)

        def unclear(question: str) -> str:
            wanted = next((typed[word] for word in typed if word in question.split("?")[0]), [])
            usual = person(question)
            return wanted.pop(0) if wanted else usual

        path = tmp_path / "bench.json"
        assert at_the_bench(settings(board, tmp_path), path, unclear)
        assert at_the_bench(settings(board, tmp_path), path, unclear)  # nothing is left to ask
    assert "“ja” is none of these." in capsys.readouterr().out
    assert "| 3,5 mm |" in path.with_suffix(".md").read_text()


@pytest.mark.parametrize(
    ("events", "said"),
    [
        ([], "Nothing came."),
        ([("S", ("1", "short"))], ""),
        ([("S", ("1", "long"))], "The board noticed that button 2 was held for long."),
        ([("S", ("1", "short")), ("S", ("2", "short"))], "The board noticed button 3, too."),
        ([("R", ("3", "dead")), ("S", ("1", "short"))], ""),
        ([("R", ("3", "dead"))], "The board says: reader 4 does not answer."),
        ([("U", ("0", "cut"))], "The board noticed a card on reader 1 that it cannot read (cut)."),
        ([("Y", ("0", "OK")), ("K", ("T",))], "The board noticed the key 10."),
    ],
)
def test_what_comes_of_a_press_is_judged(events, said):
    step = next(each for each in bench.steps({}) if each.part == "button 2")
    assert bench.wrong(step, events) == said


def test_a_report_that_would_overwrite_its_page_is_refused():
    told = CliRunner().invoke(main, ["doctor", "--bench", "bench.md"])
    assert (told.exit_code, "Name FILE bench.json" in told.stderr) == (64, True)


def test_a_file_that_is_no_report_and_a_board_that_is_none_are_told(tmp_path, monkeypatch):
    path = tmp_path / "bench.json"
    monkeypatch.setattr("tricktable.cli.bench.boards", lambda: iter(()))
    with pytest.raises(click.ClickException, match="No board found"):
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
