"""What is joined to what on a finished board, found from its fabrication files alone.

The copper is painted in small squares and flooded; the plated holes join the two layers. So it is
also seen what hangs together by accident, or no more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, combinations, pairwise
from math import hypot
from typing import NamedTuple
from zipfile import ZipFile

from PIL import Image, ImageDraw

from pcb.gerber import Area, Drill, Flash, Point, Shape, Stroke, drills, shapes

PER_MM = 20
"""Squares to a millimetre."""
LAYERS = ("F_Cu", "B_Cu")


class Made(NamedTuple):
    """A board as its fabrication files have it; millimetres from its back left corner."""

    width: float
    height: float
    layers: tuple[tuple[Shape, ...], tuple[Shape, ...]]
    holes: tuple[Drill, ...]


def read(archive: ZipFile) -> Made:
    """A board from the zip that its maker gets. Raises: KeyError, ValueError."""
    left, back, right, front = _edges(archive)
    layers = [tuple(moved(archive, shapes(_text(archive, layer)))) for layer in LAYERS]
    holes = tuple(
        hole._replace(at=(hole.at[0] - left, hole.at[1] - back))
        for hole in chain(drills(_text(archive, "PTH")), drills(_text(archive, "NPTH")))
    )
    return Made(right - left, front - back, (layers[0], layers[1]), holes)


def _text(archive: ZipFile, kind: str) -> str:
    names = {name.rpartition("-")[2].partition(".")[0]: name for name in archive.namelist()}
    return archive.read(names[kind]).decode()


def _edges(archive: ZipFile) -> tuple[float, float, float, float]:
    drawn = shapes(_text(archive, "Edge_Cuts"))
    xs, ys = zip(*(each.start for each in drawn if isinstance(each, Stroke)), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def moved(archive: ZipFile, drawn: Iterable[Shape]) -> Iterator[Shape]:
    """Shapes of a file, seen from the board's back left corner."""
    left, back, _, _ = _edges(archive)

    def to(point: Point) -> Point:
        return point[0] - left, point[1] - back

    for shape in drawn:
        if isinstance(shape, Area):
            yield Area(tuple(map(to, shape.outline)))
        elif isinstance(shape, Stroke):
            yield Stroke(to(shape.start), to(shape.end), shape.width)
        else:
            yield shape._replace(at=to(shape.at))


def pads(made: Made) -> dict[tuple[str, str], list[Flash]]:
    """The pads of the front by part and leg."""
    found: dict[tuple[str, str], list[Flash]] = {}
    for shape in made.layers[0]:
        if isinstance(shape, Flash) and shape.pad:
            found.setdefault(shape.pad, []).append(shape)
    return found


class Islands:
    """The pieces of copper of a board. Mutable: whose pieces turn out to be one."""

    def __init__(self, made: Made) -> None:
        self._joined: list[int] = []
        self._rows = [self._flood(_painted(made, layer)) for layer in made.layers]
        for hole in made.holes:
            ends = [self._piece(layer, hole.at) for layer in (0, 1)]
            if hole.is_plated and None not in ends:
                self._join(*(end for end in ends if end is not None))

    def at(self, layer: int, point: Point) -> int | None:
        """The island at a point, None where there is no copper."""
        piece = self._piece(layer, point)
        return None if piece is None else self._root(piece)

    def count(self) -> int:
        """How many there are."""
        return len({self._root(piece) for piece in range(len(self._joined))})

    def share(self, layer: int, island: int) -> float:
        """How much of a layer's painted squares an island has, in square millimetres."""
        squares = sum(
            end - start
            for row in self._rows[layer]
            for start, end, piece in row
            if self._root(piece) == island
        )
        return squares / PER_MM**2

    def _piece(self, layer: int, point: Point) -> int | None:
        column, row = int(point[0] * PER_MM), int(point[1] * PER_MM)
        if not 0 <= row < len(self._rows[layer]):
            return None
        for start, end, piece in self._rows[layer][row]:
            if start <= column < end:
                return piece
        return None

    def _root(self, piece: int) -> int:
        while self._joined[piece] != piece:
            self._joined[piece] = piece = self._joined[self._joined[piece]]
        return piece

    def _join(self, one: int, other: int) -> None:
        self._joined[self._root(one)] = self._root(other)

    def _flood(self, picture: Image.Image) -> list[list[tuple[int, int, int]]]:
        """Runs of copper in each row, with the piece that each belongs to."""
        width, data = picture.width, picture.tobytes()
        rows: list[list[tuple[int, int, int]]] = []
        above: list[tuple[int, int, int]] = []
        for row in range(picture.height):
            here = []
            next_above = 0
            for start, end in _runs(data, row * width, width):
                piece = len(self._joined)
                self._joined.append(piece)
                here.append((start, end, piece))
                while next_above < len(above) and above[next_above][1] <= start:
                    next_above += 1
                for first, _, other in above[next_above:]:
                    if first >= end:
                        break
                    self._join(piece, other)
            rows.append(here)
            above = here
        return rows


def _runs(data: bytes, base: int, width: int) -> Iterator[tuple[int, int]]:
    row = data[base : base + width]
    end = 0
    while (start := row.find(b"\xff", end)) >= 0:
        end = row.find(b"\x00", start)
        if end < 0:
            end = width
        yield start, end


