"""The tables of the building guide, made from the drawings. Writes no sentence of the guide."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path

import breadboard
import drawing
import effort
import shopping
from drawing import Pin
from pcb import layout

_HOWTO = Path(__file__).parents[1] / "docs/howto"
GUIDE = _HOWTO / "build-the-table.md"
PAGES = (GUIDE, _HOWTO / "start-on-a-breadboard.md", _HOWTO / "shop-for-a-table.md")
_TABLE = re.compile(r"(<!-- table: (.+?) -->\n)(.*?)(<!-- end -->)", re.DOTALL)


def filled(text: str) -> str:
    """The guide with each of its tables as the drawings have it now.

    Raises: KeyError if it asks for a table that is none.
    """

    def table(found: re.Match[str]) -> str:
        name, *arguments = found[2].split()
        return f"{found[1]}{TABLES[name](arguments)}{found[4]}"

    return _TABLE.sub(table, text)


def refresh() -> list[str]:
    """Bring the tables of all pages up to date; the names of those that this changed."""
    changed = []
    for page in PAGES:
        before = page.read_text(encoding="utf-8")
        after = filled(before)
        if after != before:
            page.write_text(after, encoding="utf-8")
            changed.append(page.name)
    return changed


def _rows(head: str, rows: Iterable[Iterable[str]]) -> str:
    columns = head.count("|") - 1
    lines = [head, "|---" * columns + "|", *("| " + " | ".join(row) + " |" for row in rows)]
    return "\n".join(lines) + "\n"


def parts(_: list[str]) -> str:
    """What no shop solders onto the main board, the low parts first, each with a box to tick."""
    rows = []
    for name in layout.main().by_hand:
        drawn = drawing.CONNECTORS[name]
        rows.append(["☐", name, str(drawn["type"]), str(drawn["pn"])])
    return _rows("| | part | what | part number |", rows)


def orders(_: list[str]) -> str:
    """What is bought, and what it costs."""
    rows, total = [], 0.0
    for part in drawing.parts_list():
        cost = float(part["quantity"]) * float(part["price_eur"])
        total += cost
        rows.append([part["quantity"], part["part"], part["part_number"], f"{cost:.2f}"])
    rows.append(["", "**together**", "", f"**{total:.2f}**"])
    return _rows("| number | part | part number or words to search for | EUR |", rows)


def work(_: list[str]) -> str:
    """What is soldered, and how long the work takes."""
    rows = [[each.what, str(each.joints or ""), f"{each.hours:g}"] for each in effort.work()]
    rows.append(["**together**", f"**{effort.joints()}**", f"**{effort.hours()}**"])
    return _rows("| work | joints | hours |", rows)


def plugs(steps: list[str]) -> str:
    """The wires of some steps on the breadboard, each with a box to tick."""
    rows = []
    for each in (each for step in steps for each in breadboard.laid(step)):
        wire = each.wire
        end = str(each.end or f"pin {wire.end.label}")
        of_start, of_end = (_plugged(end) for end in (wire.start, wire.end))
        rows.append(["☐", drawing.COLOURS[wire.colour], str(each.start), of_start, end, of_end])
    return _rows("| | colour | from | which is | to | which is |", rows)


def _plugged(leg: Pin) -> str:
    if leg.part == "PICO":
        return f"Pico, pin {leg.number}, {leg.label}"
    return f"{drawing.PARTS[leg.part]['type']}, {leg.label}".replace(", +", "").replace(", -", "")


def buys(_: list[str]) -> str:
    """What a table on a breadboard is made of, and what it costs."""
    found = drawing.BREADBOARD["buys"]
    rows = [
        [str(number), what, words, f"{eur:.2f}", _sellers(words)]
        for number, what, words, eur in found
    ]
    total = sum(eur for *_, eur in found)
    rows.append(["", "**together**", "", f"**{total:.2f}**", ""])
    return _rows(f"| number | part | words to search for | EUR | {_SELLERS} |", rows)


_SELLERS = "sellers, order number or words, pack, EUR"


def _sellers(part_number: str) -> str:
    """Who sells a part, under which number or words; "?" behind one that nobody has looked up."""
    return "; ".join(
        f"{each.seller}: {each.order_number}{'' if each.is_verified else ' ?'}, "
        f"{each.pack:g} for {each.pack_eur:.2f}"
        for each in shopping.offers()
        if each.part_number == part_number
    )


def totals(_: list[str]) -> str:
    """What one table and five cost, whole packs and all."""
    rows = []
    for number in (1, 5):
        packs = sum(each.eur for each in shopping.basket(number))
        boards = shopping.boards_eur(number)
        sums = [packs, boards, packs + boards, (packs + boards) / number]
        rows.append([str(number), *(f"{each:.0f}" for each in sums)])
    return _rows("| tables | packs, EUR | boards, fitted, EUR | together, EUR | each, EUR |", rows)


def baskets(_: list[str]) -> str:
    """What is bought by hand: packs for one table and five, and its sellers."""
    rows = []
    five = {lot.part: lot for lot in shopping.basket(5)}
    for lot in shopping.basket(1):
        other = five[lot.part]
        many = f"{other.packs} of {other.offer.pack:g}"
        one, sellers = f"{lot.packs} of {lot.offer.pack:g}", _sellers(lot.offer.part_number)
        rows.append([lot.part, one, many, sellers])
    return _rows(f"| part | for one | for five | {_SELLERS} |", rows)


TABLES: dict[str, Callable[[list[str]], str]] = {
    each.__name__: each for each in (parts, orders, work, plugs, buys, totals, baskets)
}
"""The tables by the name that the guide calls them."""
