"""What a shop fits to a board: its list of parts, where each goes, and what that costs.

The columns are those that JLCPCB reads, the prices those that it published
(support.jlcpcb.com/article/83-smt-assembly-faqs); what an order costs, its own page tells.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

import drawing
from pcb.board import ORIGIN
from pcb.layout import Layout, Placed

SETUP_USD, STENCIL_USD, FLAT_JOINT_USD = 8.0, 1.5, 0.0017
LEGS_USD, LEG_JOINT_USD = 3.5, 0.0173
KIND_USD = 3.0
"""For each kind of part that does not lie in the shop's machines all the time: assumed for all but
resistors and small capacitors."""
EUR_PER_USD = 0.9
"""Assumed."""
FITTED = (2, 5)
"""Of the five boards that are the fewest, so many can be fitted; of more, all."""


def fitted(layout: Layout) -> list[Placed]:
    """The parts that the shop solders."""
    return [part for part in layout.parts if part.name not in layout.by_hand]


def parts(layout: Layout) -> str:
    """Each kind of part, and which ones are of it, as comma-separated values."""
    kinds: dict[tuple[str, str], list[str]] = {}
    for part in fitted(layout):
        kinds.setdefault((part.value, part.footprint.name), []).append(part.reference)
    rows = [f'"{value}","{",".join(names)}",{kind}' for (value, kind), names in kinds.items()]
    return _lines("Comment,Designator,Footprint", rows)


def places(layout: Layout) -> str:
    """The middle of each part in millimetres, its side and its turn, as comma-separated values."""
    return _lines("Designator,Mid X,Mid Y,Layer,Rotation", _places(layout))


def _places(layout: Layout) -> Iterator[str]:
    left, back = ORIGIN
    for part in fitted(layout):
        xs, ys = zip(*(part.at(leg.x, leg.y) for leg in part.footprint.legs), strict=True)
        x, y = left + (min(xs) + max(xs)) / 2, back + (min(ys) + max(ys)) / 2
        side = "Bottom" if part.footprint.below else "Top"
        yield f"{part.reference},{x:.3f}mm,{-y:.3f}mm,{side},{part.turn}"


def _lines(head: str, rows: Iterator[str] | list[str]) -> str:
    return "\n".join((head, *rows)) + "\n"


def boards(wanted: int) -> int:
    """How many boards the shop fits if so many are wanted."""
    return next((number for number in FITTED if number >= wanted), wanted)


def eur(layout: Layout, wanted: int) -> int:
    """What its work costs, with the parts of boards to spare, to the next euro."""
    done, number = fitted(layout), boards(wanted)
    flat = [part for part in done if part.footprint.is_flat]
    legs = [part for part in done if not part.footprint.is_flat]
    usd = SETUP_USD * bool(done)
    usd += STENCIL_USD * bool(flat) + LEGS_USD * bool(legs)
    usd += number * FLAT_JOINT_USD * sum(part.footprint.joints for part in flat)
    usd += number * LEG_JOINT_USD * sum(part.footprint.joints for part in legs)
    usd += KIND_USD * len({part.value for part in done if not _is_common(part)})
    prices = {line["part_number"]: float(line["price_eur"]) for line in drawing.parts_list()}
    spare = (number - wanted) * sum(prices[part.value] for part in done)
    return ceil(usd * EUR_PER_USD + spare)


def _is_common(part: Placed) -> bool:
    return part.footprint.name == "Chip_1206"
