"""Draws the cables in the box, wire by wire, for a phone's width. Decides no connection."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw, ImageFont

import drawing
from drawing import COLOURS, PAINT, Pin, Wire
from scene import FINER

WIDTH, TEXT = 540, 15
_EDGE, _BOX, _ROW, _HEAD = 12, 132, 26, 34
_INK, _PLUG = (45, 45, 50), (225, 238, 228)


def picture(cables: Sequence[str]) -> Image.Image:
    """The cables one below another, each between the pins of its two ends in their order."""
    laid = [[wire for wire in drawing.wires() if wire.cable == cable] for cable in cables]
    heights = [_HEAD + _ROW * max(map(len, _ends(wires))) + _EDGE for wires in laid]
    drawn = Image.new("RGB", (WIDTH * FINER, (sum(heights) + _EDGE) * FINER), "white")
    pen = ImageDraw.Draw(drawn)
    top = _EDGE
    for wires, height in zip(laid, heights, strict=True):
        _cable(pen, wires, top)
        top += height
    return drawn


def _ends(wires: Sequence[Wire]) -> tuple[list[Pin], list[Pin]]:
    """The pins that are wired at each end, in the order in which they lie."""
    return sorted({wire.start for wire in wires}), sorted({wire.end for wire in wires})


def _cable(pen: ImageDraw.ImageDraw, wires: Sequence[Wire], top: int) -> None:
    ends = _ends(wires)
    edges = (_EDGE, WIDTH - _EDGE - _BOX)
    places: dict[Pin, tuple[int, int]] = {}
    for pins, left in zip(ends, edges, strict=True):
        part = drawing.PARTS[pins[0].part]
        box = (left, top + _HEAD, left + _BOX, top + _HEAD + _ROW * len(pins))
        pen.rectangle([each * FINER for each in box], fill=_PLUG, outline=_INK, width=FINER)
        name = pins[0].part if left == _EDGE else part["type"]
        _words(pen, (left + _BOX // 2, top + _HEAD // 2), name)
        for row, pin in enumerate(pins):
            y = top + _HEAD + _ROW * row + _ROW // 2
            label = pin.label if pin.label == str(pin.number) else f"{pin.number}  {pin.label}"
            _words(pen, (left + _BOX // 2, y), label)
            places[pin] = (left + _BOX if left == _EDGE else left, y)
    for wire in wires:
        (x0, y0), (x1, y1) = places[wire.start], places[wire.end]
        bend = (x1 - x0) // 4  # straight at both ends, so that a name stands on its wire
        path = [(x0, y0), (x0 + 2 * bend, y0), (x1 - bend // 2, y1), (x1, y1)]
        scaled = [(x * FINER, y * FINER) for x, y in path]
        pen.line(scaled, fill=_INK, width=7 * FINER, joint="curve")
        pen.line(scaled, fill=PAINT[wire.colour], width=5 * FINER, joint="curve")
    for wire in wires:
        x, y = places[wire.start]
        _words(pen, (x + (edges[1] - x) // 4, y), COLOURS[wire.colour], halo=3)


def _words(pen: ImageDraw.ImageDraw, at: tuple[int, int], text: str, halo: int = 0) -> None:
    font = ImageFont.load_default(TEXT * FINER)
    place = (at[0] * FINER, at[1] * FINER)
    pen.text(
        place, text, fill=_INK, font=font, anchor="mm", stroke_width=halo * FINER,
        stroke_fill="white",
    )  # fmt: skip
