"""What flows, and what volts are left on the way to each chip, at worst. Decides no connection.

Figures with a source are those of data sheets and standards; the ones marked `assumed` are ours.
docs/explanation/power.md tells the sums, and tests/hardware/test_supply.py keeps them equal.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot
from typing import NamedTuple

import drawing
from drawing import Hole, Pin

SOURCE_LEAST_V = 4.75
"""At a computer's port (USB 2.0, 7.2.2) and at a charger (USB Battery Charging 1.2, 4.1.1)."""
SOURCE_MOST_V = 5.25
PORT_MA = 500
"""What a computer's port has to give (USB 2.0, 7.2.1)."""
PORT_UF = 10
"""What a plug may switch onto a port at once (USB 2.0, 7.2.4.1)."""
CHARGER_MA = 3000
"""What the guide asks of the charger: one of 15 W and more gives them at 5 V (USB Power Delivery,
"power rules")."""
CHARGER_LEAD_OHM = 0.25
"""There and back: 0.5 V and 0.25 V at most with 3 A (USB Type-C, 4.4.1, "IR drop")."""

LEAD_M = 1.8
AWG28_OHM_PER_M = 0.213
CONTACT_OHM = 0.03
"""A USB plug's contact when new (USB 2.0, 6.6.3)."""
SOCKET_OHM = 0.02
"""A contact of a ribbon's socket; each ribbon has one at both ends."""
LEAD_OHM = 2 * (LEAD_M * AWG28_OHM_PER_M + 2 * CONTACT_OHM)
"""There and back, with both plugs. AWG 28 is the thinnest that is sold."""
STRIPPED_M = 0.015
"""What the guide adds to the way of a wire on the board."""
STATION_TRACK_OHM = 0.017
"""Of a station's board: 27 mm of copper 0.8 mm wide, half a milliohm a square. Its ground is poured
on both sides: nothing to speak of."""

FUSE_LEAST_OHM, FUSE_OHM = 1.00, 3.00
"""MF-R025: the least when new, and the most an hour after it tripped."""
FUSE_HOLDS_MA = 250
FUSE_SHEET_MA, FUSE_SHEET_S = 1250, 2.5
"""With so much it trips within so long, each one that is sold."""
FUSE_SHEET_W = (FUSE_SHEET_MA / 1000) ** 2 * FUSE_LEAST_OHM
"""The heat of the one that then gets least: what gets no less trips no later."""
BALLAST_MOST_W = 6.25
"""PR01: what one of 1 W bears for 5 s, ten times over (its sheet, short time overload)."""
FUSE_WARM = 0.76
"""What is left of the current that it holds at 50 degrees C."""

REGULATED_V = 3.3
REGULATED_LEAST = 0.96
"""L4931C: 0.98 at 25 degrees C, and as much again over all temperatures (assumed)."""
DROPOUT_V = 0.4
"""L4931: typical at 250 mA; a reader takes half of that."""
REGULATOR_MA = 250
REGULATOR_LEAST_UF = 2.2
"""L4931: what it asks for at its output. A MCP1700, used here once, may have 22 uF at most."""
DEGREES_PER_WATT = 200
"""L4931 in TO-92, in still air."""
DIP_S = 100e-6
"""What a regulator takes to follow a step of its load: assumed."""
UNPOWERED_MA = 0.5
"""What may flow into a pin whose chip has no supply while its driver rests: ours."""
PICO_DIODE_V = 0.45
"""MBR120VLSF on the Pico between VBUS and VSYS: at most, at 1 A."""

LEAST_V = {
    "regulator": REGULATED_V + DROPOUT_V,
    "reader": 3.0,
    "lamp": 3.5,
    "buffer": 4.5,
    "pico": 1.8,
}
"""L4931 that still regulates; MFRC522, chapter 1: below 3 V it reads less far (its end is 2.5 V);
WS2812B, "absolute maximum ratings"; SN74AHCT125, "recommended operating conditions"; Pico, 4.5."""

_NEVER_ON_THE_WAY = ("BUTTON", "LAMP", "KEYPAD", "BUZZER")
"""Switches and lamps: no supply and no return may lead through one, nor through what is between the
two pins of a part, which is no way here."""


