"""What runs in the cables: ground beside it, a resistor where it is driven, levels, edges."""

import re
import runpy
from math import log
from pathlib import Path
from statistics import mean

import pytest

import drawing
import supply
from drawing import CABLES, CONNECTORS, Pin, Wire, net, pin
from pcb import footprint

ROOT = Path(__file__).parents[2]
PINS = runpy.run_path(str(ROOT / "firmware/pico/pins.py"))
SEATS = range(len(PINS["READER_CS"]))
PICO = [Pin("PICO", number) for number in range(1, 41)]
GPIOS = {each for each in PICO if each.label.startswith("GP")}
GROUND = net(pin("PICO", 38))
GATES = {pin("BUFFER", f"{gate}Y") for gate in "1234"}

FROM_THE_BOX = {pin(f"READER{seat}", name) for seat in SEATS for name in ("SCK", "MOSI", "SDA")} | {
    pin(f"LAMP{seat}", "DIN") for seat in SEATS
}
FROM_THE_READERS = {pin(f"READER{seat}", "MISO") for seat in SEATS}
OF_THE_DISPLAY = {pin("DISPLAY", "SCL"), pin("DISPLAY", "SDA")}
FAST = FROM_THE_BOX | FROM_THE_READERS | OF_THE_DISPLAY


def cable(name: str) -> dict[int, Wire]:
    """The wires of a cable by their place in it."""
    return {wire.number: wire for wire in drawing.wires() if wire.cable == name}


def role(wire: Wire) -> str:
    """What a wire carries, as the part at its far end calls it."""
    near = net(wire.end)
    far = near.union(*map(through_resistor, near)) if wire.end.part.startswith("PLUG") else near
    return "".join({each.label for each in far & FAST})


def through_resistor(end: Pin) -> frozenset[Pin]:
    """What is at the other leg of a resistor whose one leg this is."""
    if not end.part.startswith("R_"):
        return frozenset()
    return net(Pin(end.part, 3 - end.number))


PLUGGED = [
    *(Pin(f"SEAT{seat}", number) for seat in SEATS for number in (1, 3, 5, 6, 8, 9)),
    *(Pin("KEYS", number) for number in range(1, 10)),
    *(pin("SCREEN", name) for name in ("SCL", "SDA")),
]
"""Every line of a plug that is neither ground nor a supply."""


@pytest.mark.parametrize("end", PLUGGED, ids=lambda end: f"{end.part}.{end.number}")
def test_no_line_leads_from_a_plug_straight_to_a_chip(end):
    assert not net(end) & (GPIOS | GATES)
    assert not [each for each in net(end) if each.part == "BUFFER"]


def test_the_page_counts_the_lines_of_the_ribbons():
    page = " ".join((ROOT / "docs/explanation/power.md").read_text(encoding="utf-8").split())
    ribbons = [end for end in PLUGGED if end.part != "SCREEN"]
    assert f"All {len(ribbons)} lines of the ribbons" in page


@pytest.mark.parametrize("number", range(9))
def test_a_line_of_the_keys_has_its_resistor_at_the_pico(number):
    assert pin(f"R_KEY{number}", "B") in net(Pin("KEYS", number + 1))
    assert len(net(pin(f"R_KEY{number}", "A")) & GPIOS) == 1
    # Low through a row's and a column's against the weakest pull-up, RP2040 data sheet, 5.5.3.4.
    assert 3.3 * 2 * ohms(f"R_KEY{number}") / (50_000 + 2 * ohms(f"R_KEY{number}")) < 0.8


def test_what_a_charger_lets_through_ends_in_a_suppressor():
    """P4KE6.8A: it stands off 5.8 V, and of a spark it leaves 10.5 V at most."""
    assert pin("SUPPRESSOR", "K") in net(pin("POWER", "VBUS"))
    assert pin("SUPPRESSOR", "A") in GROUND
    assert supply.SOURCE_MOST_V < 5.8


LONG = [name for name, drawn in CABLES.items() if "length" in drawn]
OUTGOING = [f"W_SEAT{seat}" for seat in SEATS]


