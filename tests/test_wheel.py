"""What somebody has who installs the wheel: no checkout around, and yet every command and page.

The wheel is built as a release is, and installed in an environment of its own, which has none of
the project's folders. Only what others wrote comes from the tests' environment.
"""

import json
import os
import subprocess
import sys
import sysconfig
import tarfile
import venv
from functools import partial
from hashlib import sha256
from pathlib import Path
from time import gmtime
from typing import Final
from urllib.request import urlopen
from zipfile import ZipFile

import pytest
from packaging.metadata import Metadata

from release.bill import EXTRAS
from release.dist import SUMS, build, dist
from rig.patience import until
from rig.program import Program, run
from tableboard import VERSION
from tricktable.cli import main

ROOT: Final = Path(__file__).parents[1]
CLASSICS: Final = sorted(path.stem for path in (ROOT / "classics" / "docs").glob("*.md"))
SAMPLES: Final = ROOT.parent / "shared" / "spec" / "samples"
EPOCH: Final = 1_800_000_000
LARGEST_BYTES: Final = 3_000_000
HIDES_MICROPYTHON: Final = (
    'import os, sys; "NO_MICROPYTHON" in os.environ and sys.modules.update(micropython_run=None)'
)
EXPLAINS: Final = """
from tricktable.cli import main
for name in main.commands:
    print()
    main([name, "--help"], prog_name="tricktable", standalone_mode=False)
"""
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


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with a release of this checkout."""
    folder = tmp_path_factory.mktemp("release") / "dist"
    dist(folder, EPOCH)
    return folder


@pytest.fixture(scope="module")
def wheel(released: Path) -> Path:
    """Its wheel."""
    (made,) = released.glob("tricktable-*.whl")
    return made


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
        self.python = partial(
            run, self.home, command=(str(python), "-P", "-c"), more={"PYTHONPATH": ""}
        )
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


def content(folder: Path) -> dict[str, bytes]:
    """The files in a folder."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_release_is_the_same_bytes_each_time(released, tmp_path):
    dist(tmp_path / "again", EPOCH)
    assert content(tmp_path / "again") == content(released)


def test_the_sums_are_those_of_the_files(released):
    files = content(released)
    sums = dict(line.split()[::-1] for line in files.pop(SUMS).decode().splitlines())
    assert sums == {name: sha256(data).hexdigest() for name, data in files.items()}
    assert sorted(path.suffix for path in map(Path, files)) == [
        ".gz",
        ".gz",
        ".json",
        ".whl",
        ".whl",
        ".whl",
    ]


def test_the_wheel_is_small_and_says_all_that_an_index_shows(wheel):
    assert wheel.stat().st_size <= LARGEST_BYTES
    with ZipFile(wheel) as packed:
        (name,) = (each for each in packed.namelist() if each.endswith("dist-info/METADATA"))
        said = Metadata.from_email(packed.read(name), validate=True)
        assert {info.date_time for info in packed.infolist()} == {gmtime(EPOCH)[:6]}
    assert str(said.version) == VERSION
    assert said.summary
    assert said.keywords
    assert said.author
    assert said.license_expression == "MIT AND OFL-1.1 AND 0BSD"
    assert len(said.license_files or ()) == 4
    assert {*(said.provides_extra or ())} == {*EXTRAS, "bench"}
    assert not said.project_urls  # where it is to be had is not ours to say
    for version in ("3.11", "3.12", "3.13", "3.14"):
        assert f"Programming Language :: Python :: {version}" in (said.classifiers or ())


def test_the_classics_are_released_beside_it(released, installed):
    (made,) = released.glob("tricktable_classics-*.whl")
    said(installed.python(f"import sys; sys.path.insert(0, {str(made)!r}); {LISTS}"))
    with ZipFile(made) as packed:
        names = packed.namelist()
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert "tricktable_classics/languages/ja.po" in names


LISTS: Final = (
    "from tricktable.games import GAMES, LEFT_OUT; assert not LEFT_OUT; "
    f"assert {{*GAMES}} >= {set(CLASSICS)!r}, GAMES"
)
"""Finds the classics among the games."""


def test_the_sources_that_are_sent_out_make_the_same_wheel(released, wheel, tmp_path):
    (sent,) = released.glob("tricktable-*.tar.gz")
    with tarfile.open(sent) as packed:
        # Python 3.11.3 and older have no filters (PEP 706).
        packed.extraction_filter = getattr(tarfile, "data_filter", None)
        packed.extractall(tmp_path)
    build(tmp_path / sent.name.removesuffix(".tar.gz"), tmp_path / "again", EPOCH, "wheel")
    assert (tmp_path / "again" / wheel.name).read_bytes() == wheel.read_bytes()


def test_the_program_is_the_installed_one(installed):
    done = installed.run("doctor", "--help")
    assert "doctor" in said(done)
    assert (installed.package / "carried" / "web" / "templates" / "table.html").is_file()


def test_every_command_explains_itself(installed):
    told = said(installed.python(EXPLAINS))
    for name in main.commands:
        assert f"\nUsage: tricktable {name}" in told


def test_it_serves_a_page_of_each_kind(installed):
    with installed.program("serve", "--http-port", "0") as program:
        host = program.until(r"Guests scan this, or open +\S+(:\d+)/t/(\w+)")
        for path in PAGES:
            assert got(f"http://localhost{host[1]}{path.format(code=host[2])}"), path


def test_its_demo_plays_without_micropython_and_says_so(installed):
    with installed.program_alone("demo", "--fast", "--http-port", "0") as program:
        address = program.until(r"Virtual table: +(http://localhost:\d+)/demo")[1]
        program.until(r'pip install "tricktable\[demo\]"')
        page = got(f"{address}/demo")
        assert b"<canvas" in page
        assert b"under CPython" in page
        until(lambda: b'data-board="live"' in got(f"{address}/t/DEMO"))
        until(lambda: got(f"{address}/api/v1/tables/DEMO").count(b'"score"'))


def test_a_sample_is_performed_on_its_simulated_board(installed):
    record = SAMPLES / "torite-two-win.jsonl"
    done = said(installed.run("perform", "--json", str(record)))
    assert json.loads(done) == json.loads(record.with_suffix(".referee.json").read_text())


def test_it_has_the_boards_program(installed):
    assert "copy the program, version" in said(installed.run("flash", "--dry-run"))
