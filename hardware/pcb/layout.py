"""What is on each printed board, where, and what is joined: read from wiring.yml and board.yml.

Decides no connection. A layout is what schematic, board file and checks are made from.
"""

from __future__ import annotations

import re
import runpy
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import drawing
from drawing import HOLE_MM, Pin
from pcb import footprint
from pcb.footprint import Footprint
from pcb.router import GROUND, Hole, Pad, Task

REVISION, REVISION_DATE = "A", "2026-11-28"
SIGNAL_MM, GROUND_MM, SUPPLY_MM, CHARGER_MM = 0.25, 0.5, 0.8, 2.0
"""Widths of tracks. 0.8 mm of 35 um copper bear 2 A and get 20 K warmer (IPC-2221); a short at a
station takes 1.8 A. What all stations share is wider, so that the others do not feel it."""
HOLE_D = 3.2
HOLE_INSET = 3.0
"""Below the pillars of the box's lid."""

FOOTPRINTS: dict[str, Footprint] = {
    "PICO": footprint.PICO,
    "POWER": footprint.POWER,
    "SCREEN": footprint.SCREEN,
    "BUFFER": footprint.CHIP_SO14,
    "BUZZER": footprint.BUZZER,
    "SUPPRESSOR": footprint.SUPPRESSOR,
    "SEAT": footprint.PLUG,
    "KEYS": footprint.KEY_PLUG,
    "FUSE": footprint.FUSE,
    "BALLAST": footprint.BALLAST,
    "C_SUPPLY": footprint.ELECTROLYTIC,
    "C_OUT": footprint.CAN,
    "C_": footprint.CHIP_1206,
    "PLUG": footprint.ANGLED_PLUG_BELOW,
    "READER": footprint.READER,
    "REGULATOR": footprint.REGULATOR_BELOW,
    "LAMP": footprint.LAMP,
    "BUTTON": footprint.KEY,
    "D_MISO": footprint.DIODE,
    "R_KEY": footprint.CHIP_1206._replace(label=(HOLE_MM / 2, 0)),
    "R_": footprint.CHIP_1206._replace(label=(7.2, 0)),
    "PULL": footprint.CHIP_1206._replace(label=(7.2, 0)),
}
"""By the beginning of a part's name; the first that fits."""


class Placed(NamedTuple):
    """A part on a board."""

    name: str
    what: str
    """As wiring.yml has it: its first word is its kind."""
    value: str
    """Its part number."""
    footprint: Footprint
    x: float
    y: float
    turn: int
    """0, 90, 180 or 270 degrees, counter-clockwise."""
    labels: tuple[str, ...]
    """What its pins are called, in the order of their numbers."""
    nets: dict[str, str]
    """For each leg's number the net that it is on; none for a leg that is joined to nothing."""
    printed: str

    @property
    def reference(self) -> str:
        """As KiCad wants it: one without a number counts as not yet numbered."""
        return self.name if self.name[-1].isdigit() else f"{self.name}1"

    def at(self, x: float, y: float) -> tuple[float, float]:
        """A point of the footprint on the board."""
        right, down = turned(x, y, self.turn)
        return round(self.x + right, 4), round(self.y + down, 4)

    def pads(self) -> list[Pad]:
        """Its copper."""
        pads = []
        for leg in self.footprint.legs:
            x, y = self.at(leg.x, leg.y)
            size = (leg.width, leg.height) if self.turn % 180 == 0 else (leg.height, leg.width)
            net = self.nets.get(leg.number, "")
            pads.append(Pad(net, x, y, *size, round=not leg.square, drill=leg.drill))
        return pads


