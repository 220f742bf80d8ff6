"""What somebody has who installs the wheel: no checkout around, and yet every command and page.

The wheel is built as a release is, and installed in an environment of its own, which has none of
the project's folders. Only what others wrote comes from the tests' environment.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import sysconfig
import tarfile
import venv
from functools import partial
from pathlib import Path
from typing import Final
from urllib.request import urlopen

import pytest

from rig.evening import until
from rig.program import Program, run
from tricktable.cli import main

ROOT: Final = Path(__file__).parents[1]
SAMPLES: Final = ROOT.parent / "shared" / "spec" / "samples"
LARGEST_BYTES: Final = 3_000_000
HIDES_MICROPYTHON: Final = (
    'import os, sys; "NO_MICROPYTHON" in os.environ and sys.modules.update(micropython_run=None)'
)
PAGES: Final = (
    "/",
    "/t/{code}",
    "/t/{code}/seat",
    "/t/{code}/wall",
    "/t/{code}/evening",
    "/host/",
    "/host/t/{code}",
    "/host/decks",
    "/api/v1/tables/{code}",
    "/static/style.css",
    "/static/vendor/idiomorph.min.js",
)


def built(source: Path, folder: Path, what: str) -> Path:
    """The `wheel` or `sdist` of these sources."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", what, "-d", str(folder)]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    (made,) = folder.iterdir()
    return made


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout."""
    return built(ROOT, tmp_path_factory.mktemp("wheel"), "wheel")


class Installed:
    """The program as a newcomer has it; each command runs in an empty folder, which is its home."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        venv.create(folder, symlinks=os.name != "nt")
        there = {"base": str(folder), "platbase": str(folder)}
        site, scripts = (
            Path(sysconfig.get_path(each, vars=there)) for each in ("purelib", "scripts")
        )
        python = scripts / "python"
        install = ["install", "--quiet", "--no-deps", "--no-index", str(wheel)]
        pip = [sys.executable, "-m", "pip", "--python", str(python)]
        subprocess.run([*pip, *install], check=True)
        # Found after its own packages; the editable installation in there is not looked at.
        others = sysconfig.get_path("purelib")
        (site / "others.pth").write_text(f"{others}\n{HIDES_MICROPYTHON}\n")
        self.package = site / "tricktable"
        self.home = folder / "home"
        self.home.mkdir()
        command = (str(python), "-P", "-m", "tricktable")
        self.run = partial(run, self.home, command=command, more={"PYTHONPATH": ""})
        self.program = partial(Program, self.home, command=("env", "-u", "PYTHONPATH", *command))
        alone = ("env", "-u", "PYTHONPATH", "NO_MICROPYTHON=1", *command)
        self.program_alone = partial(Program, self.home, command=alone)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Installed:
    """The wheel, installed."""
    return Installed(tmp_path_factory.mktemp("elsewhere"), wheel)


def said(done: subprocess.CompletedProcess[bytes]) -> str:
    """What a command printed, if it succeeded."""
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


def got(address: str) -> bytes:
    """What the service answers."""
    with urlopen(address) as answer:
        content: bytes = answer.read()
        return content


def test_it_is_small_and_the_same_bytes_each_time(wheel: Path, tmp_path: Path) -> None:
    assert wheel.stat().st_size <= LARGEST_BYTES
    assert built(ROOT, tmp_path, "wheel").read_bytes() == wheel.read_bytes()


def test_the_sources_that_are_sent_out_make_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    sent = built(ROOT, tmp_path / "sdist", "sdist")
    with tarfile.open(fileobj=io.BytesIO(sent.read_bytes())) as packed:
        packed.extractall(tmp_path, filter="data")
    source = tmp_path / sent.name.removesuffix(".tar.gz")
    assert built(source, tmp_path / "again", "wheel").read_bytes() == wheel.read_bytes()


def test_the_program_is_the_installed_one(installed: Installed) -> None:
    done = installed.run("doctor", "--help")
    assert "doctor" in said(done)
    assert (installed.package / "carried" / "web" / "templates" / "_table.html").is_file()


def test_every_command_explains_itself(installed: Installed) -> None:
    for name in main.commands:
        assert said(installed.run(name, "--help")).startswith(f"Usage: tricktable {name}")


def test_it_serves_a_page_of_each_kind(installed: Installed) -> None:
    with installed.program("serve", "--http-port", "0") as program:
        host = program.until(r"Guests scan this, or open +\S+(:\d+)/t/(\w+)")
        for path in PAGES:
            assert got(f"http://localhost{host[1]}{path.format(code=host[2])}"), path


def test_its_demo_plays_without_micropython_and_says_so(installed: Installed) -> None:
    with installed.program_alone("demo", "--fast", "--http-port", "0") as program:
        address = program.until(r"Virtual table: +(http://localhost:\d+)/demo")[1]
        program.until(r'pip install "tricktable\[demo\]"')
        page = got(f"{address}/demo")
        assert b"<canvas" in page
        assert b"under CPython" in page
        until(lambda: b'data-board="live"' in got(f"{address}/t/DEMO"))
        until(lambda: got(f"{address}/api/v1/tables/DEMO").count(b'"score"'))


def test_a_sample_is_performed_on_its_simulated_board(installed: Installed) -> None:
    record = SAMPLES / "torite-two-win.jsonl"
    done = said(installed.run("perform", "--json", str(record)))
    assert json.loads(done) == json.loads(record.with_suffix(".referee.json").read_text())


def test_it_has_the_boards_program(installed: Installed) -> None:
    assert "copy the program, version" in said(installed.run("flash", "--dry-run"))