def sum_ma(rail: str, column: str = "peak_ma") -> float:
    """Milliamperes that the parts of the list take from a rail."""
    lines = [line for line in drawing.parts_list() if line["rail"] == rail]
    return sum(float(line["quantity"]) * float(line[column]) for line in lines)


def seats() -> range:
    """The seats by their number."""
    return range(sum(part.startswith("READER") for part in drawing.CONNECTORS))


def reader_ma() -> float:
    """What one reader takes, and what it sends into its answer."""
    return sum_ma("3V3_READERS") / len(seats())


def station_ma() -> float:
    """What one station takes out of its cable."""
    return reader_ma() + sum_ma("5V") / len(seats())


def charger_ma() -> float:
    """What all stations take."""
    return station_ma() * len(seats())


def computer_ma() -> float:
    """What the computer's port gives: to the Pico, the level shifter, the display."""
    return sum_ma("VBUS") + sum_ma("3V3")


class Step(NamedTuple):
    """From a pin to the next one on a way, and what that costs."""

    start: Pin
    end: Pin
    ohm: float


def way(start: Pin, goal: Pin, *, fuses: bool = False) -> list[Step]:
    """The shortest way along wires, none of it through a switch, a lamp or a signal's part.

    Empty if there is none. With `fuses` it may lead through those.
    """
    links = _links(fuses=fuses)
    came: dict[Pin, Step | None] = {start: None}
    queue = [start]
    for here in queue:
        for step in links.get(here, ()):
            if step.end not in came and (step.end == goal or _is_passed(step.end)):
                came[step.end] = step
                queue.append(step.end)
    steps: list[Step] = []
    last = came.get(goal)
    while last:
        steps.append(last)
        last = came[last.start]
    return steps[::-1]


def ohms(steps: Iterable[Step]) -> float:
    """What a way costs."""
    return sum(step.ohm for step in steps)


def _is_passed(through: Pin) -> bool:
    return not through.part.startswith(_NEVER_ON_THE_WAY)


def _links(*, fuses: bool) -> dict[Pin, list[Step]]:
    found: dict[Pin, list[Step]] = {}

    def join(a: Pin, b: Pin, ohm: float) -> None:
        found.setdefault(a, []).append(Step(a, b, ohm))
        found.setdefault(b, []).append(Step(b, a, ohm))

    places = drawing.places()
    for wire in drawing.wires():
        join(wire.start, wire.end, _wire_ohm(wire, places))
    for a, b in drawing.loops():
        join(a, b, _length_m(places[a], places[b]) * AWG28_OHM_PER_M if a in places else 0)
    for a, b in drawing.inside():
        join(a, b, 0)
    for part in drawing.CONNECTORS:
        if fuses and part.startswith(("FUSE", "BALLAST")):
            join(Pin(part, 1), Pin(part, 2), 0)  # told apart: they carry what one station takes
    return found


def _wire_ohm(wire: drawing.Wire, places: dict[Pin, Hole]) -> float:
    cable = drawing.CABLES[wire.cable]
    if "length" in cable:
        return float(cable["length"]) * AWG28_OHM_PER_M + 2 * SOCKET_OHM
    if wire.start in places and wire.end in places:
        return _length_m(places[wire.start], places[wire.end]) * AWG28_OHM_PER_M
    return STATION_TRACK_OHM if wire.colour == "RD" else 0


def _length_m(a: Hole, b: Hole) -> float:
    """Of a wire between two holes, as the guide has it cut."""
    return hypot(a.column - b.column, a.row - b.row) * drawing.HOLE_MM / 1000 + STRIPPED_M


class Left(NamedTuple):
    """Volts that are left at worst, on the way from the charger to a station."""

    board: float
    """At the socket of the box."""
    station: float
    """At the regulator and the lamp."""
    reader: float


def _there_and_back(station: int, *, is_far: bool) -> list[Step]:
    """From the charger to the end of a station's ribbon (`is_far`) or to its plug, and back."""
    ends = (
        (drawing.pin(f"REGULATOR{station}", "IN"), drawing.pin(f"REGULATOR{station}", "GND"))
        if is_far
        else (Pin(f"SEAT{station}", 2), Pin(f"SEAT{station}", 10))
    )
    there = way(drawing.pin("POWER", "VBUS"), ends[0], fuses=True)
    return [*there, *way(ends[1], drawing.pin("POWER", "GND"))]