class Layout(NamedTuple):
    """A board before its tracks are laid."""

    name: str
    title: str
    width: float
    height: float
    parts: tuple[Placed, ...]
    tests: tuple[Placed, ...]
    """Holes for a meter's probe: in no drawing and no list."""
    groups: tuple[tuple[tuple[str, str], ...], ...]
    """How the schematic is arranged: columns of titles, each with a pattern of its parts' names."""
    words: tuple[tuple[str, float, float, str], ...] = ()
    """More print: where, and on which side, F or B."""
    by_hand: tuple[str, ...] = ()
    """The parts that whoever builds the table solders, in this order; a shop fits the others."""

    def columns(self) -> list[list[tuple[str, list[Placed]]]]:
        """The schematic's columns: titles with their parts."""
        return [
            [
                (title, [part for part in self.parts if re.fullmatch(pattern, part.name)])
                for title, pattern in column
            ]
            for column in self.groups
        ]

    @property
    def holes(self) -> list[Hole]:
        """For screws."""
        return [
            Hole(x, y, HOLE_D)
            for x in (HOLE_INSET, self.width - HOLE_INSET)
            for y in (HOLE_INSET, self.height - HOLE_INSET)
        ]

    @property
    def nets(self) -> list[str]:
        """Their names."""
        return sorted({net for part in self.parts for net in part.nets.values()})

    def pads(self) -> list[Pad]:
        """Of all parts and tests."""
        return [pad for part in (*self.parts, *self.tests) for pad in part.pads()]

    def task(self) -> Task:
        """For the router."""
        pads = self.pads()
        return Task(
            self.width,
            self.height,
            (pads[0].x, pads[0].y),
            tuple(pads),
            tuple(self.holes),
            {net: width(net) for net in self.nets},
        )


def width(net: str) -> float:
    """Of a net's tracks."""
    if net == GROUND:
        return GROUND_MM
    if net == "+5V_CHARGER":
        return CHARGER_MM
    return SUPPLY_MM if net.startswith("+5V") else SIGNAL_MM


def turned(x: float, y: float, turn: int) -> tuple[float, float]:
    """A point after a turn to the left about the first leg; y points down."""
    return {0: (x, y), 90: (y, -x), 180: (-x, -y), 270: (-y, x)}[turn]


def _kind(part: str) -> Footprint:
    return next(kind for start, kind in FOOTPRINTS.items() if part.startswith(start))


_OF_A_SEAT = {1: "BUTTON", 2: "+5V_SEAT", 3: "LAMP", 5: "MOSI", 6: "MISO", 8: "SELECT", 9: "SCK"}


def _net_name(pins: Iterable[Pin]) -> str:
    """What a net is for. Raises: StopIteration if nothing on it has a name to go by."""
    found = sorted(pins)
    names = {f"{pin.part}.{pin.label}": pin for pin in found}
    for known, name in (
        ("PICO.GND", "GND"),
        ("POWER.VBUS", "+5V_CHARGER"),
        ("PICO.VBUS", "+5V_USB"),
        ("PICO.3V3", "+3V3"),
        ("R_MISO.A", "ANSWER"),
    ):
        if known in names:
            return name
    for pin in found:
        if pin.part.startswith("SEAT"):
            return f"{_OF_A_SEAT[pin.number]}{pin.part[-1]}"
        if pin.part == "KEYS":
            return f"KEY_{drawing.CONNECTORS['KEYPAD']['pinlabels'][pin.number - 1]}"
        if pin.part == "SCREEN":
            return f"SCREEN_{pin.label}"
        if pin.part == "BUZZER":
            return "SOUND"
        if pin.part.startswith("FUSE"):
            return f"+5V_FUSED{pin.part[-1]}"
    return next(pin.label for pin in found if pin.part in ("PICO", "BUFFER"))


def _placed(part: str, nets: dict[Pin, str]) -> Placed:
    """A part of board.yml, turned so that its footprint's legs meet its holes."""
    kind, holes = _kind(part), drawing.places()
    wanted = {str(pin.number): _spot(*hole) for pin, hole in holes.items() if pin.part == part}
    x, y = wanted["1"]
    drawn = drawing.CONNECTORS[part]
    labels = drawn.get("pinlabels") or [str(n + 1) for n in range(len(kind.legs))]
    for turn in (0, 90, 180, 270):
        part_nets = {str(pin.number): net for pin, net in nets.items() if pin.part == part}
        placed = Placed(
            *(part, str(drawn["type"]), str(drawn["pn"]), kind, x, y, turn, tuple(labels)),
            *(part_nets, part.removeprefix("R_KEY")),  # they stand upright: no room for more
        )
        if all(placed.at(leg.x, leg.y) == wanted[leg.number] for leg in kind.legs):
            return placed
    raise ValueError(f"{part}: its holes are not those of a {kind.name}")


BOARD_MM = (90.0, 70.0)
"""Of the box: hardware/enclosure.scad."""


