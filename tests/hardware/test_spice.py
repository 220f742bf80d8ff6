"""The circuits by ngspice: what they measure is within what the parts allow and power.md tells."""

import re
from functools import cache
from pathlib import Path

import pytest

import guide
import plots
import spice
import supply

needs_ngspice = pytest.mark.skipif(
    not spice.is_there(), reason="no ngspice here: the circuits are not simulated"
)
READER_V = supply.REGULATED_V * supply.REGULATED_LEAST
LOW, HIGH = ({"CLOCK_HZ": 1e6, "SELECT_V": volts} for volts in (0, READER_V))
PAGE = (Path(__file__).parents[2] / "docs/explanation/printed-boards.md").read_text(
    encoding="utf-8"
)
CLOCKS_HZ = (1e6, 2.5e6)
"""What the firmware sets, and the most that it takes."""


@cache
def _run(name, more):
    return spice.run(name, **dict(more))


def run(name, **more):
    """What a circuit measures, once for all tests."""
    return _run(name, tuple(sorted(more.items())))


@needs_ngspice
def test_all_readers_are_ready_soon_after_the_charger_is_plugged_in():
    found = run("supply-start")
    assert found["charging_a"] <= supply.CHARGER_MA / 1000
    assert found["ready_s"] < 5e-3
    assert found["settled_v"] >= supply.LEAST_V["reader"]


@needs_ngspice
def test_a_short_at_one_station_leaves_the_others_what_they_need():
    found = run("short")
    assert found["beside_v"] >= supply.LEAST_V["lamp"]
    assert found["beside_v"] - supply.DROPOUT_V >= supply.LEAST_V["reader"]
    assert found["fuse_w"] >= supply.FUSE_SHEET_W
    sums = supply.left_beside_a_short(1, 0)
    assert found["beside_v"] == pytest.approx(sums.station, abs=0.1)


@needs_ngspice
def test_a_lamp_hears_a_sure_high_and_nothing_beyond_its_supply():
    """WS2812B: 0.7 of its 5 V, and half a volt more than them; its bits are 220 ns at least."""
    found = run("lamp")
    assert found["high_v"] >= 0.7 * 5
    assert found["most_v"] <= 5 + 0.5
    assert found["rises_s"] < 220e-9 / 4


@needs_ngspice
@pytest.mark.parametrize("hertz", CLOCKS_HZ)
def test_the_clock_is_sure_at_the_reader_and_the_select_beside_it_holds(hertz):
    """MFRC522, chapter 12: low is up to 0.3 of its supply, high from 0.7 on."""
    low = run("bus", CLOCK_HZ=hertz, SELECT_V=0)
    high = run("bus", CLOCK_HZ=hertz, SELECT_V=READER_V)
    assert low["clock_high_v"] > 0.7 * READER_V
    assert low["clock_low_v"] < 0.3 * READER_V
    assert low["clock_rises_s"] < 0.25 * 0.5 / hertz
    assert low["select_most_v"] < 0.3 * READER_V
    assert high["select_least_v"] > 0.7 * READER_V


@needs_ngspice
@pytest.mark.parametrize("hertz", CLOCKS_HZ)
def test_an_answer_is_sure_at_the_pico(hertz):
    """RP2040 data sheet, 5.5.3.4: high from 2.0 V, low up to 0.8 V."""
    found = run("bus", CLOCK_HZ=hertz, SELECT_V=0)
    assert found["answer_high_v"] >= 2.0
    assert found["answer_low_v"] <= 0.8
    assert found["answer_falls_s"] < 0.5 / hertz


@needs_ngspice
@pytest.mark.parametrize(
    ("row", "circuit", "measure", "unit", "more"),
    [
        ("charger's current while the stations start", "supply-start", "charging_a", 1, {}),
        ("time until every reader has 3.0 V", "supply-start", "ready_s", 1e3, {}),
        ("left at another station beside a short", "short", "beside_v", 1, {}),
        ("a lamp's high level", "lamp", "high_v", 1, {}),
        ("what the clock beside it does to a low select", "bus", "select_most_v", 1, LOW),
        (
            "what the clock beside it leaves of a high select",
            "bus",
            "select_least_v",
            1,
            HIGH,
        ),
        ("an answer at the Pico, at 1 MHz", "bus", "answer_high_v", 1, LOW),
        ("an answer at the Pico, at 2.5 MHz", "bus", "answer_high_v", 1, LOW | {"CLOCK_HZ": 2.5e6}),
        ("an answer falls after", "bus", "answer_falls_s", 1e9, LOW),
    ],
)
def test_the_page_tells_what_is_simulated(row, circuit, measure, unit, more):
    (told,) = re.findall(rf"^\| {re.escape(row)} \| ([\d.]+) ", PAGE, re.MULTILINE)
    assert float(told) == pytest.approx(run(circuit, **more)[measure] * unit, rel=0.03)


@pytest.mark.parametrize("name", plots.PLOTS)
def test_a_plot_shows_what_is_simulated_now(name):
    assert guide.stamp_of(plots.FOLDER / f"{name}.png") == plots.stamp(name), "run `make hardware`"
    assert f"../pictures/simulation/{name}.png" in PAGE


@needs_ngspice
def test_a_curve_begins_and_ends_where_its_circuit_does():
    (rail,) = spice.curves("supply-start", ["v(rail)"])
    assert rail[0][0] == pytest.approx(0, abs=1e-6)
    assert rail[-1][0] == pytest.approx(8e-3)
    assert rail[-1][1] == pytest.approx(supply.SOURCE_MOST_V, abs=0.3)
