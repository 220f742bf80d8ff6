"""The models of the table's parts, soldered to an emulated RP2040 (rp2040py). Runs no firmware."""

from rp2040py.gpio_pin import GPIOPinState
from rp2040py.rp2040 import RP2040

import pins
from simulated.wiring import DISPLAY_ADDRESS, Wiring

I2C_BYTE_NS = 22_500  # nine bits at 400 kHz


class EmulatedClock:
    """The emulator's clock as the models want it; only the emulator moves it on."""

    told_us = 0

    def __init__(self, rp2040: RP2040) -> None:
        self._clock = rp2040.clock

    @property
    def ns(self) -> int:
        """Nanoseconds since power-on."""
        return int(self._clock.nanos)


class SolderedTable:
    """An external device for rp2040py: readers, display, keypad and seat buttons."""

    def __init__(self, readers: int) -> None:
        self._readers = readers

    def attach(self, rp2040: RP2040) -> None:
        """Solder so many readers, and everything else, to the pins that pins.py names."""
        self._rp2040 = rp2040
        self.wiring = Wiring(pins, EmulatedClock(rp2040))
        for gpio in pins.READER_CS[self._readers :]:
            self.wiring.drive(gpio, 1)  # nobody is there to be selected
        self._are_low = dict.fromkeys(pins.KEY_COLUMNS + pins.SEAT_BUTTONS, False)
        for gpio in pins.READER_CS + pins.KEY_ROWS:
            rp2040.gpio[gpio].add_listener(self._listener(gpio))
        self._spi = rp2040.spi[pins.SPI_ID]
        self._spi.on_transmit = self._transmit
        self._received = 0
        self._spi_done = rp2040.clock.create_alarm(
            lambda: self._spi.complete_transmit(self._received)
        )
        self._solder_display(rp2040)

    def touch(self) -> None:
        """Let keys and buttons that were changed in `wiring` reach their pins.

        A level that stays is not set again: the emulator would take that for an edge.
        """
        for gpio, was_low in self._are_low.items():
            pin = self._rp2040.gpio[gpio]
            is_low = self.wiring.level(gpio) == 0
            self._are_low[gpio] = is_low
            if is_low and not was_low:
                pin.set_input_value(False)
            elif was_low and not is_low:
                pin.release_input()

    def _listener(self, gpio: int):
        def changed(state: GPIOPinState, _old: GPIOPinState) -> None:
            self.wiring.drive(gpio, int(state) if state in (0, 1) else -1)
            if gpio in pins.KEY_ROWS:
                self.touch()

        return changed

    def _transmit(self, byte: int) -> None:
        chip = self.wiring.selected_chip(pins.SPI_ID)
        self._received = chip.exchange(byte) if chip else 0
        hertz = self._spi.clock_frequency or 1_000_000
        self._spi_done.schedule(8_000_000_000 // hertz)

    def _solder_display(self, rp2040: RP2040) -> None:
        bus = rp2040.i2c[pins.I2C_ID]
        message = bytearray()
        written = rp2040.clock.create_alarm(lambda: bus.complete_write(True))
        status_read = rp2040.clock.create_alarm(
            lambda: bus.complete_read(self.wiring.display.status())
        )

        def connect(address: int, _mode: object) -> None:
            message.clear()
            bus.complete_connect(address == DISPLAY_ADDRESS and not self.wiring.display.dead)

        def write(byte: int) -> None:
            message.append(byte)
            written.schedule(I2C_BYTE_NS)

        def stop() -> None:
            if message:
                self.wiring.i2c(pins.I2C_ID, DISPLAY_ADDRESS, bytes(message))
                message.clear()
            bus.complete_stop()

        def read(_acknowledged: bool) -> None:
            status_read.schedule(I2C_BYTE_NS)

        bus.on_connect = connect
        bus.on_read_byte = read
        bus.on_write_byte = write
        bus.on_stop = stop
