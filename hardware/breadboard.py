"""Draws the table on a breadboard, step by step. Places nothing itself: breadboard.yml does."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

import drawing
from drawing import BREADBOARD, PAINT, Pin, Wire
from guide import save, stamp_of, stamp_with
from scene import FINER, Colour

FOLDER = Path(__file__).parents[1] / "docs/pictures/breadboard"
STEPS: dict[str, tuple[str, ...]] = {
    "power": ("B_POWER",),
    "display": ("B_SCREEN",),
    "reader": ("B_CARDS",),
    "button": ("B_PRESS",),
}
"""The pictures in their order, and the wires that each adds."""
COLUMNS = "abcdefghij"
PITCH, _EDGE = 15, 40  # points from hole to hole, and around them
_GAP = 2  # holes between the two halves of a row
_RAIL = 2  # holes from a half to its rail
_LOWEST = len(COLUMNS) + _GAP + 2 * _RAIL + 1  # the rail that stays free
_ABOVE, _BELOW = 12.5, 9.5  # holes that parts take beside the breadboard
_BEYOND = 1.5  # holes that a picture shows beyond what its step is about
_BESIDE, _LAST_BESIDE, _STEP_BESIDE = -6, 25.2, 1.6  # holes from a rail; the reader's side is up
NAME_POINTS = 12  # of a pin; two of them stand side by side
_GLASS = (0.5, 2.5, 0.5, 1.5)  # holes from the body's edges to what lights up
_BOW, _APART, _PIECES = 3.6, 0.7, 24  # of wires along the rows, which would hide each other
_OLD = 0.35  # how much is left of the colour of what an earlier step has put there
_INK, _HOLE, _BODY = (40, 40, 45), (170, 170, 175), (247, 246, 240)
_PAPER, _CHIP, _PANE = (255, 255, 255), (225, 238, 228), (45, 60, 75)
_RED, _BLUE = (210, 40, 40), (40, 80, 200)
_WARNINGS = {"VBUS": "5 V", "VSYS": "5 V"}  # of pins that would destroy a part


Box = tuple[float, float, float, float]
"""Left, top, right and bottom on a picture of the whole, in points of FINER to one."""


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
    columns, step = placed["columns"], placed.get("step", 1)
    side = drawing.pin_count(of.part) // len(columns)
    if of.number <= side:
        return Socket(columns[0], placed["row"] + (of.number - 1) * step)
    return Socket(columns[1], placed["row"] + (2 * side - of.number) * step)  # up the other side


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
    return _LAST_BESIDE - _STEP_BESIDE * of.number


def _free(of: Pin) -> Socket | None:
    """The hole of its row that lies farthest from it: no part covers that one."""
    place = seat(of)
    if place is None:
        return None
    at, half = COLUMNS.index(place.column), len(COLUMNS) // 2
    ends = (0, half - 1) if at < half else (2 * half - 1, half)
    return place._replace(column=COLUMNS[max(ends, key=lambda end: abs(end - at))])


def _rail(of: Pin, near: Socket) -> Socket | None:
    """The hole of a rail that lies nearest."""
    return Socket(of.label, near.row) if of.part.startswith("RAIL") else None


def stamp(name: str) -> str:
    """What a picture is made from, as a number."""
    parts = [drawing.PARTS[part] for part in BREADBOARD["holes"]]
    return stamp_with((BREADBOARD, parts, name), sys.modules[__name__])


def refresh() -> list[str]:
    """Draw the pictures that are not there or show what is no more; their names."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    stale = [name for name in STEPS if stamp_of(FOLDER / f"{name}.png") != stamp(name)]
    for name in stale:
        save(FOLDER / f"{name}.png", stamp(name), _Sheet(name).done())
    return stale


