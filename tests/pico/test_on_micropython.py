"""The portable tests of drivers and models once more, under a real MicroPython."""

import sys
from pathlib import Path

import pytest

from rig.patience import output_of
from tricktable.board.link.process import MICROPYTHON, best_interpreter

HERE = Path(__file__).parent
TESTS = HERE.parent
FIRMWARE = TESTS.parent / "firmware"
PORTABLE = [
    *("pico.test_mfrc522", "pico.test_ssd1306", "pico.test_keypad", "pico.test_lamps"),
    *(
        "pico.test_buzzer",
        "pico.test_wires",
        "sim.test_tag",
        "sim.test_mfrc522_chip",
        "sim.test_ssd1306_chip",
    ),
    *("sim.test_keypad_chip", "sim.test_machine", "sim.test_board", "sim.test_usb"),
    *("sim.test_control", "sim.test_shims", "sim.test_framebuf"),
]


@pytest.mark.parametrize("name", PORTABLE)
def test_portable_tests_pass_in_a_boards_heap(name):
    if best_interpreter() != MICROPYTHON:
        pytest.skip("there is no MicroPython for this machine on the registry")
    folders = [FIRMWARE / "sim", FIRMWARE / "pico", TESTS]
    command = [sys.executable, "-I", "-m", "micropython_unix", "-X", "heapsize=192k"]
    done = output_of(
        [*command, str(HERE / "run_on_micropython.py"), name],
        env={"MICROPYPATH": ":".join([*map(str, folders), ".frozen"])},
    )
    tests = (TESTS / f"{name.replace('.', '/')}.py").read_text().count("\ndef test_")
    assert done.stdout.endswith(f"\n{tests} passed\n"), done.stdout[-900:] + done.stderr
