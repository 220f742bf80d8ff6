"""The plastic: each part is made by OpenSCAD, is one watertight body that prints, and all fit."""

import re
import runpy
import shutil
from itertools import pairwise
from pathlib import Path

import pytest

import drawing
from pcb import layout
from plastic import (
    CLASHES,
    PRINTED,
    Corner,
    Hanging,
    bodies,
    extent,
    hanging,
    is_watertight,
    make,
    read,
    volume_mm3,
)

ROOT = Path(__file__).parents[2]
MADE = ROOT / "build/hardware/tests"  # kept, so that only what was changed is made again
SCAD = (ROOT / "hardware/enclosure.scad").read_text(encoding="utf-8")
PINS = runpy.run_path(str(ROOT / "firmware/pico/pins.py"))
COARSE = 10
GUIDE = (ROOT / "docs/howto/build-the-table.md").read_text(encoding="utf-8")
BED_MM = tuple(map(int, re.search(r"bed of at least (\d+) x (\d+) mm", GUIDE).groups()))
NOZZLE_MM = 0.4
LAYER_MM = 0.2
LARGEST_BRIDGE_MM2 = 50
"""What looks down and rests on its edges alone: the lamp's window, the mouths for the plugs."""
PLA_G_PER_MM3 = 1.24e-3

needs_openscad = pytest.mark.skipif(
    shutil.which("openscad") is None, reason="OpenSCAD is not installed"
)


def measure(name: str) -> float:
    """A measure that stands at the top of the drawing as one number."""
    return float(re.search(rf"^{name} = ([\d.]+);", SCAD, re.MULTILINE)[1])


@pytest.fixture(scope="module", params=PRINTED)
def body(request):
    """A part's name and triangles, with few pieces to a circle."""
    target = MADE / f"{request.param}.stl"
    assert make(request.param, target, pieces=COARSE)
    return request.param, read(target)


@needs_openscad
def test_a_part_is_one_watertight_body(body):
    _, triangles = body
    assert is_watertight(triangles)
    assert bodies(triangles) == 1
    assert volume_mm3(triangles) > 1000


@needs_openscad
def test_a_part_lies_on_a_printer_and_needs_no_support(body):
    name, triangles = body
    least, greatest = extent(triangles)
    assert greatest.x - least.x <= BED_MM[0]  # as it lies: the guide says not to turn it
    assert greatest.y - least.y <= BED_MM[1]
    assert least.z == pytest.approx(0, abs=1e-3)
    faces = hanging(triangles)
    assert not [face for face in faces if face.is_ring], name
    assert all(face.mm2 < LARGEST_BRIDGE_MM2 for face in faces), name


def test_the_check_sees_a_ring_that_hangs_in_the_air():
    """A plate with a hole, as a screw's head leaves it when its lid lies face down."""

    def plate(z: float) -> list[Corner]:
        return [Corner(x, y, z) for x, y in ((0, 0), (6, 0), (6, 6), (0, 6))]

    outer, inner = plate(2), [Corner(x / 3 + 2, y / 3 + 2, z) for x, y, z in plate(2)]
    ring = []
    for i in range(4):
        j = (i + 1) % 4
        ring += [(outer[i], inner[i], outer[j]), (outer[j], inner[i], inner[j])]
    (face,) = hanging(ring)
    assert (face.is_ring, face.mm2) == (True, pytest.approx(32))
    whole = [(outer[0], outer[2], outer[1]), (outer[0], outer[3], outer[2])]
    assert hanging(whole) == [Hanging(pytest.approx(36), is_ring=False)]


@needs_openscad
@pytest.mark.parametrize("which", CLASHES)
def test_what_is_fitted_fits(which):
    assert not make(which, MADE / f"{which}.stl", pieces=COARSE)


@needs_openscad
def test_the_check_sees_what_does_not_fit():
    assert make("clash_station", MADE / "no_fit.stl", pieces=COARSE, reader_play=-2)
    assert make("clash_air", MADE / "no_air.stl", pieces=COARSE, vents=0)


@needs_openscad
def test_the_filament_of_the_parts_list_is_enough():
    count = {"station_tray": 4, "station_lid": 4, "channel": 4, "channel_lid": 4}
    grams = 0.0
    for part in PRINTED:
        assert make(part, MADE / f"{part}.stl", pieces=COARSE)
        volume = volume_mm3(read(MADE / f"{part}.stl"))
        grams += PLA_G_PER_MM3 * volume * count.get(part, 1)  # filled: more than it takes
    (line,) = [line for line in drawing.parts_list() if line["part"].startswith("Filament")]
    assert grams / 1000 < float(line["quantity"])


def test_walls_are_made_of_whole_lines_and_layers():
    assert measure("wall") / NOZZLE_MM == pytest.approx(6)
    for name in ("floor_thickness", "lid_thickness", "reader_cover", "lamp_diffuser"):
        layers = measure(name) / LAYER_MM
        assert layers == pytest.approx(round(layers)), name
        assert round(layers) >= 3, name


def test_the_drawing_and_the_firmware_count_the_same_keys():
    assert measure("key_rows") == len(PINS["KEY_ROWS"])
    assert measure("key_columns") == len(PINS["KEY_COLUMNS"])


def test_the_plastic_and_the_board_have_the_same_holes():
    assert f"holes = [{drawing.BOARD['columns']}, {drawing.BOARD['rows']}];" in SCAD
    pico = [drawing.places()[drawing.Pin("PICO", number)].column for number in (1, 40)]
    assert f"pico_column = {pico};" in SCAD
    power = [drawing.places()[drawing.Pin("POWER", number)].column for number in (1, 4)]
    assert f"power_column = {power};" in SCAD
    left, right = (drawing.places()[drawing.Pin("BUZZER", number)] for number in (1, 2))
    assert f"at_hole({(left.column + right.column) // 2}, {left.row})" in SCAD


def test_the_keys_are_in_the_middle_of_their_board_as_the_lid_has_them():
    """The printed board's keys lie about its middle, as far apart as the lid's holes."""
    board = layout.keys()
    keys = [part for part in board.parts if part.what == "Key"]
    leg = layout.footprint.KEY.legs[-1]
    for middle, places in (
        (board.width / 2, {part.x + leg.x / 2 for part in keys}),
        (board.height / 2, {part.y + leg.y / 2 for part in keys}),
    ):
        assert (min(places) + max(places)) / 2 == pytest.approx(middle, abs=0.01)
        steps = [b - a for a, b in pairwise(sorted(places))]
        assert steps == pytest.approx([6 * layout.HOLE_MM] * len(steps), abs=0.01)
    assert "key_pitch = 6 * hole;" in SCAD


def test_there_are_as_many_screws_as_holes_for_them():
    (line,) = [line for line in drawing.parts_list() if line["part"].startswith("Screw")]
    assert float(line["quantity"]) == 6 + 4 * 4
