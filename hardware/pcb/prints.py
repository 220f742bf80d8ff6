"""Where words stand on a board: beside what they name, and crossed by nothing. Lays no copper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from math import hypot
from typing import NamedTuple

from pcb.layout import Layout, Placed
from pcb.router import VIA_DRILL, Pad, Via

SILK_CLEARANCE = 0.12
"""Of print from print, bare copper, holes and the edge. With less, names run together."""
LINE = 0.15
"""How thick outlines and letters are."""
SIZE, TITLE_SIZE = 0.8, 1.0
_LETTER, _GAP = 0.97, 0.25
"""From letter to letter, and behind the last one, of the size: most capitals of KiCad's font."""
_HIGH, _CAPITAL, _LINED, _LOW = 0.55, 0.46, 0.55, 0.8
"""From the middle up, and down: of capitals, with a line below them, and of other letters."""
STEP, REACH, TURN_MM = 0.1, 12.0, 3.0
"""How finely other places are tried, how far from the usual one, and how far away a turn counts."""
APART = 0.3
"""From name to name."""


class Box(NamedTuple):
    """Upright; a point if it is empty."""

    left: float
    back: float
    right: float
    front: float

    def moved(self, right: float, front: float) -> Box:
        """The same one elsewhere."""
        return Box(self.left + right, self.back + front, self.right + right, self.front + front)

    def wider(self, by: float) -> Box:
        """With so much more all round."""
        return Box(self.left - by, self.back - by, self.right + by, self.front + by)

    def gap(self, other: Box) -> float:
        """The distance to another one, 0 if they overlap."""
        across = max(0.0, self.left - other.right, other.left - self.right)
        return hypot(across, max(0.0, self.back - other.front, other.back - self.front))

    def is_near(self, other: Box, far: float = SILK_CLEARANCE) -> bool:
        """Whether the distance to another one is less, both across and along."""
        return (
            self.left < other.right + far
            and other.left < self.right + far
            and self.back < other.front + far
            and other.back < self.front + far
        )


class Print(NamedTuple):
    """A word on a board: its middle, and how it is turned."""

    words: str
    side: str
    """F or B."""
    x: float
    y: float
    angle: int
    """0 or 90 degrees."""
    size: float

    @property
    def box(self) -> Box:
        """What it covers."""
        across = ((len(self.words) * _LETTER - _GAP) * self.size + LINE) / 2
        is_capital = self.words.upper() == self.words
        low = _LOW if not is_capital else _LINED if "_" in self.words else _CAPITAL
        high, low = (each * self.size + LINE / 2 for each in (_HIGH, low))
        if not self.angle:
            return Box(self.x - across, self.y - high, self.x + across, self.y + low)
        if self.side == "B":
            high = low = max(high, low)
        return Box(self.x - high, self.y - across, self.x + low, self.y + across)


def prints(layout: Layout, vias: Iterable[Via]) -> list[Print]:
    """All words of a board. Raises: ValueError for one that has no room near what it names."""
    wanted = [*_titles(layout), *_names(layout)]
    sides = {side: _Side(layout, vias, side) for side in "FB"}
    done: dict[Print, Print] = {}
    # What can stay where it is usual goes first: nothing else takes its place.
    for place in (_Side.usual, _Side.other):
        for word, part in wanted:
            if word not in done and (found := place(sides[word.side], word, part)):
                done[word] = found
                sides[word.side].taken.append(found.box.wider(APART - SILK_CLEARANCE))
    for word, _ in wanted:
        if word not in done:
            raise ValueError(f"{layout.name}: no room for {word.words} on the print")
    return [done[word] for word, _ in wanted]


def _titles(layout: Layout) -> Iterator[tuple[Print, str]]:
    for words, x, y, side in layout.words:
        size = TITLE_SIZE if words == layout.title else SIZE
        yield Print(words, side, x, y, 0, size), ""


