"""Makes bodies of enclosure.scad with OpenSCAD and reads them. Decides no measure."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import drawing

SCAD = Path(__file__).parent / "enclosure.scad"
PRINTED = ("box", "box_lid", "station_tray", "station_lid", "channel", "channel_lid")
"""What is printed, as it lies on the bed."""
CLASHES = (
    *("clash_station", "clash_station_lid", "clash_station_parts", "clash_air"),
    *("clash_box", "clash_box_lid", "clash_boards", "clash_channel"),
)
"""What two things would take up at once: nothing, if they fit."""
FINE = 48
"""Into how many pieces a circle is cut for printing."""
_NOTHING = "Current top level object is empty"


class Corner(NamedTuple):
    """A point of a body, in millimetres."""

    x: float
    y: float
    z: float


Triangle = tuple[Corner, Corner, Corner]
"""Corners counter-clockwise, seen from outside."""


def source() -> str:
    """What decides the bodies: the drawing without its comments, and what stands on the board."""
    text = re.sub(r"\s*//.*", "", SCAD.read_text(encoding="utf-8"))
    return text + standing()


def standing() -> str:
    """The parts on the main board, as the drawing wants them."""
    parts = drawing.BOARD["parts"]
    return json.dumps([[*drawing.body(part), parts[part]["height"]] for part in parts])


def make(part: str, target: Path, *, pieces: int = FINE, **measures: object) -> bool:
    """Write a body as STL; False if there is nothing of it.

    `measures` take the place of those in the drawing. A body that was made from the same drawing
    already is not made again. Raises: subprocess.CalledProcessError if OpenSCAD cannot make it.
    """
    given = {"part": part, "$fn": pieces, **measures}
    stamp = hashlib.sha256(f"{source()}{given}".encode()).hexdigest()
    done = target.with_name(f".{target.stem}.done")
    if done.exists() and done.read_text(encoding="ascii").startswith(stamp):
        return done.read_text(encoding="ascii").endswith("made")
    options = [f"-D{name}={json.dumps(value)}" for name, value in given.items()]
    target.parent.mkdir(parents=True, exist_ok=True)
    run = subprocess.run(
        ["openscad", *options, f"-Dbodies={standing()}", "-o", str(target), str(SCAD)],
        capture_output=True,
        text=True,
        check=False,
    )
    made = _NOTHING not in run.stderr
    if made:
        run.check_returncode()
    done.write_text(f"{stamp} {'made' if made else 'nothing'}", encoding="ascii")
    return made


def read(path: Path) -> list[Triangle]:
    """The triangles of an STL as OpenSCAD writes it."""
    corners = [
        Corner(*map(float, found))
        for found in re.findall(r"vertex (\S+) (\S+) (\S+)", path.read_text(encoding="ascii"))
    ]
    return list(zip(corners[::3], corners[1::3], corners[2::3], strict=True))


def volume_mm3(triangles: list[Triangle]) -> float:
    """The sum of the signed tetrahedra between each triangle and the origin."""
    total = 0.0
    for a, b, c in triangles:
        total += a.x * (b.y * c.z - b.z * c.y)
        total -= a.y * (b.x * c.z - b.z * c.x)
        total += a.z * (b.x * c.y - b.y * c.x)
    return total / 6


def is_watertight(triangles: list[Triangle]) -> bool:
    """Whether each edge has exactly one triangle on either side."""
    edges = Counter(
        (triangle[i], triangle[(i + 1) % 3]) for triangle in triangles for i in range(3)
    )
    return set(edges.values()) == {1} and all((end, start) in edges for start, end in edges)


def bodies(triangles: list[Triangle]) -> int:
    """How many bodies there are that do not touch."""
    joined: dict[Corner, Corner] = {}

    def root(corner: Corner) -> Corner:
        while joined.setdefault(corner, corner) != corner:
            joined[corner] = corner = joined[joined[corner]]
        return corner

    for first, second, third in triangles:
        joined[root(second)] = root(first)
        joined[root(third)] = root(first)
    return len({root(corner) for corner in list(joined)})


def extent(triangles: list[Triangle]) -> tuple[Corner, Corner]:
    """The least and the greatest x, y and z."""
    axes = list(zip(*(corner for triangle in triangles for corner in triangle), strict=True))
    return Corner(*map(min, axes)), Corner(*map(max, axes))


def facing(triangle: Triangle) -> tuple[Corner, float]:
    """Where a triangle looks, as a vector of length 1 (0 if it has no area), and its area."""
    a, b, c = triangle
    u = Corner(b.x - a.x, b.y - a.y, b.z - a.z)
    v = Corner(c.x - a.x, c.y - a.y, c.z - a.z)
    x, y, z = u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x
    length = (x * x + y * y + z * z) ** 0.5
    return Corner(x / (length or 1), y / (length or 1), z / (length or 1)), length / 2


class Hanging(NamedTuple):
    """A face that looks down and rests on nothing when it is printed."""

    mm2: float
    is_ring: bool
    """Whether it goes round a hole: no line of it has two ends to lie on."""


def hanging(triangles: list[Triangle]) -> list[Hanging]:
    """The faces that look down more than 45 degrees and do not lie on the bed."""
    chosen = []
    for each in triangles:
        normal, area = facing(each)
        if normal.z < -0.72 and min(corner.z for corner in each) > 0.01:
            chosen.append((each, area))
    return [_piece(piece) for piece in _touching(chosen)]


def _touching(faces: list[tuple[Triangle, float]]) -> list[list[tuple[Triangle, float]]]:
    """Triangles in groups that share corners."""
    groups: list[tuple[set[Corner], list[tuple[Triangle, float]]]] = []
    for face in faces:
        corners, members = set(face[0]), [face]
        apart = []
        for group in groups:
            if corners & group[0]:
                corners |= group[0]
                members += group[1]
            else:
                apart.append(group)
        groups = [*apart, (corners, members)]
    return [members for _, members in groups]


def _piece(faces: list[tuple[Triangle, float]]) -> Hanging:
    """By Euler: corners - edges + triangles are 1 for a sheet, and less for one with a hole."""
    corners = {corner for triangle, _ in faces for corner in triangle}
    edges = {frozenset((t[i], t[(i + 1) % 3])) for t, _ in faces for i in range(3)}
    return Hanging(sum(area for _, area in faces), len(corners) - len(edges) + len(faces) < 1)
