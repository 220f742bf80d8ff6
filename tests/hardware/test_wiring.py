"""The wiring as it is drawn, the pins that the firmware uses, and what an RP2040 can do on them."""

import re
import runpy
from math import log
from pathlib import Path

import pytest

from drawing import CABLES, CONNECTORS, Pin, net, pin, wire_count, wires

ROOT = Path(__file__).parents[2]
PINS = runpy.run_path(str(ROOT / "firmware/pico/pins.py"))
SEATS = range(len(PINS["READER_CS"]))
GATES = range(1, len(SEATS) + 1)
"""Of the level shifter: one for each seat, in their order."""

ON_THE_HEADER = [*range(23), 26, 27, 28]  # Raspberry Pi Pico data sheet, 2.1
# RP2040 data sheet, 1.4.3, table 2: what each GPIO from 0 on is to a bus.
SPI_FUNCTIONS = "RX CS SCK TX".split() * 8
SPI_BUSES = ([0] * 8 + [1] * 8) * 2
I2C_FUNCTIONS = "SDA SCL".split() * 15
I2C_BUSES = [0, 0, 1, 1] * 8

GROUND = net(pin("PICO", 38))
USB_5V = net(pin("PICO", "VBUS"))
CHARGER_5V = net(pin("POWER", "VBUS"))
PICO_3V3 = net(pin("PICO", "3V3"))
STATIONS_5V = [net(pin(f"BALLAST{seat}", "B")) for seat in SEATS]
READERS_3V3 = [net(pin(f"REGULATOR{seat}", "OUT")) for seat in SEATS]
FUSED_5V = [net(pin(f"FUSE{seat}", "B")) for seat in SEATS]
SUPPLIES = [USB_5V, CHARGER_5V, PICO_3V3, *FUSED_5V, *STATIONS_5V, *READERS_3V3]
GROUND_COLOURS = {"BK", "YE", "VT"}
BARE = "SN"
"""The leg of a part, which has no colour."""


def expected() -> dict[Pin, int]:
    """The GPIO that pins.py has for each pin of a part that carries a signal."""
    signals = {}
    for seat in SEATS:
        reader = f"READER{seat}"
        signals[pin(reader, "SDA")] = PINS["READER_CS"][seat]
        for name in ("SCK", "MOSI", "MISO"):
            signals[pin(reader, name)] = PINS[name]
        signals[pin(f"BUTTON{seat}", "A")] = PINS["SEAT_BUTTONS"][seat]
    for kind, gpios in (("R", PINS["KEY_ROWS"]), ("C", PINS["KEY_COLUMNS"])):
        signals |= {pin("KEYPAD", f"{kind}{number}"): gpio for number, gpio in enumerate(gpios)}
    return signals | {
        pin("DISPLAY", "SDA"): PINS["SDA"],
        pin("DISPLAY", "SCL"): PINS["SCL"],
        **{pin("BUFFER", f"{gate}A"): PINS["LAMPS"] for gate in GATES},
        **{pin("BUFFER", f"{gate}OE"): PINS["READER_CS"][gate - 1] for gate in GATES},
        pin("BUZZER", "+"): PINS["BUZZER"],
    }


def gpios(of: frozenset[Pin]) -> list[int]:
    """The GPIOs that are joined in a net."""
    labels = [each.label for each in of if each.part == "PICO"]
    return [int(label[2:]) for label in labels if re.fullmatch(r"GP\d+", label)]


def all_pins() -> list[int]:
    """Every GPIO that pins.py names."""
    numbers = []
    for name, value in PINS.items():
        if name.isupper() and not name.endswith("_ID") and name != "KEYS":
            numbers += value if isinstance(value, tuple) else [value]
    return numbers


@pytest.mark.parametrize("end", expected(), ids=lambda end: f"{end.part}.{end.label}")
def test_the_drawing_and_the_firmware_name_the_same_pins(end):
    assert gpios(net(end, through=True)) == [expected()[end]]


def test_the_drawing_wires_no_other_gpio():
    drawn = {end for wire in wires() for end in (wire.start, wire.end)}
    assert sorted(gpios(frozenset(drawn))) == sorted(all_pins())


def test_no_pin_is_used_twice():
    pins = all_pins()
    assert len(pins) == len(set(pins))
    assert set(pins) <= set(ON_THE_HEADER)


def test_the_header_is_that_of_a_pico():
    labels = CONNECTORS["PICO"]["pinlabels"]
    assert len(labels) == CONNECTORS["PICO"]["pincount"] == 40
    numbers = [int(name[2:]) for name in labels if re.fullmatch(r"GP\d+", name)]
    assert numbers == ON_THE_HEADER
    grounds = [place for place, name in enumerate(labels, 1) if name == "GND"]
    assert grounds == [3, 8, 13, 18, 23, 28, 33, 38]
    assert (labels[35], labels[39]) == ("3V3", "VBUS")


def test_the_page_about_power_counts_the_free_pins_honestly():
    page = (ROOT / "docs/explanation/power.md").read_text(encoding="utf-8")
    free = sorted(set(ON_THE_HEADER) - set(all_pins()))
    assert free == [0, 1]
    assert f"has {len(ON_THE_HEADER)}, the table uses {len(all_pins())}, and GP0 and GP1" in (
        " ".join(page.split())
    )


@pytest.mark.parametrize(("name", "function"), [("SCK", "SCK"), ("MOSI", "TX"), ("MISO", "RX")])
def test_the_spi_pins_have_their_function(name, function):
    assert SPI_FUNCTIONS[PINS[name]] == function
    assert SPI_BUSES[PINS[name]] == PINS["SPI_ID"]


