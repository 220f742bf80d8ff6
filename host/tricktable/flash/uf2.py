"""MicroPython itself: the official images, and the drive that a Pico in BOOTSEL is."""

from __future__ import annotations

import hashlib
import os
import string
import struct
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple
from urllib.request import urlopen

from tricktable.flash import CannotFlash

_INFO: Final = "INFO_UF2.TXT"
_BLOCK_BYTES: Final = 512
_FIRST: Final = struct.pack("<II", 0x0A324655, 0x9E5D5157)
_LAST: Final = struct.pack("<I", 0x0AB16F30)
"""Magic words: the UF2 specification."""
_ABSOLUTE: Final = 0xE48BFF57
"""Family of a block that may come first, is none of the image's, and means nothing: RP2350-E10."""
_MOST_BYTES: Final = 16 * 1024 * 1024
_TIMEOUT_S: Final = 30


class Chip(NamedTuple):
    """What a board's chip is called by UF2 files and as a drive."""

    name: str
    family: int
    label: str
    """Of the drive that it is while BOOTSEL is held, and the id in its INFO_UF2.TXT."""


RP2040: Final = Chip("RP2040", 0xE48BFF56, "RPI-RP2")
RP2350: Final = Chip("RP2350", 0xE48BFF59, "RP2350")
"""As its Arm cores run it."""
BOARDS: Final = {"pico": RP2040, "pico-w": RP2040, "pico2": RP2350, "pico2-w": RP2350}
"""The chip of each board that MicroPython can be put on."""


class Image(NamedTuple):
    """An image of MicroPython on micropython.org, and what it must be."""

    url: str
    size: int
    sha256: str


IMAGES: Final = {
    "pico": Image(
        "https://micropython.org/resources/firmware/RPI_PICO-20260824-v1.29.0.uf2",
        680_960,
        "e1160e602e277d85920adb5fe741435edccba9ba6ecadc85fdab75252eeff4e9",
    ),
    "pico-w": Image(
        "https://micropython.org/resources/firmware/RPI_PICO_W-20260824-v1.29.0.uf2",
        1_811_456,
        "f918c0a082c6daf53e27998b7f990ba5f065db2e298b21a34024532a20786794",
    ),
}
"""MicroPython 1.29.0 of 2026-08-24, by board. No image for a Pico 2 was had to take a sum of."""


def official(board: str) -> Image:
    """The image that is pinned for a board. Raises: CannotFlash if none is."""
    image = IMAGES.get(board)
    if image is None:
        raise CannotFlash(
            f"No image is pinned for a {board}: fetch MicroPython 1.24 or newer for it from "
            "micropython.org/download and name the file with --uf2"
        )
    return image


def read_uf2(path: Path, chip: Chip = RP2040) -> bytes:
    """The content of a UF2 file for a chip. Raises: CannotFlash."""
    try:
        data = path.read_bytes()
    except OSError as fault:
        raise CannotFlash(f"{path}: {fault.strerror}") from None
    if why := wrong_uf2(data, chip):
        raise CannotFlash(f"{path} is no image for this board: {why}")
    return data


def wrong_uf2(data: bytes, chip: Chip = RP2040) -> str:
    """Why these bytes are no whole UF2 for a chip, "" if they are one."""
    if chip is RP2350 and _is_absolute(data[:_BLOCK_BYTES]):
        data = data[_BLOCK_BYTES:]
    count, rest = divmod(len(data), _BLOCK_BYTES)
    if rest or not 0 < len(data) <= _MOST_BYTES:
        return "it is cut, or no UF2 file at all"
    total = 0
    for number in range(count):
        block = data[number * _BLOCK_BYTES : (number + 1) * _BLOCK_BYTES]
        if not (block.startswith(_FIRST) and block.endswith(_LAST)):
            return f"block {number} is no block of a UF2 file"
        *_, place, total, family = struct.unpack_from("<8I", block)
        if family != chip.family:
            its = next((each.name for each in (RP2040, RP2350) if each.family == family), "another")
            return f"it is for {its}, not {chip.name}"
        if place != number:
            return f"block {number} of {total} is missing"
    return "" if count == total else f"it has {count} blocks of {total}"


def _is_absolute(block: bytes) -> bool:
    return len(block) == _BLOCK_BYTES and struct.unpack_from("<8I", block)[-1] == _ABSOLUTE


def download(image: Image) -> bytes:
    """The official image, checked. Raises: CannotFlash."""
    try:
        with urlopen(image.url, timeout=_TIMEOUT_S) as answer:
            data: bytes = answer.read(image.size + 1)
    except OSError as fault:
        raise CannotFlash(
            f"MicroPython cannot be downloaded ({fault}): is there no internet? "
            f"Fetch {image.url} elsewhere and give it with --uf2"
        ) from None
    if hashlib.sha256(data).hexdigest() != image.sha256:
        raise CannotFlash(f"{image.url} is not the file it should be: its SHA-256 is another one")
    return data


def drives() -> list[Path]:
    """Each mounted drive that is a Pico in BOOTSEL."""
    return [folder for folder in _mounted() if chip_of(folder)]


def _mounted() -> Iterator[Path]:
    if sys.platform == "win32":
        yield from (Path(f"{letter}:\\") for letter in string.ascii_uppercase[3:])
    elif sys.platform == "darwin":
        yield from (Path("/Volumes") / chip.label for chip in (RP2040, RP2350))
    else:
        user = os.environ.get("USER", "*") or "*"
        for label in (RP2040.label, RP2350.label):
            for where in (f"media/{user}", f"run/media/{user}", "m*"):
                yield from sorted(Path("/").glob(f"{where}/{label}*"))


def chip_of(folder: Path) -> Chip | None:
    """The chip of the Pico that this drive is, None if it is none."""
    try:
        said = (folder / _INFO).read_text(errors="replace").split()
    except OSError:
        return None
    return next((chip for chip in (RP2040, RP2350) if chip.label in said), None)


def put(data: bytes, drive: Path) -> None:
    """Copy an image onto the drive, which vanishes as soon as it has it. Raises: CannotFlash."""
    try:
        with (drive / "micropython.uf2").open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except OSError as fault:
        if drive.is_dir() and chip_of(drive):
            raise CannotFlash(f"{drive} does not take MicroPython: {fault.strerror}") from None
