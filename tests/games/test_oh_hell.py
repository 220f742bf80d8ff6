"""A stranger's game does what every game must do: the example's own tests, with it installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rig.patience import HANG_S

TESTS = Path(__file__).parents[1]
EXAMPLE = TESTS.parent / "examples" / "oh-hell"


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A folder with the package, as pip installs it."""
    source, target = tmp_path / "source", tmp_path / "target"
    shutil.copytree(EXAMPLE, source, ignore=shutil.ignore_patterns("__pycache__"))
    words = "install --quiet --no-deps --no-build-isolation --no-index --target".split()
    subprocess.run([sys.executable, "-m", "pip", *words, target, source], check=True)
    return target


@pytest.mark.timeout(5 * HANG_S)
def test_oh_hell_runs_the_suite_as_an_installed_package(installed: Path) -> None:
    """Its referee among them."""
    path = os.pathsep.join((str(TESTS), str(EXAMPLE / "tests"), str(installed)))
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--timeout=0"]
    done = subprocess.run(
        [*words, str(EXAMPLE / "tests")],
        cwd=TESTS.parent,
        env={**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    last = done.stdout.splitlines()[-1]
    assert " passed in " in last
