"""Clients that strangers' generators make of the description: each plays a whole game here."""

import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

import pytest

from rig.patience import HANG_S, PATIENCE_S, output_of
from web.room import TOKEN, Room

HERE = Path(__file__).with_name("clients")
"""The programs, and which packages of npm they are made with."""
PYTHON_GENERATOR = Path(sys.executable).with_name("openapi-python-client")
MYPY = Path(sys.executable).with_name("mypy")
ENDED = "finished: won by nobody, findings: 0 cards: 48"
COMPILED = (
    *("--strict", "--target", "es2022", "--lib", "es2022,dom,dom.iterable", "--types", "node"),
    "--skipLibCheck",  # half of it was to check what comes with Node.js: `.d.ts`, and none of ours
)


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
            done = output_of(["npm", "install", *quiet], cwd=made, timeout=None)
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
def description(table):
    """The description as the host gives it."""
    room, url = table
    given = room.app.test_client().get(
        "/api/v1/openapi.json", headers={"Host": url[len("http://") :]}
    )
    return given.data


@pytest.fixture
def client(request, description):
    """The folder of a client, made as `make(folder)` says where it was never made of the same.

    Of the same description, the same programs, and generators and compilers that `of` tells apart.
    What a maker finds wrong fails the test, and is not kept; a client is played with each time.
    """
    said = json.dumps({**json.loads(description), "servers": []}).encode()
    kept = request.config.cache.mkdir("clients")

    def client(make, *of):
        digest = hashlib.sha256(said)
        programs = sorted(each for each in HERE.iterdir() if each.is_file())
        for part in (Path(__file__), *programs):
            digest.update(part.read_bytes())
        digest.update(repr((make.__name__, *map(str, of))).encode())
        folder = kept / f"{make.__name__}-{digest.hexdigest()[:16]}"
        if not folder.exists():
            for old in kept.glob(f"{make.__name__}-*"):
                shutil.rmtree(old, ignore_errors=True)
            with tempfile.TemporaryDirectory(dir=kept) as made:
                shutil.copytree(HERE, Path(made) / "client")
                (Path(made) / "client" / "openapi.json").write_bytes(description)
                make(Path(made) / "client", *of)
                with suppress(OSError):  # another run was quicker
                    (Path(made) / "client").rename(folder)
        return folder

    return client


def npx(folder, name, *arguments):
    return run(folder, folder / "node_modules/.bin" / name, *arguments)


def linked(folder, npm):
    (folder / "node_modules").symlink_to(npm / "node_modules")


def plays(room, url, folder, *program):
    """Play with it: a game is finished as the program says, and every card is in its record."""
    assert run(folder, *program, url, TOKEN).strip() == ENDED
    view = room.table.view()
    assert view.view.status == "finished"


def approved(folder, npm):
    linked(folder, npm)
    npx(
        folder, "redocly", "lint", "openapi.json", "--config", "redocly.yaml", "--max-problems", "0"
    )
    said = npx(folder, "spectral", "lint", "openapi.json", "-r", "spectral.yaml", "-F", "hint")
    assert "No results" in said


def typed(folder, npm):
    linked(folder, npm)
    npx(folder, "openapi-typescript", "openapi.json", "-o", "schema.ts")
    node16 = ("--module", "node16", "--moduleResolution", "node16")
    npx(folder, "tsc", *COMPILED, *node16, "fetching.ts")


def hey(folder, npm):
    linked(folder, npm)
    npx(folder, "openapi-ts", "-i", "openapi.json", "-o", "hey")
    npx(folder, "tsc", *COMPILED, "--module", "commonjs", "--moduleResolution", "node10", "hey.ts")


def python(folder, *_):
    made = "tricktable_client"
    arguments = ("--path", "openapi.json", "--meta", "none", "--output-path", made)
    run(folder, PYTHON_GENERATOR, "generate", *arguments)
    # What each client of this generator has from its template, whatever is described.
    ours = "[mypy]\n[mypy-tricktable_client.client]\nignore_errors = True\n"
    (folder / "mypy.ini").write_text(ours)
    run(folder, MYPY, "--config-file", "mypy.ini", "--strict", made, "play.py")


def test_strangers_linters_find_nothing_wrong(client, npm):
    assert (client(approved, npm) / "openapi.json").exists()


def test_a_client_with_types_of_openapi_typescript_plays_a_game(client, npm, table):
    plays(*table, client(typed, npm), "node", "fetching.js")


def test_a_client_of_hey_api_plays_a_game_and_sends_its_record(client, npm, table):
    plays(*table, client(hey, npm), "node", "hey.js")
    assert table[0].table.view().games == 2


@pytest.mark.timeout(5 * HANG_S)
def test_a_client_of_openapi_python_client_plays_a_game_and_sends_its_record(client, table):
    if not PYTHON_GENERATOR.exists():
        pytest.skip("there is no openapi-python-client to generate a client with")
    room, url = table
    versions = [version(each) for each in ("openapi-python-client", "mypy", "pydantic")]
    plays(room, url, client(python, sys.executable, *versions), sys.executable, "play.py")
    assert room.table.view().games == 2
