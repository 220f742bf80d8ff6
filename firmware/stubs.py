"""Copies the MicroPython stubs out of the environment, for mypy. Runs on a PC, never on a board.

mypy takes a `custom_typeshed_dir` and a `mypy_path`, and neither may be site-packages.

Usage: python firmware/stubs.py FOLDER
"""

import sys
from importlib.metadata import files, version
from pathlib import Path
from shutil import copyfile, rmtree

PACKAGES = ("micropython-stdlib-stubs", "micropython-rp2-rpi_pico_w-stubs")


def copy_stubs(folder: Path) -> None:
    """Fill the folder with the stubs of both packages, unless it holds these versions already."""
    stamp = folder / "versions.txt"
    versions = "".join(f"{package} {version(package)}\n" for package in PACKAGES)
    if stamp.exists() and stamp.read_text() == versions:
        return
    rmtree(folder, ignore_errors=True)
    for package in PACKAGES:
        for file in files(package) or ():
            if file.suffix in (".pyi", ".py") or file.name == "VERSIONS":
                target = folder / file
                target.parent.mkdir(parents=True, exist_ok=True)
                copyfile(file.locate(), target)
    stamp.write_text(versions)


if __name__ == "__main__":
    copy_stubs(Path(sys.argv[1]))
