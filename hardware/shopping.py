"""Baskets: what is bought for so many tables, in whole packs, at which seller. Decides no part.

What the shop fits to the boards it brings itself (pcb/assembly.py).
"""

from __future__ import annotations

import csv
from math import ceil
from pathlib import Path
from typing import NamedTuple

import drawing
from pcb import assembly
from pcb.layout import LAYOUTS

HERE = Path(__file__).parent
WHOLE_PACKS_OF_BOARDS = ("printed board", "fitting")
"""Lines of bom.csv that are an order to the shop of the boards."""


class Offer(NamedTuple):
    """A line of baskets.csv: how a seller sells a part."""

    part_number: str
    seller: str
    order_number: str
    is_verified: bool
    """Whether somebody has looked the number up at the seller's."""
    pack: float
    """How many are in one, in the unit of bom.csv."""
    pack_eur: float
    priced_on: str


class Bought(NamedTuple):
    """A part for so many tables."""

    part: str
    wanted: float
    packs: int
    offer: Offer

    @property
    def eur(self) -> float:
        """What it costs, without postage."""
        return self.packs * self.offer.pack_eur


def offers() -> list[Offer]:
    """All of them: for each part, the cheaper seller for one table first."""
    with (HERE / "baskets.csv").open(encoding="utf-8", newline="") as file:
        return [
            Offer(
                *(row["part_number"], row["seller"], row["order_number"]),
                row["is_verified"] == "yes",
                *(float(row["pack"]), float(row["pack_eur"]), row["priced_on"]),
            )
            for row in csv.DictReader(file)
        ]


def bought_by_hand() -> list[dict[str, str]]:
    """The lines of bom.csv that are bought one by one: neither boards nor what the shop fits."""
    fitted = {part.value for make in LAYOUTS for part in assembly.fitted(make())}
    left = {part.value for make in LAYOUTS for part in make().parts if part.name in make().by_hand}
    return [
        line
        for line in drawing.parts_list()
        if not line["part_number"].startswith(WHOLE_PACKS_OF_BOARDS)
        and (line["part_number"] in left or line["part_number"] not in fitted)
    ]


def basket(tables: int) -> list[Bought]:
    """The cheapest packs for so many tables, in the order of bom.csv."""
    found = []
    for line in bought_by_hand():
        wanted = tables * float(line["quantity"])
        lots = [
            Bought(line["part"], wanted, ceil(wanted / offer.pack), offer)
            for offer in offers()
            if offer.part_number == line["part_number"]
        ]
        found.append(min(lots, key=lambda lot: lot.eur))
    return found


def boards_eur(tables: int) -> float:
    """What the shop asks for boards, parts and work."""
    prices = {line["part_number"]: line for line in drawing.parts_list()}
    total = 0.0
    for layout in (make() for make in LAYOUTS):
        line = prices[f"printed board {layout.name} A"]
        number = tables * int(line["quantity"])
        total += (
            max(1, number / 5) * 5 * float(prices[f"printed board {layout.name} A"]["price_eur"])
        )
        total += assembly.eur(layout, number)
        total += number * sum(
            float(prices[part.value]["price_eur"]) for part in assembly.fitted(layout)
        )
    return total


def total_eur(tables: int) -> float:
    """Of whole packs and of the boards, without postage."""
    return sum(each.eur for each in basket(tables)) + boards_eur(tables)
