"""How many joints there are to solder, and how long it all takes. Decides no connection."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

import drawing
from pcb.layout import Layout, keys, main, station

JOINT_S = 25
"""To place, solder, cut and tick off: assumed, for one who has soldered a kit."""
READ_MINUTES = 15
"""To sort the parts and to read how they stand: assumed."""
STATION_MINUTES = 15
"""To put one into its tray, to close and to check it: assumed."""
CARD_MINUTES = 1
"""To stick a tag and to sleeve it: assumed."""
EVENING_HOURS = 3.5


class Work(NamedTuple):
    """A part of the work: its joints, and its hours to the next half."""

    what: str
    joints: int
    hours: float


def board_joints(layout: Layout) -> int:
    """A joint for each leg that no shop solders."""
    return sum(part.footprint.joints for part in layout.parts if part.name in layout.by_hand)


def station_joints() -> int:
    """Both ends of the reader's pin header."""
    return 2 * board_joints(station())


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
        Work("stations", in_stations, _hours(in_stations, stations() * STATION_MINUTES)),
        Work("cards", 0, _hours(0, cards() * CARD_MINUTES)),
    ]


def joints() -> int:
    """Of the whole table."""
    return sum(each.joints for each in work())


def hours() -> float:
    """Of the whole table, without the printer's."""
    return sum(each.hours for each in work())


def evenings() -> int:
    """In how many evenings that is done."""
    return ceil(hours() / EVENING_HOURS)


def _hours(joints: int, minutes: float = 0) -> float:
    return ceil((joints * JOINT_S / 60 + minutes) / 30) / 2
