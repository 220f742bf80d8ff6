"""The tables of the building guide, made from the drawings. Writes no sentence of the guide."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path

import breadboard
import drawing
import effort
from drawing import Pin

_HOWTO = Path(__file__).parents[1] / "docs/howto"
GUIDE = _HOWTO / "build-the-table.md"
PAGES = (GUIDE, _HOWTO / "start-on-a-breadboard.md")
_SPOKEN = {"R_ANSWER0": "resistor of 47 ohm"}
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
    """What goes onto the main board, the flat parts first, each with a box to tick."""
    board = drawing.BOARD["parts"]
    rows = []
    for name in sorted(board, key=lambda part: (board[part]["height"], part)):
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


def ribbon(_: list[str]) -> str:
    """Where each wire of a seat's ribbon goes."""
    found = sorted(
        (wire for wire in drawing.wires() if wire.cable == "W_SEAT0"), key=lambda wire: wire.number
    )
    rows = [
        [
            str(wire.number),
            drawing.COLOURS[wire.colour],
            _SPOKEN.get(wire.end.part, wire.end.part.removesuffix("0").lower()),
            wire.end.label,
        ]
        for wire in found
    ]
    return _rows("| wire | colour | goes to | pad or hole |", rows)


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
    rows = [[str(number), what, words, f"{eur:.2f}"] for number, what, words, eur in found]
    total = sum(eur for *_, eur in found)
    rows.append(["", "**together**", "", f"**{total:.2f}**"])
    return _rows("| number | part | words to search for | EUR |", rows)


TABLES: dict[str, Callable[[list[str]], str]] = {
    each.__name__: each for each in (parts, orders, ribbon, work, plugs, buys)
}
"""The tables by the name that the guide calls them."""
