"""The table on a breadboard: wires, the pins that the firmware uses, holes, pictures, page."""

import re
import runpy
from pathlib import Path

import pytest
from PIL import Image

import breadboard
import tables
from breadboard import COLUMNS, FOLDER, PITCH, STEPS, Socket, laid, seat, stamp
from drawing import BREADBOARD, CABLES, CONNECTORS, PARTS, Pin, pin, pin_count, wires
from guide import stamp_of
from hardware.test_guide import LEGIBLE_PX, PHONE_PX
from pico.test_wires import BESIDE
from scene import FINER

ROOT = Path(__file__).parents[2]
PINS = runpy.run_path(str(ROOT / "firmware/pico/pins.py"))
PAGE = (ROOT / "docs/howto/start-on-a-breadboard.md").read_text(encoding="utf-8")
WIRES = list(wires(BREADBOARD))
LAID = [each for step in STEPS for each in laid(step)]
MOST_WIRES = 22
MOST_EUR = 20
NEW = "run `make hardware`"


def led_from(part: str) -> dict[str, Pin]:
    """Where each wired pin of a part leads."""
    return {wire.end.label: wire.start for wire in WIRES if wire.end.part == part}


@pytest.mark.parametrize(
    ("part", "label", "gpio"),
    [
        ("READER", "SDA", PINS["READER_CS"][0]),
        *(("READER", name, PINS[name]) for name in ("SCK", "MOSI", "MISO")),
        *(("OLED", name, PINS[name]) for name in ("SDA", "SCL")),
        ("PUSH_BUTTON", "A", PINS["SEAT_BUTTONS"][0]),
    ],
)
def test_wires_and_firmware_name_the_same_pins(part, label, gpio):
    assert led_from(part)[label] == pin("PICO", f"GP{gpio}")


def test_every_supply_is_wired_and_no_other_pin_is():
    assert led_from("READER")["3.3V"] == led_from("READER")["RST"] == pin("RAIL+", "+")
    assert led_from("OLED")["VCC"] == pin("RAIL+", "+")
    for part, name in (("READER", "GND"), ("OLED", "GND"), ("PUSH_BUTTON", "B")):
        assert led_from(part)[name] == pin("RAIL-", "-")
    assert led_from("RAIL+") == {"+": pin("PICO", "3V3")}
    assert led_from("RAIL-") == {"-": pin("PICO", 38)}
    assert Pin("PICO", 38).label == "GND"
    wired = {(wire.end.part, wire.end.label) for wire in WIRES}
    unwired = {(part, label) for part in BREADBOARD["connectors"] for label in
               PARTS[part]["pinlabels"]} - wired  # fmt: skip
    assert unwired == {("READER", "IRQ")}


def test_it_is_small_and_cheap_enough_for_tonight():
    assert len(WIRES) == len(LAID) == 15 <= MOST_WIRES
    assert "Fifteen wires" in PAGE
    assert sum(eur for *_, eur in BREADBOARD["buys"]) < MOST_EUR
    bought = {what: number for number, what, _, _ in BREADBOARD["buys"]}
    beside = sum(each.end is None for each in LAID)
    assert bought["Wires from socket to pin"] == beside
    assert bought["Wires from pin to pin"] == len(LAID) - beside


def test_both_drawings_share_the_pico_and_no_other_name():
    assert not set(BREADBOARD["connectors"]) & set(CONNECTORS)
    assert not set(BREADBOARD["cables"]) & set(CABLES)


def test_a_pico_sits_over_the_groove_and_its_pins_are_where_they_are():
    assert [str(seat(Pin("PICO", number))) for number in (1, 20, 21, 40)] == [
        "c1",
        "c20",
        "h20",
        "h1",
    ]


def test_what_is_one_hole_off_at_the_pico_is_what_lies_there():
    for gpio, beside in BESIDE.items():
        number = pin("PICO", f"GP{gpio}").number
        labels = [Pin("PICO", each).label for each in (number - 1, number + 1) if each > 20]
        told = [int(each[2:]) if each.startswith("GP") else {"GND": each}.get(each)
                for each in labels] + [None] * (2 - len(labels))  # fmt: skip
        assert sorted(map(str, told)) == sorted(map(str, beside)), gpio


def test_the_button_works_whichever_way_it_is_turned():
    wired = [wire.end for wire in WIRES if wire.end.part == "PUSH_BUTTON"]
    places = [seat(end) for end in wired]
    assert len({place.row for place in places if place}) == len(wired) == 2
    assert len({place.column for place in places if place}) == 2
    assert {end.label for end in wired} == {"A", "B"}


