"""The boot path on a simulated board with a flash of its own: slots, failed starts, safe mode."""

import pytest
import serial
from mpremote.transport_serial import SerialTransport

from board.plugged_board import LOOK_AGAIN_S, Plugged
from flash_image import fill_image, make_image, put_loader, put_program, read_image
from rig.patience import PATIENCE_S
from tableboard import VERSION
from tablewire.frame import encode as frame
from tricktable.board.flash.firmware import compile_firmware
from tricktable.board.link.process import MICROPYTHON, best_interpreter

pytestmark = pytest.mark.skipif(
    best_interpreter() != MICROPYTHON, reason="only MicroPython has a board's file system"
)

OLDER = "0.0.9"
FAST = 20
RAISES = "raise ValueError('no such glass')\n"
HANGS = "import time\ntime.sleep(3600)\n"
STOPS = "def main(start):\n    raise KeyboardInterrupt\n"
ENDS = "import machine\ndef main(start):\n    machine.reset()\n"


class Flash:
    """A board's files, before it is switched on."""

    def __init__(self, folder):
        self.files = folder / "files"
        self.image = folder / "flash.bin"
        put_loader(self.files)

    def slot(self, name, program="", version=""):
        """Fill a slot: with the shipped program, or with one of one file."""
        if program:
            (self.files / name).mkdir()
            (self.files / name / "program.py").write_text(program)
        else:
            put_program(self.files / name, version)

    def plugged(self, slots, speed=1.0, chip="RP2040", is_full=False):
        (self.files / "slots").write_text(slots)
        make_image(self.files, self.image)
        if is_full:
            fill_image(self.image, "slots")
        return Plugged(speed=speed, flash=self.image, chip=chip)

    @property
    def slots(self):
        return read_image(self.image, "slots").decode()


@pytest.fixture
def flash(tmp_path):
    return Flash(tmp_path)


def greeted(plugged):
    """The hello of a board that has started, whatever it went through before."""
    plugged.until(lambda: plugged.host.board)
    return plugged.host.board


def half_written(flash):
    """A slot whose pack came in part."""
    pack = compile_firmware().pack
    (flash.files / "b.pack").write_bytes(pack[: len(pack) // 2])


def test_the_slot_that_is_chosen_runs_and_is_marked_good_after_a_while_with_a_host(flash):
    flash.slot("a", version=OLDER)
    flash.slot("b")
    with flash.plugged("b:a", speed=FAST) as plugged:
        assert greeted(plugged).version == VERSION
        assert flash.slots == "b:a"
        plugged.until(lambda: flash.slots == "b:ab")
        assert plugged.board.resets == 0


@pytest.mark.parametrize("how", ["raises", "hangs", "ends", "half-written"])
def test_a_program_that_fails_three_times_makes_way_for_the_last_good_one(flash, how):
    flash.slot("a", version=OLDER)
    if how == "half-written":
        half_written(flash)
    else:
        flash.slot("b", program={"raises": RAISES, "hangs": HANGS, "ends": ENDS}[how])
    with flash.plugged("b:a", speed=FAST) as plugged:
        # What fails while it loads has greeted before.
        plugged.until(lambda: plugged.host.board and plugged.host.board.version == OLDER)
        assert plugged.board.resets == (3 if how in ("raises", "half-written") else 4)
        assert flash.slots == "a:a"
        plugged.board.reset()
        resets = plugged.board.resets
        boots = len(plugged.boots)
        plugged.until(lambda: len(plugged.boots) > boots)
        assert (greeted(plugged).version, plugged.board.resets) == (OLDER, resets)


def test_what_a_program_that_fails_had_to_tell_is_told_by_the_one_that_takes_its_place(flash):
    flash.slot("a", version=OLDER)
    flash.slot("b")
    keypad = flash.files / "b" / "keypad.py"
    keypad.write_text(keypad.read_text().replace("def scan(", "def scanned("))
    with flash.plugged("b:a", speed=FAST) as plugged:
        plugged.until(lambda: plugged.host.board and plugged.host.board.version == OLDER)
        plugged.until(lambda: len(plugged.told("F")) == 6)
        why = plugged.told("F")[0]
        assert "'Keypad'_object_has_no_attribute" in why[0]
        assert plugged.told("F") == [why, ("restarted_after_a_fault",)] * 3
        assert [event.seq for event in plugged.events] == [1, 2, 3, 4, 5, 6]
        assert (plugged.board.resets, len(set(plugged.boots))) == (4, 1)


@pytest.mark.parametrize("trial", ["b", "board.json"])
def test_a_full_flash_lets_nothing_be_tried_and_what_ran_runs_and_says_so(flash, trial):
    flash.slot("a", version=OLDER)
    half_written(flash)
    (flash.files / "board.json.new").write_text("{}")
    with flash.plugged("a:a:" + trial, speed=FAST, is_full=True) as plugged:
        assert greeted(plugged).version == OLDER
        plugged.until(lambda: plugged.told("F"))
        assert plugged.told("F") == [("the_flash_is_full_or_broken",)]
        assert (flash.slots, plugged.board.resets) == ("a:a:" + trial, 0)


def test_a_program_that_fails_on_a_full_flash_makes_room_for_the_last_good_one(flash):
    flash.slot("a", version=OLDER)
    half_written(flash)
    with flash.plugged("b:a", speed=FAST, is_full=True) as plugged:
        plugged.until(lambda: plugged.host.board and plugged.host.board.version == OLDER)
        assert (flash.slots, plugged.board.resets) == ("a:a", 3)


def test_where_no_room_can_be_made_the_safe_mode_says_so(flash):
    flash.slot("a", version=OLDER)
    flash.slot("b", program=RAISES)
    with flash.plugged("b:a", speed=FAST, is_full=True) as plugged:
        assert greeted(plugged).parts() == {
            "safe": "the_flash_is_full_or_broken:_ValueError:_no_such_glass"
        }
        assert flash.slots == "b:a"


def test_a_pico_2_counts_its_starts_in_its_own_watchdog(flash):
    flash.slot("a", version=OLDER)
    flash.slot("b", program=HANGS)
    with flash.plugged("b:a", speed=FAST, chip="RP2350") as plugged:
        assert greeted(plugged).version == OLDER
        assert (flash.slots, plugged.board.resets) == ("a:a", 4)
        plugged.board.lay(0, "04A3C6CAE26180")
        plugged.until(lambda: plugged.told("C"))


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        (RAISES, "ValueError:_no_such_glass"),
        (HANGS, "it_hung_or_reset_itself"),
        ("import nothing, such=1\n", "SyntaxError:_invalid_syntax"),
        ("", "ImportError:_no_module_named_'program'"),
    ],
    ids=["raises", "hangs", "broken", "empty"],
)
def test_without_a_good_slot_the_safe_mode_tells_why(flash, program, reason):
    if program:
        flash.slot("a", program=program)
    with flash.plugged("a:a", speed=FAST) as plugged:
        assert greeted(plugged).parts() == {"safe": reason}
        plugged.until(lambda: plugged.host.beat is not None and plugged.host.beat.mark > 3)
        assert plugged.host.beat.free == 0  # what loading left is not told as memory that is gone
        assert len(plugged.boots) == 1


