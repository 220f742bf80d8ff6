"""Draws the table on a breadboard, step by step. Places nothing itself: breadboard.yml does."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

import drawing
from drawing import BREADBOARD, Pin, Wire
from guide import save, stamp_of
from scene import FINER

FOLDER = Path(__file__).parents[1] / "docs/pictures/breadboard"
STEPS: dict[str, tuple[str, ...]] = {
    "power": ("B_POWER",),
    "display": ("B_SCREEN",),
    "reader": ("B_CARDS",),
    "button": ("B_PRESS",),
}
"""The pictures in their order, and the wires that each adds."""
COLUMNS = "abcdefghij"
_PITCH, _EDGE = 15, 40  # points from hole to hole, and around them
_GAP = 2  # holes between the two halves of a row
_RAIL = 2  # holes from a half to its rail
_BESIDE = 15  # holes that a part beside the breadboard lies away
_FIRST_BESIDE, _STEP_BESIDE = 16, 1.6
_BOW, _PIECES = 16, 16  # of wires along the rows, which would hide each other
_OLD = 0.35  # how much is left of the colour of what an earlier step has put there
_INK, _HOLE, _BODY = (40, 40, 45), (170, 170, 175), (247, 246, 240)
_PAPER, _CHIP, _RED, _BLUE = (255, 255, 255), (225, 238, 228), (210, 40, 40), (40, 80, 200)
_PAINT = {
    "BK": (20, 20, 20),
    "RD": (210, 25, 25),
    "OG": (240, 130, 10),
    "YE": (225, 190, 0),
    "GN": (20, 140, 50),
    "BU": (30, 80, 210),
    "VT": (140, 60, 190),
    "GY": (125, 125, 130),
    "WH": (250, 250, 250),
}


class Socket(NamedTuple):
    """A hole of the breadboard: a column and a row, or a rail and a row."""

    column: str
    row: int

    def __str__(self) -> str:
        return f"{self.column}{self.row}" if self.column in COLUMNS else f"rail {self.column}"


class Laid(NamedTuple):
    """A wire as it lies: a part beside the breadboard has a pin at its end, not a hole."""

    wire: Wire
    start: Socket
    end: Socket | None


def seat(of: Pin) -> Socket | None:
    """Where a pin of a part is plugged in; None for a part that lies beside."""
    placed = BREADBOARD["holes"].get(of.part)
    if placed is None:
        return None
    if "left" in placed:  # pins run down one side and up the other
        half = drawing.pin_count(of.part) // 2
        if of.number <= half:
            return Socket(placed["left"], placed["row"] + of.number - 1)
        return Socket(placed["right"], placed["row"] + 2 * half - of.number)
    return Socket(placed["column"], placed["row"] + (of.number - 1) * placed.get("step", 1))


def laid(step: str) -> Iterator[Laid]:
    """The wires of a step, each end in a free hole: beside its pin, or where it is nearest."""
    for wire in drawing.wires(BREADBOARD):
        if wire.cable in STEPS[step]:
            ends = [_free(each) for each in (wire.start, wire.end)]
            beside = Socket("", round(_row_beside(wire.end)))
            near = next((each for each in ends if each is not None), beside)
            start, end = (_rail(each, near) for each in (wire.start, wire.end))
            first = ends[0] or start
            assert first is not None
            yield Laid(wire, first, ends[1] or end)


def _row_beside(of: Pin) -> float:
    """At which row a pin of a part beside the breadboard lies."""
    return _FIRST_BESIDE + _STEP_BESIDE * of.number


def _free(of: Pin) -> Socket | None:
    """The outermost hole of the row in which the pin is plugged."""
    place = seat(of)
    if place is None:
        return None
    at = COLUMNS.index(place.column)
    if at < len(COLUMNS) // 2:
        return place._replace(column="a" if place.column != "a" else "b")
    return place._replace(column="j" if place.column != "j" else "i")


def _rail(of: Pin, near: Socket) -> Socket | None:
    """The hole of a rail that lies nearest."""
    return Socket(of.label, near.row) if of.part.startswith("RAIL") else None


def stamp(name: str) -> str:
    """What a picture is made from, as a number."""
    made_from = [BREADBOARD, list(STEPS), name]
    return hashlib.sha256(json.dumps(made_from, sort_keys=True).encode()).hexdigest()[:16]


def refresh() -> list[str]:
    """Draw the pictures that are not there or show what is no more; their names."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    stale = [name for name in STEPS if stamp_of(FOLDER / f"{name}.png") != stamp(name)]
    for name in stale:
        save(FOLDER / f"{name}.png", stamp(name), _Sheet(name).done())
    return stale


