"""Draws bodies as a labelled picture, from any side. Knows no part; never asks OpenSCAD."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, floor, radians, sin
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

from plastic import Corner, Triangle, extent, facing

Colour = tuple[int, int, int]

WIDTH, HEIGHT = 840, 560
MARGIN = 20
BESIDE = 195
"""Left and right of the bodies, for words."""
TEXT = 18
FINER = 2
"""The picture is made this many times larger and then reduced."""
LIGHT = Corner(-0.35, -0.55, 0.76)
CREASE = 0.86
"""Cosine of the angle from which on an edge is drawn."""
_FAR = -1e9
_INK = (45, 45, 50)


class Note(NamedTuple):
    """What is said of a body, and where that points; to its top if that is not told."""

    text: str
    at: Corner | None = None


@dataclass(frozen=True)
class Body:
    """A body in its place, and what is said of it."""

    triangles: list[Triangle]
    colour: Colour
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True)
class Eye:
    """From where it is seen: 0 is the front, 90 the right; 90 above is straight down."""

    around: float
    above: float

    def sees(self, corner: Corner) -> Corner:
        """Right, up, and towards the eye."""
        a, e = radians(self.around), radians(self.above)
        x, y = corner.x * cos(a) + corner.y * sin(a), corner.y * cos(a) - corner.x * sin(a)
        return Corner(x, y * sin(e) + corner.z * cos(e), corner.z * sin(e) - y * cos(e))


class _Plate:
    """What is nearest to the eye at each point: its depth, its colour, and where it looks."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.depth = array("d", [_FAR]) * (width * height)
        self.face = array("i", [-1]) * (width * height)

    def fill(self, a: Corner, b: Corner, c: Corner, face: int) -> None:
        """Paint a triangle, given in points of the plate and depth."""
        twice = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
        if abs(twice) < 1e-9:
            return
        across = ((b.z - a.z) * (c.y - a.y) - (c.z - a.z) * (b.y - a.y)) / twice
        down = ((c.z - a.z) * (b.x - a.x) - (b.z - a.z) * (c.x - a.x)) / twice
        top = max(0, floor(min(a.y, b.y, c.y)))
        for y in range(top, min(self.height - 1, floor(max(a.y, b.y, c.y))) + 1):
            cuts = [
                p.x + (y - p.y) * (q.x - p.x) / (q.y - p.y)
                for p, q in ((a, b), (b, c), (c, a))
                if (p.y <= y) != (q.y <= y)
            ]
            if len(cuts) == 2:
                self._line(y, cuts, a.z + (y - a.y) * down - a.x * across, across, face)

    def _line(self, y: int, cuts: list[float], start: float, across: float, face: int) -> None:
        depth, faces, row = self.depth, self.face, y * self.width
        left, right = max(0, floor(min(cuts)) + 1), min(self.width - 1, floor(max(cuts)))
        for x in range(left, right + 1):
            z = start + x * across
            if z > depth[row + x]:
                depth[row + x] = z
                faces[row + x] = face


def draw(bodies: Sequence[Body], eye: Eye, beside: int = BESIDE) -> Image.Image:
    """The picture of the bodies with their labels."""
    width, height = WIDTH * FINER, HEIGHT * FINER
    seen = [[[eye.sees(corner) for corner in each] for each in body.triangles] for body in bodies]
    least, greatest = extent([(a, b, c) for body in seen for a, b, c in body])
    room = width - 2 * FINER * beside, height - 2 * FINER * MARGIN
    scale = min(room[0] / (greatest.x - least.x), room[1] / (greatest.y - least.y))
    middle = Corner(*((low + high) / 2 for low, high in zip(least, greatest, strict=True)))

    def place(corner: Corner) -> Corner:
        return Corner(
            width / 2 + (corner.x - middle.x) * scale,
            height / 2 - (corner.y - middle.y) * scale,
            corner.z * scale,
        )

    plate = _Plate(width, height)
    looks: list[tuple[int, Corner, Colour]] = []
    for number, body in enumerate(bodies):
        for triangle, (a, b, c) in zip(body.triangles, seen[number], strict=True):
            normal, _ = facing(triangle)
            looks.append((number, normal, _shaded(body.colour, normal, eye)))
            plate.fill(place(a), place(b), place(c), len(looks) - 1)
    picture = _developed(plate, looks).resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
    labels = []
    for body in bodies:
        for note in body.notes:
            spot = place(eye.sees(note.at or _top(body.triangles)))
            labels.append((spot.x / FINER, spot.y / FINER, note.text))
    _write(picture, labels, beside)
    return picture


def _top(triangles: list[Triangle]) -> Corner:
    least, greatest = extent(triangles)
    return Corner((least.x + greatest.x) / 2, (least.y + greatest.y) / 2, greatest.z)


def _shaded(colour: Colour, normal: Corner, eye: Eye) -> Colour:
    """A colour as bright as the light, which turns with the eye, falls on it."""
    if eye.above < 0:
        normal = Corner(normal.x, normal.y, -normal.z)
    turned = Eye(eye.around, 90).sees(normal)
    falls = turned.x * LIGHT.x + turned.y * LIGHT.y + turned.z * LIGHT.z
    bright = 0.55 + 0.45 * max(0.0, falls)
    red, green, blue = (round(each * bright) for each in colour)
    return red, green, blue


def _developed(plate: _Plate, looks: list[tuple[int, Corner, Colour]]) -> Image.Image:
    """The colours of the plate, with a line where two faces meet at an angle."""
    pixels = bytearray(b"\xff" * (plate.width * plate.height * 3))
    faces, width = plate.face, plate.width
    for place in range(len(faces) - width - 1):
        here = faces[place]
        if _edge(here, faces[place + 1], looks) or _edge(here, faces[place + width], looks):
            colour = _INK
        elif here < 0:
            continue
        else:
            colour = looks[here][2]
        pixels[3 * place : 3 * place + 3] = bytes(colour)
    return Image.frombytes("RGB", (width, plate.height), bytes(pixels))


def _edge(one: int, other: int, looks: list[tuple[int, Corner, Colour]]) -> bool:
    if one == other:
        return False
    if one < 0 or other < 0 or looks[one][0] != looks[other][0]:
        return True
    a, b = looks[one][1], looks[other][1]
    return a.x * b.x + a.y * b.y + a.z * b.z < CREASE


def _write(picture: Image.Image, labels: list[tuple[float, float, str]], beside: int) -> None:
    """Set the labels left and right of the bodies, in the order of what they point at."""
    pen = ImageDraw.Draw(picture)
    font = ImageFont.load_default(TEXT)
    ordered = sorted(labels)
    half = (len(ordered) + 1) // 2
    for left, side in ((True, ordered[:half]), (False, ordered[half:])):
        step = HEIGHT / (len(side) + 1)
        for number, (x, y, text) in enumerate(sorted(side, key=lambda each: each[1]), 1):
            middle = number * step
            wrapped = _wrapped(text, font, beside - 14)
            edge = beside - 6 if left else WIDTH - beside + 6
            pen.line([(edge, middle), (x, y)], fill=_INK, width=1)
            pen.ellipse([x - 3, y - 3, x + 3, y + 3], fill=(200, 30, 30))
            pen.multiline_text(
                (edge - 4 if left else edge + 4, middle),
                wrapped,
                fill=_INK,
                font=font,
                anchor="rm" if left else "lm",
                align="right" if left else "left",
            )


def _wrapped(text: str, font: ImageFont.FreeTypeFont | ImageFont.ImageFont, room: float) -> str:
    """A text in lines that are no longer than the room."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and font.getlength(longer) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return "\n".join(lines)
