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

LABEL: Final = "RPI-RP2"
_INFO: Final = "INFO_UF2.TXT"
_BLOCK_BYTES: Final = 512
_FIRST: Final = struct.pack("<II", 0x0A324655, 0x9E5D5157)
_LAST: Final = struct.pack("<I", 0x0AB16F30)
_RP2040: Final = 0xE48BFF56
"""Magic words and family: the UF2 specification."""
_MOST_BYTES: Final = 16 * 1024 * 1024
_TIMEOUT_S: Final = 30


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
"""MicroPython 1.29.0 of 2026-08-24, by board."""


def read_uf2(path: Path) -> bytes:
    """The content of a UF2 file for the RP2040. Raises: CannotFlash."""
    try:
        data = path.read_bytes()
    except OSError as fault:
        raise CannotFlash(f"{path}: {fault.strerror}") from None
    if why := wrong_uf2(data):
        raise CannotFlash(f"{path} is no image for a Pico: {why}")
    return data


def wrong_uf2(data: bytes) -> str:
    """Why these bytes are no whole UF2 for the RP2040, "" if they are one."""
    count, rest = divmod(len(data), _BLOCK_BYTES)
    if rest or not 0 < len(data) <= _MOST_BYTES:
        return "it is cut, or no UF2 file at all"
    total = 0
    for number in range(count):
        block = data[number * _BLOCK_BYTES : (number + 1) * _BLOCK_BYTES]
        if not (block.startswith(_FIRST) and block.endswith(_LAST)):
            return f"block {number} is no block of a UF2 file"
        *_, place, total, family = struct.unpack_from("<8I", block)
        if family != _RP2040:
            return "it is for another chip than the RP2040"
        if place != number:
            return f"block {number} of {total} is missing"
    return "" if count == total else f"it has {count} blocks of {total}"


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
    return [folder for folder in _mounted() if _is_pico(folder)]


def _mounted() -> Iterator[Path]:
    if sys.platform == "win32":
        yield from (Path(f"{letter}:\\") for letter in string.ascii_uppercase[3:])
    elif sys.platform == "darwin":
        yield Path("/Volumes") / LABEL
    else:
        user = os.environ.get("USER", "*") or "*"
        for pattern in (f"media/{user}/{LABEL}*", f"run/media/{user}/{LABEL}*", f"m*/{LABEL}*"):
            yield from sorted(Path("/").glob(pattern))


def _is_pico(folder: Path) -> bool:
    try:
        return f"Board-ID: {LABEL}" in (folder / _INFO).read_text(errors="replace")
    except OSError:
        return False


def put(data: bytes, drive: Path) -> None:
    """Copy an image onto the drive, which vanishes as soon as it has it. Raises: CannotFlash."""
    try:
        with (drive / "micropython.uf2").open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except OSError as fault:
        if drive.is_dir() and _is_pico(drive):
            raise CannotFlash(f"{drive} does not take MicroPython: {fault.strerror}") from None
