"""Supply and return of every part: their way, the volts that are left, and who limits them."""

import re
from pathlib import Path

import pytest

import drawing
import supply
from drawing import CONNECTORS, Pin, net, pin
from supply import LEAST_V, left_at, way

ROOT = Path(__file__).parents[2]
POWER = (ROOT / "docs/explanation/power.md").read_text(encoding="utf-8")
SEATS = supply.seats()
CHARGER, CHARGER_GROUND = pin("POWER", "VBUS"), pin("POWER", "GND")
COMPUTER, COMPUTER_GROUND = pin("PICO", "VBUS"), Pin("PICO", 38)
PICO_3V3 = pin("PICO", "3V3")


def stations() -> list[tuple[Pin, Pin]]:
    """Each supply and return pin in a station, and the source it belongs to."""
    ends = []
    for seat in SEATS:
        regulator = f"REGULATOR{seat}"
        ends += [
            (pin(f"READER{seat}", "3.3V"), pin(regulator, "OUT")),
            (pin(f"READER{seat}", "GND"), CHARGER_GROUND),
            (pin(regulator, "IN"), CHARGER),
            (pin(regulator, "GND"), CHARGER_GROUND),
            (pin(f"LAMP{seat}", "5V"), CHARGER),
            (Pin(f"LAMP{seat}", 3), CHARGER_GROUND),
            (pin(f"BUTTON{seat}", "B"), CHARGER_GROUND),
        ]
    return ends


def in_the_box() -> list[tuple[Pin, Pin]]:
    """The same of what the computer feeds."""
    return [
        (pin("BUFFER", "VCC"), COMPUTER),
        (pin("BUFFER", "GND"), COMPUTER_GROUND),
        (pin("DISPLAY", "VCC"), PICO_3V3),
        (pin("DISPLAY", "GND"), COMPUTER_GROUND),
        (pin("BUZZER", "-"), COMPUTER_GROUND),
        (pin("R_MISO", "B"), COMPUTER_GROUND),
        *((pin(f"PULL{seat}", "B"), COMPUTER_GROUND) for seat in SEATS),
        (CHARGER_GROUND, COMPUTER_GROUND),
    ]


@pytest.mark.parametrize(
    ("end", "source"), [*stations(), *in_the_box()], ids=lambda end: f"{end.part}.{end.label}"
)
def test_every_supply_and_return_reaches_its_source_past_switches_lamps_and_signals(end, source):
    steps = way(end, source, fuses=source == CHARGER)
    assert steps, f"{end} has no way of its own to {source}"
    assert not [step for step in steps if step.end.label.startswith("GP")]


@pytest.mark.parametrize("through", ["BUTTON0", "LAMP0"])
def test_a_return_through_a_switch_or_a_lamp_is_none(monkeypatch, through):
    """Where a reader's only ground was once: at the far side of the button."""
    reader = Pin("READER0", drawing.pin("READER0", "GND").number)
    others = [wire for wire in drawing.wires() if reader not in (wire.start, wire.end)]
    there = pin("BUTTON0", "B") if through == "BUTTON0" else Pin("LAMP0", 5)
    wrong = [*others, drawing.Wire("W_STATION0", 2, "BK", there, reader)]
    monkeypatch.setattr(drawing, "wires", lambda: iter(wrong))
    assert reader in net(CHARGER_GROUND)
    assert way(reader, CHARGER_GROUND) == []


def test_every_cable_that_leaves_the_box_has_a_fuse_of_its_own_and_no_supply_beside_it():
    supplies = net(CHARGER) | net(COMPUTER) | net(PICO_3V3)
    for seat in SEATS:
        fuse = f"FUSE{seat}"
        assert pin(fuse, "A") in net(CHARGER)
        fused = net(pin(fuse, "B"))
        assert {pin(f"REGULATOR{seat}", "IN"), pin(f"LAMP{seat}", "5V")} <= fused
        assert not fused & supplies
        assert not [each for each in fused if each.part.startswith("FUSE") and each.part != fuse]
        plug = {Pin(f"SEAT{seat}", number) for number in range(1, 11)}
        assert not plug & supplies, "a supply that no fuse limits"


def test_a_fuse_lets_a_station_work_and_limits_what_is_short():
    warm_ma = supply.FUSE_HOLDS_MA * supply.FUSE_WARM
    assert supply.station_ma() < warm_ma
    others_ma = supply.charger_ma() - supply.station_ma()
    assert supply.FUSE_TRIPS_MA + others_ma <= supply.CHARGER_MA


