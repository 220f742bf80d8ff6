"""The board file as KiCad reads it, with its library of footprints and its rules.

Needs no KiCad: what it fills of the ground's areas comes in as polygons (fill.py).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

from pcb import router
from pcb.expression import Expression, Quoted, node, written
from pcb.footprint import SCREW, Footprint, Leg
from pcb.layout import HOLE_D, REVISION, REVISION_DATE, Layout, Placed
from pcb.prints import LINE, SILK_CLEARANCE, Print, prints
from pcb.router import GROUND, Hole, Track, Via
from pcb.schematic import LIBRARY, identity, symbol_id

ORIGIN = (60.0, 60.0)
"""Of the board's back left corner on KiCad's sheet."""
FRONT, BACK = "F.Cu", "B.Cu"
COPPER = (FRONT, BACK)
POUR_INSET = 0.6
POUR_CLEARANCE = 0.2
SPOKE = 0.5
_LAYERS = (
    *((0, FRONT, "signal"), (2, BACK, "signal"), (5, "F.SilkS", "user"), (7, "B.SilkS", "user")),
    *((1, "F.Mask", "user"), (3, "B.Mask", "user"), (13, "F.Paste", "user")),
    (25, "Edge.Cuts", "user"),
    *(
        (31, "F.CrtYd", "user"),
        (29, "B.CrtYd", "user"),
        (35, "F.Fab", "user"),
        (33, "B.Fab", "user"),
    ),
)
_BARE = (
    "through_hole",
    "allow_missing_courtyard",
    "board_only",
    "exclude_from_pos_files",
    "exclude_from_bom",
)
Polygon = Sequence[tuple[float, float]]
Fill = Mapping[str, Sequence[Polygon]]
"""Of each layer of copper, the areas of ground."""
_ERRORS = (
    "net_conflict",
    "footprint_symbol_mismatch",
    "missing_footprint",
    "extra_footprint",
    "duplicate_footprints",
    "lib_footprint_mismatch",
    "lib_footprint_issues",
    "track_dangling",
    "via_dangling",
    "isolated_copper",
    "missing_courtyard",
    "silk_over_copper",
    "silk_overlap",
    "footprint_filters_mismatch",
    "text_height",
    "text_thickness",
    "silk_edge_clearance",
)
"""What KiCad only warns of."""


def _text(word: Print) -> Expression:
    font = node("font", node("size", word.size, word.size), node("thickness", LINE))
    mirrored = [node("justify", "mirror")] * (word.side == "B")
    return node(
        "gr_text",
        Quoted(word.words),
        node("at", *_on_sheet(word.x, word.y), word.angle),
        node("layer", Quoted(f"{word.side}.SilkS")),
        node("effects", font, *mirrored),
    )


def _on_sheet(x: float, y: float) -> tuple[float, float]:
    return ORIGIN[0] + x, ORIGIN[1] + y


def _pad(leg: Leg, net: list[Expression], turn: int) -> Expression:
    at = node("at", leg.x, leg.y, *([turn] if turn else []))
    layers = ("*.Cu", "*.Mask") if leg.drill else (FRONT, "F.Mask", "F.Paste")
    return node(
        "pad",
        Quoted(leg.number),
        "thru_hole" if leg.drill else "smd",
        "rect" if leg.square else "oval",
        at,
        node("size", leg.width, leg.height),
        *([node("drill", leg.drill)] if leg.drill else []),
        node("layers", *map(Quoted, layers)),
        *net,
    )


def _mounting(of: Footprint) -> str:
    return "smd" if of.is_flat else "through_hole"


def _screw_pad() -> Expression:
    size = node("size", HOLE_D, HOLE_D)
    return node(
        "pad",
        Quoted(""),
        "np_thru_hole",
        "circle",
        node("at", 0, 0),
        size,
        node("drill", HOLE_D),
        node("layers", Quoted("*.Cu"), Quoted("*.Mask")),
    )


def _properties(reference: str, value: str, turn: int) -> list[Expression]:
    """What a footprint is called: not printed."""
    fields = {"Reference": reference, "Value": value}
    return [
        node(
            "property",
            Quoted(name),
            Quoted(field),
            node("at", 0, 0, turn),
            node("layer", Quoted("F.Fab")),
            node("hide", "yes"),
            node("effects", node("font", node("size", 1, 1), node("thickness", 0.15))),
        )
        for name, field in fields.items()
    ]


def _lines(of: Footprint) -> list[Expression]:
    """Its print, and its courtyard: no other part may stand in it."""
    side = "B" if of.below else "F"
    left, back, right, front = of.body
    drawn: list[Expression] = [
        node(
            "fp_line",
            node("start", x0, y0),
            node("end", x1, y1),
            node("stroke", node("width", LINE), node("type", "solid")),
            node("layer", Quoted(f"{side}.SilkS")),
        )
        for x0, y0, x1, y1 in of.lines
    ]
    if left == right:
        return drawn
    legs = of.legs
    x0 = min([left, *(leg.x - leg.width / 2 for leg in legs)])
    x1 = max([right, *(leg.x + leg.width / 2 for leg in legs)])
    y0 = min([back, *(leg.y - leg.height / 2 for leg in legs)])
    y1 = max([front, *(leg.y + leg.height / 2 for leg in legs)])
    drawn.append(
        node(
            "fp_rect",
            node("start", x0, y0),
            node("end", x1, y1),
            node("stroke", node("width", 0.05), node("type", "solid")),
            node("fill", "no"),
            node("layer", Quoted(f"{side}.CrtYd")),
        )
    )
    return drawn


def library(of: Footprint) -> str:
    """A file of the library of footprints."""
    return (
        written(
            [
                "footprint",
                Quoted(of.name),
                node("version", 20241229),
                node("generator", Quoted(LIBRARY)),
                node("generator_version", Quoted("9.0")),
                node("layer", Quoted(FRONT)),
                *_properties("REF**", of.name, 0),
                node("attr", *(_BARE if of.is_bare else (_mounting(of),))),
                *_lines(of),
                *(_pad(leg, [], 0) for leg in of.legs),
                *([_screw_pad()] if of == SCREW else []),
                node("embedded_fonts", "no"),
            ]
        )
        + "\n"
    )


class _Writer:
    """Mutable: the numbers of a layout's nets."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        loose = [
            self._net_of(part, leg.number) for part in layout.parts for leg in part.footprint.legs
        ]
        self.names = ["", *layout.nets, *sorted(set(loose) - set(layout.nets))]

    @staticmethod
    def _net_of(part: Placed, number: str) -> str:
        """As the schematic's netlist calls it, also where a leg is joined to nothing."""
        if number in part.nets:
            return part.nets[number]
        label = part.labels[int(number) - 1]
        named = f"-{label}" if label != number else ""
        return f"unconnected-({part.reference}{named}-Pad{number})"

    def _numbered(self, net: str) -> list[Expression]:
        return [node("net", self.names.index(net), Quoted(net))]

    def part(self, part: Placed) -> Expression:
        """A part, in its place."""
        of = part.footprint
        return node(
            "footprint",
            Quoted(f"{LIBRARY}:{of.name}"),
            node("layer", Quoted(FRONT)),
            node("at", *_on_sheet(part.x, part.y), part.turn),
            *_properties(part.reference, part.value, part.turn),
            node("path", Quoted(f"/{symbol_id(self.layout, part)}")),
            node("sheetname", Quoted("/")),
            node("sheetfile", Quoted(f"{self.layout.name}.kicad_sch")),
            node("attr", _mounting(of)),
            *_lines(of),
            *(
                _pad(leg, self._numbered(self._net_of(part, leg.number)), part.turn)
                for leg in of.legs
            ),
            node("embedded_fonts", "no"),
        )

    def _bare(
        self, name: str, of: Footprint, at: tuple[float, float], pad: Expression
    ) -> Expression:
        """A hole that is in no schematic."""
        return node(
            "footprint",
            Quoted(f"{LIBRARY}:{of.name}"),
            node("layer", Quoted(FRONT)),
            node("at", *_on_sheet(*at)),
            *_properties(name, "", 0),
            node("attr", *_BARE),
            *_lines(of),
            pad,
            node("embedded_fonts", "no"),
        )

    def screw(self, number: int, hole: Hole) -> Expression:
        """A hole for a screw."""
        name = f"H{number}"
        return self._bare(name, SCREW, (hole.x, hole.y), _screw_pad())

    def test(self, part: Placed) -> Expression:
        """A hole for a probe."""
        net = self._numbered(part.nets["1"])
        pad = _pad(part.footprint.legs[0], net, 0)
        return self._bare(part.reference, part.footprint, (part.x, part.y), pad)

    def track(self, track: Track) -> Expression:
        """A straight piece of copper."""
        return node(
            "segment",
            node("start", *_on_sheet(track.x0, track.y0)),
            node("end", *_on_sheet(track.x1, track.y1)),
            node("width", track.width),
            node("layer", Quoted(COPPER[track.layer])),
            node("net", self.names.index(track.net)),
        )

    def via(self, via: Via) -> Expression:
        """A plated hole."""
        return node(
            "via",
            node("at", *_on_sheet(via.x, via.y)),
            node("size", router.VIA_WIDTH),
            node("drill", router.VIA_DRILL),
            node("layers", Quoted(FRONT), Quoted(BACK)),
            node("net", self.names.index(via.net)),
        )

    def pour(self, layer: str, areas: Sequence[Polygon]) -> Expression:
        """Ground wherever nothing else is."""
        inset, width, height = POUR_INSET, self.layout.width, self.layout.height
        corners = (
            *((inset, inset), (width - inset, inset)),
            *((width - inset, height - inset), (inset, height - inset)),
        )
        outline: list[Expression] = [node("xy", *_on_sheet(x, y)) for x, y in corners]
        filled: list[Expression] = [
            node(
                "filled_polygon",
                node("layer", Quoted(layer)),
                node("pts", *(node("xy", x, y) for x, y in area)),
            )
            for area in areas
        ]
        return node(
            "zone",
            node("net", self.names.index(GROUND)),
            node("net_name", Quoted(GROUND)),
            node("layer", Quoted(layer)),
            node("name", Quoted(f"ground {layer}")),
            node("hatch", "edge", 0.5),
            node("connect_pads", node("clearance", POUR_CLEARANCE)),
            node("min_thickness", 0.25),
            node("filled_areas_thickness", "no"),
            node(
                "fill",
                "yes",
                node("thermal_gap", POUR_CLEARANCE),
                node("thermal_bridge_width", SPOKE),
            ),
            node("polygon", node("pts", *outline)),
            *filled,
        )

    def edges(self) -> list[Expression]:
        """The outline."""
        width, height = self.layout.width, self.layout.height
        return [
            node(
                "gr_rect",
                node("start", *_on_sheet(0, 0)),
                node("end", *_on_sheet(width, height)),
                node("stroke", node("width", 0.1), node("type", "default")),
                node("fill", "no"),
                node("layer", Quoted("Edge.Cuts")),
            )
        ]


