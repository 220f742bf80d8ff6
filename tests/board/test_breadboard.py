"""A breadboard under the shipped firmware: what it has, and what it says of its wires."""

import pytest

from board.canvas import drawn
from board.plugged_board import Plugged
from pico.test_wires import DISPLAY, READER, mistakes, said_of
from tableboard import screens
from tricktable.board.link.simulated_board import BREADBOARD

UID = "04A3C6CAE26180"


@pytest.fixture(scope="module")
def plugged():
    with Plugged(speed=10, settings=BREADBOARD) as plugged:
        # As it is drawn: a heap that has been used for long may have no room for loose wires.
        leads(plugged, "reader0", SDA=READER["SDA"])
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


def test_a_button_one_hole_off_is_named_until_the_right_one_answers(plugged):
    says = "button 1: move its wire from GP12 to GP11"
    for presses in (1, 2):  # a host that comes later hears it, too
        plugged.board.button(1)
        plugged.until(lambda times=presses: told(plugged).count(says) == times)
        plugged.board.rest(600)
    plugged.unplug()
    page = drawn(
        screens.words_page("Check the wires", "Button 1: move its wire from GP12 to GP11.")
    )
    assert plugged.board.wait_for(lambda: plugged.board.screen() == page)
    plugged.board.button(0)
    assert plugged.board.wait_for(lambda: plugged.board.screen() != page)
    plugged.plug()


SAYINGS = {(part, said_of(part, leads)): leads for part, leads in mistakes()}
"""A mistake for each thing that there is to say of a part."""
NAMES = {"reader0": "reader 1", "display": "display"}
USUAL = {"reader0": READER, "display": DISPLAY}


def mend(plugged, part, wrong):
    """Plug the wires of a part as they are drawn."""
    leads(plugged, part, **{pin: USUAL[part][pin] for pin in wrong})


def is_told(plugged, part, says, wrong):
    """Make a mistake, wait until the host and the Pico's light say so, and mend it."""
    before = len(told(plugged))
    leads(plugged, part, **wrong)
    plugged.until(lambda: f"{NAMES[part]}: {says}" in told(plugged)[before:])
    plugged.until(lambda: plugged.board.stat()["led"])
    mend(plugged, part, wrong)


def is_shown(plugged, part, says, wrong):
    """Make a mistake, wait until display and light say so, or only the light, and mend it."""
    page = drawn(screens.words_page("Check the wires", f"Reader 1: {says}."))
    leads(plugged, part, **wrong)
    assert part == "display" or plugged.board.wait_for(lambda: plugged.board.screen() == page), says
    plugged.until(lambda: plugged.board.stat()["led"])
    mend(plugged, part, wrong)
    assert plugged.board.wait_for(lambda: plugged.board.screen() != page), says


def test_what_is_wrong_with_a_wire_is_told_the_host(plugged):
    assert len(SAYINGS) > 10
    for (part, says), wrong in SAYINGS.items():
        is_told(plugged, part, says, wrong)
    plugged.until(lambda: plugged.told("R")[-1] == ("0", "ok"))
    plugged.show({"p": "words", "t": "Here", "q": "again"})
    plugged.sees(drawn(screens.words_page("Here", "again")))


def test_what_is_wrong_with_a_wire_is_shown_where_no_host_is(plugged):
    plugged.unplug()
    for (part, says), wrong in SAYINGS.items():
        is_shown(plugged, part, says, wrong)