def _spot(column: float, row: float) -> tuple[float, float]:
    """Where a hole of board.yml is, in millimetres from the back left corner."""
    columns, rows = drawing.BOARD["columns"], drawing.BOARD["rows"]
    left = (BOARD_MM[0] - (columns - 1) * HOLE_MM) / 2
    back = (BOARD_MM[1] - (rows - 1) * HOLE_MM) / 2
    return round(left + (column - 1) * HOLE_MM, 4), round(back + (row - 1) * HOLE_MM, 4)


def _nets() -> dict[Pin, str]:
    """The net of each leg on the main board that is joined with another one there."""
    places, found = drawing.places(), dict[Pin, str]()
    for pin in sorted(places):
        if pin not in found:
            net = [each for each in drawing.net(pin) if each in places]
            if len(net) > 1:
                found |= dict.fromkeys(net, _net_name(net))
    return found


_TESTS = {
    "GND": ("GND", 15, 2),
    "3V3": ("+3V3", 19, 2),
    "5V": ("+5V_CHARGER", 26, 2),
    "0V": ("GND", 26, 5),
    "USB": ("+5V_USB", 10, 6),
    "SCK": ("GP18", 11, 16),
    "MOSI": ("GP19", 8, 16),
    "MISO": ("ANSWER", 11, 13),
}
"""On the main board: what is printed, the net, and the hole of board.yml. What is asked only before
the Pico is plugged in lies below it."""


def _test(name: str, net: str, column: int, row: int) -> Placed:
    x, y = _spot(column, row)
    return Placed(name, "", "", footprint.PROBE, x, y, 0, (name,), {"1": net}, name)


_BY_HAND = re.compile(r"PICO|SEAT\d|KEYS|SCREEN|POWER|BUZZER")
"""What shops have at hand in many shapes, or what must fit the box: plugs, sockets, the sounder."""
_GROUPS = (
    (
        ("Pico", "PICO"),
        ("Supply of the stations", "POWER|SUPPRESSOR|C_SUPPLY"),
        ("Answers of the readers", "R_MISO|R_HOST"),
    ),
    *(((f"Station {seat}", rf"(?!R_KEY|C_).+{seat}"),) for seat in range(4)),
    (
        ("Lamps", "BUFFER|C_BUFFER"),
        ("Keys", "KEYS|R_KEY."),
        ("Display", "SCREEN|R_S[CD].|PULL_.+"),
        ("Sound", "BUZZER|R_BUZZER"),
    ),
)


@cache
def main() -> Layout:
    """The board in the box."""
    nets = _nets()
    parts = tuple(_placed(part, nets) for part in drawing.BOARD["parts"])
    tests = tuple(_test(name, *where) for name, where in _TESTS.items())
    title = f"Tricktable main board, revision {REVISION}"
    words = tuple((title, BOARD_MM[0] / 2, BOARD_MM[1] - 1.1, side) for side in "FB")
    heights = {part: (drawn["height"], part) for part, drawn in drawing.BOARD["parts"].items()}
    by_hand = tuple(filter(_BY_HAND.fullmatch, sorted(heights, key=lambda part: heights[part])))
    return Layout("main", title, *BOARD_MM, parts, tests, _GROUPS, words, by_hand)


KEY_BOARD_MM = (BOARD_MM[1], BOARD_MM[0])
_KEYPAD_AT = (KEY_BOARD_MM[0] / 2 - 2.5 * HOLE_MM, 3.4)
_PINS = Path(__file__).parents[2] / "firmware/pico/pins.py"


@cache
def keys() -> Layout:
    """The board of the keys, upright in the front of the box; its plug is below it."""
    drawn = drawing.CONNECTORS["KEYPAD"]
    labels = tuple(map(str, drawn["pinlabels"]))
    nets = {
        str(number): label if label == GROUND else f"KEY_{label}"
        for number, label in enumerate(labels, 1)
        if not label.isdecimal()  # free
    }
    header = drawn["additional_components"][0]
    plug = Placed(
        *("KEYPAD", str(header["type"]), str(header["pn"]), footprint.KEY_PLUG_BELOW),
        *(*_KEYPAD_AT, 90),
        *(labels, nets, "KEYPAD"),
    )
    rows, columns = drawing.key_lines()
    words = iter(runpy.run_path(str(_PINS))["KEYS"])
    switches = tuple(
        _key(row, column, next(words)) for row in range(rows) for column in range(columns)
    )
    title = f"Tricktable keys, revision {REVISION}"
    spot = (KEY_BOARD_MM[0] / 2, KEY_BOARD_MM[1] - 2.5)
    groups = tuple(
        ((f"Column {number}", "|".join(part.name for part in switches[number::columns])),)
        for number in range(columns)
    )
    return Layout(
        *("keys", title, *KEY_BOARD_MM, (plug, *switches), ()),
        *(((("Plug", "KEYPAD"),), *groups), tuple((title, *spot, side) for side in "FB")),
    )


