"""What lies on a board's flash: folders of files made into its file system. Test support."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from tricktable.link.process import FIRMWARE

BLOCK_BYTES: Final = 4096
BLOCKS: Final = 352
"""Those of a Pico's flash under MicroPython 1.28."""
_HOST_ONLY: Final = ("host.py", "newest.py", "session.py")


def put_loader(folder: Path) -> None:
    """Put what lies beside the slots into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("main.py", "loader.py", "safe.py"):
        shutil.copy(FIRMWARE / "pico" / name, folder)


def put_program(folder: Path, version: str = "") -> None:
    """Put the shipped program into a folder, as source; it may say that it has another version."""
    shutil.copytree(
        FIRMWARE / "portable", folder, ignore=shutil.ignore_patterns("__pycache__", *_HOST_ONLY)
    )
    for path in (FIRMWARE / "pico").glob("*.py"):
        if path.name not in ("main.py", "loader.py", "safe.py"):
            shutil.copy(path, folder)
    if version:
        (folder / "tableboard" / "__init__.py").write_text(f'VERSION = "{version}"\n')


def make_image(
    folder: Path, image: Path, block_bytes: int = BLOCK_BYTES, blocks: int = BLOCKS
) -> Path:
    """Make the flash whose file system holds all of a folder."""
    _run("make", str(image), str(block_bytes), str(blocks), str(folder))
    return image


def read_image(image: Path, name: str) -> bytes:
    """A file of a flash."""
    return _run("read", str(image), str(BLOCK_BYTES), str(BLOCKS), name)


def _run(*words: str) -> bytes:
    script = str(Path(__file__).parent / "emulator" / "flash_image.py")
    command = [sys.executable, "-I", "-m", "micropython_unix", "-X", "heapsize=16m", script]
    return subprocess.run([*command, *words], check=True, stdout=subprocess.PIPE).stdout
