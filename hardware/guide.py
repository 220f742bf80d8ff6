"""The pictures of the building guide, each with a stamp of what it shows. Decides no measure."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from PIL import Image
from PIL.PngImagePlugin import PngInfo

import cables
import drawing
import plastic
import scene
from pcb import copper, gerber, view
from pcb import make as boards
from plastic import Corner
from scene import Body, Colour, Eye, Note, draw

FOLDER = Path(__file__).parents[1] / "docs/pictures/table"
SHADES = 40
"""Colours of a picture: enough for a drawing, and a small file."""
_STAMP = "Made from"

GREY, PALE, BLUE = (125, 132, 142), (235, 228, 210), (60, 90, 170)
GREEN, DARK, AMBER = (60, 140, 80), (70, 70, 78), (230, 180, 60)
CARD, GLASS = (250, 250, 250), (120, 170, 210)


class Shown(NamedTuple):
    """A body in a picture: what it is, its colour, what is said of it, how far it is lifted."""

    part: str
    colour: Colour
    notes: tuple[Note, ...] = ()
    lifted_mm: float = 0


class Plastic(NamedTuple):
    """A picture of bodies, seen from somewhere."""

    eye: Eye
    shown: tuple[Shown, ...]


PLASTIC: dict[str, Plastic] = {
    "station-open": Plastic(
        Eye(-25, 48),
        (
            Shown(
                "station_tray",
                GREY,
                (
                    Note("the ribbon leaves here", Corner(36, 126, 19)),
                    Note("slots on both sides: air for the regulator", Corner(0, 31, 17)),
                ),
            ),
            Shown("station_board", GREEN, (Note("station's board, print up"),)),
            Shown("lamp", AMBER),
            Shown("reader_header", DARK),
            Shown(
                "reader",
                BLUE,
                (
                    Note(
                        "card reader: plain side up, its row of holes on the board",
                        Corner(36, 60, 20),
                    ),
                ),
            ),
            Shown("seat_button", AMBER, (Note("push button with its cap"),)),
        ),
    ),
    "station-closed": Plastic(
        Eye(-25, 38),
        (
            Shown("station_tray", GREY, (Note("tray", Corner(60, 0, 9)),)),
            Shown(
                "station_lid_on",
                PALE,
                (
                    Note("lid, hollow side up", Corner(12, 40, 48)),
                    Note("four screws from above", Corner(66, 6, 48)),
                ),
                26,
            ),
            Shown("seat_button", AMBER),
            Shown("card", CARD, (Note("card, face up, in the hollow"),), 60),
        ),
    ),
    "box-open": Plastic(
        Eye(-20, 52),
        (
            Shown(
                "box",
                GREY,
                (
                    Note("the computer's cable comes in here: micro USB", Corner(38, 174, 26)),
                    Note("the charger's cable comes in here: USB-C", Corner(71, 174, 15.3)),
                    Note("a ribbon leaves at each notch", Corner(1, 130, 35)),
                ),
            ),
            Shown("main_board", GREEN, (Note("main board, joints down", Corner(57, 157, 9.6)),)),
            Shown("main_parts", DARK),
            Shown("key_board", GREEN),
            Shown(
                "keys",
                AMBER,
                (Note("key 2", Corner(31.5, 80.9, 40)), Note("key MENU", Corner(77.3, 19.9, 40))),
            ),
        ),
    ),
    "box-lid": Plastic(
        Eye(180, -52),
        (
            Shown(
                "box_lid_on",
                PALE,
                (
                    Note("three long pillars hold the main board", Corner(12.4, 103.4, 12)),
                    Note("four short ones hold the key board", Corner(86.4, 8.4, 29)),
                ),
            ),
            Shown(
                "display",
                GLASS,
                (Note("display: glass to the window, pins to the back edge"),),
                -16,
            ),
        ),
    ),
}
"""Pictures of plastic and of what goes into it."""

CABLES: dict[str, tuple[str, ...]] = {
    "wiring-box": ("W_KEYPAD", "W_DISPLAY"),
}
"""Pictures of cables, and those that they show."""

BOARDS: dict[str, str] = {
    "board-parts": "main",
    "board-station": "station",
    "board-keys": "keys",
}
"""Pictures of printed boards from above, and the boards that they show."""

NAMES = (*PLASTIC, *CABLES, *BOARDS)


def stamp(name: str) -> str:
    """What a picture is made from, as a number; the same on every machine."""
    if name in PLASTIC:
        return stamp_with((plastic.source(), PLASTIC[name]), scene, plastic, _plastic)
    if name in CABLES:
        wires = [wire for wire in drawing.wires() if wire.cable in CABLES[name]]
        parts = sorted({end.part for wire in wires for end in (wire.start, wire.end)})
        return stamp_with((wires, [drawing.PARTS[part] for part in parts]), cables)
    made_from = boards.archive(BOARDS[name]).read_bytes()
    return stamp_with(made_from, view, copper, gerber)


def stamp_with(shown: object, *drawn_by: ModuleType | Callable[..., object]) -> str:
    """Values that a picture shows and the code that draws and saves it, as a number."""
    code = [inspect.getsource(each) for each in (*drawn_by, save)]
    return hashlib.sha256(repr((SHADES, shown, code)).encode()).hexdigest()[:16]


def stamped(name: str) -> str:
    """What the picture that is there was made from; empty if there is none."""
    return stamp_of(FOLDER / f"{name}.png")


def stamp_of(path: Path) -> str:
    """What this picture was made from; empty if it is not there."""
    if not path.exists():
        return ""
    with Image.open(path) as picture:
        return str(picture.info.get(_STAMP, ""))


def refresh(bodies: Path) -> list[str]:
    """Draw the pictures that are not there or show what is no more; their names."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    stale = [name for name in NAMES if stamped(name) != stamp(name)]
    for name in stale:
        save(FOLDER / f"{name}.png", stamp(name), _drawn(name, bodies))
    return stale


def _drawn(name: str, bodies: Path) -> Image.Image:
    if name in PLASTIC:
        return _plastic(PLASTIC[name], bodies)
    if name in CABLES:
        return cables.picture(CABLES[name])
    return view.above(BOARDS[name])


def save(path: Path, made_from: str, picture: Image.Image) -> None:
    """Write a picture with its stamp."""
    told = PngInfo()
    told.add_text(_STAMP, made_from)
    few = picture.quantize(SHADES, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(path, optimize=True, pnginfo=told)


def _plastic(wanted: Plastic, folder: Path) -> Image.Image:
    bodies = []
    for shown in wanted.shown:
        target = folder / f"{shown.part}.stl"
        plastic.make(shown.part, target)
        lifted = [
            tuple(Corner(x, y, z + shown.lifted_mm) for x, y, z in triangle)
            for triangle in plastic.read(target)
        ]
        bodies.append(Body([(a, b, c) for a, b, c in lifted], shown.colour, shown.notes))
    return draw(bodies, wanted.eye)
