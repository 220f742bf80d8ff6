"""MicroPython itself: the official images, and the drive of a Pico in BOOTSEL mode."""

import hashlib
import os
import string
import struct
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple
from urllib.request import urlopen

from tricktable.board.flash import CannotFlash
from tricktable.text.outage import reason

_INFO: Final = "INFO_UF2.TXT"
_BLOCK_BYTES: Final = 512
"""Every block of a UF2 file, whatever it carries (UF2 specification)."""
_FIRST: Final = struct.pack("<II", 0x0A324655, 0x9E5D5157)
_LAST: Final = struct.pack("<I", 0x0AB16F30)
"""Magic words of the UF2 specification."""
_ABSOLUTE: Final = 0xE48BFF57
"""The family of a meaningless block that may precede the image: RP2350-E10."""
_MOST_BYTES: Final = 16 * 1024 * 1024
"""Of a file: the pinned images have less than 2 MB, so whatever is larger was named by mistake."""
_TIMEOUT_S: Final = 30
"""For each step of the download, not for all of it."""


class Chip(NamedTuple):
    """A board's chip, as named in UF2 files and by its drive."""

    name: str
    family: int
    label: str
    """The label of its drive in BOOTSEL mode, and the id in its INFO_UF2.TXT."""


RP2040: Final = Chip("RP2040", 0xE48BFF56, "RPI-RP2")
RP2350: Final = Chip("RP2350", 0xE48BFF59, "RP2350")
"""The family for its Arm cores."""
BOARDS: Final = {"pico": RP2040, "pico-w": RP2040, "pico2": RP2350, "pico2-w": RP2350}
"""The chip of each board that MicroPython can be put on."""


class Image(NamedTuple):
    """An image of MicroPython on micropython.org, with its size and checksum."""

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
"""MicroPython 1.29.0 of 2026-08-24, by board. No image for a Pico 2 was at hand to checksum."""


def official(board: str) -> Image:
    """The pinned image for a board. Raises: CannotFlash if there is none."""
    image = IMAGES.get(board)
    if image is None:
        raise CannotFlash(
            f"There is no pinned image for a {board}: download MicroPython 1.24 or newer for it "
            "from micropython.org/download and give the file with --uf2"
        )
    return image


def read_uf2(path: Path, chip: Chip = RP2040) -> bytes:
    """The content of a UF2 file for a chip. Raises: CannotFlash."""
    try:
        data = path.read_bytes()
    except OSError as fault:
        raise CannotFlash(f"{path}: {fault.strerror}") from None
    if why := wrong_uf2(data, chip):
        raise CannotFlash(f"{path} is not an image for this board: {why}")
    return data


def wrong_uf2(data: bytes, chip: Chip = RP2040) -> str:
    """Why these bytes are not a whole UF2 file for the chip; "" if they are."""
    if chip is RP2350 and _is_absolute(data[:_BLOCK_BYTES]):
        data = data[_BLOCK_BYTES:]
    count, rest = divmod(len(data), _BLOCK_BYTES)
    if rest or not 0 < len(data) <= _MOST_BYTES:
        return "it is cut short, or not a UF2 file"
    total = 0
    for number in range(count):
        block = data[number * _BLOCK_BYTES : (number + 1) * _BLOCK_BYTES]
        if not (block.startswith(_FIRST) and block.endswith(_LAST)):
            return f"block {number} is not a UF2 block"
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
            f"MicroPython cannot be downloaded ({reason(fault)}). Without internet, "
            f"download {image.url} elsewhere and give it with --uf2"
        ) from None
    if hashlib.sha256(data).hexdigest() != image.sha256:
        raise CannotFlash(f"{image.url} is not the expected file: its SHA-256 differs")
    return data


def drives() -> list[Path]:
    """The mounted drives that are Picos in BOOTSEL mode."""
    return [folder for folder in _drives() if chip_of(folder)]


def _drives() -> Iterator[Path]:
    if sys.platform == "win32":
        # A and B are floppies, C is the system's own.
        yield from (Path(f"{letter}:\\") for letter in string.ascii_uppercase[3:])
    elif sys.platform == "darwin":
        yield from (Path("/Volumes") / chip.label for chip in (RP2040, RP2350))
    else:
        user = os.environ.get("USER", "*") or "*"
        for label in (RP2040.label, RP2350.label):
            for where in (f"media/{user}", f"run/media/{user}", "m*"):
                yield from sorted(Path("/").glob(f"{where}/{label}*"))


def chip_of(folder: Path) -> Chip | None:
    """The chip of the Pico behind this drive; None if it is not a Pico."""
    try:
        said = (folder / _INFO).read_text(errors="replace").split()
    except OSError:
        return None
    return next((chip for chip in (RP2040, RP2350) if chip.label in said), None)


def put(data: bytes, drive: Path) -> None:
    """Copy an image onto the drive, which vanishes once it has all of it. Raises: CannotFlash."""
    try:
        with (drive / "micropython.uf2").open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except OSError as fault:
        if drive.is_dir() and chip_of(drive):
            raise CannotFlash(
                f"MicroPython cannot be copied to {drive}: {fault.strerror}"
            ) from None
