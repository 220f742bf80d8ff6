"""Updates over the wire: the shipped firmware on a simulated board with a flash of its own."""

import json
import re
import shutil
from pathlib import Path

import pytest

from board.plugged_board import Plugged
from flash_image import make_image, put_compiled, read_image
from rig.ports import free_port
from tableboard import VERSION
from tablewire.words import PROGRAM
from tricktable.board.flash.firmware import File, compile_firmware
from tricktable.board.flash.settings import settings_of_hello, settings_of_words
from tricktable.board.link.process import MICROPYTHON, best_interpreter

pytestmark = pytest.mark.skipif(
    best_interpreter() != MICROPYTHON, reason="only MicroPython has a board's file system"
)

FAST = 20
NEWER = "0.9.0"
SILENT = """
import time
def main(start):
    while True:
        start.feed()
        time.sleep_ms(100)
"""
"""Goes round for ever and hears no host."""
FAILURES = {
    "raises": "raise ValueError('no such glass')\n",
    "hangs": "import time\ntime.sleep(3600)\n",
    "ends": "import machine\ndef main(start):\n    machine.reset()\n",
    "silent": SILENT,
    "is cut off": SILENT,
}
UID = "04A3C6CAE26180"
PAGE = Path(__file__).parents[2] / "docs/howto/start-on-a-breadboard.md"
GROWTH = re.findall("tricktable flash --only-set .*", PAGE.read_text(encoding="utf-8"))
"""What the page has somebody say to the board, part by part."""


@pytest.fixture(scope="module")
def firmware():
    return compile_firmware()


@pytest.fixture(scope="module")
def as_flashed(tmp_path_factory):
    """The flash as it leaves the computer, made once: no board writes to it."""
    folder = tmp_path_factory.mktemp("as_flashed")
    put_compiled(folder / "files")
    return make_image(folder / "files", folder / "flash.bin")


@pytest.fixture
def image(as_flashed, tmp_path):
    """A board's own copy of it."""
    return Path(shutil.copy(as_flashed, tmp_path))


@pytest.fixture
def plugged(image):
    with Plugged(speed=FAST, flash=image) as plugged:
        plugged.runs()
        yield plugged


def newer(firmware):
    """The program with another version."""
    place = "tableboard/__init__"
    kept = tuple(file for file in firmware.program if file.place != f"{place}.mpy")
    version = File(f"{place}.py", f'VERSION = "{NEWER}"\n'.encode())
    return firmware._replace(program=(*kept, version)).pack


def small(firmware, source):
    """A pack of one file."""
    return firmware._replace(program=(File("program.py", source.encode()),)).pack


def send(plugged, what, data):
    """Send it, and wait until the board has all of it or does not want it."""
    assert plugged.host.send(what, data)
    upload = plugged.host.upload
    plugged.until(lambda: upload.is_whole or upload.refusal)
    return upload


def settings(image, place):
    """The settings in a file of the flash, {} without one."""
    try:
        return json.loads(read_image(image, place))
    except FileNotFoundError:
        return {}


def attempt(plugged):
    """Have the board try it; whether it does."""
    upload = plugged.host.upload
    upload.attempt()
    plugged.until(lambda: upload.is_kept is not None)
    return upload.is_kept


def test_a_program_is_sent_tried_and_stays_while_cards_and_keys_are_told(plugged, image, firmware):
    assert plugged.host.board.parts()["updates"] == "1"
    assert plugged.host.send(PROGRAM, newer(firmware))
    upload = plugged.host.upload
    for number, key in enumerate("QKA2"):  # in its midst
        plugged.until(lambda: upload.taken > 10_000 * number)  # noqa: B023
        plugged.board.press(key)
    plugged.board.lay(1, UID)
    plugged.until(lambda: upload.is_whole)
    plugged.until(lambda: len(plugged.events) == 5)
    assert plugged.told("K") == [("Q",), ("K",), ("A",), ("2",)]
    assert (plugged.board.resets, read_image(image, "slots")) == (0, b"a:a")
    assert attempt(plugged)
    assert plugged.host.board.version == NEWER
    plugged.until(lambda: read_image(image, "slots") == b"b:ab")
    boots = len(plugged.boots)
    plugged.board.reset()
    plugged.until(lambda: len(plugged.boots) > boots)
    assert (plugged.host.board.version, plugged.board.crash) == (NEWER, None)


@pytest.mark.parametrize("how", FAILURES)
def test_a_program_that_does_not_say_hello_is_kept_once_and_taken_back(
    plugged, image, firmware, how
):
    send(plugged, PROGRAM, small(firmware, FAILURES[how]))
    plugged.host.upload.attempt()
    if how == "is cut off":
        plugged.until(lambda: plugged.board.resets and read_image(image, "slots") == b"a:a")
        plugged.board.reset()
    plugged.until(lambda: plugged.host.upload.is_kept is not None)
    assert not plugged.host.upload.is_kept
    assert plugged.host.board.version == VERSION
    assert plugged.board.resets == 2  # into the trial, and out of it
    assert read_image(image, "slots") == b"a:a"
    plugged.board.lay(0, UID)
    plugged.until(lambda: plugged.told("C"))


