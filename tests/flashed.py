"""What lies on a board's flash: folders of files made into its file system. Test support."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from tricktable.flash.firmware import File, compiled

BLOCK_BYTES: Final = 4096
BLOCKS: Final = 352
"""Those of a Pico's flash under MicroPython 1.28."""
_LOADER: Final = ("main.py", "loader.py", "safe.py")
_ROOT: Final = Path(__file__).parents[1]
_SHIPPED: Final = dict(json.loads((_ROOT / "package.json").read_text())["urls"])


def put_loader(folder: Path) -> None:
    """Put what lies beside the slots into a folder."""
    for place in _LOADER:
        _put(place, folder)


def put_program(folder: Path, version: str = "") -> None:
    """Put the shipped program into a folder, as source; it may say that it has another version."""
    for place in _SHIPPED:
        if place not in _LOADER:
            _put(place, folder)
    if version:
        (folder / "tableboard" / "__init__.py").write_text(f'VERSION = "{version}"\n')


def put_compiled(folder: Path) -> None:
    """Put all of a board's files into a folder as `tricktable flash` does: .mpy, in slot a."""
    firmware = compiled()
    slot = [File(f"a/{file.place}", file.data) for file in firmware.program]
    for file in (*firmware.beside, *slot, File("slots", b"a:a")):
        path = folder / file.place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.data)


def _put(place: str, folder: Path) -> None:
    (folder / place).parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(_ROOT / _SHIPPED[place], folder / place)


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
