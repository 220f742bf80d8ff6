"""Reads fabrication files: the copper of a layer and the holes. Knows nothing of KiCad or of a net.

As much of the Gerber format (Ucamco, 2022.02) as boards of straight tracks need: round, oval and
rectangular apertures, straight lines, areas. Anything else is an error, so nothing is overlooked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_COORDINATE = re.compile(r"X(-?\d+)Y(-?\d+)D0([123])\*")
_APERTURE = re.compile(r"%ADD(\d+)([CRO]),([\d.X]+)\*%")
_HARMLESS = re.compile(r"%(TF|TA|TD|TO\.[NC]|FSLAX46Y46|MOMM|LPD).*\*%|%TD\*%|G04.*\*|G01\*|M02\*|")
_NM_PER_MM = 1_000_000

Point = tuple[float, float]
"""Millimetres; y points down, as on a screen."""


class Flash(NamedTuple):
    """An aperture shown once: a pad or a via."""

    at: Point
    width: float
    height: float
    is_round: bool
    pad: tuple[str, str] | None
    """The part and the number of its leg, if it is said to be a pad."""


class Stroke(NamedTuple):
    """A round aperture drawn along a line."""

    start: Point
    end: Point
    width: float


class Area(NamedTuple):
    """A filled outline."""

    outline: tuple[Point, ...]


Shape = Flash | Stroke | Area


class Drill(NamedTuple):
    """A hole."""

    at: Point
    diameter: float
    is_plated: bool


def shapes(text: str) -> Iterator[Shape]:
    """What a Gerber file draws. Raises: ValueError for what is not understood."""
    plotter = _Plotter()
    for line in text.splitlines():
        if shape := plotter.read(line):
            yield shape


class _Plotter:
    """Mutable: where the file's pen is, and what it holds."""

    def __init__(self) -> None:
        self._apertures: dict[str, tuple[str, list[float]]] = {}
        self._chosen = ""
        self._here: Point = (0.0, 0.0)
        self._pad: tuple[str, str] | None = None
        self._outline: list[Point] | None = None

    def read(self, line: str) -> Shape | None:
        """Carry out a line; what it has drawn, if anything."""
        if found := _COORDINATE.fullmatch(line):
            there = int(found[1]) / _NM_PER_MM, -int(found[2]) / _NM_PER_MM
            return self._move(there, found[3])
        if line == "G37*" and self._outline is not None:
            area, self._outline = Area(tuple(self._outline)), None
            return area
        self._set(line)
        return None

    def _move(self, there: Point, how: str) -> Shape | None:
        before, self._here = self._here, there
        if self._outline is not None:
            self._outline.append(there)
            return None
        if how == "2":
            return None
        kind, sizes = self._apertures[self._chosen]
        if how == "3":
            return Flash(there, sizes[0], sizes[-1], kind != "R", self._pad)
        if kind != "C":
            raise ValueError("a line is drawn with an aperture that is not round")
        return Stroke(before, there, sizes[0])

    def _set(self, line: str) -> None:
        if found := _APERTURE.fullmatch(line):
            self._apertures[found[1]] = found[2], [float(size) for size in found[3].split("X")]
        elif found := re.fullmatch(r"D(\d\d+)\*", line):
            self._chosen = found[1]
        elif found := re.fullmatch(r"%TO\.P,([^,]+),([^,]+)\*%", line):
            self._pad = found[1], found[2]
        elif line == "G36*":
            self._outline = []
        elif line == "%TD*%":
            self._pad = None
        elif not _HARMLESS.fullmatch(line):
            raise ValueError(f"not understood: {line}")


def drills(text: str) -> Iterator[Drill]:
    """The holes of an Excellon file. Raises: ValueError for what is not understood."""
    tools: dict[str, float] = {}
    diameter, is_plated = 0.0, "Plated,1,2,PTH" in text
    for line in text.splitlines():
        if found := re.fullmatch(r"T(\d+)C([\d.]+)", line):
            tools[found[1]] = float(found[2])
        elif found := re.fullmatch(r"T(\d+)", line):
            diameter = tools.get(found[1], 0.0)
        elif found := re.fullmatch(r"X(-?[\d.]+)Y(-?[\d.]+)", line):
            yield Drill((float(found[1]), -float(found[2])), diameter, is_plated)
        elif line[:1] != ";" and line not in ("M48", "FMAT,2", "METRIC", "%", "G90", "G05", "M30"):
            raise ValueError(f"not understood: {line}")
