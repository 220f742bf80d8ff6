"""The building guide shows what the drawings say now: its pictures, its tables, its parts."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

import cables
import drawing
import guide
import plots
import scene
import tables
from drawing import Pin

PAGE = tables.GUIDE.read_text(encoding="utf-8")
HARDWARE = Path(guide.__file__).parent
PHONE_PX, LEGIBLE_PX = 358, 7
"""What a page of 390 px leaves a picture, and the letters on it."""
LARGEST_BYTES = 60_000
LARGEST_TOGETHER_BYTES = 500_000
NEW = "run `make hardware`"


@pytest.mark.parametrize("name", guide.NAMES)
def test_a_picture_shows_what_is_drawn_now(name):
    assert guide.stamped(name) == guide.stamp(name), NEW


def test_the_pictures_are_small_and_all_are_shown():
    files = {path.stem: path for path in guide.FOLDER.iterdir()}
    assert set(files) == set(guide.NAMES)
    sizes = [path.stat().st_size for path in files.values()]
    assert max(sizes) < LARGEST_BYTES
    assert sum(sizes) < LARGEST_TOGETHER_BYTES
    shown = re.findall(r"!\[.+\]\(\.\./pictures/table/(.+)\.png\)", PAGE)
    assert sorted(shown) == sorted(guide.NAMES)


def test_the_tables_say_what_is_drawn_now():
    assert tables.filled(PAGE) == PAGE, NEW


def test_a_table_that_is_none_is_an_error():
    with pytest.raises(KeyError):
        tables.filled("<!-- table: nothing -->\n<!-- end -->")


OHMS = {"470 ohm": 470, "1 kohm": 1000, "5.6 kohm": 5600, "4.7 kohm": 4700, "10 kohm": 10_000}


def between(one: str, other: str) -> float:
    """The ohms of the one resistor between two legs, as `SEAT0.8` or `PICO.22`."""
    ends = [drawing.net(Pin(part, int(leg))) for part, leg in (e.split(".") for e in (one, other))]
    parts = [{leg.part for leg in end if leg.part.startswith(("R_", "PULL"))} for end in ends]
    (resistor,) = parts[0] & parts[1]
    return float(re.findall(r"\d+", drawing.CONNECTORS[resistor]["type"])[0]) * (
        1000 if "kohm" in drawing.CONNECTORS[resistor]["type"] else 1
    )


def measured(red: str) -> list[str]:
    """The cells of a row of what is measured before the Pico is plugged in."""
    (line,) = re.findall(rf"^\| {re.escape(red)} \|(.+)\|$", PAGE, re.MULTILINE)
    return [cell.strip() for cell in line.split("|")]


@pytest.mark.parametrize(
    ("red", "legs"),
    [
        ("leg 1 of SEAT0 to SEAT3", [f"SEAT{seat}.1" for seat in range(4)]),
        ("leg 8 of SEAT0 to SEAT3", [f"SEAT{seat}.8" for seat in range(4)]),
        ("leg 1 to 9 of KEYS", [f"KEYS.{leg}" for leg in range(1, 10)]),
    ],
)
def test_what_is_measured_at_the_pico_is_what_the_wiring_has(red, legs):
    black, right, _ = measured(red)
    picos = re.findall(r"\d+", black)
    assert [between(a, f"PICO.{b}") for a, b in zip(legs, picos, strict=True)] == (
        [OHMS[right]] * len(legs)
    )


def test_the_rest_of_what_is_measured_is_what_the_wiring_has():
    for seat in range(4):
        assert between(f"SEAT{seat}.9", "PICO.24") == OHMS[measured("leg 9 of each SEAT")[1]]
        assert between(f"SEAT{seat}.5", "PICO.25") == OHMS[measured("leg 5 of each SEAT")[1]]
        assert between(f"SEAT{seat}.3", "PICO.38") == OHMS[measured("leg 3 of each SEAT")[1]]
        grounds = {drawing.net(Pin(f"SEAT{seat}", leg)) for leg in (4, 7, 10)}
        assert grounds == {drawing.net(Pin("KEYS", 10))}
    assert between("R_MISO.1", "PICO.38") == OHMS[measured("MISO")[1]]
    pulled = OHMS[measured("SCREEN, first and third pin")[1]]
    assert [between(f"SCREEN.{leg}", "PICO.36") for leg in (1, 3)] == [pulled] * 2


def test_a_picture_of_cables_is_drawn_anew_when_a_plug_is_another_one(monkeypatch):
    before = guide.stamp("wiring-box")
    monkeypatch.setitem(drawing.CONNECTORS["KEYS"], "pn", "another")
    assert guide.stamp("wiring-box") != before


STAMPS = """
import json, breadboard, guide, plots
drawn = {"board": guide.BOARDS, "plastic": guide.PLASTIC, "cables": guide.CABLES}
found = {kind: [guide.stamp(name) for name in names] for kind, names in drawn.items()}
found["plots"] = [plots.stamp(name) for name in plots.PLOTS]
found["breadboard"] = [breadboard.stamp(name) for name in breadboard.STEPS]
print(json.dumps(found))
"""
"""Prints what each kind of picture is made from."""


def stamps(hardware: Path) -> dict[str, list[str]]:
    """What the pictures of each kind are made from, by the code of a folder."""
    run = [sys.executable, "-c", STAMPS]
    found: dict[str, list[str]] = json.loads(subprocess.check_output(run, cwd=hardware, text=True))
    return found


def test_each_picture_is_drawn_anew_when_the_code_that_draws_it_is_another(tmp_path):
    hardware = tmp_path / "hardware"
    shutil.copytree(HARDWARE, hardware)
    before = stamps(hardware)
    for file, kinds in {
        "breadboard.py": ["breadboard"],
        "plots.py": ["plots"],
        "spice.py": ["plots"],
        "scene.py": ["plastic"],
        "plastic.py": ["plastic"],
        "cables.py": ["cables"],
        "pcb/view.py": ["board"],
        "pcb/copper.py": ["board"],
        "pcb/gerber.py": ["board"],
    }.items():
        source = (hardware / file).read_text(encoding="utf-8")
        (hardware / file).write_text(f"{source}_ANOTHER = 1\n", encoding="utf-8")
        after = stamps(hardware)
        assert [kind for kind in after if not set(after[kind]) & set(before[kind])] == kinds, file
        (hardware / file).write_text(source, encoding="utf-8")


def test_letters_that_are_drawn_can_be_read_on_a_phone():
    """Except on the boards themselves, where they are as large as they are printed."""
    for path, letters in (
        *((guide.FOLDER / f"{name}.png", scene.TEXT) for name in guide.PLASTIC),
        *((guide.FOLDER / f"{name}.png", cables.TEXT * scene.FINER) for name in guide.CABLES),
        *((plots.FOLDER / f"{name}.png", plots.TEXT) for name in plots.PLOTS),
    ):
        with Image.open(path) as picture:
            assert letters * PHONE_PX / picture.width >= LEGIBLE_PX, path.name


def test_a_picture_is_drawn_once_for_what_it_shows(tmp_path, monkeypatch):
    monkeypatch.setattr(guide, "FOLDER", tmp_path)
    monkeypatch.setattr(guide, "NAMES", ("board-keys",))
    assert guide.refresh(tmp_path) == ["board-keys"]
    assert guide.refresh(tmp_path) == []
    assert guide.stamped("board-keys") == guide.stamp("board-keys")
