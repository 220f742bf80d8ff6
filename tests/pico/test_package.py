"""package.json, which mip installs from: the files that the board needs, and no others."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from board.plugged_board import Plugged
from tableboard import VERSION
from tricktable.board.link.process import MICROPYTHON, best_interpreter

ROOT = Path(__file__).parents[2]
PACKAGE = json.loads((ROOT / "package.json").read_text())
FOLDERS = (ROOT / "firmware/pico", ROOT / "firmware/portable")
LOADED_BY_NAME = ("main",)


def found(module):
    """The file of a module of ours, None for one of MicroPython's."""
    for folder in FOLDERS:
        for path in (f"{module.replace('.', '/')}.py", f"{module.replace('.', '/')}/__init__.py"):
            if (folder / path).is_file():
                return path, folder / path
    return None


def needed():
    """Every file that main.py leads to, by where it lies on the board."""
    waiting, files = list(LOADED_BY_NAME), {}
    while waiting:
        module = waiting.pop()
        if "." in module:
            waiting.append(module.rsplit(".", 1)[0])
        place = found(module)
        if place is None or place[0] in files:
            continue
        files[place[0]] = place[1]
        for node in ast.walk(ast.parse(place[1].read_text())):
            if isinstance(node, ast.Import):
                waiting += [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                waiting.append(node.module)
                waiting += [f"{node.module}.{alias.name}" for alias in node.names]
    return files


def test_it_lists_exactly_what_the_board_needs():
    wanted = {place: path.relative_to(ROOT).as_posix() for place, path in needed().items()}
    assert dict(PACKAGE["urls"]) == wanted
    assert [place for place, _ in PACKAGE["urls"]] == sorted(wanted)
    assert PACKAGE["deps"] == []


def test_every_driver_on_the_board_is_in_use():
    pico = {path.name for path in FOLDERS[0].glob("*.py")}
    assert pico <= {place for place, _ in PACKAGE["urls"]}


@pytest.mark.skipif(
    best_interpreter() != MICROPYTHON, reason="only MicroPython has a board's file system"
)
def test_mip_installs_a_board_that_runs(tmp_path):
    with Plugged(speed=20, flash=tmp_path / "flash.bin") as plugged:
        plugged.unplug()
        assert plugged.board.wait_for(lambda: plugged.board.crash)  # there is no main.py yet
        command = [sys.executable, "-m", "mpremote", "connect", plugged.board.port]
        install = ["mip", "install", "--target", "/", "package.json"]
        done = subprocess.run([*command, *install], cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        plugged.board.reset()
        plugged.plug()
        plugged.until(lambda: plugged.host.board)
        assert plugged.host.board.version == VERSION
        assert plugged.host.board.parts()["readers"] == "4"