def file(layout: Layout, tracks: Iterable[Track], vias: Sequence[Via], fill: Fill) -> str:
    """The board."""
    writer = _Writer(layout)
    return (
        written(
            node(
                "kicad_pcb",
                node("version", 20241229),
                node("generator", Quoted("pcbnew")),
                node("generator_version", Quoted("9.0")),
                node("general", node("thickness", 1.6), node("legacy_teardrops", "no")),
                node("paper", Quoted("A4")),
                [
                    "title_block",
                    node("title", Quoted(layout.title)),
                    node("date", Quoted(REVISION_DATE)),
                    node("rev", Quoted(REVISION)),
                    node("comment", 1, Quoted("made by nobody yet")),
                ],
                node("layers", *([number, Quoted(name), use] for number, name, use in _LAYERS)),
                node(
                    "setup",
                    node("pad_to_mask_clearance", 0),
                    node("allow_soldermask_bridges_in_footprints", "no"),
                ),
                *(node("net", number, Quoted(name)) for number, name in enumerate(writer.names)),
                *(writer.part(part) for part in layout.parts),
                *(writer.test(part) for part in layout.tests),
                *(writer.screw(number, hole) for number, hole in enumerate(layout.holes, 1)),
                *map(_text, prints(layout, vias)),
                *writer.edges(),
                *map(writer.track, tracks),
                *map(writer.via, vias),
                *(
                    writer.pour(layer, fill.get(layer, ()))
                    for layer in COPPER
                    if GROUND in layout.nets
                ),
                node("embedded_fonts", "no"),
            )
        )
        + "\n"
    )