def test_nothing_joins_the_computers_supply_with_the_chargers():
    assert not net(CHARGER, through=True) & net(COMPUTER, through=True)
    assert not net(CHARGER) & net(PICO_3V3)


@pytest.mark.parametrize("seat", SEATS)
def test_each_chip_of_a_station_has_its_volts_at_worst(seat):
    left = left_at(seat)
    assert left.station >= LEAST_V["regulator"]
    assert left.station >= LEAST_V["lamp"]
    assert left.reader >= LEAST_V["reader"]


def test_each_chip_of_the_box_has_its_volts_at_worst():
    volts = supply.left_at_the_pico()
    assert volts >= LEAST_V["buffer"]
    assert volts - supply.PICO_DIODE_V >= LEAST_V["pico"]


def test_the_computers_port_gives_what_it_must_and_no_more():
    assert supply.computer_ma() <= supply.PORT_MA
    assert supply.plugged_uf() <= supply.PORT_UF


def test_the_charger_gives_what_all_stations_take():
    assert supply.charger_ma() <= supply.CHARGER_MA


def test_a_regulator_gives_what_its_reader_takes_and_stays_cool():
    assert supply.reader_ma() <= supply.REGULATOR_MA
    assert supply.regulator_degrees() <= 60  # 40 in the air, 100 at the chip, which bears 125


def test_the_lead_is_not_reckoned_thicker_or_shorter_than_the_one_in_the_list():
    (line,) = [line for line in drawing.parts_list() if line["part"].startswith("USB cable")]
    assert f"{supply.LEAD_M} m" in line["part_number"]


def told(row: str) -> list[str]:
    """The cells of a row of the page about power, without what stands in front."""
    (line,) = re.findall(rf"^\| \**{re.escape(row)}\** \|(.+)\|$", POWER, re.MULTILINE)
    return [cell.strip(" *") for cell in line.split("|")]


def test_the_page_begins_with_what_its_table_says_of_the_computer():
    (said,) = re.findall(r"level shifter, (\d+ mA) at most", " ".join(POWER.split()))
    assert said == told("computer's USB")[2]


def volts(value: float) -> str:
    return f"{value:.2f} V"


def test_the_page_has_each_step_of_the_volts():
    worst = min((left_at(seat) for seat in SEATS), key=lambda left: left.station)
    lead = supply.charger_ma() / 1000 * supply.LEAD_OHM
    fuse = supply.station_ma() / 1000 * supply.FUSE_OHM
    steps = {
        "charger, at its socket": (None, supply.SOURCE_LEAST_V),
        "its lead": (lead, worst.board),
        "the fuse": (fuse, None),
        "wires and ribbon": (worst.board - worst.station - fuse, worst.station),
        "the regulator": (None, worst.reader),
    }
    for row, (lost, left) in steps.items():
        cells = told(row)
        assert lost is None or cells[1] == volts(lost), row
        assert left is None or cells[2] == volts(left), row
    assert told("computer's USB at the box")[2] == volts(supply.left_at_the_pico())


def test_the_page_has_what_each_chip_needs():
    for name, least in LEAST_V.items():
        assert volts(least) in told(f"least for the {name}")[0], name


def test_the_page_has_the_rest_of_the_sums():
    assert told("what the box adds behind the computer's plug") == [
        f"{supply.plugged_uf():.0f} uF",
        f"{supply.PORT_UF} uF",
    ]
    assert told("warmth of a regulator above the air")[0] == f"{supply.regulator_degrees():.0f} K"
    assert f"{supply.FUSE_HOLDS_MA * supply.FUSE_WARM:.0f} mA" in told("a fuse, warm, holds")[1]
    others_ma = supply.charger_ma() - supply.station_ma()
    told_of_one_short = told("a fuse trips")
    assert f"{supply.FUSE_TRIPS_MA} mA" in told_of_one_short[0]
    assert f"{others_ma:.0f}" in told_of_one_short[0]
    assert told_of_one_short[1] == f"{supply.CHARGER_MA} mA"
    assert told("a fuse, warm, holds")[0] == f"{supply.station_ma():.0f} mA"


def test_no_part_that_takes_a_supply_is_left_out():
    kinds = {re.sub(r"\d+$", "", end.part) for end, _ in (*stations(), *in_the_box())}
    fed = {"PICO", "REGULATOR", "READER", "LAMP", "BUFFER", "DISPLAY"}
    chips = {re.sub(r"\d+$", "", name) for name in CONNECTORS} & fed
    assert chips - {"PICO"} <= kinds