def left_at(seat: int) -> Left:
    """What is left at a station while all four draw their most, and its fuse has tripped once."""
    board = SOURCE_LEAST_V - charger_ma() / 1000 * CHARGER_LEAD_OHM
    steps = _there_and_back(seat, is_far=True)
    in_the_box = ohms(step for step in steps if _is_in_the_box(step))
    in_the_cable = ohms(steps) - in_the_box
    station = board - charger_ma() / 1000 * in_the_box
    station -= station_ma() / 1000 * (in_the_cable + FUSE_OHM + ballast_ohm())
    return Left(board, station, _regulated(station))


def _regulated(station: float) -> float:
    return min(REGULATED_V * REGULATED_LEAST, station - DROPOUT_V)


def ballast_ohm() -> float:
    """What lies in series with each fuse."""
    return float(drawing.CONNECTORS["BALLAST0"]["type"].split()[1])


class Short(NamedTuple):
    """A short circuit of one station's 5 V while the others work, until its fuse has tripped."""

    amperes: float
    charger_a: float
    """What the charger gives: to the short and to the other stations."""
    fuse_w: float
    ballast_w: float


def _short(seat: int, fuse_ohm: float, volts: float, lead_ohm: float, *, is_far: bool) -> Short:
    others_a = (charger_ma() - station_ma()) / 1000
    around = lead_ohm + ohms(_there_and_back(seat, is_far=is_far)) + fuse_ohm + ballast_ohm()
    amperes = (volts - others_a * lead_ohm) / around
    heats = amperes**2
    return Short(amperes, amperes + others_a, heats * fuse_ohm, heats * ballast_ohm())


def greatest_short(seat: int) -> Short:
    """At the plug: a fuse at its least, a charger at its most, a lead of no ohms."""
    return _short(seat, FUSE_LEAST_OHM, SOURCE_MOST_V, 0, is_far=False)


def faintest_short(seat: int, fuse_ohm: float) -> Short:
    """The least that a fuse of this many ohms feels: at the far end, behind the worst lead."""
    return _short(seat, fuse_ohm, SOURCE_LEAST_V, CHARGER_LEAD_OHM, is_far=True)


def left_beside_a_short(seat: int, short: int) -> Left:
    """What is left at a station while another one is short, before that one's fuse has tripped."""
    amperes = _short(short, FUSE_LEAST_OHM, SOURCE_LEAST_V, CHARGER_LEAD_OHM, is_far=False).amperes
    calm = left_at(seat)
    passed = set(_there_and_back(short, is_far=False))
    shared = ohms(step for step in _there_and_back(seat, is_far=True) if step in passed)
    station = calm.station - amperes * (CHARGER_LEAD_OHM + shared)
    return Left(calm.board - amperes * CHARGER_LEAD_OHM, station, _regulated(station))


def _is_in_the_box(step: Step) -> bool:
    places = drawing.places()
    return step.start in places and step.end in places


def left_at_the_pico() -> float:
    """VBUS in the box at worst: the computer's port at its least, and the same thin lead."""
    return SOURCE_LEAST_V - computer_ma() / 1000 * LEAD_OHM


def plugged_uf() -> float:
    """Microfarads that the box hangs on the computer's VBUS, but for those of the Pico itself."""
    return _microfarads(drawing.net(drawing.pin("PICO", "VBUS")))


def _microfarads(net: Iterable[Pin]) -> float:
    """Of the capacitors that hang on a net."""
    kinds = [drawing.CONNECTORS[each.part]["type"].split() for each in net]
    return sum(float(words[1]) for words in kinds if words[0] == "Capacitor" and words[2] == "uF")


def regulator_degrees() -> float:
    """How much warmer than the air a regulator gets, with the most volts and the most current."""
    return (SOURCE_MOST_V - REGULATED_V) * reader_ma() / 1000 * DEGREES_PER_WATT


def behind_a_regulator_uf(seat: int) -> float:
    """Microfarads at a regulator's output."""
    return _microfarads(drawing.net(drawing.pin(f"REGULATOR{seat}", "OUT")))


def dip_v(seat: int) -> float:
    """What a reader's greatest current takes out of those before the regulator follows."""
    return reader_ma() / 1000 * DIP_S / (behind_a_regulator_uf(seat) * 1e-6)
