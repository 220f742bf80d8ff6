"""The shipped firmware on an emulated RP2040, with a real MicroPython image for it.

The image is MicroPython's, not ours: PICO_UF2 names one (of 1.28, from micropython.org), and
without it this skips. What needs no image is tried everywhere: that the models are soldered to
the right pins and buses, and that the flash image holds the firmware.
"""

import asyncio
import os
from pathlib import Path

import pytest
from rp2040py.boards import BoardSpec, FlashLayout
from rp2040py.device import MicroPythonDevice
from rp2040py.external import attach_external_devices
from rp2040py.rp2040 import RP2040
from rp2040py.utils.firmware_retrieve import MICROPYTHON as OFFICIAL
from rp2040py.utils.firmware_retrieve import flash_layout

import pins
from chips.tag import Tag
from emulator.soldered_pico import SolderedTable
from flashed import make_image, put_compiled
from tablewire.host import HostSession
from tablewire.messages import Event, Hello
from tricktable.link.process import MICROPYTHON, best_interpreter

ACE = bytes.fromhex("04A3C6CAE26180")
PATIENCE_S = 110
UF2 = os.environ.get("PICO_UF2")

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
    soldered = SolderedTable()
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


def flash_image(folder: Path) -> tuple[Path, FlashLayout]:
    """The firmware as the file system of a Pico's flash."""
    layout = FlashLayout(**flash_layout(OFFICIAL, "pico"))
    put_compiled(folder / "files")
    image = folder / "flash.bin"
    return make_image(folder / "files", image, layout.fs_blocksize, layout.fs_blockcount), layout


@pytest.mark.skipif(best_interpreter() != MICROPYTHON, reason="no MicroPython for this machine")
def test_the_flash_image_holds_the_firmware(tmp_path):
    image, layout = flash_image(tmp_path)
    data = image.read_bytes()
    assert len(data) == layout.fs_blocksize * layout.fs_blockcount
    for name in (
        b"littlefs",
        b"main.py",
        b"loader.mpy",
        b"mfrc522.mpy",
        b"tablewire",
        b"tableboard",
    ):
        assert name in data


class Bench:
    """The emulated board and a host's session, which talk while the emulator runs."""

    def __init__(self, device: MicroPythonDevice, table: SolderedTable) -> None:
        self.device = device
        self.table = table
        self.session = HostSession("0DD0C0DE")
        self.heard: list[object] = []
        self._queue = bytearray()
        device.cdc.on_serial_data = self._hear

    @property
    def now_ms(self) -> int:
        """Emulated time: a slow computer makes nobody impatient."""
        return int(self.device.mcu.clock.nanos) // 1_000_000

    def _hear(self, data: bytes) -> None:
        for message in self.session.receive(bytes(data), self.now_ms):
            self.heard.append(message)
            if isinstance(message, Hello):
                self.session.knows(message.boot, 0)
            if isinstance(message, Event):
                self.session.committed(self.session.board.boot, message.seq)

    def _feed(self) -> None:
        self._queue += self.session.due(self.now_ms)
        fifo = self.device.cdc.tx_fifo
        while self._queue and not fifo.full:
            self.device.cdc.send_serial_byte(self._queue.pop(0))

    async def until(self, condition) -> None:
        """Let board and host talk until something is true."""
        async with asyncio.timeout(PATIENCE_S):
            while not condition():
                self._feed()
                await asyncio.sleep(0)

    def told(self, what: str) -> list[tuple[str, ...]]:
        """The arguments of all events of a kind."""
        return [tuple(m.args) for m in self.heard if isinstance(m, Event) and m.what == what]


async def play(uf2: str, folder: Path) -> Bench:
    """Boot, greet, lay a card, press a key; return what was heard."""
    image, layout = flash_image(folder)
    device = MicroPythonDevice(board=BoardSpec(image=uf2, layout=layout), filesystem=image)
    table = SolderedTable()
    attach_external_devices(device.mcu, table)
    async with device:
        bench = Bench(device, table)
        bench.session.opened(bench.now_ms)
        await bench.until(lambda: bench.session.board is not None)
        table.wiring.readers[2].lay(Tag(ACE))
        await bench.until(lambda: bench.told("C"))
        table.wiring.keys.pressed = 1 << pins.KEYS.index("Q")
        table.touch()
        await bench.until(lambda: bench.told("K"))
        await bench.until(lambda: bench.session.beat is not None)
    return bench


@pytest.mark.skipif(UF2 is None, reason="PICO_UF2 names no MicroPython image for a Pico")
def test_the_firmware_runs_on_an_emulated_pico(tmp_path):
    bench = asyncio.run(play(UF2, tmp_path))
    assert bench.told("C") == [("2", ACE.hex().upper())]
    assert bench.told("K") == [("Q",)]
    assert bench.table.wiring.display.on
    assert any(bench.table.wiring.display.memory)
    assert bench.table.wiring.bus_fights == 0
    # The whole 240 KiB of a Pico are there, with objects half as large as on a computer.
    assert bench.session.beat.free >= 120 * 1024
