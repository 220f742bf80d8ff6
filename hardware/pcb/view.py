"""A board drawn from its fabrication files: copper to solder, holes, print. As one looks at it."""

from __future__ import annotations

from zipfile import ZipFile

from PIL import Image, ImageDraw

from pcb import copper, make
from pcb.copper import Made
from pcb.gerber import Flash, Stroke, shapes
from pcb.router import VIA_DRILL
from scene import FINER

PER_MM = 10
"""Points to a millimetre."""
_BOARD, _PAD, _HOLE, _INK = (46, 92, 66), (226, 190, 90), (255, 255, 255), (245, 245, 245)


def above(name: str) -> Image.Image:
    """A board's front."""
    with ZipFile(make.archive(name)) as archive:
        made = copper.read(archive)
        ink = archive.read(f"{name}-F_Silkscreen.gbr").decode()
        printed = list(copper.moved(archive, shapes(ink)))
    scale = PER_MM * FINER
    picture = Image.new("RGB", (round(made.width * scale), round(made.height * scale)), _BOARD)
    pen = ImageDraw.Draw(picture)
    _pads(pen, made, scale)
    for each in printed:
        if isinstance(each, Stroke):
            ends = [(x * scale, y * scale) for x, y in (each.start, each.end)]
            pen.line(ends, fill=_INK, width=round(each.width * scale))
    return picture.resize(
        (picture.width // FINER, picture.height // FINER), Image.Resampling.LANCZOS
    )


def _pads(pen: ImageDraw.ImageDraw, made: Made, scale: int) -> None:
    for pad in made.layers[0]:
        if isinstance(pad, Flash) and pad.pad:
            (x, y), right, down = pad.at, pad.width / 2, pad.height / 2
            box = [each * scale for each in (x - right, y - down, x + right, y + down)]
            (pen.ellipse if pad.is_round else pen.rectangle)(box, fill=_PAD)
    for hole in made.holes:
        if hole.diameter == VIA_DRILL:
            continue  # covered, and nothing goes in
        (x, y), reach = hole.at, hole.diameter / 2
        box = [each * scale for each in (x - reach, y - reach, x + reach, y + reach)]
        pen.ellipse(box, fill=_HOLE)
