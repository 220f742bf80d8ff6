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

ON_THE_HEADER = [*range(23), 26, 27, 28]  # Raspberry Pi Pico data sheet, 2.1
# RP2040 data sheet, 1.4.3, table 2: what each GPIO from 0 on is to a bus.
SPI_FUNCTIONS = "RX CS SCK TX".split() * 8
SPI_BUSES = ([0] * 8 + [1] * 8) * 2
I2C_FUNCTIONS = "SDA SCL".split() * 15
I2C_BUSES = [0, 0, 1, 1] * 8

GROUND = net(pin("PICO", 38))
USB_5V = net(pin("PICO", "VBUS"))
PICO_3V3 = net(pin("PICO", "3V3"))
READERS_3V3 = net(pin("REGULATOR", "OUT"))
POWER = {"BK": GROUND, "RD": USB_5V, "OG": PICO_3V3 | READERS_3V3}


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
        pin("BUFFER", "1A"): PINS["LAMPS"],
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


@pytest.mark.parametrize(("name", "function"), [("SCK", "SCK"), ("MOSI", "TX"), ("MISO", "RX")])
def test_the_spi_pins_have_their_function(name, function):
    assert SPI_FUNCTIONS[PINS[name]] == function
    assert SPI_BUSES[PINS[name]] == PINS["SPI_ID"]


@pytest.mark.parametrize("name", ["SDA", "SCL"])
def test_the_i2c_pins_have_their_function(name):
    assert I2C_FUNCTIONS[PINS[name]] == name
    assert I2C_BUSES[PINS[name]] == PINS["I2C_ID"]


def test_no_two_supplies_touch():
    supplies = [GROUND, USB_5V, PICO_3V3, READERS_3V3]
    assert len(frozenset.union(*supplies)) == sum(len(each) for each in supplies)
    joined = [net(next(iter(each)), through=True) for each in (USB_5V, PICO_3V3, READERS_3V3)]
    assert not any(GROUND & each for each in joined)


@pytest.mark.parametrize("seat", SEATS)
def test_every_station_has_its_supplies_and_its_ground(seat):
    assert {pin(f"READER{seat}", "3.3V"), pin(f"READER{seat}", "RST")} <= READERS_3V3
    assert pin(f"LAMP{seat}", "5V") in USB_5V
    assert {pin(f"READER{seat}", "GND"), pin(f"BUTTON{seat}", "B"), Pin(f"LAMP{seat}", 3)} <= GROUND


def test_every_part_of_the_box_has_its_supply_and_its_ground():
    assert {pin("REGULATOR", "IN"), pin("BUFFER", "VCC")} <= USB_5V
    assert pin("DISPLAY", "VCC") in PICO_3V3
    parts = ("REGULATOR", "BUFFER", "DISPLAY")
    assert {pin(part, "GND") for part in parts} | {pin("BUZZER", "-")} <= GROUND
    enables = {pin("BUFFER", f"{gate}OE") for gate in "1234"}
    assert enables | {pin("BUFFER", f"{gate}A") for gate in "234"} <= GROUND


@pytest.mark.parametrize(("kind", "supply"), [("C_LAMPS", USB_5V), ("C_OUT", READERS_3V3)])
def test_a_capacitor_with_a_polarity_lies_the_right_way_round(kind, supply):
    assert (pin(kind, "+") in supply, pin(kind, "-") in GROUND) == (True, True)


@pytest.mark.parametrize(("kind", "supply"), [("C_IN", USB_5V), ("C_BUFFER", USB_5V)])
def test_a_capacitor_without_one_lies_across_its_supply(kind, supply):
    assert (pin(kind, "A") in supply, pin(kind, "B") in GROUND) == (True, True)


def test_each_reader_can_only_lift_the_line_to_the_host():
    assert {pin(f"D_MISO{seat}", "K") for seat in SEATS} <= net(pin("R_MISO", "A"))
    assert pin("R_MISO", "B") in GROUND
    for seat in SEATS:
        assert pin(f"D_MISO{seat}", "A") in net(pin(f"READER{seat}", "MISO"))


def test_the_lamps_are_a_chain_from_seat_to_seat():
    assert pin("LAMP0", "DIN") in net(pin("BUFFER", "1Y"), through=True)
    for seat in SEATS[1:]:
        assert pin(f"LAMP{seat}", "DIN") in net(pin(f"LAMP{seat - 1}", "DOUT"))


def test_each_supply_has_its_colour():
    told = [wire for wire in wires() if wire.cable != "W_KEYPAD"]
    for colour, supply in POWER.items():
        assert {wire.colour for wire in told if wire.start in supply} == {colour}
        assert all(wire.start in supply for wire in told if wire.colour == colour)


def test_every_part_is_wired_and_every_wire_leads_somewhere():
    used: dict[str, list[int]] = {}
    for wire in wires():
        used.setdefault(wire.cable, []).append(wire.number)
    spare = {"W_KEYPAD": [10]}
    for name in CABLES:
        which = used[name] + spare.get(name, [])
        assert sorted(which) == list(range(1, wire_count(name) + 1)), name
    assert {end.part for wire in wires() for end in (wire.start, wire.end)} == set(CONNECTORS)


def test_the_line_to_the_host_falls_in_time():
    """What docs/explanation/range.md reckons: half a clock is longer than all that has to fit."""
    rounds = (ROOT / "firmware/pico/rounds.py").read_text(encoding="utf-8")
    hertz = int(re.search(r"^_SPI_HZ = const\((\d[\d_]*)\)", rounds, re.MULTILINE)[1])
    ohms = int(CONNECTORS["R_MISO"]["type"].split()[1])
    reader_s, cable_s = 25e-9, 2 * 0.5 / 2e8
    high_v, low_v, farads = (
        2.7,
        0.8,
        60e-12,
    )  # RP2040 data sheet, 5.5.3.4: VIL; four diodes, a pin, wires
    falls_s = ohms * farads * log(high_v / low_v)
    left_ns = round((1 / hertz / 2 - reader_s - cable_s - falls_s) * 1e9, -1)
    page = (ROOT / "docs/explanation/range.md").read_text(encoding="utf-8")
    assert f"{left_ns:.0f} ns are left" in page
    assert f"at {hertz // 1_000_000} MHz" in page
