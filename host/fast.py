"""Compiles what replays and reviews spend their time in, beside the modules as they are written.

Python takes the compiled form of a module where there is one; `off` deletes them all. Needs a C
compiler and Python's headers. Which modules: those below, and of each game its rules and its goal.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

HOST: Final = Path(__file__).parent
PROGRAM: Final = HOST / "tricktable"
BUILD: Final = HOST.parent / "build" / "fast"
MODULES: Final = (
    "games/*/goal.py",
    "games/*/rules.py",
    *(
        f"rules/{name}.py"
        for name in (
            "codec copies entries faults findings_so_far follow nesting piles ranking record "
            "refusals review/* stretches tricks verdicts"
        ).split()
    ),
)
OPTIONS: Final = """[mypy]
strict = True
mypy_path = {host}:{host}/../firmware/portable
explicit_package_bases = True
ignore_missing_imports = True
"""


def written() -> Iterator[str]:
    """The modules to compile, as paths below the folder of the host."""
    for pattern in MODULES:
        yield from sorted(str(path.relative_to(HOST)) for path in PROGRAM.glob(pattern))


def compiled() -> list[Path]:
    """What has been compiled."""
    return [path for ending in ("so", "pyd") for path in HOST.rglob(f"*.{ending}")]


def clear() -> None:
    """Let everything run as it is written."""
    for path in compiled():
        path.unlink()
    shutil.rmtree(BUILD, ignore_errors=True)


def build() -> None:
    """Compile the modules, and put each beside its source."""
    from mypyc.build import mypycify
    from setuptools import Distribution

    clear()
    BUILD.mkdir(parents=True)
    options = BUILD / "mypy.ini"
    options.write_text(OPTIONS.format(host=HOST))
    os.chdir(HOST)
    made = mypycify(
        ["--config-file", str(options), *written()], debug_level="0", target_dir=str(BUILD / "c")
    )
    command = Distribution({"ext_modules": made}).get_command_obj("build_ext")
    command.inplace, command.build_temp, command.build_lib = True, str(BUILD), str(BUILD)
    command.ensure_finalized()
    command.run()


if __name__ == "__main__":
    clear() if sys.argv[1:] == ["off"] else build()
    sys.stdout.write(f"{len(compiled())} compiled modules\n")
