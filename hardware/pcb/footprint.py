"""The holes, the copper round them and the print of each kind of part. Places none.

Measures are those of the data sheets of the parts in bom.csv, and of KiCad's library for what is
flat; a leg's hole is 0.2 mm wider than the leg, and the copper is at least 0.35 mm wide all round.
Millimetres, from the first leg; y points
down, towards the front of the box.
"""

from __future__ import annotations

from typing import NamedTuple

PITCH = 2.54

Line = tuple[float, float, float, float]
"""From x, y to x, y."""


class Leg(NamedTuple):
    """A hole with copper on both sides, or copper on the front alone."""

    number: str
    x: float
    y: float
    width: float = 1.6
    height: float = 1.6
    drill: float = 0.8
    """0 for a flat part's: it has no hole."""
    square: bool = False


class Footprint(NamedTuple):
    """A kind of part, as it stands on a board."""

    name: str
    legs: tuple[Leg, ...]
    body: tuple[float, float, float, float]
    """What it covers: left, back, right, front."""
    lines: tuple[Line, ...]
    """Its print: an outline, and what must not be turned round."""
    label: tuple[float, float] | None = None
    """Where its name is printed; along the middle of the body if that is not told."""
    counts_in_pairs: bool = False
    """As headers do: odd legs on one side, even ones on the other."""
    counts_round: bool = False
    """As chips do: down on the left and up on the right."""
    below: bool = False
    """Its body is on the side of the joints."""
    is_bare: bool = False
    """A hole for a screw or a probe: in no schematic and no list."""
    is_in_either_row: bool = False
    """Its legs go into one of two rows of holes, which are each other's mirror image."""

    @property
    def is_flat(self) -> bool:
        """Whether it lies on the board, as a machine puts it: none of its legs has a hole."""
        return bool(self.legs) and not any(leg.drill for leg in self.legs)

    @property
    def joints(self) -> int:
        """How many legs are soldered: of two rows of holes only one has legs in it."""
        return len(self.legs) // 2 if self.is_in_either_row else len(self.legs)

    @property
    def is_tall(self) -> bool:
        """Whether it is longer than wide before it is turned."""
        left, back, right, front = self.body
        return front - back > right - left


def _rectangle(left: float, back: float, right: float, front: float) -> tuple[Line, ...]:
    return (
        (left, back, right, back),
        (right, back, right, front),
        (right, front, left, front),
        (left, front, left, back),
    )


def _legs(pitch: float, size: float = 1.6, drill: float = 0.8) -> tuple[Leg, Leg]:
    """Two of them, the first one square."""
    return Leg("1", 0, 0, size, size, drill, True), Leg("2", pitch, 0, size, size, drill)


def _lying(name: str, thick: float, *, size: float = 1.6, drill: float = 0.8) -> Footprint:
    """A body between two legs, with room for its name between two lines."""
    pitch, half = 4 * PITCH, thick / 2
    left = size / 2 + 0.35
    right = pitch - left
    sides = ((left, -half, right, -half), (left, half, right, half))
    return Footprint(name, _legs(pitch, size, drill), (left, -half, right, half), sides)


def _ringed(lying: Footprint) -> Footprint:
    """With the ring of a diode at the second leg: K."""
    _, back, right, front = lying.body
    ring = (right, back, right, front)
    return lying._replace(lines=(*lying.lines, ring))


def _boxed(
    name: str, legs: tuple[Leg, ...], body: tuple[float, float, float, float], *marks: Line
) -> Footprint:
    """A part with an outline all round."""
    return Footprint(name, legs, body, (*_rectangle(*body), *marks))


def _two_rows(number: int, apart: float, drill: float, width: float) -> tuple[Leg, ...]:
    """Legs down on the left and up again on the right, as chips count."""
    half = number // 2
    down = [(str(n + 1), 0.0, n * PITCH) for n in range(half)]
    up = [(str(number - n), apart, n * PITCH) for n in range(half)]
    return tuple(
        Leg(name, x, y, width, width, drill, name == "1") for name, x, y in (*down, *reversed(up))
    )


