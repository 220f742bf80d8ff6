"""How many joints there are to solder, and how long it all takes. Decides no connection."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

import drawing
from pcb.layout import Layout, keys, main

JOINT_S = 25
"""To place, solder, cut and tick off: assumed, for one who has soldered a kit."""
WIRE_S = 45
"""The same in a station, where wires are cut, stripped and tinned: assumed."""
READ_MINUTES = 15
"""To sort the parts and to read how they stand: assumed."""
STATION_MINUTES = 30
"""To close one and to check it: assumed."""
CARD_MINUTES = 1
"""To stick a tag and to sleeve it: assumed."""
EVENING_HOURS = 3
_CAPACITOR_LEGS = 2


class Work(NamedTuple):
    """A part of the work: its joints, and its hours to the next half."""

    what: str
    joints: int
    hours: float


def board_joints(layout: Layout) -> int:
    """A joint for each leg."""
    return sum(len(part.footprint.legs) for part in layout.parts)


def station_joints() -> int:
    """The ribbon, both ends of a wire, one of a leg, links at a module, capacitors."""
    ribbon = drawing.wire_count("W_SEAT0")
    inner = [wire for wire in drawing.wires() if wire.cable == "W_STATION0"]
    ends = sum(1 if wire.colour == "SN" else 2 for wire in inner)
    parts = {wire.end.part for wire in inner} | {wire.start.part for wire in inner}
    links = sum(start.part in parts for start, _ in drawing.loops())
    added = sum(len(drawing.CONNECTORS[part].get("additional_components", ())) for part in parts)
    return ribbon + ends + links + _CAPACITOR_LEGS * added


def stations() -> int:
    """How many there are."""
    return sum(part.startswith("READER") for part in drawing.CONNECTORS)


def cards() -> int:
    """How many tags are stuck on cards, at most."""
    (tags,) = [line for line in drawing.parts_list() if line["part"].startswith("Tag")]
    return int(tags["quantity"])


def work() -> list[Work]:
    """The parts of the work, in the order of the guide."""
    in_stations = stations() * station_joints()
    return [
        Work("main board", board_joints(main()), _hours(board_joints(main()), READ_MINUTES)),
        Work("keys", board_joints(keys()), _hours(board_joints(keys()))),
        Work("stations", in_stations, _hours(in_stations, stations() * STATION_MINUTES, WIRE_S)),
        Work("cards", 0, _hours(0, cards() * CARD_MINUTES)),
    ]


def joints() -> int:
    """Of the whole table."""
    return sum(each.joints for each in work())


def hours() -> int:
    """Of the whole table, without the printer's."""
    return ceil(sum(each.hours for each in work()))


def evenings() -> int:
    """In how many evenings that is done."""
    return ceil(hours() / EVENING_HOURS)


def _hours(joints: int, minutes: float = 0, joint_s: float = JOINT_S) -> float:
    return ceil((joints * joint_s / 60 + minutes) / 30) / 2
