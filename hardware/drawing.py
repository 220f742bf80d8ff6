"""Reads the wiring of table and breadboard, board.yml and bom.csv as values.

Never draws and never decides a connection.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

HERE = Path(__file__).parent
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # by libyaml: ten times as fast


def _read(name: str) -> dict[str, Any]:
    with (HERE / name).open(encoding="utf-8") as file:
        found: dict[str, Any] = yaml.load(file, _Loader)
    return found


WIRING = _read("wiring.yml")
BOARD = _read("board.yml")
CONNECTORS: dict[str, dict[str, Any]] = WIRING["connectors"]
CABLES: dict[str, dict[str, Any]] = WIRING["cables"]
BREADBOARD = _read("breadboard.yml")
PARTS = BREADBOARD["connectors"] | CONNECTORS
"""The parts of both, whose names differ; the Pico is the same."""
_ALL_CABLES = BREADBOARD["cables"] | CABLES

COLOURS = {
    "BK": "black",
    "BN": "brown",
    "RD": "red",
    "OG": "orange",
    "YE": "yellow",
    "GN": "green",
    "BU": "blue",
    "VT": "violet",
    "GY": "grey",
    "WH": "white",
}
"""What WireViz writes, and what people say."""
PAINT = {
    "BK": (20, 20, 20),
    "BN": (125, 75, 35),
    "RD": (210, 25, 25),
    "OG": (240, 130, 10),
    "YE": (225, 190, 0),
    "GN": (20, 140, 50),
    "BU": (30, 80, 210),
    "VT": (140, 60, 190),
    "GY": (125, 125, 130),
    "WH": (250, 250, 250),
}
"""How each is drawn."""
PASSES_ON = ("R_", "D_")
"""Parts that hand a signal on: a resistor, a diode."""
HOLE_MM = 2.54


class Pin(NamedTuple):
    """A pin of a part, by its number from 1."""

    part: str
    number: int

    @property
    def label(self) -> str:
        """What is printed beside it, or its number."""
        labels = PARTS[self.part].get("pinlabels")
        return str(labels[self.number - 1] if labels else self.number)


class Wire(NamedTuple):
    """One wire, or a track of a board: from a pin to a pin."""

    cable: str
    number: int
    colour: str
    """As WireViz writes it: BK, RD."""
    start: Pin
    end: Pin


class Hole(NamedTuple):
    """A hole of the main board, from the side of the parts."""

    column: int
    row: int


def pin_count(part: str) -> int:
    """How many pins a part has."""
    drawn = PARTS[part]
    return int(drawn.get("pincount") or len(drawn["pinlabels"]))


def pin(part: str, name: object) -> Pin:
    """The pin that a connection names by its number or by its label.

    Raises: ValueError if there is no such pin, or more than one.
    """
    labels = PARTS[part].get("pinlabels", [])
    if isinstance(name, int):
        number = name
    elif labels.count(name) == 1:
        number = labels.index(name) + 1
    else:
        raise ValueError(f"{part} has no single pin {name}")
    if not 1 <= number <= pin_count(part):
        raise ValueError(f"{part} has no pin {number}")
    return Pin(part, number)


def numbers(of: Iterable[object]) -> list[object]:
    """The pins or wires that a connection lists; `1-3` is three of them."""
    found: list[object] = []
    for item in of:
        first, dash, last = str(item).partition("-")
        if dash and first.isdigit():
            found += range(int(first), int(last) + 1)
        else:
            found.append(item)
    return found


def colour(cable: str, number: int) -> str:
    """The colour of a wire; a list shorter than the wires starts again."""
    colours = _ALL_CABLES[cable]["colors"]
    return str(colours[(number - 1) % len(colours)])


def wire_count(cable: str) -> int:
    """How many wires a cable has."""
    return int(CABLES[cable].get("wirecount") or len(CABLES[cable]["colors"]))


def wires(drawn: dict[str, Any] = WIRING) -> Iterator[Wire]:
    """Every wire in the order in which it is drawn: of the table, or of BREADBOARD."""
    for left, cable, right in drawn["connections"]:
        ((start, starts),) = left.items()
        ((name, which),) = cable.items()
        ((end, ends),) = right.items()
        for a, number, b in zip(numbers(starts), numbers(which), numbers(ends), strict=True):
            assert isinstance(number, int)
            yield Wire(name, number, colour(name, number), pin(start, a), pin(end, b))


def loops() -> Iterator[tuple[Pin, Pin]]:
    """Pins of one part that a wire joins at the part itself."""
    for part, drawn in CONNECTORS.items():
        for a, b in drawn.get("loops", ()):
            yield pin(part, a), pin(part, b)


def inside() -> Iterator[tuple[Pin, Pin]]:
    """Pins that a part joins itself: those with the same label, as the grounds of the Pico."""
    for part, drawn in CONNECTORS.items():
        first: dict[str, Pin] = {}
        for number, label in enumerate(drawn.get("pinlabels", ()), 1):
            here = Pin(part, number)
            if first.setdefault(str(label), here) != here:
                yield first[str(label)], here


def net(start: Pin, *, through: bool = False) -> frozenset[Pin]:
    """Every pin that is joined with this one; `through` resistors and diodes too."""
    beside = _joined(through)
    found, new = {start}, [start]
    while new:
        others = beside.get(new.pop(), set()) - found
        found |= others
        new += others
    return frozenset(found)


@cache
def _joined(through: bool) -> dict[Pin, set[Pin]]:
    """The pins that each is joined with directly."""
    pairs = [(wire.start, wire.end) for wire in wires()]
    pairs += [*loops(), *inside()]
    if through:
        pairs += [(Pin(part, 1), Pin(part, 2)) for part in CONNECTORS if part.startswith(PASSES_ON)]
    found: dict[Pin, set[Pin]] = {}
    for pair in pairs:
        for here, there in (pair, pair[::-1]):
            found.setdefault(here, set()).add(there)
    return found


def places() -> dict[Pin, Hole]:
    """Where the pins of the parts on the main board are."""
    found: dict[Pin, Hole] = {}
    for part, placed in BOARD["parts"].items():
        for run in placed["pins"]:
            (column, row), (right, down) = run["from"], run["step"]
            for count, number in enumerate(run["pins"]):
                hole = Hole(column + count * right, row + count * down)
                found[Pin(part, number)] = hole
    return found


def body(part: str) -> tuple[float, float, float, float]:
    """What a part on the main board covers, in holes: left, back, right, front."""
    placed = BOARD["parts"][part]
    column, row = placed["pins"][0]["from"]
    left, back, right, front = placed["body"]
    return column + left, row + back, column + right, row + front


def key_lines() -> tuple[int, int]:
    """How many rows and columns of keys there are."""
    labels = CONNECTORS["KEYPAD"]["pinlabels"]
    rows, columns = (
        sum(label[0] == kind and label[1:].isdigit() for label in labels) for kind in "RC"
    )
    return rows, columns


def parts_list() -> list[dict[str, str]]:
    """The lines of bom.csv."""
    with (HERE / "bom.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
