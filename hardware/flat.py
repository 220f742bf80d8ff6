"""Draws perforated boards from either side: parts, wires, keys. Places nothing itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

import drawing
from drawing import Hole, Pin
from scene import FINER, Colour

PITCH = 25
"""Points from hole to hole."""
EDGE = 34
STEPS = 12
"""Straight pieces of a bowed wire."""
_INK = (40, 40, 45)
_BOARD = (226, 236, 222)
_HOLE = (176, 190, 172)
_PART = (250, 250, 250)
PAINT: Mapping[str, Colour] = {
    "BK": (20, 20, 20),
    "BN": (120, 70, 30),
    "RD": (210, 25, 25),
    "OG": (240, 130, 10),
    "YE": (225, 190, 0),
    "GN": (20, 140, 50),
    "BU": (30, 80, 210),
    "VT": (140, 60, 190),
    "GY": (125, 125, 130),
    "WH": (255, 255, 255),
    "SN": (190, 190, 195),
}


class Link(NamedTuple):
    """A wire that is drawn from hole to hole."""

    start: Hole
    end: Hole
    colour: str


class Sheet:
    """A board of columns and rows; `below` shows it as it lies with its parts downwards."""

    def __init__(self, columns: int, rows: int, *, below: bool = False) -> None:
        self._columns, self._rows, self._below = columns, rows, below
        size = (columns * PITCH + 2 * EDGE) * FINER, (rows * PITCH + 2 * EDGE) * FINER
        self._picture = Image.new("RGB", size, "white")
        self._pen = ImageDraw.Draw(self._picture)
        self._grid()

    def spot(self, column: float, row: float) -> tuple[float, float]:
        """Where a hole is on the picture."""
        if self._below:
            column = self._columns + 1 - column
        return (EDGE + (column - 0.5) * PITCH) * FINER, (EDGE + (row - 0.5) * PITCH) * FINER

    def words(self, column: float, row: float, text: str, size: int = 13) -> None:
        """A text on a hole's place."""
        font = ImageFont.load_default(size * FINER)
        self._pen.multiline_text(
            self.spot(column, row), text, fill=_INK, font=font, anchor="mm", align="center"
        )

    def box(self, covers: tuple[float, float, float, float], *, filled: bool) -> None:
        """What a part covers: left, back, right, front."""
        (x0, y0), (x1, y1) = self.spot(*covers[:2]), self.spot(*covers[2:])
        where = (min(x0, x1), y0, max(x0, x1), y1)
        colour = _PART if filled else None
        self._pen.rectangle(where, fill=colour, outline=(150, 150, 150), width=FINER)

    def leg(self, hole: Hole, *, square: bool = False) -> None:
        """A leg in its hole; a square is pin 1, or the side that must not be mistaken."""
        x, y = self.spot(*hole)
        size = 4.5 * FINER
        shape = (x - size, y - size, x + size, y + size)
        if square:
            self._pen.rectangle(shape, fill=(200, 30, 30))
        else:
            self._pen.ellipse(shape, fill=(95, 95, 100))

    def wire(self, link: Link) -> None:
        """A wire, bowed where it passes over holes, so that one sees where it ends."""
        (x0, y0), (x1, y1) = self.spot(*link.start), self.spot(*link.end)
        length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
        bow = 0.0 if length < 1.5 * PITCH * FINER else 0.7 * PITCH * FINER
        aside = (y1 - y0) / length * bow, (x0 - x1) / length * bow
        path = []
        for step in range(STEPS + 1):
            part = step / STEPS
            high = 4 * part * (1 - part)
            path.append(
                (x0 + (x1 - x0) * part + aside[0] * high, y0 + (y1 - y0) * part + aside[1] * high)
            )
        self._pen.line(path, fill=_INK, width=7 * FINER, joint="curve")
        self._pen.line(path, fill=PAINT[link.colour], width=5 * FINER, joint="curve")
        for hole in (link.start, link.end):
            self.joint(hole, link.colour)

    def joint(self, hole: Hole, colour: str) -> None:
        """The end of a wire."""
        x, y = self.spot(*hole)
        size = 5.5 * FINER
        shape = (x - size, y - size, x + size, y + size)
        self._pen.ellipse(shape, fill=PAINT[colour], outline=_INK, width=FINER)

    def done(self) -> Image.Image:
        """The picture in its size."""
        width, height = self._picture.size
        return self._picture.resize((width // FINER, height // FINER), Image.Resampling.LANCZOS)

    def _grid(self) -> None:
        left, top = EDGE * FINER, EDGE * FINER
        right, bottom = (each - EDGE * FINER for each in self._picture.size)
        self._pen.rectangle((left, top, right, bottom), fill=_BOARD, outline=_INK, width=FINER)
        for column in range(1, self._columns + 1):
            for row in range(1, self._rows + 1):
                x, y = self.spot(column, row)
                self._pen.ellipse((x - 3, y - 3, x + 3, y + 3), fill=_HOLE)
            for above in (-0.1, self._rows + 1.1):
                self.words(column, above, str(column), 11)
        for row in range(1, self._rows + 1):
            for beside in (-0.1, self._columns + 1.1):
                self.words(beside, row, str(row), 11)


def _main_board(*, below: bool) -> Sheet:
    return Sheet(drawing.BOARD["columns"], drawing.BOARD["rows"], below=below)


def _marked(leg: Pin) -> bool:
    """Whether a leg is the one to look for: pin 1 of many, plus, the ring of a diode."""
    if drawing.pin_count(leg.part) > 2:
        return leg.number == 1
    return leg.label in ("+", "K") and leg.part != "BUZZER"


def _named(sheet: Sheet) -> None:
    """Each part's name where no leg hides it."""
    for part in drawing.BOARD["parts"]:
        left, back, right, front = drawing.body(part)
        column, row = (left + right) / 2, (back + front) / 2
        if part.startswith(("SEAT", "KEYS", "BUZZER")):
            row = front - 0.7
        elif part == "SCREEN":
            column = right + 1.2
        elif part == "C_SUPPLY":
            column = right + 2
        elif part == "C_BUFFER":
            row = back - 0.4
        elif part.startswith("R_KEY"):
            sheet.words(column, row, part.removeprefix("R_KEY"), 12)  # no room for more
            continue
        elif part.startswith("BALLAST") and front - back > right - left:
            sheet.words(column, row, "\n".join(part), 9)  # upright: read it downwards
            continue
        sheet.words(column, row, part.replace("_", " "), 12)


def parts_above() -> Image.Image:
    """The main board with its parts, as one looks at them."""
    sheet = _main_board(below=False)
    for part in drawing.BOARD["parts"]:
        sheet.box(drawing.body(part), filled=True)
    for leg, hole in drawing.places().items():
        sheet.leg(hole, square=_marked(leg))
    _named(sheet)
    left, back, right, _ = drawing.body("PICO")
    sheet.words((left + right) / 2, back + 1, "USB", 13)
    return sheet.done()


def wires_below(cables: Iterable[str]) -> Image.Image:
    """The main board's side of the joints with the wires of some cables."""
    sheet = _main_board(below=True)
    for part in drawing.BOARD["parts"]:
        sheet.box(drawing.body(part), filled=False)
    places = drawing.places()
    for leg, hole in places.items():
        sheet.leg(hole, square=_marked(leg))
    _named(sheet)
    chosen = set(cables)
    for wire in drawing.wires():
        if wire.cable in chosen:
            sheet.wire(Link(places[wire.start], places[wire.end], wire.colour))
    if "W_GROUND" in chosen:
        for start, end in drawing.loops():
            if {start, end} <= set(places):
                sheet.wire(Link(places[start], places[end], "BK"))
    return sheet.done()


def keys_below() -> Image.Image:
    """The key board's side of the joints: legs, the wires between them, and those of the cable."""
    sheet = Sheet(drawing.BOARD["rows"], drawing.BOARD["columns"], below=True)
    for row in drawing.key_rows():
        for key in row:
            covers = (*key.upper_left, *key.lower_right)
            sheet.box(
                (covers[0] - 0.2, covers[1] - 1.4, covers[2] + 0.2, covers[3] + 1.4), filled=False
            )
            for hole in key:
                sheet.leg(hole)
    for start, end in drawing.key_links():
        sheet.wire(Link(start, end, "BK"))
    feeds = drawing.key_feeds()
    for wire in drawing.wires():
        if wire.end in feeds:
            hole = feeds[wire.end]
            sheet.joint(hole, wire.colour)
            text = f"{wire.end.label}\n{drawing.COLOURS[wire.colour]}"
            sheet.words(hole.column + 2.5, hole.row + (0 if wire.end.label[0] == "R" else 1), text)
    return sheet.done()