def test_a_program_that_loads_slowly_is_not_reset(flash):
    flash.slot("a")
    for module in ("glyphs", "drawings", "screens"):
        path = flash.files / "a" / "tableboard" / (module + ".py")
        path.write_text("import time\ntime.sleep(3)\n" + path.read_text())
    with flash.plugged("a:", speed=FAST) as plugged:
        plugged.board.lay(0, "04A3C6CAE26180")
        plugged.until(lambda: plugged.told("C"))  # all of it is there
        assert (plugged.board.resets, len(set(plugged.boots))) == (0, 1)


def test_a_host_that_asks_and_does_not_read_does_not_block_who_greets_it(flash):
    flash.slot("a", program=RAISES)
    with flash.plugged("a:a", speed=FAST) as plugged:
        greeted(plugged)
        question = frame("W 1 1 0000A11E")
        for _ in range(40):  # their answers are 5 KB
            plugged.write(question)
            assert not plugged.board.wait_for(lambda: False, LOOK_AGAIN_S)
        stat = plugged.board.stat()
        assert (stat["stalls"], stat["dropped_bytes"]) == (0, 0)
        marks = plugged.host.beat.mark if plugged.host.beat else 0
        plugged.until(lambda: plugged.host.beat and plugged.host.beat.mark > marks + 1)


def test_the_safe_mode_hears_no_more_than_it_must(flash):
    with flash.plugged("a:a") as plugged:
        greeted(plugged)
        plugged.write(b"~W 1 1 0000A11E*00000000\n" + bytes(range(0x80, 0x100)) + b"~\n~*\n")
        plugged.write(b"x" * 3000)
        marks = plugged.host.beat.mark if plugged.host.beat else 0
        plugged.until(lambda: plugged.host.beat and plugged.host.beat.mark > marks + 1)
        assert plugged.host.bad_frames == 0
        assert len(plugged.boots) == 1


def test_the_safe_mode_lets_mpremote_in_and_a_reset_is_another_try(flash):
    with flash.plugged("a:a") as plugged:
        greeted(plugged)
        plugged.unplug()
        console = SerialTransport(plugged.board.port)
        console.enter_raw_repl()
        assert console.fs_listdir("/")[0].name == "greeter.py"
        console.fs_mkdir("a")
        console.fs_writefile("a/program.py", b"def main(start):\n    print('here I am')\n")
        console.exit_raw_repl()
        console.close()
        with serial.Serial(plugged.board.port, timeout=PATIENCE_S) as port:
            plugged.board.reset()
            assert port.read_until(b"here I am").endswith(b"here I am")


def test_a_program_that_is_stopped_by_hand_has_not_failed(flash):
    flash.slot("a", program=STOPS)
    with flash.plugged("a:") as plugged:
        for _ in range(5):
            plugged.until(lambda: plugged.board.crash)
            assert "KeyboardInterrupt" in plugged.board.crash
            plugged.board.stat()
            plugged.board.reset()
        assert plugged.host.board is None
