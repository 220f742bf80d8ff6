"""The shipped firmware on an emulated RP2040, with a real MicroPython image for it.

The image is MicroPython's, not ours: PICO_UF2 names one (of 1.28, from micropython.org), and
without it this skips. What needs no image is tried everywhere: that the models are soldered to
the right pins and buses, and that the flash image holds the firmware.
"""

import asyncio
import json

import pytest
from rp2040py.external import attach_external_devices
from rp2040py.rp2040 import RP2040

import pins
from board.canvas import shown
from board.pictures import trick
from chips.tag import Tag
from emulator.board import LAYOUT, UF2, WITHOUT, Emulated, Host
from emulator.soldered_pico import SolderedTable
from flash_image import make_image, put_compiled
from tableboard import VERSION
from tableboard.lights import COLOURS
from tablewire.limits import SILENT_MS

ACE, KING = bytes.fromhex("04A3C6CAE26180"), bytes.fromhex("04A3C6CAE26280")
LEAST_FREE_BYTES = 110 * 1024
HANGS = """
import machine
def main(start):
    machine.WDT(timeout=200)
    while True:
        pass
"""

# RP2040 data sheet: 2.19.6.1 (IO_BANK0), 2.3.1.7 (SIO), 4.4.4 (SPI), 4.3.17 (I2C).
IO_BANK0, SIO, SPI0, I2C1 = 0x40014000, 0xD0000000, 0x4003C000, 0x40048000
FUNCTION_SIO = 5
OUT_SET, OUT_CLR, OE_SET = 0x14, 0x18, 0x24
SSPCR0, SSPCR1, SSPDR, SSPCPSR = 0x00, 0x04, 0x08, 0x10
IC_CON, IC_TAR, IC_DATA_CMD, IC_ENABLE = 0x00, 0x04, 0x10, 0x6C
STOP = 1 << 9


@pytest.fixture
def table():
    """A table on a bare chip that runs nothing: tests write its registers."""
    soldered = SolderedTable(len(pins.READER_CS))
    attach_external_devices(RP2040(), soldered)
    return soldered


def drive(chip, gpio, level):
    """Make a pin an output of this level."""
    chip.write_uint32(IO_BANK0 + 8 * gpio + 4, FUNCTION_SIO)
    chip.write_uint32(SIO + (OUT_SET if level else OUT_CLR), 1 << gpio)
    chip.write_uint32(SIO + OE_SET, 1 << gpio)


def exchange(chip, *sent):
    """Send bytes on SPI0 at 1 MHz and return what came back."""
    chip.write_uint32(SPI0 + SSPCPSR, 2)
    chip.write_uint32(SPI0 + SSPCR0, 61 << 8 | 7)
    chip.write_uint32(SPI0 + SSPCR1, 2)
    received = []
    for byte in sent:
        chip.write_uint32(SPI0 + SSPDR, byte)
        chip.clock.tick(9000)
        received.append(chip.read_uint32(SPI0 + SSPDR))
    return received


@pytest.mark.parametrize("reader", range(4))
def test_each_reader_answers_on_its_own_chip_select(table, reader):
    chip = table._rp2040
    for gpio in pins.READER_CS:
        drive(chip, gpio, 1)
    table.wiring.readers[reader].version = 0x80 + reader
    table.wiring.readers[reader].reset()
    drive(chip, pins.READER_CS[reader], 0)
    assert exchange(chip, 0xEE, 0)[1] == 0x80 + reader
    drive(chip, pins.READER_CS[reader], 1)
    assert exchange(chip, 0xEE, 0) == [0, 0]


def test_the_display_takes_what_the_bus_sends(table):
    chip = table._rp2040
    chip.write_uint32(I2C1 + IC_CON, 0x65)
    for address, taken in ((0x3D, False), (0x3C, True)):
        chip.write_uint32(I2C1 + IC_ENABLE, 0)
        chip.write_uint32(I2C1 + IC_TAR, address)
        chip.write_uint32(I2C1 + IC_ENABLE, 1)
        chip.write_uint32(I2C1 + IC_DATA_CMD, 0x00)
        chip.write_uint32(I2C1 + IC_DATA_CMD, 0xAF | STOP)
        for _ in range(4):
            chip.clock.tick(25_000)
        assert table.wiring.display.on is taken


def test_a_key_pulls_its_column_down_while_its_row_is_low(table):
    chip = table._rp2040
    row, column = pins.KEY_ROWS[1], pins.KEY_COLUMNS[2]
    table.wiring.keys.pressed = 1 << 1 * len(pins.KEY_COLUMNS) + 2
    chip.gpio[column].pad_value = 1 << 3 | 1 << 6  # pull-up and input (2.19.6.3)
    table.touch()
    assert chip.gpio[column].input_value
    drive(chip, row, 0)
    assert not chip.gpio[column].input_value
    drive(chip, row, 1)
    assert chip.gpio[column].input_value


def test_a_seat_button_pulls_its_pin_down(table):
    pin = table._rp2040.gpio[pins.SEAT_BUTTONS[3]]
    pin.pad_value = 1 << 3 | 1 << 6
    table.wiring.buttons = 1 << 3
    table.touch()
    assert not pin.input_value
    table.wiring.buttons = 0
    table.touch()
    assert pin.input_value