def _key(row: int, column: int, word: str) -> Placed:
    pitch, (rows, columns) = float(drawing.BOARD["key_pitch"]), drawing.key_lines()
    last = footprint.KEY.legs[-1]
    x = (KEY_BOARD_MM[0] - last.x) / 2 + (column - (columns - 1) / 2) * pitch
    y = (KEY_BOARD_MM[1] - last.y) / 2 + (row - (rows - 1) / 2) * pitch
    return Placed(
        *(f"KEY{row * columns + column + 1}", "Key", "B3F-4055", footprint.KEY),
        *(round(x, 4), round(y, 4), 0, ("1", "2")),
        {"1": f"KEY_R{row}", "2": f"KEY_C{column}"},
        word.replace("T", "10") if len(word) == 1 else word,
    )


STATION_MM = (53.0, 39.0)
"""Between the posts of a station's tray: hardware/enclosure.scad."""
_STATION = (
    (("Cable", "PLUG"), ("Supply of the reader", "REGULATOR|C_IN|C_OUT|C_READER")),
    (("Reader", "READER|R_ANSWER|C_SELECT"), ("Seat", "BUTTON|LAMP|C_LAMP")),
)


def _station_net(pins: Iterable[Pin]) -> str:
    """What a net of a station is for."""
    names = {f"{pin.part[:-1]}.{pin.label}" for pin in pins}
    for known, name in (("REGULATOR.GND", GROUND), ("REGULATOR.OUT", "+3V3")):
        if known in names:
            return name
    numbers = [pin.number for pin in pins if pin.part.startswith("PLUG")]
    return _OF_A_SEAT[numbers[0]].removesuffix("_SEAT") if numbers else "ANSWER"


@cache
def station(seat: int = 0) -> Layout:
    """The board in a station: the same at each seat."""
    places = drawing.BOARD["station"]
    names = {f"{part}{seat}": part for part in places}
    nets: dict[Pin, str] = {}
    for pin in (Pin(name, n + 1) for name in names for n in range(drawing.pin_count(name))):
        net = [each for each in drawing.net(pin) if each.part in names]
        if len(net) > 1:
            nets[pin] = _station_net(net)
    nets[drawing.pin(f"READER{seat}", "IRQ")] = "IRQ"  # from one row of holes to the other
    parts = []
    for name, part in names.items():
        x, y, turn = places[part]
        drawn, kind = drawing.CONNECTORS[name], _kind(part)
        labels = drawn.get("pinlabels") or range(1, drawing.pin_count(name) + 1)
        of_part = {str(pin.number): net for pin, net in nets.items() if pin.part == name}
        parts.append(
            Placed(
                *(part, str(drawn["type"]), str(drawn["pn"]), kind, x, y, turn),
                *(tuple(map(str, labels)), of_part, part),
            )
        )
    title = f"Tricktable station, revision {REVISION}"
    words = [(title, STATION_MM[0] / 2, STATION_MM[1] - 1.3, side) for side in "FB"]
    reader = next(part for part in parts if part.name == "READER")
    for leg in reader.footprint.legs:  # at both ends of either row what the module has there
        x, y = reader.at(leg.x, leg.y)
        word = {"1": "SDA", "8": "3.3V"}.get(leg.number)
        if word:
            words.append((word, x, y + (2.1 if leg.y else -2.1), "F"))
    return Layout(
        "station",
        title,
        *STATION_MM,
        tuple(parts),
        (),
        _STATION,
        tuple(words),
        ("READER",),
    )


LAYOUTS = (main, station, keys)
"""All boards."""
