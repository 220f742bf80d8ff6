"""The schematic of a board as KiCad reads it: a symbol for each part, its nets by their names.

Needs no KiCad. Every id is made from the name of what it belongs to: two runs give the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple
from uuid import UUID, uuid5

from pcb.expression import Expression, Quoted, node, written
from pcb.layout import REVISION, REVISION_DATE, Layout, Placed

LIBRARY = "tricktable"
GRID = 2.54
STUB = 2 * GRID
"""From the end of a pin to the name of its net."""
_SPACE = UUID("0c5b1f3e-6f0e-4b53-8a4c-7a3f6f0a2c11")


def identity(*of: object) -> Quoted:
    """The same id for the same thing, every time."""
    return Quoted(uuid5(_SPACE, "/".join(map(str, of))))


class Lead(NamedTuple):
    """A pin of a symbol: where its net begins, in steps of the grid; y points up."""

    number: str
    label: str
    kind: str
    """KiCad's word: passive, input, power_in."""
    x: float
    y: float
    angle: int
    """Towards the body: 0 from the left, 180 from the right."""


class Symbol(NamedTuple):
    """How a kind of part is drawn."""

    name: str
    letter: str
    leads: tuple[Lead, ...]
    drawing: tuple[Expression, ...]
    is_box: bool = False

    @property
    def high(self) -> float:
        """From the middle to the uppermost lead."""
        return max(lead.y for lead in self.leads)


def _line(*points: tuple[float, float]) -> Expression:
    path = node("pts", *(node("xy", x * GRID, y * GRID) for x, y in points))
    return node(
        "polyline",
        path,
        node("stroke", node("width", 0.2), node("type", "default")),
        node("fill", node("type", "none")),
    )


def _frame(left: float, top: float, right: float, bottom: float) -> Expression:
    return node(
        "rectangle",
        node("start", left * GRID, top * GRID),
        node("end", right * GRID, bottom * GRID),
        node("stroke", node("width", 0.2), node("type", "default")),
        node("fill", node("type", "background")),
    )


_TWO = (Lead("1", "1", "passive", -2, 0, 0), Lead("2", "2", "passive", 2, 0, 180))
_DIODE = (
    _line((-0.5, 0.5), (-0.5, -0.5), (0.5, 0), (-0.5, 0.5)),
    _line((0.5, 0.5), (0.5, -0.5)),
    _line((-1, 0), (1, 0)),
)
_PLATES = (
    *(_line((-1, 0), (-0.2, 0)), _line((-0.2, 0.6), (-0.2, -0.6))),
    *(_line((0.2, 0.6), (0.2, -0.6)), _line((0.2, 0), (1, 0))),
)
_KEY = Symbol("Key", "S", _TWO, (_line((-1, 0), (-0.6, 0), (0.6, 0.6)), _line((0.6, 0), (1, 0))))
_PAIRS = {
    "Resistor": Symbol("Resistor", "R", _TWO, (_frame(-1, 0.4, 1, -0.4),)),
    "Resettable": Symbol("Fuse", "F", _TWO, (_frame(-1, 0.4, 1, -0.4), _line((-1, 0), (1, 0)))),
    "Capacitor": Symbol("Capacitor", "C", _TWO, _PLATES),
    "Diode": Symbol("Diode", "D", _TWO, _DIODE),
    "Suppressor": Symbol("Suppressor", "D", _TWO, (*_DIODE, _line((0.5, 0.5), (0.8, 0.5)))),
    "Piezo": Symbol("Piezo", "B", _TWO, (_frame(-0.7, 0.8, 0.7, -0.8), *_PLATES)),
    **dict.fromkeys(("Key", "Seat"), _KEY),
}
"""Parts of two legs, by the first word of what they are."""


def _electrical(name: str, label: str) -> str:
    """What KiCad's rule check should think of a pin."""
    if name == "BUFFER":
        if label in ("VCC", "GND"):
            return "power_in"
        return "tri_state" if label.endswith("Y") else "input"
    if label in ("VBUS", "3V3") or label.startswith("OUT"):
        return "power_out"
    if name == "PICO" and label.startswith("GP"):
        return "bidirectional"
    return "passive"