@pytest.mark.parametrize("name", LONG)
def test_each_fast_line_has_ground_beside_it(name):
    wires = cable(name)
    fast = {number for number, wire in wires.items() if role(wire)}
    assert bool(fast) == (name != "W_KEYPAD")  # of keys nothing is fast
    for number in fast:
        beside = [wires[n] for n in (number - 1, number + 1) if n in wires]
        assert any(wire.start in GROUND for wire in beside), role(wires[number])


@pytest.mark.parametrize("name", OUTGOING)
def test_the_clock_runs_beside_nothing_that_changes_with_it(name):
    wires = cable(name)
    (clock,) = [number for number, wire in wires.items() if role(wire) == "SCK"]
    beside = {role(wires[n]) for n in (clock - 1, clock + 1) if n in wires}
    assert beside <= {"", "SDA"}  # ground, or the select, which rests while the clock runs


@pytest.mark.parametrize("end", sorted(FROM_THE_BOX), ids=str)
def test_a_line_from_the_box_has_its_own_resistor_before_it_leaves(end):
    outside = net(end)
    assert not outside & (GPIOS | GATES), "driven without a resistor"
    resistors = {each.part for each in outside if each.part.startswith("R_")}
    (name,) = resistors
    driver = net(next(Pin(name, 3 - each.number) for each in outside if each.part == name))
    assert driver & (GPIOS | GATES)


@pytest.mark.parametrize("end", sorted(FROM_THE_READERS), ids=str)
def test_an_answer_has_its_resistor_at_the_reader(end):
    assert {each.part for each in net(end)} == {end.part, f"R_ANSWER{end.part[-1]}"}


def test_the_displays_lines_and_the_buttons_have_a_resistor_at_the_pico():
    ends = [*OF_THE_DISPLAY, *(pin(f"BUTTON{seat}", "A") for seat in SEATS)]
    for end in ends:
        assert not net(end) & GPIOS
        assert len(net(end, through=True) & GPIOS) == 1


def ohms(part: str) -> int:
    return int(CONNECTORS[part]["type"].split()[1])


def test_little_flows_into_a_part_whose_supply_is_not_plugged_in():
    """A pin that is high against a chip without supply: 3.3 V less the diode at that chip's pin."""
    for seat in SEATS:
        for name in ("SELECT", "BUTTON"):  # they rest high
            assert 1000 * (3.3 - 0.6) / ohms(f"R_{name}{seat}") <= supply.UNPOWERED_MA
        for name in ("SCK", "MOSI"):  # they rest low, and are high for half a microsecond a bit
            assert (3.3 - 0.6) / ohms(f"R_{name}{seat}") < 0.008
    answer_v = 3.3 - 0.25 - 0.6  # less a diode BAT85, too
    assert 1000 * answer_v / ohms("R_HOST") <= supply.UNPOWERED_MA


