"""A breadboard under the shipped firmware: what it has, and what it says of its wires."""

import pytest

from board.canvas import drawn
from board.plugged import Plugged
from tableboard import screens
from tricktable.board.link.simulated import BREADBOARD

UID = "04A3C6CAE26180"
FAULT = "reader 1: exchange SCK (GP18) and MOSI (GP19)"


@pytest.fixture(scope="module")
def plugged():
    with Plugged(speed=10, settings=BREADBOARD) as plugged:
        plugged.until(lambda: plugged.host.board)
        yield plugged


def told(plugged) -> list[str]:
    """Its faults."""
    return [words.replace("_", " ") for (words,) in plugged.told("F")]


def leads(plugged, part, **wires):
    """Let wires lead elsewhere."""
    for pin, lead in wires.items():
        plugged.board.fault("wire", part=part, pin=pin, lead=lead)


def test_it_has_what_its_file_says_and_reads_cards(plugged):
    parts = plugged.host.board.parts()
    assert (parts["readers"], parts["keys"], parts["seats"]) == ("1", "0", "1")
    assert (parts["lights"], parts["buzzer"]) == ("0", "0")
    plugged.board.lay(0, UID)
    plugged.board.button(0)
    plugged.until(lambda: plugged.told("C") and plugged.told("S"))
    assert (plugged.told("C"), plugged.told("S")) == ([("0", UID)], [("0", "short")])


def test_a_wrong_wire_is_told_the_host_and_shown_without_one(plugged):
    leads(plugged, "reader0", SCK=19, MOSI=18)
    plugged.until(lambda: FAULT in told(plugged))
    plugged.unplug()
    wrong = drawn(screens.words_page("Check the wires", f"R{FAULT[1:]}."))
    assert plugged.board.wait_for(lambda: plugged.board.screen() == wrong)
    leads(plugged, "reader0", SCK=18, MOSI=19)
    assert plugged.board.wait_for(lambda: plugged.board.screen() != wrong)
    plugged.plug()
    plugged.until(lambda: ("0", "ok") in plugged.told("R"))


def test_a_display_that_shows_nothing_is_told_by_the_picos_own_light(plugged):
    assert not plugged.board.stat()["led"]
    leads(plugged, "display", SDA=27, SCL=26)
    plugged.until(lambda: "display: exchange SDA (GP26) and SCL (GP27)" in told(plugged))
    plugged.until(lambda: plugged.board.stat()["led"])
    leads(plugged, "display", SDA=26, SCL=27)
    plugged.show({"p": "words", "t": "Here", "q": "again"})