def project(layout: Layout) -> str:
    """The rules, all faults as errors."""
    rules = {
        "min_clearance": router.CLEARANCE,
        "min_track_width": 0.25,
        "min_copper_edge_clearance": router.EDGE,
        "min_hole_clearance": 0.25,
        "min_hole_to_hole": router.DRILL_APART,
        "min_via_diameter": router.VIA_WIDTH,
        "min_via_annular_width": 0.2,
        "min_through_hole_diameter": router.VIA_DRILL,
        "min_text_height": 0.8,
        "min_text_thickness": 0.1,
        "min_resolved_spokes": 1,
        "min_silk_clearance": SILK_CLEARANCE,
    }
    nets = {
        "bus_width": 12,
        "clearance": router.CLEARANCE,
        "name": "Default",
        "priority": 2147483647,
        "track_width": 0.25,
        "via_diameter": router.VIA_WIDTH,
        "via_drill": router.VIA_DRILL,
    }
    return (
        json.dumps(
            {
                "board": {
                    "design_settings": {
                        "rules": rules,
                        "rule_severities": dict.fromkeys(sorted(_ERRORS), "error"),
                    }
                },
                # Ground of the keys has one leg; what else hangs on it is the areas.
                "erc": {"rule_severities": {"global_label_dangling": "ignore"}},
                "meta": {"filename": f"{layout.name}.kicad_pro", "version": 3},
                "net_settings": {"classes": [nets], "meta": {"version": 4}},
                "sheets": [[str(identity(layout.name, "sheet")), "Root"]],
            },
            indent=2,
        )
        + "\n"
    )
