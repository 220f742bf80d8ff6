"""Draws what the circuits of hardware/simulation do over time, by ngspice. Sets no limit."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

import guide
import spice
from spice import Curve

FOLDER = Path(__file__).parents[1] / "docs/pictures/simulation"
WIDTH, HEIGHT, FINER = 720, 360, 2
TEXT = 17
_LEFT, _TOP, _RIGHT, _BOTTOM = 62, 20, 190, 44
_COLOURS = ((40, 90, 200), (210, 50, 40), (30, 140, 70))
_INK, _GRID = (60, 60, 65), (220, 220, 224)
_LINES = 5


class Plot(NamedTuple):
    """What is shown of a circuit."""

    circuit: str
    shown: tuple[tuple[str, str], ...]
    """ngspice's name of each curve, and what it is."""
    scale: tuple[float, str]
    """Of the time: so many to the second, and their unit."""
    more: tuple[tuple[str, float], ...] = ()


PLOTS = {
    "supply-start": Plot(
        "supply-start",
        (("v(source)", "charger"), ("v(rail)", "in the box"), ("v(reader0)", "a reader")),
        (1e3, "ms"),
    ),
    "short": Plot(
        "short",
        (("v(rail)", "in the box"), ("v(in1)", "another station"), ("v(plug0)", "the short")),
        (1e3, "ms"),
    ),
    "lamp": Plot("lamp", (("v(drive)", "the gate"), ("v(lamp)", "at the lamp")), (1e9, "ns")),
    "bus": Plot(
        "bus",
        (
            *(("v(readerclock)", "clock at a reader"), ("v(readerselect)", "select beside it")),
            ("v(host)", "answer at the Pico"),
        ),
        (1e6, "us"),
        (("CLOCK_HZ", 1e6), ("SELECT_V", 0)),
    ),
}


def stamp(name: str) -> str:
    """What a plot is made from, as a number; the same on every machine."""
    plot = PLOTS[name]
    circuit = (spice.FOLDER / f"{plot.circuit}.cir").read_text(encoding="utf-8")
    made_from = (circuit, sorted(spice.parts().items()), plot)
    return guide.stamp_with(made_from, sys.modules[__name__], spice)


def refresh() -> list[str]:
    """Draw the plots that are not there or show what is no more; their names.

    Raises: subprocess.CalledProcessError if ngspice cannot run a circuit.
    """
    FOLDER.mkdir(parents=True, exist_ok=True)
    stale = [name for name in PLOTS if guide.stamp_of(FOLDER / f"{name}.png") != stamp(name)]
    for name in stale:
        plot = PLOTS[name]
        curves = spice.curves(plot.circuit, [vector for vector, _ in plot.shown], **dict(plot.more))
        guide.save(FOLDER / f"{name}.png", stamp(name), _drawn(plot, curves))
    return stale


def _drawn(plot: Plot, curves: Sequence[Curve]) -> Image.Image:
    factor, unit = plot.scale
    last = max(curve[-1][0] for curve in curves) * factor
    most = max(volts for curve in curves for _, volts in curve) * 1.05
    least = min(0.0, *(volts for curve in curves for _, volts in curve))
    picture = Image.new("RGB", (WIDTH * FINER, HEIGHT * FINER), "white")
    pen, font = ImageDraw.Draw(picture), ImageFont.load_default(TEXT * FINER)

    def at(time: float, volts: float) -> tuple[float, float]:
        across = _LEFT + time / last * (WIDTH - _LEFT - _RIGHT)
        down = _TOP + (most - volts) / (most - least) * (HEIGHT - _TOP - _BOTTOM)
        return across * FINER, down * FINER

    for line in range(_LINES + 1):
        time, volts = last * line / _LINES, least + (most - least) * line / _LINES
        pen.line([at(time, least), at(time, most)], fill=_GRID, width=FINER)
        pen.line([at(0, volts), at(last, volts)], fill=_GRID, width=FINER)
        x, y = at(time, least)
        told = f"{time:.4g}" + f" {unit}" * (line == _LINES)
        pen.text((x, y + 6 * FINER), told, fill=_INK, font=font, anchor="mt")
        x, y = at(0, volts)
        told = f"{round(volts, 1) + 0:.1f} V"  # never -0.0
        pen.text((x - 6 * FINER, y), told, fill=_INK, font=font, anchor="rm")
    for row, ((_, name), curve) in enumerate(zip(plot.shown, curves, strict=True)):
        colour = _COLOURS[row]
        points = [at(time * factor, volts) for time, volts in curve]
        pen.line(points, fill=colour, width=2 * FINER, joint="curve")
        place = ((WIDTH - _RIGHT + 10) * FINER, (_TOP + 24 * row) * FINER)
        pen.text(place, name, fill=colour, font=font, anchor="lt")
    return picture.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