def test_what_no_host_has_had_is_told_by_the_program_that_is_kept(plugged, firmware):
    send(plugged, PROGRAM, newer(firmware))
    plugged.host.commit = lambda *_: None  # its journal cannot be written
    plugged.board.press("Q")
    plugged.until(lambda: plugged.told("K"))
    assert attempt(plugged)
    hello = plugged.host.board
    assert (hello.version, hello.next, len(set(plugged.boots))) == (NEWER, 2, 1)
    assert plugged.told("F") == []  # a restart that somebody wants is no fault


def test_a_pulled_cable_costs_nothing_and_a_power_cut_only_the_update(plugged, image, firmware):
    pack = newer(firmware)
    assert plugged.host.send(PROGRAM, pack)
    upload = plugged.host.upload
    plugged.until(lambda: upload.taken > 20_000)
    plugged.unplug()
    plugged.board.unplug()
    plugged.board.replug()
    plugged.plug()
    begun = upload.taken
    plugged.until(lambda: upload.taken > begun)
    assert begun > 20_000
    plugged.board.reset()
    plugged.until(lambda: 0 < upload.taken < begun)  # from its begin
    assert (plugged.host.board.version, read_image(image, "slots")) == (VERSION, b"a:a")


def test_settings_are_tried_and_kept_and_the_others_stay(plugged, image):
    kept = {}
    for wish in ({"readers": 2, "lamps": 1}, {"readers": 3}):
        kept |= wish
        send(plugged, "board.json", json.dumps(wish).encode())
        assert attempt(plugged)
        assert plugged.host.board.parts()["readers"] == str(wish["readers"])
        plugged.until(lambda: settings(image, "board.json") == kept)  # noqa: B023
    assert read_image(image, "slots") == b"a:a"


def test_a_breadboard_grows_as_its_page_says_and_its_program_stays(tmp_path):
    put_compiled(tmp_path / "files")
    (tmp_path / "files" / "board.json").write_text(json.dumps({"breadboard": 1}))
    image = make_image(tmp_path / "files", tmp_path / "flash.bin")
    with Plugged(speed=FAST, flash=image) as plugged:
        plugged.runs()
        for number, command in enumerate(GROWTH):
            wish = settings_of_words(re.findall(r"--set (\w+=\d+)", command))
            send(plugged, "board.json", json.dumps(wish).encode())
            assert attempt(plugged), command
            has = settings_of_hello(plugged.host.board.parts())
            assert {name: has[name] for name in wish if name in has}.items() <= wish.items()
            works(plugged, has, f"04A3C6CAE2618{number}")
        whole = dict.fromkeys(("readers", "buttons", "lamps"), 4)
        assert has == {**whole, "keypad": 1, "buzzer": 1}
        assert read_image(image, "slots") == b"a:a"


def works(plugged, has, uid):
    """Wait until the last of each part that is heard of is heard."""
    reader, button = has["readers"] - 1, has["buttons"] - 1
    before = {what: len(plugged.told(what)) for what in "SK"}
    plugged.board.lay(reader, uid)
    plugged.board.button(button)
    plugged.until(lambda: (str(reader), uid) in plugged.told("C"))
    plugged.until(lambda: (str(button), "short") in plugged.told("S")[before["S"] :])
    if has["keypad"]:
        plugged.board.press("Q")
        plugged.until(lambda: ("Q",) in plugged.told("K")[before["K"] :])
    plugged.board.lift(reader)


def test_a_wrong_password_is_taken_back_although_the_cable_has_a_host(plugged, image):
    right = {"ssid": "Cards", "password": "x", "key": "00" * 32, "port": free_port()}
    for wish, is_kept in ((right, True), ({"password": "wrong"}, False)):
        resets = plugged.board.resets
        send(plugged, "table.json", json.dumps(wish).encode())
        assert attempt(plugged) is is_kept
        assert plugged.board.resets == resets + (1 if is_kept else 2)
        assert settings(image, "table.json") == right


def test_what_cannot_be_tried_is_refused_each_for_its_own_reason(plugged, image):
    for what, data, why in (
        ("main.py", b"x", "unknown"),
        ("board.json", b"7", "object"),
        ("board.json", b"{", "syntax error"),
        (PROGRAM, bytes(1_400_000), "no room"),
    ):
        assert why in send(plugged, what, data).refusal
        assert read_image(image, "slots") == b"a:a"


def test_a_file_that_comes_damaged_is_refused(plugged, firmware):
    assert plugged.host.send(PROGRAM, small(firmware, SILENT))
    upload = plugged.host.upload
    plugged.until(lambda: upload.taken)
    upload._digest = "00" * 32
    upload.reset()  # it begins again, as another file
    upload._data = upload._data[:-1] + b"?"
    plugged.until(lambda: upload.refusal)
    assert upload.refusal == "damaged"


def test_a_program_that_has_not_proved_itself_keeps_the_one_before(tmp_path, firmware):
    put_compiled(tmp_path / "files")
    for place, data in (("b.pack", firmware.pack), ("slots", b"b:a")):
        (tmp_path / "files" / place).write_bytes(data)
    image = make_image(tmp_path / "files", tmp_path / "flash.bin")
    with Plugged(flash=image) as plugged:
        plugged.runs()
        assert send(plugged, PROGRAM, firmware.pack).refusal == "not yet good"
        assert read_image(image, "slots") == b"b:a"