def _names(layout: Layout) -> Iterator[tuple[Print, str]]:
    """Each part's, along its body or where its footprint says; and the part."""
    for part in (*layout.parts, *layout.tests):
        left, back, right, front = part.footprint.body
        label = part.footprint.label
        spot = part.at(*(label or ((left + right) / 2, (back + front) / 2)))
        angle = (part.turn + (0 if label else 90 * part.footprint.is_tall)) % 180
        yield Print(part.printed, _side(part), *spot, angle, SIZE), part.name


def _side(part: Placed) -> str:
    return "B" if part.footprint.below else "F"


class _Side:
    """Mutable: what is taken on a side of a board."""

    def __init__(self, layout: Layout, vias: Iterable[Via], side: str) -> None:
        parts = [each for each in (*layout.parts, *layout.tests) if _side(each) == side]
        self.taken = [
            *(_about(via.x, via.y, VIA_DRILL) for via in vias),
            *(_about(hole.x, hole.y, hole.diameter) for hole in layout.holes),
            *(_copper(pad) for pad in layout.pads() if side == "F" or pad.drill),
            *(_drawn(part, line) for part in parts for line in part.footprint.lines),
        ]
        self._room = Box(0, 0, layout.width, layout.height)
        self._bodies = {part.name: _whole(part) for part in parts}

    def usual(self, word: Print, _: str) -> Print | None:
        """A word where it wants to be; None if something is there."""
        return word if self._is_free(word.box, self.taken) else None

    def other(self, word: Print, part: str) -> Print | None:
        """The nearest free place that is nearer to its own part than to others; None if none is."""
        turned = word, word._replace(angle=(word.angle + 90) % 180)
        boxes = [each.box for each in turned]
        taken = [each for each in self.taken if each.is_near(word.box, REACH + word.size * 9)]
        for right, down, turn in _ways():
            box = boxes[turn].moved(right, down)
            if self._is_free(box, taken) and self._is_clear(box, part):
                x, y = round(word.x + right, 4), round(word.y + down, 4)
                return turned[turn]._replace(x=x, y=y)
        return None

    def _is_free(self, box: Box, taken: list[Box]) -> bool:
        edge = min(box.left, box.back, self._room.right - box.right, self._room.front - box.front)
        if edge < SILK_CLEARANCE:
            return False
        for n, each in enumerate(taken):
            if box.is_near(each):
                taken.insert(0, taken.pop(n))  # most likely in the way of the next one, too
                return False
        return True

    def _is_clear(self, box: Box, part: str) -> bool:
        own = box.gap(self._bodies.get(part, box))
        return all(box.gap(body) > own for name, body in self._bodies.items() if name != part)


@cache
def _ways() -> list[tuple[float, float, int]]:
    """From a usual place to others, the nearest first."""
    steps = range(-round(REACH / STEP), round(REACH / STEP) + 1)
    ways = (
        (right * STEP, down * STEP, turn) for right in steps for down in steps for turn in (0, 1)
    )
    return sorted(ways, key=lambda way: (hypot(way[0], way[1]) + TURN_MM * way[2], way))


def _about(x: float, y: float, diameter: float) -> Box:
    return Box(x, y, x, y).wider(diameter / 2)


def _copper(pad: Pad) -> Box:
    across, along = pad.width / 2, pad.height / 2
    return Box(pad.x - across, pad.y - along, pad.x + across, pad.y + along)


def _drawn(part: Placed, line: tuple[float, float, float, float], wide: float = LINE) -> Box:
    (x0, y0), (x1, y1) = part.at(*line[:2]), part.at(*line[2:])
    return Box(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)).wider(wide / 2)


def _whole(part: Placed) -> Box:
    """What a part covers, with its copper."""
    boxes = [_drawn(part, part.footprint.body, 0), *map(_copper, part.pads())]
    lefts, backs, rights, fronts = zip(*boxes, strict=True)
    return Box(min(lefts), min(backs), max(rights), max(fronts))
