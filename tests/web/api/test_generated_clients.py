"""Clients that strangers' generators make of the description: each plays a whole game here."""

import hashlib
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from rig.patience import PATIENCE_S
from web.room import TOKEN, Room

HERE = Path(__file__).with_name("clients")
"""The programs, and which packages of npm they are made with."""
PYTHON_GENERATOR = Path(sys.executable).with_name("openapi-python-client")
MYPY = Path(sys.executable).with_name("mypy")
ENDED = "finished: won by nobody, findings: 0 cards: 48"
COMPILED = ("--strict", "--target", "es2022", "--lib", "es2022,dom,dom.iterable", "--types", "node")


def run(folder, *command):
    """What it prints."""
    done = subprocess.run(
        [str(each) for each in command],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S * 4,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def npm():
    """The folder with the packages of npm, which is made once for each list of them."""
    if not (shutil.which("node") and shutil.which("npm")):
        pytest.skip("there is no Node.js with npm to generate clients with")
    wanted = (HERE / "package.json").read_bytes()
    kept = Path(tempfile.gettempdir()) / f"tricktable-npm-{hashlib.sha256(wanted).hexdigest()[:12]}"
    if not kept.exists():
        with tempfile.TemporaryDirectory(dir=kept.parent) as made:
            (Path(made) / "package.json").write_bytes(wanted)
            quiet = ("--no-audit", "--no-fund", "--no-package-lock", "--ignore-scripts")
            done = subprocess.run(
                ["npm", "install", *quiet], cwd=made, capture_output=True, text=True, check=False
            )
            if done.returncode:
                pytest.skip(f"npm cannot install the generators: {done.stderr[-400:]}")
            try:
                Path(made).rename(kept)
                Path(made).mkdir()
            except OSError:
                assert kept.exists(), "another run was quicker"
    return kept


@pytest.fixture
def table(tmp_path_factory):
    """A host, and where it is served."""
    room = Room(tmp_path_factory.mktemp("room"))
    with room.served() as url:
        yield room, url
    room.close()


@pytest.fixture
def made(tmp_path, npm, table):
    """A folder with the description as the host gives it, the programs, and npm's packages."""
    room, url = table
    folder = tmp_path / "made"
    shutil.copytree(HERE, folder)
    (folder / "node_modules").symlink_to(npm / "node_modules")
    fetch(room, url, folder)
    return folder


def fetch(room, url, folder):
    given = room.app.test_client().get(
        "/api/v1/openapi.json", headers={"Host": url[len("http://") :]}
    )
    (folder / "openapi.json").write_bytes(given.data)


def npx(folder, name, *arguments):
    return run(folder, folder / "node_modules/.bin" / name, *arguments)


def plays(room, url, folder, *program):
    """Play with it: a game is finished as the program says, and every card is in its record."""
    assert run(folder, *program, url, TOKEN).strip() == ENDED
    view = room.table.view()
    assert view.view.status == "finished"


def test_strangers_linters_find_nothing_wrong(made):
    npx(made, "redocly", "lint", "openapi.json", "--config", "redocly.yaml", "--max-problems", "0")
    said = npx(made, "spectral", "lint", "openapi.json", "-r", "spectral.yaml", "-F", "hint")
    assert "No results" in said


def test_a_client_with_types_of_openapi_typescript_plays_a_game(made, table):
    npx(made, "openapi-typescript", "openapi.json", "-o", "schema.d.ts")
    node16 = ("--module", "node16", "--moduleResolution", "node16")
    npx(made, "tsc", *COMPILED, *node16, "fetching.ts")
    plays(*table, made, "node", "fetching.js")


def test_a_client_of_hey_api_plays_a_game_and_sends_its_record(made, table):
    npx(made, "openapi-ts", "-i", "openapi.json", "-o", "hey")
    npx(made, "tsc", *COMPILED, "--module", "commonjs", "--moduleResolution", "node10", "hey.ts")
    plays(*table, made, "node", "hey.js")
    assert table[0].table.view().games == 2


def test_a_client_of_openapi_python_client_plays_a_game_and_sends_its_record(tmp_path, table):
    if not PYTHON_GENERATOR.exists():
        pytest.skip("there is no openapi-python-client to generate a client with")
    room, url = table
    fetch(room, url, tmp_path)
    shutil.copy(HERE / "play.py", tmp_path)
    client = "tricktable_client"
    arguments = ("--path", "openapi.json", "--meta", "none", "--output-path", client)
    run(tmp_path, PYTHON_GENERATOR, "generate", *arguments)
    # What each client of this generator has from its template, whatever is described.
    ours = "[mypy]\n[mypy-tricktable_client.client]\nignore_errors = True\n"
    (tmp_path / "mypy.ini").write_text(ours)
    run(tmp_path, MYPY, "--config-file", "mypy.ini", client)
    run(tmp_path, MYPY, "--config-file", "mypy.ini", "--strict", "play.py")
    plays(room, url, tmp_path, sys.executable, "play.py")
    assert room.table.view().games == 2