def symbol(part: Placed) -> Symbol:
    """How a part is drawn."""
    if len(part.labels) == 2:
        return _PAIRS[part.what.split()[0]]
    half = (len(part.labels) + 1) // 2
    wide = max(4, *(len(label) // 2 + 2 for label in part.labels))
    top = (half - 1) / 2
    top = top if top == int(top) else top + 0.5
    is_ground_driven = False
    leads = []
    for place, label in enumerate(part.labels):
        is_left, row = place < half, place % half
        if part.footprint.counts_in_pairs:
            is_left, row = place % 2 == 0, place // 2
        elif not is_left and part.footprint.counts_round:
            row = len(part.labels) - 1 - place
        kind = _electrical(part.name, label)
        if part.name == "PICO" and label == "GND" and not is_ground_driven:
            kind, is_ground_driven = "power_out", True
        x, angle = (-wide, 0) if is_left else (wide, 180)
        leads.append(Lead(str(place + 1), label, kind, x, top - row, angle))
    body = _frame(1 - wide, top + 1, wide - 1, top - half)
    return Symbol(part.footprint.name, "U", tuple(leads), (body,), True)


def _font(*hides: Expression) -> Expression:
    return node("effects", node("font", node("size", 1.27, 1.27)), *hides)


def _property(name: str, value: str, x: float, y: float, *, hidden: bool = False) -> Expression:
    hides = [node("hide", "yes")] * hidden
    return node("property", Quoted(name), Quoted(value), node("at", x, y, 0), _font(*hides))


def _definition(of: Symbol, name: str) -> Expression:
    """A symbol of the library."""
    hidden = [node("hide", "yes")] * (not of.is_box)
    pins: list[Expression] = [
        node(
            "pin",
            lead.kind,
            "line",
            node("at", lead.x * GRID, lead.y * GRID, lead.angle),
            node("length", GRID),
            node("name", Quoted(lead.label), _font()),
            node("number", Quoted(lead.number), _font()),
        )
        for lead in of.leads
    ]
    return node(
        "symbol",
        Quoted(name),
        node("pin_numbers", *hidden),
        node("pin_names", node("offset", 0.5), *hidden),
        node("exclude_from_sim", "no"),
        node("in_bom", "yes"),
        node("on_board", "yes"),
        _property("Reference", of.letter, 0, 0),
        *(
            _property(each, "", 0, 0, hidden=True)
            for each in ("Value", "Footprint", "Datasheet", "Description")
        ),
        node("symbol", Quoted(f"{of.name}_0_1"), *of.drawing),
        node("symbol", Quoted(f"{of.name}_1_1"), *pins),
        node("embedded_fonts", "no"),
    )


def library(layouts: Iterable[Layout]) -> str:
    """The symbols of all boards as a library of their own."""
    symbols = {symbol(part).name: symbol(part) for each in layouts for part in each.parts}
    return (
        written(
            node(
                "kicad_symbol_lib",
                node("version", "20241209"),
                node("generator", Quoted(LIBRARY)),
                node("generator_version", Quoted("9.0")),
                *(_definition(each, name) for name, each in sorted(symbols.items())),
            )
        )
        + "\n"
    )


class _Sheet:
    """Mutable: what is drawn so far, and where the next part of a group goes."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self.root = identity(layout.name, "sheet")
        self.drawn: list[Expression] = []

    def _id(self, *of: object) -> Expression:
        return node("uuid", identity(self._layout.name, "sheet", *of))

    def group(self, title: str, parts: list[Placed], left: float, top: float) -> float:
        """Draw parts below each other; where the next group may begin."""
        self.drawn.append(
            node(
                "text",
                Quoted(title),
                node("exclude_from_sim", "no"),
                node("at", left, top, 0),
                node(
                    "effects",
                    node("font", node("size", 2, 2), node("bold", "yes")),
                    node("justify", "left"),
                ),
                self._id("title", title),
            )
        )
        y = top + 2 * GRID
        for part in parts:
            drawn = symbol(part)
            above = drawn.high + 3 if drawn.is_box else 1
            y += above * GRID
            self._place(part, drawn, left + 13 * GRID, y)
            y += (drawn.high + 2 if drawn.is_box else 2) * GRID
        return y + 2 * GRID

    def _place(self, part: Placed, drawn: Symbol, x: float, y: float) -> None:
        reference = Quoted(part.reference)
        # A box has its name and its number above it, what is smaller one of them on either side.
        above = (drawn.high + 2.2) * GRID if drawn.is_box else 2.2
        below = (drawn.high + 1.4) * GRID if drawn.is_box else -2.4
        footprint = f"{LIBRARY}:{part.footprint.name}"
        self.drawn.append(
            node(
                "symbol",
                node("lib_id", Quoted(f"{LIBRARY}:{drawn.name}")),
                node("at", x, y, 0),
                node("unit", 1),
                node("exclude_from_sim", "no"),
                node("in_bom", "yes"),
                node("on_board", "yes"),
                node("dnp", "no"),
                node("uuid", symbol_id(self._layout, part)),
                _property("Reference", part.reference, x, y - above),
                _property("Value", part.value, x, y - below),
                _property("Footprint", footprint, x, y, hidden=True),
                *(_property(each, "", x, y, hidden=True) for each in ("Datasheet", "Description")),
                *(
                    node("pin", Quoted(lead.number), self._id(part.name, lead.number))
                    for lead in drawn.leads
                ),
                node(
                    "instances",
                    node(
                        "project",
                        Quoted(self._layout.name),
                        node(
                            "path",
                            Quoted(f"/{self.root}"),
                            node("reference", reference),
                            node("unit", 1),
                        ),
                    ),
                ),
            )
        )
        for lead in drawn.leads:
            self._join(part, lead, x + lead.x * GRID, y - lead.y * GRID)

    def _join(self, part: Placed, lead: Lead, x: float, y: float) -> None:
        """A short wire to the net's name, or the cross of a pin that is joined to nothing."""
        name = (part.name, lead.number)
        if lead.number not in part.nets:
            self.drawn.append(node("no_connect", node("at", x, y), self._id("none", *name)))
            return
        end, angle, side = (x - STUB, 180, "right") if lead.angle == 0 else (x + STUB, 0, "left")
        self.drawn += [
            node(
                "wire",
                node("pts", node("xy", x, y), node("xy", end, y)),
                node("stroke", node("width", 0), node("type", "default")),
                self._id("wire", *name),
            ),
            node(
                "global_label",
                Quoted(part.nets[lead.number]),
                node("shape", "passive"),
                node("at", end, y, angle),
                node("effects", node("font", node("size", 1.27, 1.27)), node("justify", side)),
                self._id("label", *name),
            ),
        ]


def symbol_id(layout: Layout, part: Placed) -> Quoted:
    """By which the part in the layout is known as the one in the schematic."""
    return identity(layout.name, "symbol", part.name)


def sheet(layout: Layout) -> str:
    """The schematic."""
    page = _Sheet(layout)
    for column, groups in enumerate(layout.columns()):
        y = 8 * GRID
        for title, parts in groups:
            y = page.group(title, parts, (5 + 25 * column) * GRID, y)
    symbols = {symbol(part).name: symbol(part) for part in layout.parts}
    return (
        written(
            node(
                "kicad_sch",
                node("version", "20250114"),
                node("generator", Quoted(LIBRARY)),
                node("generator_version", Quoted("9.0")),
                node("uuid", page.root),
                node("paper", Quoted("A3")),
                [
                    "title_block",
                    node("title", Quoted(layout.title)),
                    node("date", Quoted(REVISION_DATE)),
                    node("rev", Quoted(REVISION)),
                    node("comment", 1, Quoted("made by nobody yet")),
                ],
                node(
                    "lib_symbols",
                    *(
                        _definition(each, f"{LIBRARY}:{name}")
                        for name, each in sorted(symbols.items())
                    ),
                ),
                *page.drawn,
                node("sheet_instances", node("path", Quoted("/"), node("page", Quoted("1")))),
                node("embedded_fonts", "no"),
            )
        )
        + "\n"
    )
