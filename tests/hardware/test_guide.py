"""The building guide shows what the drawings say now: its pictures, its tables, its parts."""

import re

import pytest

import drawing
import guide
import tables
from drawing import Pin

PAGE = tables.GUIDE.read_text(encoding="utf-8")
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


def test_a_picture_is_drawn_once_for_what_it_shows(tmp_path, monkeypatch):
    monkeypatch.setattr(guide, "FOLDER", tmp_path)
    monkeypatch.setattr(guide, "NAMES", ("board-keys",))
    assert guide.refresh(tmp_path) == ["board-keys"]
    assert guide.refresh(tmp_path) == []
    assert guide.stamped("board-keys") == guide.stamp("board-keys")