def test_no_wire_ends_under_a_part():
    under = set()
    for part, placed in BREADBOARD["holes"].items():
        of = [seat(Pin(part, number)) for number in range(1, pin_count(part) + 1)]
        rows = [place.row for place in of if place]
        columns = [COLUMNS.index(place.column) for place in of if place]
        before, behind, above, below = placed["covers"]
        under |= {
            (part, str(end))
            for each in LAID
            for end in (each.start, each.end)
            if end is not None and end.column in COLUMNS
            if min(rows) - before <= end.row <= max(rows) + behind
            if min(columns) - below <= COLUMNS.index(end.column) <= max(columns) + above
        }
    assert not under


def test_no_hole_is_used_twice_and_each_wire_lies_in_the_row_of_its_pin():
    plugged = [seat(Pin(part, number)) for part in BREADBOARD["holes"]
               for number in range(1, pin_count(part) + 1)]  # fmt: skip
    ends = [end for each in LAID for end in (each.start, each.end) if end is not None]
    used = [each for each in [*plugged, *ends] if each is not None]
    assert len(used) == len(set(used))
    assert all(1 <= each.row <= BREADBOARD["rows"] for each in used)
    for each in LAID:
        for pin_, hole in ((each.wire.start, each.start), (each.wire.end, each.end)):
            place = seat(pin_)
            if place is not None:
                half = len(COLUMNS) // 2
                sides = [COLUMNS.index(of.column) < half for of in (place, hole)]
                assert (hole.row, sides[0]) == (place.row, sides[1])
            elif hole is not None:
                assert hole.column == pin_.label
                assert isinstance(hole, Socket)


@pytest.mark.parametrize("name", STEPS)
def test_a_picture_shows_what_is_wired_now_and_is_on_the_page(name):
    assert stamp_of(FOLDER / f"{name}.png") == stamp(name), NEW
    assert f"../pictures/breadboard/{name}.png" in PAGE
    assert {path.stem for path in FOLDER.iterdir()} == set(STEPS)


def on_picture(step: str, column: str, row: int) -> tuple[float, float]:
    """Where a hole is on the picture of a step."""
    (x, y), (left, top, _, _) = breadboard.spot(Socket(column, row)), breadboard.window(step)
    return x - left, y - top


def test_a_picture_numbers_the_rows_where_no_part_covers_them():
    """Beside the Pico, too, where most wires end: once above its rows and once below them.

    On a wire as well: that of row 5 hid the number by which it is found.
    """
    with Image.open(FOLDER / "display.png") as picture:
        grey = picture.convert("L")
    for row in (5, 10, 15, 20, 25):
        for column, aside in (("j", -0.8), ("a", 0.8)):
            x, y = on_picture("display", column, row)
            y += aside * PITCH * FINER
            about = (x - 12, y - 8, x + 12, y + 8)
            assert grey.crop(tuple(map(round, about))).getextrema()[0] < 120, (column, row)
            middle = (x - 2, about[1], x + 4, about[3])
            assert grey.crop(tuple(map(round, middle))).getextrema()[1] > 200, (column, row)


def test_a_picture_warns_of_the_pins_that_carry_5_v():
    with Image.open(FOLDER / "power.png") as picture:
        drawn = picture.convert("RGB")
    reds = []
    for row in range(1, 21):
        red, green, blue = drawn.getpixel(tuple(map(round, on_picture("power", "h", row))))
        reds += [row] if red > 2 * max(green, blue) else []
    assert reds == [1, 2]


@pytest.mark.parametrize("step", STEPS)
def test_a_picture_shows_its_wires_whole_and_its_names_are_legible_on_a_phone(step):
    left, top, right, bottom = breadboard.window(step)
    with Image.open(FOLDER / f"{step}.png") as picture:
        assert picture.size == (round(right) - round(left), round(bottom) - round(top))
    for each in laid(step):
        for end in filter(None, (each.start, each.end)):
            x, y = breadboard.spot(end)
            assert left < x < right
            assert top < y < bottom
    css_px = breadboard.NAME_POINTS * FINER * PHONE_PX / (right - left)
    assert css_px >= LEGIBLE_PX


def test_the_tables_list_every_wire_once():
    assert tables.filled(PAGE) == PAGE, NEW
    assert PAGE.count("☐") == len(WIRES)
    told = re.findall(r"<!-- table: plugs (.+) -->", PAGE)
    assert told == list(breadboard.STEPS)
