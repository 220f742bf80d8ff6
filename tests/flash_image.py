"""What lies on a board's flash: folders of files made into its file system. Test support."""

import json
import shutil
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Final

from littlefs import LittleFS, LittleFSError, UserContext

from tricktable.board.flash.firmware import File, compile_firmware

BLOCK_BYTES: Final = 4096
BLOCKS: Final = 352
"""Those of a Pico's flash under MicroPython since 1.21."""
_PROGRAM_BYTES: Final = 256
"""MicroPython 1.21, ports/rp2/rp2_flash.c, for this and the two below."""
_READ_BYTES: Final = 32
_CACHE_BYTES: Final = 1024
_CYCLES: Final = 100
"""Erasures after which a block of a folder is moved: extmod/vfs_lfsx.c."""
_DISK_VERSION: Final = 0x00020000
"""What every MicroPython reads: that of 1.21 takes a 2.1 for no file system, and formats it."""
_NEWEST: Final = 0
"""Whatever lies there: a newer MicroPython has made it newer."""
_LOADER: Final = ("main.py", "greeter.py", "loader.py", "pack.py", "safe.py")
_TRIAL: Final = "TRIAL_MS = const(60_000)"
_SHORT_TRIAL: Final = "TRIAL_MS = const(30_000)"
_FILLING: Final = (100, 10, 1)
"""The blocks of the files that fill a flash: what has no room is not kept in part."""
_LETTERS: Final = (200, 3)
"""Of what fills a folder: the last as short as any that shall have no room."""
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


def put_compiled(folder: Path, pins: str = "", is_patient: bool = True) -> None:
    """Put all of a board's files into a folder as `tricktable flash` does: .mpy, in slot a.

    `pins`: the source of other pins. Unless it is patient, the board gives up what it tries after
    half the time: at twenty times its speed a minute is all that a busy computer can do in two.
    """
    firmware = compile_firmware()
    if pins:
        kept = [file for file in firmware.program if file.place != "pins.mpy"]
        firmware = firmware._replace(program=(*kept, File("pins.py", pins.encode())))
    folder.mkdir(parents=True, exist_ok=True)
    for file in (*firmware.beside, File("a.pack", firmware.pack), File("slots", b"a:a")):
        (folder / file.place).write_bytes(file.data)
    if not is_patient:
        (folder / "loader.mpy").unlink()
        source = (_ROOT / _SHIPPED["loader.py"]).read_text()
        assert _TRIAL in source
        (folder / "loader.py").write_text(source.replace(_TRIAL, _SHORT_TRIAL))


def _put(place: str, folder: Path) -> None:
    (folder / place).parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(_ROOT / _SHIPPED[place], folder / place)


def make_image(folder: Path, image: Path) -> Path:
    """Make the flash whose file system holds all of a folder."""
    flash = UserContext(BLOCKS * BLOCK_BYTES)
    files = files_of(flash)
    for path in sorted(folder.rglob("*")):
        place = path.relative_to(folder).as_posix()
        if path.is_dir():
            files.mkdir(place)
        else:
            with files.open(place, "wb") as file:
                file.write(path.read_bytes())
    image.write_bytes(flash.buffer)
    return image


def fill_image(image: Path, beside: str) -> None:
    """Leave no room in a flash: no block for a file, and none for a name beside this one's."""
    flash = UserContext(BLOCKS * BLOCK_BYTES)
    data = image.read_bytes()
    flash.buffer[: len(data)] = data
    files = files_of(flash)
    for blocks in _FILLING:
        with suppress(LittleFSError):
            for number in count():
                with files.open(f"{blocks}.{number}", "wb") as file:
                    file.write(bytes(blocks * BLOCK_BYTES))
    for letters in _LETTERS:
        with suppress(LittleFSError):
            for number in count():
                files.open(f"{beside}.{number:0>{letters}}", "wb").close()
    image.write_bytes(flash.buffer)


def read_image(image: Path, name: str) -> bytes:
    """A file of a flash, whose board may be running."""
    before, data = b"", image.read_bytes()
    while data != before:  # the board has written meanwhile
        before, data = data, image.read_bytes()
    flash = UserContext(BLOCKS * BLOCK_BYTES)
    flash.buffer[: len(data)] = data
    files = files_of(flash, _NEWEST)  # must outlive the open file, which does not hold it
    with files.open(name, "rb") as file:
        return bytes(file.read())


def files_of(flash: UserContext, version: int = _DISK_VERSION) -> LittleFS:
    """The file system of a flash as MicroPython mounts it, a new one if it has none."""
    return LittleFS(
        flash,
        block_size=BLOCK_BYTES,
        block_count=BLOCKS,
        prog_size=_PROGRAM_BYTES,
        read_size=_READ_BYTES,
        cache_size=_CACHE_BYTES,
        block_cycles=_CYCLES,
        disk_version=version,
    )
