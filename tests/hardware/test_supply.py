"""Supply and return of every part: their way, the volts that are left, and who limits them."""

import re
from itertools import permutations
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
    there = {"BUTTON0": pin("BUTTON0", "B"), "LAMP0": pin("LAMP0", "GND")}[through]
    wrong = [*others, drawing.Wire("W_STATION0", 2, "BK", there, reader)]
    monkeypatch.setattr(drawing, "wires", lambda: iter(wrong))
    assert reader in net(CHARGER_GROUND)
    assert way(reader, CHARGER_GROUND) == []


def test_every_cable_that_leaves_the_box_has_a_fuse_of_its_own_and_no_supply_beside_it():
    supplies = net(CHARGER) | net(COMPUTER) | net(PICO_3V3)
    for seat in SEATS:
        fuse = f"FUSE{seat}"
        assert pin(fuse, "A") in net(CHARGER)
        assert pin(f"BALLAST{seat}", "A") in net(pin(fuse, "B"))
        fused = net(pin(f"BALLAST{seat}", "B"))
        assert {pin(f"REGULATOR{seat}", "IN"), pin(f"LAMP{seat}", "5V")} <= fused
        assert not fused & supplies
        assert not [each for each in fused if each.part.startswith("FUSE") and each.part != fuse]
        plug = {Pin(f"SEAT{seat}", number) for number in range(1, 11)}
        assert not plug & supplies, "a supply that no fuse limits"


def test_a_fuse_lets_a_station_work_and_limits_what_is_short():
    warm_ma = supply.FUSE_HOLDS_MA * supply.FUSE_WARM
    assert supply.station_ma() < warm_ma


@pytest.mark.parametrize("seat", SEATS)
def test_the_charger_gives_a_short_all_it_takes_and_the_other_stations_theirs(seat):
    greatest = supply.greatest_short(seat)
    assert greatest.charger_a * 1000 <= supply.CHARGER_MA
    assert greatest.ballast_w <= supply.BALLAST_MOST_W


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("fuse_ohm", [supply.FUSE_LEAST_OHM, 1.95, supply.FUSE_OHM])
def test_a_short_heats_its_fuse_as_the_sheets_current_does_that_trips_it(seat, fuse_ohm):
    assert supply.faintest_short(seat, fuse_ohm).fuse_w >= supply.FUSE_SHEET_W


@pytest.mark.parametrize(("seat", "short"), list(permutations(SEATS, 2)))
def test_a_short_at_one_station_leaves_the_others_their_volts_until_its_fuse_trips(seat, short):
    left = supply.left_beside_a_short(seat, short)
    assert left.station >= LEAST_V["lamp"]
    assert left.reader >= LEAST_V["reader"]


def test_a_fuse_has_its_ballast_before_the_cable():
    for seat in SEATS:
        assert pin(f"BALLAST{seat}", "A") in net(pin(f"FUSE{seat}", "B"))
        assert Pin(f"SEAT{seat}", 2) in net(pin(f"BALLAST{seat}", "B"))


def test_no_plug_fits_both_sockets_of_the_box():
    assert "USB-C" in CONNECTORS["POWER"]["type"]
    assert CONNECTORS["PICO"]["pn"] == "SC0917"  # Pico data sheet, 2.1: micro USB
    (lead,) = [line for line in drawing.parts_list() if line["part"].startswith("USB cable")]
    assert "micro B" in lead["part_number"]


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


@pytest.mark.parametrize("seat", SEATS)
def test_a_regulator_has_the_capacitors_that_its_maker_asks_for_and_they_carry_a_reader(seat):
    """The L4931 asks for 2.2 uF at least; a MCP1700 would have to do with 22 uF at most."""
    assert CONNECTORS[f"REGULATOR{seat}"]["pn"].startswith("L4931")
    assert supply.behind_a_regulator_uf(seat) >= supply.REGULATOR_LEAST_UF
    assert left_at(seat).reader - supply.dip_v(seat) >= LEAST_V["reader"]


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
    lead = supply.charger_ma() / 1000 * supply.CHARGER_LEAD_OHM
    fuse = supply.station_ma() / 1000 * (supply.FUSE_OHM + supply.ballast_ohm())
    steps = {
        "charger, at its socket": (None, supply.SOURCE_LEAST_V),
        "its lead": (lead, worst.board),
        "fuse and ballast": (fuse, None),
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
    greatest = [supply.greatest_short(seat) for seat in SEATS]
    faintest = [supply.faintest_short(seat, supply.FUSE_LEAST_OHM) for seat in SEATS]
    beside = [supply.left_beside_a_short(*pair) for pair in permutations(SEATS, 2)]
    others_ma = supply.charger_ma() - supply.station_ma()
    assert told("a short, with the other three stations") == [
        f"{max(short.amperes for short in greatest):.2f} A + {others_ma / 1000:.2f} A",
        f"{supply.CHARGER_MA / 1000:g} A",
    ]
    assert told("heat of its fuse") == [
        f"{min(short.fuse_w for short in faintest):.2f} W",
        f"{supply.FUSE_SHEET_W:.2f} W at least",
    ]
    assert told("heat of its ballast")[0] == f"{max(each.ballast_w for each in greatest):.2f} W"
    assert told("left meanwhile at another lamp") == [
        volts(min(left.station for left in beside)),
        f"{volts(LEAST_V['lamp'])} at least",
    ]
    assert told("left meanwhile at another reader") == [
        volts(min(left.reader for left in beside)),
        f"{volts(LEAST_V['reader'])} at least",
    ]
    assert f"{supply.FUSE_SHEET_S} s" in POWER
    assert told("a fuse, warm, holds")[0] == f"{supply.station_ma():.0f} mA"


def test_no_part_that_takes_a_supply_is_left_out():
    kinds = {re.sub(r"\d+$", "", end.part) for end, _ in (*stations(), *in_the_box())}
    fed = {"PICO", "REGULATOR", "READER", "LAMP", "BUFFER", "DISPLAY"}
    chips = {re.sub(r"\d+$", "", name) for name in CONNECTORS} & fed
    assert chips - {"PICO"} <= kinds