def _header(number: int, *, below: bool = False) -> tuple[Leg, ...]:
    """Legs in pairs, odd ones on the left; the other way round if its body is below."""
    side = -PITCH if below else PITCH
    return tuple(
        Leg(str(n + 1), n % 2 * side, n // 2 * PITCH, 1.7, 1.7, 1.0, n == 0) for n in range(number)
    )


def _box_header(number: int, *, below: bool = False) -> Footprint:
    """Walls all round; a ribbon socket's nose needs a notch in the middle of the odd legs' side."""
    side, last = -1 if below else 1, (number // 2 - 1) * PITCH
    outer, inner = -3.2 * side, -2.4 * side
    back, front = last / 2 - 2.2, last / 2 + 2.2
    left, right = sorted((outer, 5.74 * side))
    notch = ((outer, back, inner, back), (inner, back, inner, front), (inner, front, outer, front))
    return _boxed(
        f"Box_header_2x{number // 2}" + "_below" * below,
        _header(number, below=below),
        (left, -5, right, last + 5),
        *notch,
    )._replace(label=(side * PITCH / 2, last + 3.2), counts_in_pairs=True, below=below)


BALLAST = _lying("Resistor_1W_lying", 2)
DIODE = _ringed(_lying("Diode_lying", 2))
SUPPRESSOR = _ringed(_lying("Diode_DO-41_lying", 2.1, size=1.8, drill=1.1))._replace(label=(4.8, 0))
FUSE = _boxed("Fuse_upright", _legs(2 * PITCH), (-1, -1.4, 6.08, 1.4))._replace(label=(PITCH, 2.15))
ELECTROLYTIC = _boxed(
    "Capacitor_electrolytic",
    _legs(PITCH),
    (-1.4, -2.6, 3.94, 2.6),
    *((-1.1, -1.8, -0.1, -1.8), (-0.6, -2.3, -0.6, -1.3)),
)._replace(label=(7.6, 0))
PICO = _boxed(
    "Pico_on_sockets",
    _two_rows(40, 7 * PITCH, 1.0, 1.7),
    (-1.6, -1.37, 19.38, 49.63),
    *_rectangle(5.1, -1.37, 12.7, 4.2),
)._replace(counts_round=True)
PLUG = _box_header(10)
KEY_PLUG = _box_header(12)
_ROW_OF_FOUR = tuple(Leg(str(n + 1), n * PITCH, 0, 1.7, 1.7, 1.0, n == 0) for n in range(4))
SCREEN = _boxed("Pin_header_1x4", _ROW_OF_FOUR, (-1.2, -1.2, 8.82, 1.2))._replace(label=(11.9, 0))
POWER = _boxed("USB-C_breakout", _ROW_OF_FOUR, (-2.7, -12.2, 10.3, 1.15))._replace(label=(3.81, -4))
BUZZER = _boxed("Piezo_5mm", _legs(2 * PITCH, 2, 1), (-3.75, -6.3, 8.83, 6.3))._replace(
    label=(PITCH, -3.5)
)
SCREW = Footprint("Screw_M3", (), (-2.9, -2.9, 2.9, 2.9), (), is_bare=True)
PROBE = Footprint(
    "Probe", (Leg("1", 0, 0, 1.8, 1.8, 1.0),), (0, 0, 0, 0), (), (0, 1.65), is_bare=True
)
KEY = _boxed(
    "Key_12mm",
    tuple(
        Leg(number, x, y, 2.0, 2.0, 1.2)
        for number, y in (("1", 0.0), ("2", 5.0))
        for x in (0.0, 12.5)  # joined in the key
    ),
    (1.25, -3.5, 11.25, 8.5),
)._replace(label=(6.25, 2.5))
KEY_PLUG_BELOW = _box_header(12, below=True)


def _flat(number: str, x: float, y: float, width: float, height: float) -> Leg:
    return Leg(number, x, y, width, height, 0, square=True)


CHIP_1206 = Footprint(
    "Chip_1206",
    (_flat("1", 0, 0, 1.4, 1.75), _flat("2", PITCH, 0, 1.4, 1.75)),
    (-0.9, -1.15, PITCH + 0.9, 1.15),
    ((1.0, -0.9, 1.54, -0.9), (1.0, 0.9, 1.54, 0.9)),
    (PITCH / 2, -1.75),
)
CHIP_SO14 = Footprint(
    "Chip_SO-14",
    tuple(
        _flat(leg.number, leg.x, leg.y / 2, 1.95, 0.6) for leg in _two_rows(14, 2 * PITCH, 0.8, 1.6)
    ),
    (-1.1, -0.7, 6.18, 8.32),
    ((1.2, -0.6, 3.88, -0.6), (1.2, 8.22, 3.88, 8.22), (-0.9, -0.55, 0.9, -0.55)),
    counts_round=True,
)
CAN = Footprint(
    "Capacitor_electrolytic_flat",
    (_flat("1", 0, 0, 3.5, 1.6), _flat("2", 5.6, 0, 3.5, 1.6)),
    (-2.0, -3.45, 7.6, 3.45),
    (
        *((-0.5, -3.3, 6.1, -3.3), (-0.5, 3.3, 6.1, 3.3)),
        *((-1.6, -1.8, -0.6, -1.8), (-1.1, -2.3, -1.1, -1.3)),
    ),
    (2.8, -2.3),
)
LAMP = Footprint(
    "Lamp_5050",
    (
        *(_flat("1", 0, 0, 1.5, 1.0), _flat("2", 0, 3.2, 1.5, 1.0)),
        *(_flat("3", 4.9, 3.2, 1.5, 1.0), _flat("4", 4.9, 0, 1.5, 1.0)),
    ),
    (-0.95, -1.1, 5.85, 4.3),
    (
        *((-0.8, -0.95, 5.7, -0.95), (-0.8, 4.15, 5.7, 4.15)),
        (-1.05, -0.95, -1.05, 0),  # at leg 1
    ),
    (2.45, 1.6),
    counts_round=True,
)
REGULATOR_BELOW = Footprint(
    "TO-92_below",
    tuple(Leg(str(n + 1), -n * PITCH, 0, 1.6, 1.6, 0.8, n == 0) for n in range(3)),
    (-5.2, -2.4, 0.12, 1.7),
    ((-4.6, 1.55, -0.5, 1.55), (-4.6, 1.4, -0.5, 1.4)),  # its flat side
    (-PITCH, -1.8),
    below=True,
)
ANGLED_PLUG_BELOW = Footprint(
    "Box_header_2x5_angled_below",
    _header(10, below=True),
    (-13.4, -5.2, 1.1, 15.36),
    ((1.3, -0.6, 1.3, 0.6),),  # at leg 1; its body reaches over the edge
    (-1.27, 13.2),
    counts_in_pairs=True,
    below=True,
)
READER = Footprint(
    "Reader_RC522",
    tuple(
        Leg(str(n + 1), (n if row == 0 else 7 - n) * PITCH, row * PITCH, 1.7, 1.7, 1.0, n == 0)
        for row in (0, 1)
        for n in range(8)
    ),
    (-1.3, -1.3, 7 * PITCH + 1.3, PITCH + 1.3),
    _rectangle(-1.3, -1.3, 7 * PITCH + 1.3, PITCH + 1.3),
    (3.5 * PITCH, PITCH + 2.1),
    is_in_either_row=True,
)