def test_the_flash_image_holds_the_firmware(tmp_path):
    put_compiled(tmp_path / "files")
    data = make_image(tmp_path / "files", tmp_path / "flash.bin").read_bytes()
    assert len(data) == LAYOUT.fs_blocksize * LAYOUT.fs_blockcount
    for name in (b"littlefs", b"main.py", b"loader.mpy", b"mfrc522.mpy", b"tablewire"):
        assert name in data


def screen(board):
    """The display's memory, as a picture is compared."""
    return bytes(board.table.wiring.display.memory)


async def an_evening(uf2, image):
    """Boot, card, key, picture and lights, a host that falls silent and comes back."""
    host = Host()
    session = host.session
    async with Emulated(uf2, image, host.talk) as board:
        wiring = board.table.wiring
        await board.until(lambda: session.board)
        assert session.board.version == VERSION
        wiring.readers[2].lay(Tag(ACE))
        await board.until(lambda: host.told("C"))
        wiring.keys.pressed = 1 << pins.KEYS.index("Q")
        board.table.touch()
        await board.until(lambda: host.told("K"))
        wiring.keys.pressed = 0
        board.table.touch()
        number = session.show(json.dumps(trick()))
        await board.until(lambda: session.beat and session.beat.picture == number)
        await board.until(lambda: screen(board) == shown(trick()))
        await board.until(lambda: board.lamps[0].pixels == [COLOURS["turn"]])
        assert session.beat.free >= LEAST_FREE_BYTES
        board.is_silent = True  # as when the cable is pulled
        await board.lasts(SILENT_MS + 500)
        wiring.readers[0].lay(Tag(KING))
        await board.lasts(500)
        assert len(host.told("C")) == 1
        board.is_silent = False
        host.comes_back()
        await board.until(lambda: len(host.told("C")) == 2)
        assert host.told("C") == [("2", ACE.hex().upper()), ("0", KING.hex().upper())]
        assert host.told("F") == []
        assert wiring.bus_fights == 0


async def a_program_that_hangs(uf2, image):
    """The watchdog bites three times, and the safe mode tells so."""
    host = Host()
    async with Emulated(uf2, image, host.talk) as board:
        await board.until(lambda: host.session.board)
        return host.session.board.parts()


@pytest.mark.skipif(UF2 is None, reason=WITHOUT)
@pytest.mark.timeout(3600)
def test_an_evening_on_an_emulated_pico(tmp_path):
    put_compiled(tmp_path / "files")
    asyncio.run(an_evening(UF2, make_image(tmp_path / "files", tmp_path / "flash.bin")))


@pytest.mark.skipif(UF2 is None, reason=WITHOUT)
@pytest.mark.timeout(3600)
def test_a_watchdog_reset_on_an_emulated_pico(tmp_path):
    put_compiled(tmp_path / "files")
    (tmp_path / "files/slots").write_text("b:b")
    (tmp_path / "files/b").mkdir()
    (tmp_path / "files/b/program.py").write_text(HANGS)
    image = make_image(tmp_path / "files", tmp_path / "flash.bin")
    parts = asyncio.run(a_program_that_hangs(UF2, image))
    assert parts == {"safe": "it_hung_or_reset_itself"}


SWEEPS = """
import gc, sys, pack
pack.mount("/a")
sys.path.insert(0, "/a")
import pins
from keypad import Keypad
from machine import Pin
from time import ticks_diff, ticks_ms
gc.collect()
kept = [bytearray(16) for _ in range(2000)]
places = (pins.KEY_ROWS, pins.KEY_COLUMNS, pins.SEAT_BUTTONS)
pad = Keypad(*[tuple([Pin(gpio) for gpio in gpios]) for gpios in places])
pad.scan()
print("WATCHED")
began = ticks_ms()
while ticks_diff(ticks_ms(), began) < 60:
    gc.collect()
print("NOTED", pad.changes())
"""


async def a_tap(image, key, tap_ms):
    """What a board that does nothing but sweep its heap notes of a tap: its masks, and how long."""
    heard = bytearray()

    def talk(data, _now_us):
        heard.extend(data)
        return b""

    async with Emulated(UF2, image, talk) as board:
        await board.until(lambda: b"WATCHED" in heard)
        board.table.wiring.keys.pressed = 1 << key
        board.table.touch()
        await board.lasts(tap_ms)
        board.table.wiring.keys.pressed = 0
        board.table.touch()
        await board.until(lambda: b"]" in heard)
    return json.loads(
        heard.split(b"NOTED ")[1].split(b"\r")[0].replace(b"(", b"[").replace(b")", b"]")
    )


@pytest.mark.skipif(UF2 is None, reason=WITHOUT)
@pytest.mark.timeout(3600)
def test_a_tap_while_an_emulated_pico_sweeps_its_heap(tmp_path):
    put_compiled(tmp_path / "files")
    (tmp_path / "files/main.py").write_text(SWEEPS)
    image = make_image(tmp_path / "files", tmp_path / "flash.bin")
    key = pins.KEYS.index("Q")
    noted = asyncio.run(a_tap(image, key, 16))
    assert [keys for keys, _, _ in noted] == [1 << key, 0]
    assert 14 <= noted[0][2] - noted[1][2] <= 19
