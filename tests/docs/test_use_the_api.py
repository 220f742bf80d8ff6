"""The page on programs: its client plays a game as it stands there, and a generated one calls."""

import ast
import re
import sys
from pathlib import Path

import pytest

from rig.patience import output_of
from web.room import TOKEN, Room

PAGE = (Path(__file__).parents[2] / "docs/howto/use-the-api.md").read_text("utf-8")
FILES = dict(re.findall(r"<!-- (\S+) -->\n```(?:python|yaml)\n(.*?)```", PAGE, re.S))
GENERATOR = Path(sys.executable).with_name("openapi-python-client")


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    room = Room(tmp_path_factory.mktemp("room"))
    yield room
    room.close()


@pytest.fixture(scope="module")
def url(room):
    with room.served() as url:
        yield url


def run(folder, *command):
    """What it prints."""
    done = output_of(command, cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("token", [(), (TOKEN,)], ids=["here", "with the token"])
def test_the_client_of_the_page_plays_a_whole_game(tmp_path, room, url, token):
    games = room.table.view().games
    (tmp_path / "play.py").write_text(FILES["play.py"])
    said = run(tmp_path, sys.executable, "-I", "play.py", url, *token)
    assert "findings: 0" in said
    view = room.table.view()
    assert (view.view.status, view.games, view.names[0]) == ("finished", games + 1, "Ann")
    assert view.view.tricks


def test_the_client_is_short_and_needs_nothing_but_python():
    lines = [line for line in FILES["play.py"].splitlines() if line]
    assert len(lines) <= 52
    imported = {
        name.partition(".")[0]
        for node in ast.walk(ast.parse(FILES["play.py"]))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in (
            [node.module] if isinstance(node, ast.ImportFrom) else [n.name for n in node.names]
        )
    }
    assert imported <= sys.stdlib_module_names


def test_a_generated_client_calls_the_host(tmp_path, room, url):
    if not GENERATOR.exists():
        pytest.skip("there is no openapi-python-client to generate a client with")
    for name in ("generator.yaml", "generated.py"):
        (tmp_path / name).write_text(FILES[name])
    description = room.app.test_client().get("/api/v1/openapi.json").data
    (tmp_path / "openapi.json").write_bytes(description)
    said = run(
        tmp_path,
        *(GENERATOR, "generate", "--path", "openapi.json", "--config", "generator.yaml"),
        *("--meta", "none", "--output-path", "tricktable_client"),
    )
    assert "WARNING" not in said, "it understands all of the description"
    assert run(tmp_path, sys.executable, "generated.py", url).split() == ["1", "leader", "deal"]
