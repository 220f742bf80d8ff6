"""A table with all its parts in this very process, for both Pythons. Runs no firmware by itself."""

import machine
import pins
from simulated.board import Board
from simulated.wiring import Wiring


def table(chip="RP2040"):
    """Return a new table's wiring, with the machine module on it."""
    wiring = Wiring(pins)
    machine.board = Board(wiring, chip=chip)
    return wiring


def spi_bus(baudrate=1_000_000):
    """Return the readers' bus."""
    pin = machine.Pin
    return machine.SPI(
        pins.SPI_ID, baudrate, sck=pin(pins.SCK), mosi=pin(pins.MOSI), miso=pin(pins.MISO)
    )


def i2c_bus():
    """Return the display's bus."""
    return machine.I2C(
        pins.I2C_ID, scl=machine.Pin(pins.SCL), sda=machine.Pin(pins.SDA), freq=400_000
    )


def raises(kind, call, *arguments, **named):
    """Return whether a call raises this kind of exception."""
    try:
        call(*arguments, **named)
    except kind:
        return True
    return False
