"""What a board finds out about each wire of a breadboard. For both Pythons."""

import machine
import pins
import wires
from sim.workbench import table
from simulated.loose import touched

READER = {"SDA": 17, "SCK": 18, "MOSI": 19, "MISO": 16, "GND": "GND", "RST": "3V3", "3.3V": "3V3"}
DISPLAY = {"GND": "GND", "VCC": "3V3", "SCL": 27, "SDA": 26}
"""Where each wire of a part leads: a GPIO or a supply."""
BESIDE = {
    16: (17, None),
    17: (16, "GND"),
    18: (19, "GND"),
    19: (18, 20),
    26: (27, None),
    27: (26, "GND"),
}
"""What a wire leads to that is one hole off at the Pico."""


def mistakes():
    """Single wires gone wrong and two exchanged, as (part, leads): what beginners plug."""
    found = []
    for part, usual in (("reader0", READER), ("display", DISPLAY)):
        for pin, lead in sorted(usual.items()):
            found.append((part, {pin: None}))
            found += [(part, {pin: to}) for to in BESIDE.get(lead, ()) if to is not None]
            for other, its in sorted(usual.items()):
                if pin < other and lead != its:
                    found.append((part, {pin: its, other: lead}))
    return found


def said_of(part, leads, has_pull_ups=True, chip="RP2040"):
    """What is found with these wires leading elsewhere; None: nowhere."""
    loose = touched(table(chip))
    usual = DISPLAY if part == "display" else READER
    loose.pull_up(has_pull_ups)
    for pin in usual:
        loose.lead(part, pin, leads.get(pin, usual[pin]))
    return wires.display() if part == "display" else wires.reader(pins.READER_CS[0])


def named(said):
    """The pins that a sentence names."""
    words = [word.strip(",") for word in said.split(" ")]
    return [word for word in words if word in READER or word in DISPLAY]


def test_nothing_is_said_of_wires_that_are_right():
    assert said_of("reader0", {}) == said_of("display", {}) == ""


def test_each_wire_that_is_cut_is_named_among_those_that_look_alike():
    for part, usual in (("reader0", READER), ("display", DISPLAY)):
        for pin in usual:
            said = said_of(part, {pin: None})
            assert said.startswith("check ")
            assert pin in named(said)
            assert len(named(said)) <= 4


def test_each_mistake_is_found_and_one_of_its_wires_named():
    assert len(mistakes()) > 40
    for part, leads in mistakes():
        said = said_of(part, leads)
        assert [pin for pin in leads if pin in named(said)], (part, leads, said)


def test_a_wire_one_hole_off_is_told_as_one_that_is_cut():
    for part, usual in (("reader0", READER), ("display", DISPLAY)):
        for pin, lead in usual.items():
            for to in BESIDE.get(lead, ()):
                assert said_of(part, {pin: to}) == said_of(part, {pin: None}), (part, pin, to)


def test_signals_that_are_exchanged_are_both_named_for_certain():
    signals = ("SDA", "SCK", "MOSI", "MISO")
    for a in signals:
        for b in signals:
            if a < b:
                said = said_of("reader0", {a: READER[b], b: READER[a]})
                assert said.startswith("exchange ")
                assert sorted(named(said)) == [a, b]
    for has_pull_ups in (True, False):
        said = said_of("display", {"SDA": 27, "SCL": 26}, has_pull_ups)
        assert said == "exchange SDA (GP26) and SCL (GP27)"


def test_a_display_without_pull_ups_is_told_from_one_that_is_not_there():
    assert said_of("display", {}, False) == "no pull-ups on SDA, SCL"
    assert said_of("display", {"SDA": None, "SCL": None}) == wires.BOTH


def test_a_pico_2_whose_pull_downs_cannot_bring_a_line_down_finds_the_same():
    found = [(part, leads, True) for part, leads in mistakes()]
    found += [("display", {"VCC": "5V"}, True), ("display", {}, False), ("reader0", {}, True)]
    for part, leads, has_pull_ups in found:
        told = [said_of(part, leads, has_pull_ups, chip) for chip in ("RP2040", "RP2350")]
        assert told[0] == told[1], (part, leads, told)


def test_five_volts_at_the_display_are_measured():
    assert said_of("display", {"VCC": "5V"}) == "5 V on VCC"
    assert said_of("display", {"VCC": "5V", "GND": None}) == "5 V on VCC"


def test_a_finding_blinks_in_its_own_way():
    counts = [wires.blinks(found) for found in wires.DISPLAY]
    assert counts == list(range(2, 2 + len(wires.DISPLAY)))
    assert (wires.blinks("check 3.3V"), wires.blinks("")) == (1, 0)
    for count in (0, 1, 3, 8):
        beats = [wires.shines(count, beat * wires.BLINK_MS) for beat in range(2 * count + 4)]
        assert sum(beats) == count
        assert not any(beats[-4:])
        assert beats[::2] == [True] * count + [False] * 2


def test_no_two_outputs_fight_while_wires_are_tried():
    wiring = table()
    driven = []
    drive = wiring.drive
    wiring.drive = lambda gpio, level: (driven.append(level), drive(gpio, level))
    wires.reader(pins.READER_CS[0])
    wires.display()
    assert 0 in driven
    assert 1 not in driven


def test_what_is_tried_keeps_a_host_waiting_for_no_more_than_10_ms():
    for part, leads in (("reader0", {"RST": None}), ("display", {"GND": None})):
        wiring = table()
        for pin, lead in leads.items():
            touched(wiring).lead(part, pin, lead)
        began_ns = machine.board.wiring.clock.ns
        wires.display() if part == "display" else wires.reader(pins.READER_CS[0])
        assert wiring.clock.ns - began_ns < 10_000_000


def test_beside_the_buttons_pins_are_those_that_no_other_part_has():
    table()
    assert [found for _, found in wires.strays(1, False)] == [
        "1: move its wire from GP10 to GP11",
        "1: move its wire from GP12 to GP11",
    ]
    assert [found for _, found in wires.strays(2, True)] == ["2: move its wire from GP13 to GP12"]
    assert wires.strays(4, True) == wires.strays(0, False) == []
