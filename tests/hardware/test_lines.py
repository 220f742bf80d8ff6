"""What runs in the cables: ground beside it, a resistor where it is driven, levels, edges."""

import re
import runpy
from math import hypot, log
from pathlib import Path

import pytest

import drawing
from drawing import CABLES, CONNECTORS, Pin, Wire, net, pin

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
    far = {each.label for each in net(wire.end, through=False) & FAST}
    far |= {each.label for each in through_resistor(wire.end) & FAST}
    return "".join(far)


def through_resistor(end: Pin) -> frozenset[Pin]:
    """What is at the other leg of a resistor whose one leg this is."""
    if not end.part.startswith("R_"):
        return frozenset()
    return net(Pin(end.part, 3 - end.number))


def test_the_lines_of_the_keys_alone_have_no_resistor_as_the_page_tells():
    page = " ".join((ROOT / "docs/explanation/power.md").read_text(encoding="utf-8").split())
    keys = cable("W_KEYPAD")
    straight = {number for number, wire in keys.items() if net(wire.end, through=False) & GPIOS}
    assert len(straight) == len(keys) == 9
    assert "The nine lines of the key matrix have no resistor." in page
    assert "Every line except those of the keys has a resistor" in page


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
        for name in ("SCK", "MOSI", "SELECT"):
            assert (3.3 - 0.6) / ohms(f"R_{name}{seat}") < 0.008
    answer_v = 3.3 - 0.25 - 0.6  # less a diode BAT85, too
    assert answer_v / (ohms("R_ANSWER0") + ohms("R_HOST")) < 0.008


def test_an_answer_is_a_sure_high_for_the_pico():
    """MFRC522, chapter 12: of 3.2 V it gives 2.8 at 4 mA; BAT85 takes 0.35; RP2040 asks 2.0."""
    reader_v, reader_ohm, diode_v = 3.2, 100, 0.35
    amperes = (reader_v - diode_v) / (reader_ohm + ohms("R_ANSWER0") + ohms("R_MISO"))
    assert amperes * ohms("R_MISO") >= 2.0


def test_the_clock_rises_within_a_tenth_of_its_half():
    """470 ohm into half a metre of ribbon and a pin, at the 1 MHz that the firmware sets."""
    farads = 28e-12 + 10e-12
    to_high_s = ohms("R_SCK0") * farads * log(1 / (1 - 0.7))
    assert to_high_s < 0.1 * 500e-9


def test_the_ribbon_that_is_bought_is_enough_in_each_colour():
    """Single wires come from what the cables leave: 15 mm longer than their way, or 8 cm.

    A way of two holes is bridged with the bare end of a leg.
    """
    (line,) = [line for line in drawing.parts_list() if line["part_number"].startswith("rainbow")]
    left_mm = 1000 * (
        float(line["quantity"])
        - sum(CABLES[name]["length"] for name in LONG if name != "W_DISPLAY")
    )
    places, taken = drawing.places(), dict.fromkeys(drawing.COLOURS, 0.0)
    for wire in drawing.wires():
        if wire.start in places and wire.end in places:
            a, b = places[wire.start], places[wire.end]
            across = hypot(a.column - b.column, a.row - b.row)
            taken[wire.colour] += (across * drawing.HOLE_MM + 15) * (across > 2)
        elif wire.cable.startswith("W_STATION"):
            taken[wire.colour] += 80
    del taken["SN"]
    assert {colour: mm for colour, mm in taken.items() if mm > left_mm} == {}


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
            said.append({"BUTTON0": "button", "REGULATOR0": "5 V"}[wire.end.part])
    assert f"| {' | '.join(said)} |" in page
    assert re.search(r"^\| 1 \| 2 \| 3 ", page, re.MULTILINE)
