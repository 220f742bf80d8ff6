"""A driver that nobody here wrote reads tags through our model of the reader chip.

pi-rc522 (MIT, https://github.com/kevinvalk/pi-rc522) drives a Raspberry Pi; `spidev` and `RPi.GPIO`
are its two ways to the chip, and here both lead to the model.
"""

import importlib.util
import sys
from types import ModuleType

import pytest

from chips.clock import Clock
from chips.mfrc522 import Mfrc522
from chips.tag import Tag, cascade_parts, crc_a

FOUR, SEVEN = bytes.fromhex("8304C6CA"), bytes.fromhex("04A3C6CAE26180")
CALL_NS = 20_000
"""What a transfer costs a Raspberry Pi before its first bit; the driver counts on being slow."""


class Spi:
    """What `spidev.SpiDev()` gives."""

    chip: Mfrc522
    max_speed_hz = 1_000_000

    def open(self, bus, device):
        assert (bus, device) == (0, 0)

    def xfer2(self, data):
        self.chip.select()
        self.chip.clock.spend(CALL_NS)
        received = []
        for byte in data:
            self.chip.clock.spend(8_000_000_000 // self.max_speed_hz)
            received.append(self.chip.exchange(byte))
        return received


@pytest.fixture
def chip():
    return Mfrc522(Clock())


@pytest.fixture
def driver(chip, monkeypatch):
    """The stranger's driver, started; the field has been on for long enough."""
    if importlib.util.find_spec("pirc522") is None:
        pytest.skip("pi-rc522 is not installed: make .venv/.work")
    spidev, package, gpio = ModuleType("spidev"), ModuleType("RPi"), ModuleType("RPi.GPIO")
    spidev.SpiDev = type("SpiDev", (Spi,), {"chip": chip})
    gpio.BOARD, gpio.OUT = 10, 0
    gpio.setmode = gpio.setup = gpio.output = lambda *_: None
    package.GPIO = gpio
    for name, module in (("spidev", spidev), ("RPi", package), ("RPi.GPIO", gpio)):
        monkeypatch.setitem(sys.modules, name, module)
    for name in [name for name in sys.modules if name.split(".")[0] == "pirc522"]:
        monkeypatch.delitem(sys.modules, name)
    rfid = importlib.import_module("pirc522.rfid").RFID(pin_irq=None)
    chip.clock.spend(5_000_000)
    return rfid


@pytest.mark.parametrize("uid", [FOUR, SEVEN])
def test_it_reads_the_whole_uid(chip, driver, uid):
    chip.lay(Tag(uid))
    assert bytes(driver.read_id()) == uid


def test_without_a_tag_it_finds_none(driver):
    assert driver.read_id() is None


def test_it_lets_the_chip_calculate_a_crc(driver):
    frame = b"\x93\x70" + cascade_parts(SEVEN)[0]
    assert bytes(driver.calculate_crc([*frame])) == crc_a(frame)


def test_it_selects_a_tag(chip, driver):
    chip.lay(Tag(FOUR))
    assert driver.request() == (False, 16)
    error, uid = driver.anticoll()
    assert (error, driver.select_tag(uid)) == (False, False)


def test_it_knows_no_stack(chip, driver):
    for uid in (SEVEN, bytes.fromhex("05A3C6CAE26180")):
        chip.lay(Tag(uid))
    assert driver.read_id() is None  # ErrorReg told of the collision


def test_a_card_that_leaves_in_mid_answer_is_no_card(chip, driver):
    chip.lay(Tag(SEVEN))
    chip.slips_after = 1
    assert driver.read_id() is None
    assert chip.tags == []