@pytest.mark.parametrize("name", ["SDA", "SCL"])
def test_the_i2c_pins_have_their_function(name):
    assert I2C_FUNCTIONS[PINS[name]] == name
    assert I2C_BUSES[PINS[name]] == PINS["I2C_ID"]


def test_no_two_supplies_touch():
    nets = [GROUND, *SUPPLIES]
    assert len(frozenset.union(*nets)) == sum(len(each) for each in nets)
    joined = [net(next(iter(each)), through=True) for each in SUPPLIES]
    assert not any(GROUND & each for each in joined)


@pytest.mark.parametrize("seat", SEATS)
def test_every_station_has_its_supplies_and_its_ground(seat):
    assert {pin(f"READER{seat}", "3.3V"), pin(f"READER{seat}", "RST")} <= READERS_3V3[seat]
    assert {pin(f"LAMP{seat}", "5V"), pin(f"REGULATOR{seat}", "IN")} <= STATIONS_5V[seat]
    grounds = {pin(f"{part}{seat}", "GND") for part in ("READER", "REGULATOR")}
    assert grounds | {pin(f"BUTTON{seat}", "B"), Pin(f"LAMP{seat}", 3)} <= GROUND


def test_every_part_of_the_box_has_its_supply_and_its_ground():
    assert pin("BUFFER", "VCC") in USB_5V
    assert pin("DISPLAY", "VCC") in PICO_3V3
    parts = ("POWER", "BUFFER", "DISPLAY")
    assert {pin(part, "GND") for part in parts} | {pin("BUZZER", "-")} <= GROUND


def test_each_capacitor_of_the_board_lies_across_its_supply_the_right_way_round():
    assert pin("C_SUPPLY", "+") in CHARGER_5V
    assert pin("C_BUFFER", "A") in USB_5V
    assert {pin("C_SUPPLY", "-"), pin("C_BUFFER", "B")} <= GROUND


def test_each_reader_can_only_lift_the_line_to_the_host():
    assert {pin(f"D_MISO{seat}", "K") for seat in SEATS} <= net(pin("R_MISO", "A"))
    assert pin("R_MISO", "B") in GROUND
    for seat in SEATS:
        assert pin(f"D_MISO{seat}", "A") in net(pin(f"R_ANSWER{seat}", "B"))


@pytest.mark.parametrize("seat", SEATS)
def test_each_lamp_has_a_line_that_needs_no_other_station(seat):
    line = net(pin(f"LAMP{seat}", "DIN"), through=True)
    assert pin("BUFFER", f"{seat + 1}Y") in line
    others = tuple(
        f"{kind}{other}" for kind in ("LAMP", "SEAT") for other in SEATS if other != seat
    )
    assert not [each for each in line if each.part in others]


@pytest.mark.parametrize("seat", SEATS)
def test_a_lamps_line_is_dark_while_its_gate_is_shut(seat):
    assert pin(f"PULL{seat}", "A") in net(pin(f"LAMP{seat}", "DIN"))
    assert pin(f"PULL{seat}", "B") in GROUND


def test_each_supply_has_its_colour():
    told = [wire for wire in wires() if wire.cable != "W_KEYPAD" and wire.colour != BARE]
    for colours, nets in ((GROUND_COLOURS, [GROUND]), ({"RD"}, SUPPLIES)):
        ends = frozenset.union(*nets)
        assert {wire.colour for wire in told if wire.start in ends} == colours
        assert all(wire.start in ends for wire in told if wire.colour in colours)


def test_every_part_is_wired_and_every_wire_leads_somewhere():
    used: dict[str, list[int]] = {}
    for wire in wires():
        used.setdefault(wire.cable, []).append(wire.number)
    for name in CABLES:
        assert sorted(used[name]) == list(range(1, wire_count(name) + 1)), name
    assert {end.part for wire in wires() for end in (wire.start, wire.end)} == set(CONNECTORS)


def resistor(part: str) -> int:
    """Its ohms."""
    return int(CONNECTORS[part]["type"].split()[1])


def test_the_line_to_the_host_falls_in_time():
    """What docs/explanation/range.md reckons: half a clock is longer than all that has to fit."""
    settings = (ROOT / "firmware/pico/equipment.py").read_text(encoding="utf-8")
    hertz, most_hertz = (
        1000 * int(re.search(rf"^{name} = const\((\d+)\)", settings, re.MULTILINE)[1])
        for name in ("_KHZ", "_MOST_KHZ")
    )
    ohms = resistor("R_MISO")
    reader_s, cable_s = 25e-9, 2 * 0.5 / 2e8
    high_v, low_v, farads = (
        2.7,
        0.8,
        60e-12,
    )  # RP2040 data sheet, 5.5.3.4: VIL; four diodes, a pin, wires
    falls_s = ohms * farads * log(high_v / low_v)
    clock_s = resistor("R_SCK0") * 38e-12 * log(1 / (1 - 0.7))  # MFRC522: VIH is 0.7 of its supply
    host_s = resistor("R_HOST") * 10e-12
    needed_s = clock_s + reader_s + cable_s + falls_s + host_s
    left_ns = round((1 / hertz / 2 - needed_s) * 1e9, -1)
    page = (ROOT / "docs/explanation/range.md").read_text(encoding="utf-8")
    assert f"{left_ns:.0f} ns are left" in " ".join(page.split())
    assert f"at {hertz // 1_000_000} MHz" in page
    half_ns, needed_ns = round(1e9 / most_hertz / 2), round(needed_s * 1e9, -1)
    assert needed_ns < half_ns, "nothing lets a board be set faster than its ribbons"
    assert (
        f"half a clock of that is {half_ns} ns, and all of the above takes {needed_ns:.0f}"
        in " ".join(page.split())
    )
