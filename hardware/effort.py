"""How many joints there are to solder, and how long it all takes. Decides no connection."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

import drawing

JOINT_S = 45
"""To place, cut, strip, tin, solder and tick off: assumed, for one who has soldered a kit."""
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


def main_board_joints() -> int:
    """Each leg in its hole, and both ends of each wire and link."""
    places = drawing.places()
    wires = [wire for wire in drawing.wires() if {wire.start, wire.end} <= set(places)]
    links = [pair for pair in drawing.loops() if set(pair) <= set(places)]
    return len(places) + 2 * len(wires) + 2 * len(links)


def key_board_joints() -> int:
    """The legs of the keys, both ends of each link between them, and the wires of the cable."""
    legs = sum(len(key) for row in drawing.key_rows() for key in row)
    return legs + 2 * len(drawing.key_links()) + len(drawing.key_feeds())


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
        Work("main board", main_board_joints(), _hours(main_board_joints())),
        Work("keys", key_board_joints(), _hours(key_board_joints())),
        Work("stations", in_stations, _hours(in_stations, stations() * STATION_MINUTES)),
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


def _hours(joints: int, minutes: float = 0) -> float:
    return ceil((joints * JOINT_S / 60 + minutes) / 30) / 2