class _Sheet:
    """The breadboard on its side, row 1 at the left, with all up to one step. Mutable."""

    def __init__(self, step: str) -> None:
        rows = BREADBOARD["rows"]
        across = len(COLUMNS) + _GAP + 2 * (_RAIL + 1)
        size = (rows * _PITCH + 2 * _EDGE) * FINER, ((across + _BESIDE) * _PITCH) * FINER
        self._picture = Image.new("RGB", size, _PAPER)
        self._pen = ImageDraw.Draw(self._picture)
        self._holes()
        for part in BREADBOARD["holes"]:
            self._part(part)
        self._beside("READER")
        for name in STEPS:
            for each in laid(name):
                self._wire(each, is_new=name == step)
            if name == step:
                break

    def done(self) -> Image.Image:
        """The picture in its size."""
        width, height = self._picture.size
        return self._picture.resize((width // FINER, height // FINER), Image.Resampling.LANCZOS)

    def _spot(self, hole: Socket) -> tuple[float, float]:
        """Where a hole is on the picture; j is at the top."""
        down = {"+": 1.0, "-": 0.0}.get(hole.column)
        if down is None:
            at = len(COLUMNS) - 1 - COLUMNS.index(hole.column)
            down = 1 + _RAIL + at + (_GAP if at >= len(COLUMNS) // 2 else 0)
        return (_EDGE + (hole.row - 0.5) * _PITCH) * FINER, (_EDGE + down * _PITCH) * FINER

    def _pin_beside(self, of: Pin) -> tuple[float, float]:
        """Where a pin of a part beside the breadboard is."""
        x = _EDGE + (_row_beside(of) - 0.5) * _PITCH
        return x * FINER, (_EDGE + (len(COLUMNS) + _GAP + 11) * _PITCH) * FINER

    def _words(self, spot: tuple[float, float], text: str, size: int = 11) -> None:
        font = ImageFont.load_default(size * FINER)
        self._pen.text(spot, text, fill=_INK, font=font, anchor="mm")

    def _holes(self) -> None:
        rows = range(1, BREADBOARD["rows"] + 1)
        left, top = self._spot(Socket("-", 1))
        right, bottom = self._spot(Socket("a", len(rows)))
        edge = _PITCH * FINER
        body = (left - edge, top - edge, right + edge, bottom + edge)
        self._pen.rectangle(body, fill=_BODY, outline=_INK, width=FINER)
        for row in rows:
            for column in (*COLUMNS, "+", "-"):
                x, y = self._spot(Socket(column, row))
                self._pen.ellipse((x - 4, y - 4, x + 4, y + 4), fill=_HOLE)
            if row == 1 or not row % 5:
                x, y = self._spot(Socket("f", row))
                self._words((x, y + 1.5 * edge), str(row))
        for column in COLUMNS:
            x, y = self._spot(Socket(column, 1))
            self._words((x - 1.7 * edge, y), column)
        for rail, colour in (("-", _BLUE), ("+", _RED)):
            (x0, y), (x1, _) = (self._spot(Socket(rail, row)) for row in (1, len(rows)))
            self._words((x0 - 1.7 * edge, y), rail, 14)
            aside = 0.5 * edge * (1 if rail == "+" else -1)
            self._pen.line((x0, y + aside, x1, y + aside), fill=colour, width=FINER)

    def _part(self, part: str) -> None:
        """A part that is plugged in, with the names of its pins that a wire leads to."""
        count = drawing.pin_count(part)
        places = [seat(Pin(part, number)) for number in range(1, count + 1)]
        spots = [self._spot(place) for place in places if place is not None]
        xs, ys = [x for x, _ in spots], [y for _, y in spots]
        edge = 0.6 * _PITCH * FINER
        body = (min(xs) - edge, min(ys) - edge, max(xs) + edge, max(ys) + edge)
        self._pen.rectangle(body, fill=_CHIP, outline=_INK, width=FINER)
        used = {end for wire in drawing.wires(BREADBOARD) for end in (wire.start, wire.end)}
        middle = (body[1] + body[3]) / 2
        for number, (x, y) in enumerate(spots, 1):
            self._pen.ellipse((x - 7, y - 7, x + 7, y + 7), fill=_INK)
            pin = Pin(part, number)
            if pin in used:
                aside = 1.4 * _PITCH * FINER
                inwards = aside if y < middle else -aside
                self._turned((x, y + (inwards if count > 4 else aside)), pin.label)
        name = drawing.PARTS[part]["type"]
        at = ((body[0] + body[2]) / 2, middle if count > 4 else body[3] + 3.1 * _PITCH * FINER)
        self._words(at, name, 12)

    def _turned(self, spot: tuple[float, float], text: str) -> None:
        """A word from below to above: pins lie close together."""
        font = ImageFont.load_default(9 * FINER)
        left, top, right, bottom = (int(each) for each in font.getbbox(text))
        word = Image.new("RGBA", (right - left + 4, bottom - top + 4), (0, 0, 0, 0))
        ImageDraw.Draw(word).text((2 - left, 2 - top), text, fill=(*_INK, 255), font=font)
        word = word.rotate(90, expand=True)
        x, y = spot
        self._picture.paste(word, (int(x - word.width / 2), int(y - word.height / 2)), word)

    def _beside(self, part: str) -> None:
        pins = [Pin(part, number) for number in range(1, drawing.pin_count(part) + 1)]
        x0, y = self._pin_beside(pins[0])
        x1, _ = self._pin_beside(pins[-1])
        edge = _PITCH * FINER
        body = (x0 - edge, y - edge, x1 + edge, y + 4.5 * edge)
        self._pen.rectangle(body, fill=_CHIP, outline=_INK, width=FINER)
        for pin in pins:
            x, y = self._pin_beside(pin)
            self._pen.ellipse((x - 7, y - 7, x + 7, y + 7), fill=_INK)
            self._turned((x, y + 1.7 * edge), pin.label)
        text = f"{drawing.PARTS[part]['type']}, beside the breadboard"
        self._words(((x0 + x1) / 2, y + 3.7 * edge), text, 12)

    def _wire(self, lies: Laid, *, is_new: bool) -> None:
        (x0, y0) = self._spot(lies.start)
        (x1, y1) = self._spot(lies.end) if lies.end else self._pin_beside(lies.wire.end)
        colour = _PAINT[lies.wire.colour]
        ink = _INK
        if not is_new:
            colour, ink = _paler(colour), _paler(ink)
        bow = (lies.wire.number - 2.5) * _BOW * FINER if abs(x1 - x0) > abs(y1 - y0) else 0
        path = [
            (x0 + (x1 - x0) * part, y0 + (y1 - y0) * part + 4 * part * (1 - part) * bow)
            for part in (step / _PIECES for step in range(_PIECES + 1))
        ]
        self._pen.line(path, fill=ink, width=6 * FINER, joint="curve")
        self._pen.line(path, fill=colour, width=4 * FINER, joint="curve")
        for x, y in ((x0, y0), (x1, y1)):
            size = 5 * FINER
            spot = (x - size, y - size, x + size, y + size)
            self._pen.ellipse(spot, fill=colour, outline=ink, width=FINER)


def _paler(colour: tuple[int, int, int]) -> tuple[int, int, int]:
    red, green, blue = (round(255 - (255 - each) * _OLD) for each in colour)
    return red, green, blue