def spot(hole: Socket) -> tuple[float, float]:
    """Where a hole is on a picture, in points of FINER to one; j is at the top."""
    down = {"+": 1.0, "-": 0.0}.get(hole.column)
    if down is None:
        at = len(COLUMNS) - 1 - COLUMNS.index(hole.column)
        down = 1 + _RAIL + at + (_GAP if at >= len(COLUMNS) // 2 else 0)
    return _at(hole.row, down)


def _at(row: float, down: float) -> tuple[float, float]:
    """A place on a picture, told in holes from the upper rail."""
    return (_EDGE + (row - 0.5) * PITCH) * FINER, (_ABOVE + down) * PITCH * FINER


def body(part: str) -> Box:
    """The place that a part covers."""
    edge = PITCH * FINER
    pins = [Pin(part, number) for number in range(1, drawing.pin_count(part) + 1)]
    if part not in BREADBOARD["holes"]:
        (right, y), (left, _) = (_at(_row_beside(of), _BESIDE) for of in (pins[0], pins[-1]))
        return left - 1.5 * edge, y - 4.5 * edge, right + 1.5 * edge, y + edge
    spots = [spot(place) for pin in pins if (place := seat(pin))]
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    before, behind, above, below = (edge * each for each in BREADBOARD["holes"][part]["covers"])
    return min(xs) - before, min(ys) - above, max(xs) + behind, max(ys) + below


def _joined(*steps: str) -> list[str]:
    """The parts that the wires of some steps join, without the rails."""
    wires = [each.wire for step in steps for each in laid(step)]
    ends = {end.part for wire in wires for end in (wire.start, wire.end)}
    return sorted(end for end in ends if not end.startswith("RAIL"))


def window(step: str) -> Box:
    """What the picture of a step shows: row 1 and what its wires join, all of them once plugged.

    Whoever holds a phone can read no names on a picture of the whole breadboard.
    """
    bodies = [body(part) for part in _joined(step)]
    _, top = _at(0, -1)
    _, bottom = _at(0, _LOWEST + 1)
    edge = _BEYOND * PITCH * FINER
    return (
        0,
        min(top, *(above for _, above, _, _ in bodies)) - edge,
        max(right for _, _, right, _ in bodies) + edge,
        max(bottom, *(below for _, _, _, below in bodies)) + edge,
    )


class _Sheet:
    """The breadboard on its side, row 1 at the left, with all up to one step. Mutable."""

    def __init__(self, step: str) -> None:
        width = BREADBOARD["rows"] * PITCH + 2 * _EDGE
        height = round((_ABOVE + _LOWEST + _BELOW) * PITCH)
        size = width * FINER, height * FINER
        self._picture = Image.new("RGB", size, _PAPER)
        self._pen = ImageDraw.Draw(self._picture)
        self._window = window(step)
        done = list(STEPS)[: list(STEPS).index(step) + 1]
        parts = _joined(*done)
        self._bodies = [body(part) for part in parts]
        self._holes()
        for part in parts:
            (self._part if part in BREADBOARD["holes"] else self._beside)(part)
        for name in done:
            for each in laid(name):
                self._wire(each, is_new=name == step)
        self._numbers()

    def done(self) -> Image.Image:
        """What the step is about, as fine as it was drawn: a phone shows it, and paper."""
        left, top, right, bottom = self._window
        return self._picture.crop((round(left), round(top), round(right), round(bottom)))

    def _words(
        self, at: tuple[float, float], text: str, size: int = 13, ink: Colour = _INK, halo: int = 0
    ) -> None:
        font = ImageFont.load_default(size * FINER)
        self._pen.text(
            at, text, fill=ink, font=font, anchor="mm", stroke_width=halo, stroke_fill=_BODY
        )

    def _holes(self) -> None:
        rows = range(1, BREADBOARD["rows"] + 1)
        (left, top), (right, bottom) = _at(1, 0), _at(len(rows), _LOWEST)
        edge = PITCH * FINER
        body = (left - edge, top - edge, right + edge, bottom + edge)
        self._pen.rectangle(body, fill=_BODY, outline=_INK, width=FINER)
        for row in rows:
            spots = [spot(Socket(column, row)) for column in (*COLUMNS, "+", "-")]
            for x, y in (*spots, _at(row, _LOWEST - 1), _at(row, _LOWEST)):
                self._pen.ellipse((x - 4, y - 4, x + 4, y + 4), fill=_HOLE)
        for column in COLUMNS:
            x, y = spot(Socket(column, 1))
            self._words((x - 1.7 * edge, y), column)
        for down, name, aside in ((0, "-", -0.5), (1, "+", 0.5), (_LOWEST - 1, "", -0.5),
                                  (_LOWEST, "", 0.5)):  # fmt: skip
            (x0, y), (x1, _) = _at(1, down), _at(len(rows), down)
            self._words((x0 - 1.7 * edge, y), name, 14)
            colour = _BLUE if down in (0, _LOWEST - 1) else _RED
            self._pen.line((x0, y + aside * edge, x1, y + aside * edge), fill=colour, width=FINER)

    def _numbers(self) -> None:
        """Each fifth row's number, on the wires and where no part covers it."""
        for row in (1, *range(5, BREADBOARD["rows"] + 1, 5)):
            for column, aside in (("j", -0.8), ("a", 0.8)):
                x, y = spot(Socket(column, row))
                y += aside * PITCH * FINER
                if not any(x0 < x < x1 and y0 < y < y1 for x0, y0, x1, y1 in self._bodies):
                    self._words((x, y), str(row), 12, halo=2 * FINER)

    def _part(self, part: str) -> None:
        """A part that is plugged in: its pins' names where a wire leads to, and its warnings."""
        pins = [Pin(part, number) for number in range(1, drawing.pin_count(part) + 1)]
        spots = [spot(place) for pin in pins if (place := seat(pin))]
        edge = PITCH * FINER
        left, top, right, bottom = covered = body(part)
        self._pen.rectangle(covered, fill=_CHIP, outline=_INK, width=FINER)
        is_flat = BREADBOARD["holes"][part]["covers"][-1] > 0
        used = {end for wire in drawing.wires(BREADBOARD) for end in (wire.start, wire.end)}
        middle = (top + bottom) / 2
        for pin, (x, y) in zip(pins, spots, strict=True):
            warning = _WARNINGS.get(pin.label, "")
            ink = _RED if warning else _INK
            self._pen.ellipse((x - 7, y - 7, x + 7, y + 7), fill=ink)
            if (name := warning or pin.label * (pin in used)) and is_flat:
                self._turned((x, y + 1.6 * edge * (1 if y < middle else -1)), name, ink)
        at = ((left + right) / 2, middle)
        if part == "OLED":
            before, above, behind, below = (edge * each for each in _GLASS)
            glass = (left + before, top + above + edge, right - behind, bottom - below)
            self._pen.rectangle(glass, fill=_PANE)
            self._words(at, drawing.PARTS[part]["type"], 14, _PAPER)
        elif is_flat:
            self._words(at, drawing.PARTS[part]["type"], 14)
        else:
            size = 0.8 * edge
            self._pen.ellipse((at[0] - size, at[1] - size, at[0] + size, at[1] + size), fill=_INK)
            self._words((at[0], at[1] + 3 * edge), drawing.PARTS[part]["type"], 14)

    def _turned(self, at: tuple[float, float], text: str, ink: Colour = _INK) -> None:
        """A word from below to above: pins lie close together."""
        font = ImageFont.load_default(NAME_POINTS * FINER)
        left, top, right, bottom = (int(each) for each in font.getbbox(text))
        word = Image.new("RGBA", (right - left + 4, bottom - top + 4), (0, 0, 0, 0))
        ImageDraw.Draw(word).text((2 - left, 2 - top), text, fill=(*ink, 255), font=font)
        word = word.rotate(90, expand=True)
        x, y = at
        self._picture.paste(word, (int(x - word.width / 2), int(y - word.height / 2)), word)

    def _beside(self, part: str) -> None:
        pins = [Pin(part, number) for number in range(1, drawing.pin_count(part) + 1)]
        left, top, right, _ = covered = body(part)
        edge = PITCH * FINER
        self._pen.rectangle(covered, fill=_CHIP, outline=_INK, width=FINER)
        for pin in pins:
            x, y = _at(_row_beside(pin), _BESIDE)
            self._pen.ellipse((x - 7, y - 7, x + 7, y + 7), fill=_INK)
            self._turned((x, y - 1.7 * edge), pin.label)
        self._words(((left + right) / 2, top + 0.8 * edge), drawing.PARTS[part]["type"], 14)

    def _wire(self, lies: Laid, *, is_new: bool) -> None:
        (x0, y0) = spot(lies.start)
        (x1, y1) = spot(lies.end) if lies.end else _at(_row_beside(lies.wire.end), _BESIDE)
        colour = PAINT[lies.wire.colour]
        ink = _INK
        if not is_new:
            colour, ink = _paler(colour), _paler(ink)
        path = [(x0, y0), (x1, y1)]
        if lies.end and abs(x1 - x0) > abs(y1 - y0):  # along the rows, where straight ones meet
            bow = y0 + (_BOW - _APART * lies.wire.number) * PITCH * FINER
            path = [
                (
                    x1 + (x0 - x1) * (1 - part) ** 2,
                    y0 * (1 - part) ** 2 + 2 * bow * part * (1 - part) + y1 * part**2,
                )
                for part in (step / _PIECES for step in range(_PIECES + 1))
            ]
        self._pen.line(path, fill=ink, width=6 * FINER, joint="curve")
        self._pen.line(path, fill=colour, width=4 * FINER, joint="curve")
        for x, y in ((x0, y0), (x1, y1)):
            size = 5 * FINER
            self._pen.ellipse(
                (x - size, y - size, x + size, y + size), fill=colour, outline=ink, width=FINER
            )


def _paler(colour: tuple[int, int, int]) -> tuple[int, int, int]:
    red, green, blue = (round(255 - (255 - each) * _OLD) for each in colour)
    return red, green, blue
