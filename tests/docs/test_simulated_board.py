"""The pages about the board: their figures are measured, and their faults those of the code."""

import re
from pathlib import Path

import pytest

import machine
from bench.bench_table import MOST_CARD_MS, NUMBERS, evening, virtual
from bench.report import table
from pico.parts import Readers, display, keypad
from simulated.control import Control
from simulated.usb import Line
from tricktable.board.link import process

EXPLAINED = Path(__file__).parents[2] / "docs/explanation"
PAGE = (EXPLAINED / "simulated-board.md").read_text("utf-8")
BOARD_PAGE = " ".join((EXPLAINED / "board.md").read_text("utf-8").split())
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


@pytest.fixture(scope="module")
def micropython():
    """What plays evenings."""
    if process.best_interpreter() != process.MICROPYTHON:
        pytest.skip("no MicroPython for this machine")


@pytest.fixture(scope="module")
def rows(micropython):
    """What the bench of the table measures in virtual time: the same always."""
    return [*virtual()]


@pytest.fixture(scope="module")
def measured(rows):
    """The same by its first words."""
    return {row.what.removeprefix("board: "): row.measured for row in rows}


@pytest.mark.usefixtures("micropython")
@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("readers", MOST_CARD_MS)
def test_no_tap_of_an_evening_is_lost(readers, number):
    """The tests below look at all of them: a busy computer plays each within a test of its own."""
    heard, taps, _ = evening(readers, number)["taps"]
    assert heard == taps


def test_nobody_waits_for_the_board(rows, capsys):
    with capsys.disabled():
        print(f"\n{table(rows)}")
    assert len(rows) == 16
    assert [row.what for row in rows if row.ok is False] == []


def of_the_models(step: str) -> str:
    """What the page tells for a step in the column of the models."""
    return re.search(rf"^\| {re.escape(step)} \| ([^|]+) \|", PAGE, re.MULTILINE)[1]


@pytest.mark.parametrize(
    ("step", "row"),
    [
        ("`Reader.poll`, no tag", "poll of an empty reader"),
        ("`Reader.poll`, a card that was read whole the last time", "presence check"),
        ("all eight pages", "whole display update"),
        (
            "card laid to its event, four readers, three cards lying, p95",
            "card laid to its event, 4 readers, p95",
        ),
        (
            "card laid to its event, on a breadboard, p95",
            "card laid to its event, a breadboard, p95",
        ),
        ("key pressed to its event, p95", "key pressed to its event, p95"),
        (
            "longest time without a look at the keys, with 1.22",
            "longest time without a look at the keys, also while a word of 1,050 letters is drawn",
        ),
        ("ping on the wire, with 1.22, p95", "ping on the wire, p95"),
    ],
)
def test_the_models_take_as_long_as_told(measured, step, row):
    assert of_the_models(step) == measured[row]


def test_the_halves_of_a_read_are_as_long_as_told(measured):
    halves = of_the_models("`Reader.poll`, uid of 7 bytes, in two halves").removesuffix(" ms")
    longer, shorter = map(float, halves.split(" + "))
    assert longer == told_ms("the longer half of that")
    assert f"{longer + shorter:.1f} ms" == measured["read of a 7-byte id"]


def test_a_lift_and_a_tap_are_noticed_as_told(measured):
    away = measured["card lifted, until it counts as a new one when it comes back"]
    assert of_the_models(f"lifted for {float(away.split()[0]):.0f} ms, reported again") == "always"
    told, tried = measured["taps of 16 ms that are told"].split(" of ")
    assert (of_the_models("tap of 16 ms reported, with 1.22"), told) == ("always", tried)


def test_the_page_of_the_board_tells_the_same(measured):
    def says(words: str) -> str:
        return re.search(words, BOARD_PAGE)[1]

    assert (
        says(r"The longest that was measured takes ([\d.]+ ms)")
        == measured["longest slice that blocks anything"]
    )
    assert (
        says(r"four readers takes ([\d.]+ ms) to its event \(p95\)")
        == measured["card laid to its event, 4 readers, p95"]
    )
    assert float(says(r"memory is sent in ([\d.]+) ms")) == told_ms(
        "`Display.flush_one`, a whole page"
    )
    assert float(says(r"the longer of which takes ([\d.]+) ms")) == told_ms(
        "the longer half of that"
    )
    assert f"{says(r'part of its id, which takes ([0-9.]+) ms')} ms" == measured["presence check"]


def test_the_heap_is_as_large_as_told():
    sizes = re.search(r"(\d+) KiB for the firmware and (\d+) KiB for the models \((\d+)", PAGE)
    given = [process.HEAP_KIB, process.MODELS_KIB, process.FLASH_KIB]
    assert [int(size) for size in sizes.groups()] == given


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
