"""The parts of the simulated table, soldered to the pins that the firmware's pins.py names.

Answers what a pin reads and which chip a bus reaches. Never does I/O, never knows real time.
"""

from micropython import const

from chips.clock import Clock
from chips.keypad import Matrix
from chips.mfrc522 import Mfrc522
from chips.ssd1306 import Ssd1306

DISPLAY_ADDRESS = 0x3C  # with SA0 low: SSD1306 data sheet, 8.1.5
LED = 25  # of a Pico (data sheet, 2.1)
_GPIOS = const(30)
_FLOATING = const(-1)
_LOW = const(0)
_HIGH = const(1)


def _places(gpios) -> bytes:
    """Return for each GPIO its place among these, 1 for the first; 0: it is none of them."""
    return bytes([1 + gpios.index(gpio) if gpio in gpios else 0 for gpio in range(_GPIOS)])


class Wiring:
    """All parts of one table. `pins` is the firmware's pins module."""

    def __init__(self, pins, clock=None) -> None:
        self.clock = clock or Clock()
        self.pins = pins
        self.readers = [Mfrc522(self.clock) for _ in pins.READER_CS]
        self.display = Ssd1306()
        self.keys = Matrix(len(pins.KEY_ROWS), len(pins.KEY_COLUMNS))
        self.buttons = 0  # bit seat is set while the button is held
        self.lamps = [(0, 0, 0)] * len(pins.SEAT_BUTTONS)  # red, green, blue
        self.tone_hz = 0
        self.bus_fights = 0  # transfers with two chips selected, keys that short two outputs
        self._levels = [_FLOATING] * _GPIOS  # what the board itself drives
        # A reset pulls every pin down (RP2040 data sheet 2.19.6.3), and so selects all readers.
        for gpio in pins.READER_CS:
            self._levels[gpio] = _LOW
        self.loose = None  # the wires that somebody has touched (simulated.loose)
        self._selected = (1 << len(pins.READER_CS)) - 1  # a bit for each whose select is low
        self._lines = pins.KEY_ROWS + pins.KEY_COLUMNS
        self._spi_id = pins.SPI_ID
        # What each pin is, to be asked a thousand times a second.
        self._reader_of = _places(pins.READER_CS)
        self._line_of = _places(self._lines)
        self._button_of = _places(pins.SEAT_BUTTONS)

    def drive(self, gpio: int, level: int) -> None:
        """Let the board drive a pin low (0) or high (1), or let go of it (-1)."""
        levels = self._levels
        if level == levels[gpio]:
            return
        reader = self._reader_of[gpio]
        if reader:
            if level == _LOW:
                self._selected |= 1 << reader - 1
                self.readers[reader - 1].select()
            else:
                self._selected &= ~(1 << reader - 1)
        elif gpio == self.pins.SCL and levels[gpio] == _LOW:
            self.display.take_clock()
        levels[gpio] = level
        if self.loose:
            self.loose.drive(gpio, levels)

    def is_led_on(self) -> bool:
        """Return whether the Pico's own LED shines."""
        return self._levels[LED] == _HIGH

    def level(self, gpio: int) -> int:
        """Return what drives a pin: 0, 1, or -1 when only a pull decides."""
        level = self._levels[gpio]
        if self._line_of[gpio]:
            return self._line(self._line_of[gpio] - 1) if self.keys.pressed else level
        button = self._button_of[gpio]
        if button:
            if self.buttons >> button - 1 & 1:
                return _LOW
        elif gpio == self.pins.SDA and self.display.holds:
            return _LOW
        return self.loose.level(gpio, level) if self.loose else level

    def _line(self, line: int) -> int:
        levels = [self._levels[gpio] for gpio in self._lines]
        lows = highs = 0
        for i, level in enumerate(levels):
            if level == _LOW:
                lows |= 1 << i
            elif level == _HIGH:
                highs |= 1 << i
        lows = self.keys.lines_joined(lows)
        if lows & highs:
            self.bus_fights += 1
        return _LOW if lows >> line & 1 else levels[line]

    def spi(self, bus: int, sent, received, byte_ns: int) -> None:
        """Exchange bytes with the selected reader; `received` is filled, or None."""
        chip = self.selected_chip(bus)
        silence = 0  # what comes where no chip is heard
        if self.loose and chip is not None:
            chip, silence = self.loose.reach(self.readers.index(chip), chip)
        clock = self.clock
        is_hasty = chip is not None and byte_ns < chip.least_byte_ns
        for i in range(len(sent)):  # enumerate makes a tuple of each, which is garbage
            clock.ns += byte_ns
            answer = chip.exchange(sent[i]) if chip else silence
            if is_hasty:
                answer = chip.garble(answer)
            if received is not None:
                received[i] = answer

    def selected_chip(self, bus: int):
        """Return the chip whose chip select is low; None, noted as a fight, if there are two."""
        selected = self._selected
        if bus != self._spi_id or not selected:
            return None
        if selected & selected - 1:
            self.bus_fights += 1
            return None
        return self.readers[(1, 2, 4, 8).index(selected)]

    def i2c(self, bus: int, address: int, message: bytes) -> bool:
        """Send a message on the I2C bus and return whether a chip acknowledged."""
        if bus != self.pins.I2C_ID or address != DISPLAY_ADDRESS:
            return False
        if self.loose and not self.loose.shows():
            return False
        return self.display.write(message)

    def i2c_read(self, bus: int, address: int, count: int):
        """Read bytes on the I2C bus; None if nobody acknowledges."""
        if bus != self.pins.I2C_ID or address != DISPLAY_ADDRESS or self.display.dead:
            return None
        if self.loose and not self.loose.shows():
            return None
        return bytes([self.display.status()] * count)

    def light(self, gpio: int, data: bytes) -> None:
        """Send WS2812 data: a lamp whose reader is selected keeps three bytes, green first."""
        if gpio == self.pins.LAMPS and len(data) >= 3:
            for seat in range(len(self.lamps)):
                if self._selected >> seat & 1:
                    self.lamps[seat] = (data[1], data[0], data[2])

    def sound(self, gpio: int, hz: int) -> None:
        """Drive the buzzer with a square wave, or with none (0)."""
        if gpio == self.pins.BUZZER:
            self.tone_hz = hz
