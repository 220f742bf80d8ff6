"""The wiring as it is drawn, the pins that the firmware uses, and what an RP2040 can do on them."""

import re
import runpy
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
PINS = runpy.run_path(str(ROOT / "firmware/pico/pins.py"))
DRAWING = yaml.safe_load((ROOT / "hardware/wiring.yml").read_text(encoding="utf-8"))
CONNECTORS = DRAWING["connectors"]

ON_THE_HEADER = [*range(23), 26, 27, 28]  # Raspberry Pi Pico data sheet, 2.1
# RP2040 data sheet, 1.4.3, table 2: what each GPIO from 0 on is to a bus.
SPI_FUNCTIONS = "RX CS SCK TX".split() * 8
SPI_BUSES = ([0] * 8 + [1] * 8) * 2
I2C_FUNCTIONS = "SDA SCL".split() * 15
I2C_BUSES = [0, 0, 1, 1] * 8


def label(connector: str, pin: object) -> str:
    """The label of a pin that a connection names by its number or its label."""
    labels = CONNECTORS[connector]["pinlabels"]
    if isinstance(pin, int):
        return labels[pin - 1]
    assert labels.count(pin) == 1, f"{connector}.{pin}"
    return pin


def wires(of: object) -> list[int]:
    """The numbers of the wires that a connection names, as [1-3] or [1]."""
    numbers = []
    for item in of:
        first, _, last = str(item).partition("-")
        numbers += range(int(first), int(last or first) + 1)
    return numbers


def joined() -> list[tuple[str, str, str, str]]:
    """Every wire as (connector, pin, connector, pin)."""
    found = []
    for left, _, right in DRAWING["connections"]:
        ((one, one_pins),) = left.items()
        ((other, other_pins),) = right.items()
        assert len(one_pins) == len(other_pins)
        for a, b in zip(one_pins, other_pins, strict=True):
            found.append((one, label(one, a), other, label(other, b)))
    return found


def at_the_pico(part: str) -> dict[str, str]:
    """What each pin of a part is wired to on the Pico."""
    return {pin: pico for one, pico, other, pin in joined() if (one, other) == ("PICO", part)}


def gpio(number: int) -> str:
    """The label of a GPIO."""
    return f"GP{number}"


def expected() -> dict[str, dict[str, str]]:
    """The signals of each part as pins.py has them."""
    parts = {
        f"READER{seat}": {
            "SDA": gpio(select),
            "SCK": gpio(PINS["SCK"]),
            "MOSI": gpio(PINS["MOSI"]),
            "MISO": gpio(PINS["MISO"]),
        }
        for seat, select in enumerate(PINS["READER_CS"])
    }
    for seat, button in enumerate(PINS["SEAT_BUTTONS"]):
        parts[f"BUTTON{seat}"] = {"A": gpio(button)}
    rows = {f"R{row}": gpio(pin) for row, pin in enumerate(PINS["KEY_ROWS"])}
    columns = {f"C{column}": gpio(pin) for column, pin in enumerate(PINS["KEY_COLUMNS"])}
    return parts | {
        "KEYPAD": rows | columns,
        "DISPLAY": {"SDA": gpio(PINS["SDA"]), "SCL": gpio(PINS["SCL"])},
        "SHIFTER": {"A": gpio(PINS["LAMPS"])},
        "BUZZER": {"+": gpio(PINS["BUZZER"])},
    }


def all_pins() -> list[int]:
    """Every GPIO that pins.py names."""
    numbers = []
    for name, value in PINS.items():
        if name.isupper() and not name.endswith("_ID") and name != "KEYS":
            numbers += value if isinstance(value, tuple) else [value]
    return numbers


@pytest.mark.parametrize("part", expected())
def test_the_drawing_and_the_firmware_name_the_same_pins(part):
    signals = {pin: pico for pin, pico in at_the_pico(part).items() if pico.startswith("GP")}
    assert signals == expected()[part]


def test_the_drawing_wires_no_other_gpio():
    drawn = {pico for one, pico, *_ in joined() if one == "PICO" and pico.startswith("GP")}
    assert drawn == {gpio(number) for number in all_pins()}


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


def test_every_part_has_its_supply_and_its_ground():
    for seat in range(4):
        assert at_the_pico(f"READER{seat}")["3.3V"] == "3V3"
        assert at_the_pico(f"READER{seat}")["GND"] == "GND"
        assert at_the_pico(f"BUTTON{seat}")["B"] == "GND"
    assert at_the_pico("DISPLAY") | {"VCC": "3V3", "GND": "GND"} == at_the_pico("DISPLAY")
    for part, supply in (("SHIFTER", "VCC"), ("LAMPS", "VDD")):
        assert (at_the_pico(part)[supply], at_the_pico(part)["GND"]) == ("VBUS", "GND")
    assert at_the_pico("BUZZER")["-"] == "GND"
    assert ("SHIFTER", "Y", "LAMPS", "DIN") in joined()


def test_every_part_is_wired_and_every_wire_leads_somewhere():
    used = set()
    for left, cable, right in DRAWING["connections"]:
        ((name, numbers),) = cable.items()
        drawn = DRAWING["cables"][name]
        count = drawn.get("wirecount", len(drawn.get("colors", ())))
        assert wires(numbers) == list(range(1, count + 1)), name
        ((_, pins),) = left.items()
        assert len(pins) == count, name
        used |= {name, *left, *right}
    assert used == set(CONNECTORS) | set(DRAWING["cables"])