def test_no_ribbon_fits_a_plug_of_another_kind():
    """A socket's nose is in its middle: with an odd column more its holes are beside the legs."""
    plugs: dict[str, set[int]] = {}
    for wire in drawing.wires():
        if wire.cable.startswith("W_SEAT") or wire.cable == "W_KEYPAD":
            for end in (wire.start, wire.end):
                kind = wire.cable.rstrip("0123456789")
                plugs.setdefault(kind, set()).add(drawing.pin_count(end.part) // 2)
                sold = [each["type"] for each in CONNECTORS[end.part]["additional_components"]]
                assert f"Ribbon socket 2 x {drawing.pin_count(end.part) // 2}" in sold
    (seats,), (keys,) = plugs["W_SEAT"], plugs["W_KEYPAD"]
    assert (keys - seats) % 2 == 1
    for header in (footprint.PLUG, footprint.KEY_PLUG, footprint.KEY_PLUG_BELOW):
        notch = [y for _, start, _, end in header.lines[4:] for y in (start, end)]
        assert mean(notch) == pytest.approx(mean(leg.y for leg in header.legs))


SELECT_PF, BESIDE_PF, PIN_PF = 100, 14, 10
"""At the reader's module; from wire to wire in half a metre of ribbon; of a pin."""


@pytest.mark.parametrize("seat", SEATS)
def test_a_select_does_not_follow_the_clock_beside_it(seat):
    """MFRC522, chapter 12: low is up to 0.3 of its supply, high from 0.7 on."""
    assert CONNECTORS[f"C_SELECT{seat}"]["type"] == f"Capacitor {SELECT_PF} pF"
    assert pin(f"C_SELECT{seat}", "A") in net(pin(f"READER{seat}", "SDA"))
    assert pin(f"C_SELECT{seat}", "B") in GROUND
    whole = SELECT_PF + 2 * BESIDE_PF + PIN_PF
    follows_v = 3.3 * BESIDE_PF / whole
    supply_v = supply.REGULATED_V * supply.REGULATED_LEAST
    assert follows_v < 0.3 * supply_v
    assert supply_v - follows_v > 0.7 * supply_v
    settles_s = ohms(f"R_SELECT{seat}") * whole * 1e-12 * log(1 / 0.3)
    page = " ".join((ROOT / "docs/explanation/power.md").read_text(encoding="utf-8").split())
    assert f"moves it by {follows_v:.2f} V" in page
    assert f"settles in {settles_s * 1e6:.1f} us" in page


@pytest.mark.parametrize("seat", SEATS)
def test_a_button_that_is_held_is_a_sure_low(seat):
    ohm = ohms(f"R_BUTTON{seat}")
    assert 3.3 * ohm / (50_000 + ohm) < 0.8  # RP2040 data sheet, 5.5.3.4


BUS_PF = 50
"""Of each line to the display: 20 cm of wire, two pins, the board (assumed)."""


@pytest.mark.parametrize("name", ["SCL", "SDA"])
def test_the_displays_bus_rises_in_time_by_resistors_of_the_list(name):
    """I2C (UM10204, table 10): 300 ns at 400 kHz from 0.3 to 0.7; a chip sinks 3 mA to 0.4 V."""
    pull = f"PULL_{name}"
    assert pin(pull, "A") in net(pin("SCREEN", name))
    assert pin(pull, "B") in net(pin("PICO", "3V3"))
    rises_s = ohms(pull) * BUS_PF * 1e-12 * log(0.7 / 0.3)
    assert rises_s <= 300e-9
    with_the_modules_own = ohms(pull) / 2
    assert (3.3 - 0.4) / with_the_modules_own <= 3e-3
    page = " ".join((ROOT / "docs/explanation/power.md").read_text(encoding="utf-8").split())
    assert f"rises in {rises_s * 1e9:.0f} ns" in page


ANSWER_TO_SPARE_V = 0.3
"""For a diode and a reader that nobody has measured."""


def test_an_answer_is_a_sure_high_for_the_pico():
    """MFRC522, chapter 12: 0.4 V below its supply at 4 mA; BAT85 takes 0.35; RP2040 asks 2.0."""
    reader_v = supply.REGULATED_V * supply.REGULATED_LEAST
    reader_ohm, diode_v = 100, 0.35
    amperes = (reader_v - diode_v) / (reader_ohm + ohms("R_ANSWER0") + ohms("R_MISO"))
    high_v = amperes * ohms("R_MISO")
    assert high_v >= 2.0 + ANSWER_TO_SPARE_V
    page = " ".join((ROOT / "docs/explanation/power.md").read_text(encoding="utf-8").split())
    assert f"gives {high_v:.2f} V; an RP2040 needs 2.0 V" in page
    bench = (ROOT / "docs/explanation/bench.md").read_text(encoding="utf-8")
    assert f"the diodes leave {high_v - 2.0:.2f} V to spare" in bench


def test_a_pico_turned_round_in_its_sockets_breaks_nothing():
    for leg in PICO:
        socket = Pin("PICO", leg.number + 20 if leg.number <= 20 else leg.number - 20)
        met = {each.part for each in net(socket)} - {"PICO"}
        assert (leg.label == "GND") == (socket.label == "GND")
        if leg not in GPIOS and leg.label != "GND":  # each supply, and what resets the chip
            assert [ohms(part) >= 470 for part in met] == [True], (leg, met)
    page = (ROOT / "docs/explanation/printed-boards.md").read_text(encoding="utf-8")
    assert "all its grounds meet grounds, and its supplies 470 ohm or more" in " ".join(
        page.split()
    )


def test_a_displays_plug_turned_round_gives_it_no_supply():
    for number in range(1, 5):
        (leg,) = {each for each in net(Pin("SCREEN", number)) if each.part == "DISPLAY"}
        met = Pin("SCREEN", 5 - number)
        assert {leg.label in ("VCC", "GND"), met.label in ("VCC", "GND")} == {True, False}
        assert leg.label != "VCC" or ohms(f"PULL_{met.label}") == 4700


@pytest.mark.parametrize("off", [-1, 1])
def test_a_displays_plug_one_leg_off_lets_little_flow(off):
    """3.3 V meets no ground leg of the display, and a line of it only through a resistor."""
    met = {}
    for number in range(max(1, 1 - off), min(4, 4 - off) + 1):
        (leg,) = {each for each in net(Pin("SCREEN", number)) if each.part == "DISPLAY"}
        met[leg.label] = Pin("SCREEN", number + off).label
    assert met.get("GND") != "VCC"
    assert met.get("VCC") not in ("VCC", "GND")
    most_ma = max(1000 * (3.3 - 0.6) / ohms(f"R_{name}") for name in ("SCL", "SDA"))
    page = (ROOT / "docs/explanation/printed-boards.md").read_text(encoding="utf-8")
    assert f"({most_ma:.1f} mA at most)" in page


@pytest.mark.parametrize("name", ["SCL", "SDA"])
def test_a_low_of_the_pico_is_one_for_the_display(name):
    """SSD1306, table 12-1: 0.2 of its supply; beside pull-ups of its module."""
    assert 3.3 * ohms(f"R_{name}") / (ohms(f"R_{name}") + ohms(f"PULL_{name}") / 2) < 0.2 * 3.3


def test_an_answers_pin_is_pulled_down_as_an_rp2350_needs_it():
    """Its erratum E9: an input that was high may stay at 2.2 V unless 8.2 kohm or less hold it."""
    assert ohms("R_MISO") + ohms("R_HOST") <= 8200


def test_the_clock_rises_within_a_tenth_of_its_half():
    """470 ohm into half a metre of ribbon and a pin, at the 1 MHz that the firmware sets."""
    farads = 28e-12 + 10e-12
    to_high_s = ohms("R_SCK0") * farads * log(1 / (1 - 0.7))
    assert to_high_s < 0.1 * 500e-9


def test_the_ribbon_that_is_bought_is_enough():
    (line,) = [line for line in drawing.parts_list() if line["part_number"].startswith("rainbow")]
    taken = sum(CABLES[name]["length"] for name in LONG if name != "W_DISPLAY")
    assert taken <= float(line["quantity"])


def test_the_page_tells_what_the_wires_carry_in_their_order():
    page = (ROOT / "docs/explanation/power.md").read_text(encoding="utf-8")
    names = {"SDA": "select", "SCK": "clock", "MOSI": "to reader", "MISO": "answer", "DIN": "lamp"}
    said = []
    for _, wire in sorted(cable("W_SEAT0").items()):
        if wire.start in GROUND:
            said.append("**ground**")
        elif role(wire):
            said.append(names[role(wire)])
        else:
            (seat,) = {"BUTTON0", "REGULATOR0"} & {each.part for each in net(wire.end)}
            said.append({"BUTTON0": "button", "REGULATOR0": "5 V"}[seat])
    assert f"| {' | '.join(said)} |" in page
    assert re.search(r"^\| 1 \| 2 \| 3 ", page, re.MULTILINE)
