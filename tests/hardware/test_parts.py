"""The parts list: what it costs, what it draws, and that drawing and list name the same parts."""

import re
from collections import Counter
from copy import deepcopy
from math import ceil
from pathlib import Path

import pytest
from wireviz.wireviz import parse

import supply
from drawing import CABLES, CONNECTORS, WIRING, parts_list
from pcb import assembly, layout

ROOT = Path(__file__).parents[2]
POWER = (ROOT / "docs/explanation/power.md").read_text(encoding="utf-8")
PARTS = parts_list()
MOST_EUR, EACH_OF_FIVE_EUR = 155, 90
GIVES_MA = {"3V3": 300, "charger": supply.CHARGER_MA, "computer's USB": supply.PORT_MA}
"""Pico data sheet, 2.1; what the guide asks for; USB 2.0, 7.2.1."""
FED = {"charger": ("3V3_READERS", "5V"), "computer's USB": ("3V3", "VBUS")}
"""The rails behind each of the two cables."""
BOUGHT_BY_LENGTH = "rainbow ribbon 10 x AWG 28"
NOT_WIRED = {"plastic", "deck"}


def told(row: str) -> list[str]:
    """The cells of a row of the page about power, without what stands in front."""
    (line,) = re.findall(rf"^\| \**{re.escape(row)}\** \|(.+)\|$", POWER, re.MULTILINE)
    return [cell.strip(" *") for cell in line.split("|")]


def test_each_line_has_a_part_number_a_price_and_its_date():
    for part in PARTS:
        assert None not in part, part["part"]
        assert None not in part.values(), part["part"]
        assert part["part_number"]
        assert float(part["quantity"]) * float(part["price_eur"]) > 0
        assert re.fullmatch(r"20\d\d-[01]\d", part["priced_on"])
        assert bool(part["rail"]) == bool(part["typical_ma"]) == bool(part["peak_ma"])


def test_four_seats_with_their_deck_cost_less_than_they_may():
    assert sum(float(part["quantity"]) * float(part["price_eur"]) for part in PARTS) < MOST_EUR
    for page in ("README.md", "docs/howto/build-the-table.md"):
        assert f"under {MOST_EUR} EUR" in (ROOT / page).read_text(encoding="utf-8")


BOARDS = {"main": (layout.main, 1), "station": (layout.station, 4), "keys": (layout.keys, 1)}
"""The layout of each board, and how many a table has."""


@pytest.mark.parametrize("name", BOARDS)
def test_what_the_shop_asks_for_its_work_is_what_is_counted_from_the_boards(name):
    make_layout, number = BOARDS[name]
    (line,) = [part for part in PARTS if part["part_number"] == f"fitting {name} A"]
    assert float(line["price_eur"]) == assembly.eur(make_layout(), number)


def test_each_of_five_tables_costs_what_the_guide_says():
    fitted = {f"fitting {name} A" for name in BOARDS}
    rest = [part for part in PARTS if part["part_number"] not in fitted]
    each = sum(float(part["quantity"]) * float(part["price_eur"]) for part in rest)
    each += sum(assembly.eur(made(), 5 * number) for made, number in BOARDS.values()) / 5
    assert each < EACH_OF_FIVE_EUR
    guide = (ROOT / "docs/howto/build-the-table.md").read_text(encoding="utf-8")
    assert f"each of five tables under {EACH_OF_FIVE_EUR} EUR" in guide


def test_drawing_and_list_have_the_same_parts_in_the_same_number():
    """As WireViz itself counts what is drawn."""
    harness = parse(deepcopy(WIRING), return_types="harness")
    counted: Counter[str] = Counter()
    for line in harness.bom():
        counted[line["pn"]] += line["qty"]
    bought = {
        part["part_number"]: float(part["quantity"])
        for part in PARTS
        if part["for"] not in NOT_WIRED
    }
    assert counted.pop(BOUGHT_BY_LENGTH) < bought.pop(BOUGHT_BY_LENGTH)
    jumpers = CABLES["W_DISPLAY"]["pn"]  # one bundle, of which four are used
    assert counted.pop(jumpers) <= bought.pop(jumpers)
    assert counted == bought


def test_no_part_of_the_drawing_is_without_a_number():
    unnumbered = [name for name, part in CONNECTORS.items() if not part.get("pn")]
    unnumbered += [
        name for name, part in CABLES.items() if not part.get("pn") and not part["ignore_in_bom"]
    ]
    assert unnumbered == []


def taken(rail: str, column: str) -> float:
    """Milliamperes that a rail gives, or a cable to all of its rails."""
    return sum(supply.sum_ma(each, column) for each in FED.get(rail, (rail,)))


@pytest.mark.parametrize("rail", GIVES_MA)
def test_no_source_gives_more_than_it_can(rail):
    assert taken(rail, "peak_ma") <= GIVES_MA[rail]
    assert f"{GIVES_MA[rail]} mA" in told(rail)[3]


def test_each_part_that_takes_a_current_is_behind_one_of_the_cables():
    rails = {part["rail"] for part in PARTS if part["rail"]}
    assert rails == {rail for fed in FED.values() for rail in fed}


@pytest.mark.parametrize("rail", [*FED, *(rail for fed in FED.values() for rail in fed)])
def test_the_page_about_power_has_the_sums_of_the_list(rail):
    sums = [taken(rail, column) for column in ("typical_ma", "peak_ma")]
    assert told(rail)[1:3] == [f"{ceil(each)} mA" for each in sums]


def test_the_page_about_power_has_the_dip_at_a_reader():
    (dip_v,) = {supply.dip_v(seat) for seat in supply.seats()}
    assert told("dip at a reader in 100 us")[2] == f"{dip_v:.2f} V"
