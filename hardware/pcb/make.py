"""Makes each board's project for KiCad, and by KiCad the zip for its maker. Decides no connection.

A board's tracks are found once and kept in tracks.json; the areas of ground, which KiCad fills,
stand in the board file.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from pcb import assembly, board, fabrication, router, schematic
from pcb.board import COPPER, ORIGIN, Fill
from pcb.expression import lists, parse
from pcb.footprint import SCREW
from pcb.layout import LAYOUTS, REVISION, Layout
from pcb.router import GROUND, Track, Via

HERE = Path(__file__).parent
SUMS = HERE / "SHA256SUMS"
KICAD_PYTHON = "/usr/bin/python3"
_TABLE = """({kind}_lib_table
\t(version 7)
\t(lib (name "{name}") (type "KiCad") (uri "${{KIPRJMOD}}/{file}") (options "") (descr ""))
)
"""


class Tracks(NamedTuple):
    """The copper between the pads."""

    tracks: tuple[Track, ...]
    vias: tuple[Via, ...]


def stamp(layout: Layout) -> str:
    """What a board's tracks were found for, as a number."""
    return hashlib.sha256(repr(layout.task()).encode()).hexdigest()[:16]


def kept(layout: Layout) -> Tracks:
    """The tracks that were found for a layout. Raises: ValueError if it has changed since."""
    found = json.loads((HERE / layout.name / "tracks.json").read_text(encoding="utf-8"))
    if found["made from"] != stamp(layout):
        raise ValueError(f"{layout.name}: parts or nets have moved since its tracks were laid")
    tracks = tuple(Track(net, *track) for net, laid in found["tracks"].items() for track in laid)
    vias = tuple(Via(net, *via) for net, laid in found["vias"].items() for via in laid)
    return Tracks(tracks, vias)


def keep(layout: Layout, copper: Tracks) -> None:
    """Write a board's tracks down, a line each."""
    nets: dict[str, dict[str, list[Sequence[object]]]] = {"tracks": {}, "vias": {}}
    for track in copper.tracks:
        nets["tracks"].setdefault(track.net, []).append(track[1:])
    for via in copper.vias:
        nets["vias"].setdefault(via.net, []).append(via[1:])
    blocks = [f'"made from": "{stamp(layout)}"']
    for kind, laid in nets.items():
        rows = [
            f"  {json.dumps(net)}: [\n    " + ",\n    ".join(map(json.dumps, each)) + "\n  ]"
            for net, each in laid.items()
        ]
        blocks.append(f'"{kind}": {{\n' + ",\n".join(rows) + "\n}")
    text = "{\n" + ",\n".join(blocks) + "\n}\n"
    (HERE / layout.name / "tracks.json").write_text(text, encoding="utf-8")


def files(layout: Layout, copper: Tracks, fill: Fill) -> dict[str, str]:
    """All of a board's project but the fabrication: what is in each file."""
    name = layout.name
    kinds = {part.footprint for part in (*layout.parts, *layout.tests)} | {SCREW}
    table = {"name": schematic.LIBRARY}
    by_shop = (
        {f"{name}-parts.csv": assembly.parts(layout), f"{name}-places.csv": assembly.places(layout)}
        if assembly.fitted(layout)
        else {}
    )
    return by_shop | {
        f"{name}.kicad_pro": board.project(layout),
        f"{name}.kicad_sch": schematic.sheet(layout),
        f"{name}.kicad_pcb": board.file(layout, copper.tracks, copper.vias, fill),
        "sym-lib-table": _TABLE.format(kind="sym", file=f"{schematic.LIBRARY}.kicad_sym", **table),
        "fp-lib-table": _TABLE.format(kind="fp", file=f"{schematic.LIBRARY}.pretty", **table),
        f"{schematic.LIBRARY}.kicad_sym": schematic.library([layout]),
        **{
            f"{schematic.LIBRARY}.pretty/{kind.name}.kicad_mod": board.library(kind)
            for kind in sorted(kinds)
        },
    }


def filled(path: Path) -> Fill:
    """The areas of ground in a board file that is there."""
    found: dict[str, list[list[tuple[float, float]]]] = {layer: [] for layer in COPPER}
    for zone in lists(parse(path.read_text(encoding="utf-8")), "zone"):
        for area in lists(zone, "filled_polygon"):
            ((_, layer),), (points,) = lists(area, "layer"), lists(area, "pts")
            corners = [(float(str(x)), float(str(y))) for _, x, y in lists(points, "xy")]
            found[str(layer)].append(corners)
    return found


