"""A wheel as a newcomer meets it: an empty environment, an empty home, and then the first page.

Nothing of this checkout is on the way: packages come from wherever the installer is set up to take
them.
"""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from time import monotonic
from typing import Final, NamedTuple
from urllib.request import urlopen

from rig.program import Program, run

_GUESTS: Final = r"Guests scan this, or open +\S+(:\d+)(/t/\w+)"


class FirstPage(NamedTuple):
    """What came of it."""

    version: str
    """As the installed program says it."""
    installed_s: float
    """From nothing to an environment with the wheel and all that it needs."""
    page_s: float
    """From there until a guest's page was there."""
    page: bytes


def first_page(wheel: Path, folder: Path, is_cached: bool = True) -> FirstPage:
    """Install the wheel in a new folder, serve, and open a guest's page.

    Installs with uv where it is on the PATH, else with pip.

    Args:
        wheel: with its name as it was built.
        folder: is made.
        is_cached: whether packages may be used that were fetched before.

    Raises: SystemExit with what the installer says.
    """
    before = monotonic()
    there = {"base": str(folder), "platbase": str(folder)}
    python = Path(sysconfig.get_path("scripts", vars=there)) / "python"
    if uv := shutil.which("uv"):
        _quietly(uv, "venv", "-p", sys.executable, str(folder))
        cache = () if is_cached else ("--no-cache",)
        _quietly(uv, "pip", "install", "-p", str(python), *cache, str(wheel))
    else:
        venv.create(folder, symlinks=os.name != "nt")
        cache = () if is_cached else ("--no-cache-dir",)
        pip = (sys.executable, "-m", "pip", "--python", str(python))
        _quietly(*pip, "install", "--disable-pip-version-check", *cache, str(wheel))
    installed = monotonic()
    home = folder / "home"
    home.mkdir()
    command = ("env", "-u", "PYTHONPATH", str(python), "-P", "-m", "tricktable")
    with Program(home, "serve", "--http-port", "0", command=command) as program:
        port, path = program.until(_GUESTS).groups()
        with urlopen(f"http://localhost{port}{path}") as answer:
            page = answer.read()
    served = monotonic()
    said = run(home, "--version", command=command).stdout.decode()
    found = re.search(r"version (\S+)", said)
    return FirstPage(found[1] if found else said, installed - before, served - installed, page)


def _quietly(*command: str) -> None:
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    if done.returncode:
        raise SystemExit(done.stderr)