def _painted(made: Made, layer: Iterable[Shape]) -> Image.Image:
    """A layer's copper: white squares."""
    size = round(made.width * PER_MM), round(made.height * PER_MM)
    picture = Image.new("L", size)
    pen = ImageDraw.Draw(picture)

    def disc(at: Point, diameter: float) -> None:
        (x, y), reach = _scaled(at), diameter / 2 * PER_MM
        pen.ellipse((x - reach, y - reach, x + reach, y + reach), fill=255)

    for shape in layer:
        if isinstance(shape, Area):
            pen.polygon([_scaled(each) for each in shape.outline], fill=255)
        elif isinstance(shape, Stroke):
            ends = [_scaled(shape.start), _scaled(shape.end)]
            pen.line(ends, fill=255, width=round(shape.width * PER_MM))
            disc(shape.start, shape.width)
            disc(shape.end, shape.width)
        elif shape.is_round and shape.width == shape.height:
            disc(shape.at, shape.width)
        else:
            x, y = _scaled(shape.at)
            right, down = shape.width / 2 * PER_MM, shape.height / 2 * PER_MM
            pen.rectangle((x - right, y - down, x + right, y + down), fill=255)
    return picture


def _scaled(point: Point) -> Point:
    return point[0] * PER_MM, point[1] * PER_MM


class _Spine(NamedTuple):
    """A line, the copper about it, and whose it is."""

    start: Point
    end: Point
    reach: float
    island: int


_CELL = 1.5
"""Lines further apart than this are not compared."""


def least_gap(made: Made, islands: Islands) -> float:
    """The least distance between two islands on one layer, or a millimetre if it is more."""
    return min(_least_gap(list(_spines(made.layers[n], n, islands))) for n in (0, 1))


def _spines(layer: Iterable[Shape], number: int, islands: Islands) -> Iterator[_Spine]:
    for shape in layer:
        if isinstance(shape, Area):
            ring = (*shape.outline, shape.outline[0])
            island = _whose(ring, number, islands)
            for start, end in pairwise(ring):
                yield _Spine(start, end, 0, island)
        elif isinstance(shape, Stroke):
            island = _whose([shape.start], number, islands)
            yield _Spine(shape.start, shape.end, shape.width / 2, island)
        else:
            island = _whose([shape.at], number, islands)
            x, y = shape.at
            right, down = shape.width / 2, shape.height / 2
            if shape.is_round:
                yield _Spine(shape.at, shape.at, right, island)
                continue
            corners = [(x - right, y - down), (x + right, y - down)]
            corners += [(x + right, y + down), (x - right, y + down), (x - right, y - down)]
            for start, end in pairwise(corners):
                yield _Spine(start, end, 0, island)


def _whose(points: Iterable[Point], layer: int, islands: Islands) -> int:
    return next(
        found for found in (islands.at(layer, point) for point in points) if found is not None
    )


def _least_gap(spines: list[_Spine]) -> float:
    cells: dict[tuple[int, int], list[_Spine]] = {}
    for spine in spines:
        for cell in _cells(spine):
            cells.setdefault(cell, []).append(spine)
    least = 1.0
    for near in cells.values():
        islands = {spine.island for spine in near}
        if len(islands) < 2:
            continue
        for one, other in combinations(near, 2):
            if one.island != other.island and _boxes_within(one, other, least):
                least = min(least, _distance(one, other) - one.reach - other.reach)
    return least


def _cells(spine: _Spine) -> Iterator[tuple[int, int]]:
    (x0, y0), (x1, y1), reach = spine.start, spine.end, spine.reach + 0.25
    for column in range(int((min(x0, x1) - reach) / _CELL), int((max(x0, x1) + reach) / _CELL) + 1):
        for row in range(
            int((min(y0, y1) - reach) / _CELL), int((max(y0, y1) + reach) / _CELL) + 1
        ):
            yield column, row


def _boxes_within(one: _Spine, other: _Spine, distance: float) -> bool:
    apart = distance + one.reach + other.reach
    return all(
        min(one.start[axis], one.end[axis]) < max(other.start[axis], other.end[axis]) + apart
        and min(other.start[axis], other.end[axis]) < max(one.start[axis], one.end[axis]) + apart
        for axis in (0, 1)
    )


def _distance(one: _Spine, other: _Spine) -> float:
    """Between two lines that do not cross: some end is nearest to the other line."""
    return min(
        *(to_line(end, other.start, other.end) for end in (one.start, one.end)),
        *(to_line(end, one.start, one.end) for end in (other.start, other.end)),
    )


def to_line(point: Point, start: Point, end: Point) -> float:
    """The distance from a point to a line between two others."""
    (x0, y0), (x1, y1) = start, end
    across, down = x1 - x0, y1 - y0
    length = across**2 + down**2
    along = ((point[0] - x0) * across + (point[1] - y0) * down) / length if length else 0
    along = min(1.0, max(0.0, along))
    return hypot(point[0] - x0 - along * across, point[1] - y0 - along * down)


def nearest_edge(made: Made) -> float:
    """How near to the board's edge copper comes."""
    points: list[tuple[Point, float]] = []
    for shape in chain(*made.layers):
        if isinstance(shape, Area):
            points += [(each, 0) for each in shape.outline]
        elif isinstance(shape, Stroke):
            points += [(shape.start, shape.width / 2), (shape.end, shape.width / 2)]
        else:
            points.append((shape.at, max(shape.width, shape.height) / 2))
    return min(min(x, y, made.width - x, made.height - y) - reach for (x, y), reach in points)


def thinnest_ring(made: Made) -> float:
    """The least copper round a plated hole."""
    around: dict[Point, float] = {}
    for layer in made.layers:
        for shape in layer:
            if isinstance(shape, Flash):
                spot = (round(shape.at[0], 2), round(shape.at[1], 2))
                size = min(shape.width, shape.height)
                around[spot] = min(size, around.get(spot, size))
    return min(
        (around.get((round(hole.at[0], 2), round(hole.at[1], 2)), 0) - hole.diameter) / 2
        for hole in made.holes
        if hole.is_plated
    )