def write(folder: Path, contents: Mapping[str, str]) -> None:
    """Write files that differ from what is there."""
    for name, text in contents.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def lay(layout: Layout) -> Tracks:
    """Find a board's tracks anew, with as many vias between its areas of ground as do some good."""
    copper = router.route(layout.task())
    free = list(router.stitches(layout.task(), copper)) if GROUND in layout.nets else []
    laid = Tracks(tuple(copper.tracks), (*copper.vias, *free))
    while free:
        useful = _useful(layout, laid, set(free), fill(layout, laid))
        if len(useful) == len(laid.vias):
            break
        laid = laid._replace(vias=useful)
    return laid


def _useful(layout: Layout, laid: Tracks, stitches: set[Via], filling: Fill) -> tuple[Via, ...]:
    """The vias less those without ground on both sides, or in ground that no pad is in."""
    areas = [(layer, area) for layer in COPPER for area in filling[layer]]
    pads = [(pad.x, pad.y) for pad in layout.pads() if pad.net == GROUND]
    pads += [(track.x0, track.y0) for track in laid.tracks if track.net == GROUND]
    within = {
        spot: [n for n, (_, area) in enumerate(areas) if _is_in(spot, area)]
        for spot in (*pads, *((via.x, via.y) for via in stitches))
    }
    joined = {n for pad in pads for n in _touched(pad, areas)} | {
        n for pad in pads for n in within[pad]
    }
    grown = -1
    while grown != len(joined):
        grown = len(joined)
        for via in stitches & set(laid.vias):
            found = within[via.x, via.y]
            if joined & set(found):
                joined |= set(found)
    return tuple(
        via
        for via in laid.vias
        if via not in stitches
        or (len(within[via.x, via.y]) == 2 and joined & set(within[via.x, via.y]))
    )


def _touched(spot: tuple[float, float], areas: Sequence[tuple[str, board.Polygon]]) -> list[int]:
    """Areas whose spokes reach a pad: their edge is within it."""
    x, y = spot[0] + ORIGIN[0], spot[1] + ORIGIN[1]
    return [
        n
        for n, (_, area) in enumerate(areas)
        if any(abs(px - x) < 1.0 and abs(py - y) < 1.0 for px, py in area)
    ]


def _is_in(spot: tuple[float, float], area: board.Polygon) -> bool:
    """Whether a point of the board lies in a polygon of the sheet."""
    x, y = spot[0] + ORIGIN[0], spot[1] + ORIGIN[1]
    inside = False
    for (x0, y0), (x1, y1) in zip(area, [*area[1:], area[0]], strict=True):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
            inside = not inside
    return inside


def archive(name: str) -> Path:
    """The zip that a maker gets."""
    return HERE / name / f"tricktable-{name}-{REVISION}.zip"


def fill(layout: Layout, copper: Tracks) -> Fill:
    """The areas of ground, by KiCad."""
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder), files(layout, copper, {}))
        run = subprocess.run(
            [KICAD_PYTHON, str(HERE / "fill.py"), f"{folder}/{layout.name}.kicad_pcb"],
            capture_output=True,
            text=True,
            check=True,
        )
    found: Fill = json.loads(run.stdout.splitlines()[-1])
    return found


def main(*, anew: bool = False) -> None:
    """Bring each board's project up to date; `anew` lays tracks again whose layout has changed."""
    for layout in (make() for make in LAYOUTS):
        (HERE / layout.name).mkdir(exist_ok=True)
        try:
            copper = kept(layout)
        except (FileNotFoundError, ValueError):
            if not anew:
                raise
            keep(layout, lay(layout))
            copper = kept(layout)
        write(HERE / layout.name, files(layout, copper, fill(layout, copper)))
        board_file = HERE / layout.name / f"{layout.name}.kicad_pcb"
        archive(layout.name).write_bytes(fabrication.packed(board_file))
    zips = [archive(make().name) for make in LAYOUTS]
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in zips]
    SUMS.write_text("".join(sums), encoding="ascii")


if __name__ == "__main__":
    main(anew=True)
