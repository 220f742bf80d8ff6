"""The page about the simulated board: its figures and its faults are those of the code."""

import re
from pathlib import Path

import pytest

import machine
from pico.parts import Readers, display, keypad
from simulated.control import Control
from simulated.usb import Line
from tricktable.board.link import process

PAGE = (Path(__file__).parents[2] / "docs/explanation/simulated-board.md").read_text("utf-8")
ACE, KING = "04A3C6CAE26180", "04A3C6CAE26280"


def told_ms(call: str) -> float:
    """The chip time that the page tells for a call."""
    return float(re.search(rf"^\| {re.escape(call)} \| ([\d.]+) ms \|$", PAGE, re.MULTILINE)[1])


def took_ms(call) -> float:
    """The chip time of a call, rounded as on the page."""
    clock = machine.board.wiring.clock
    began_ns = clock.ns
    call()
    return round((clock.ns - began_ns) / 1e6, 1)


@pytest.mark.parametrize(
    ("call", "uids"),
    [
        ("no tag", []),
        ("uid of 7 bytes", [ACE]),
        ("uid of 4 bytes", ["12345678"]),
        ("two cards", [ACE, KING]),
    ],
)
def test_a_poll_takes_as_long_as_told(call, uids):
    readers = Readers()
    for uid in uids:
        readers.lay(uid)
    assert took_ms(readers.poll) == told_ms(f"`Reader.poll`, {call}")


def test_the_longest_slice_of_a_poll_is_as_long_as_told():
    readers = Readers()
    readers.lay(ACE)
    readers.poll()
    assert round(readers.slowest_ns / 1e6, 1) == told_ms("the longer half of that")
    readers.slowest_ns = 0
    readers.poll()
    assert round(readers.slowest_ns / 1e6, 1) == told_ms(
        "`Reader.poll`, a card that was read whole the last time"
    )


def test_a_self_test_takes_as_long_as_told():
    readers = Readers()
    assert took_ms(readers.readers[0].begin_test) == told_ms("`Reader.begin_test`")
    assert took_ms(readers.readers[0].end_test) == told_ms("`Reader.end_test`")
    assert took_ms(readers.readers[0].garbles) == told_ms("`Reader.garbles`")
    assert took_ms(readers.readers[0].healthy) == told_ms("`Reader.healthy`")


def test_a_poll_of_a_dead_chip_takes_as_long_as_told():
    readers = Readers()
    readers.chips[0].miso = 0
    assert took_ms(readers.poll) == told_ms("`Reader.poll`, dead chip")


def test_display_and_keypad_take_as_long_as_told():
    screen, _ = display()
    screen.start()
    assert took_ms(screen.flush_one) == told_ms("`Display.flush_one`, a whole page")
    pad, wiring = keypad()
    assert took_ms(pad.scan) == told_ms("`Keypad.scan`, no key held")
    wiring.keys.pressed = 1
    assert took_ms(pad.scan) == told_ms("`Keypad.scan`, one held")


def test_the_heap_is_as_large_as_told():
    sizes = re.search(r"given (\d+) KiB for the firmware and (\d+) KiB for the models", PAGE)
    assert [int(size) for size in sizes.groups()] == [process.HEAP_KIB, process.MODELS_KIB]


def test_every_fault_can_be_done_as_told():
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \|", PAGE, re.MULTILINE)
    assert len(rows) == 19
    for what, details in rows:
        Readers()
        control = Control(machine.board)
        named = dict.fromkeys(re.findall(r"`(\w+)`", details), 1)
        command = {"do": "fault", "what": what} | named
        assert control.obey(command, Line(machine.board.wiring.clock, None), 0) is None
        for detail in named:
            lacking = {key: value for key, value in command.items() if key != detail}
            with pytest.raises(KeyError):
                control.obey(lacking, Line(machine.board.wiring.clock, None), 0)
