"""The board's drivers on a simulated table, in this very process. For both Pythons."""

import keypad as keypad_driver
import machine
import pins
from chips.tag import Tag
from mfrc522 import MORE, Reader
from sim.workbench import spi_bus, table
from ssd1306 import Display

FIELD_GUARD_NS = 5_000_000


class Readers:
    """The four readers of a table, started; `slowest_ns` is the longest poll so far."""

    def __init__(self, baudrate=1_000_000, started=True):
        self.wiring = table()
        self.chips = self.wiring.readers
        bus = spi_bus(baudrate)
        self.readers = [Reader(bus, machine.Pin(cs)) for cs in pins.READER_CS]
        self.slowest_ns = 0
        if started:
            for reader in self.readers:
                reader.start()
                reader.field(True)
            self.wiring.clock.spend(FIELD_GUARD_NS)

    def lay(self, uid, reader=0):
        """Lay a tag."""
        self.chips[reader].lay(Tag(bytes.fromhex(uid)))

    def poll(self, reader=0):
        """Poll a reader: the uid in hex digits, or the value that it gave."""
        began = self.wiring.clock.ns
        found = self.readers[reader].poll()
        self.slowest_ns = max(self.slowest_ns, self.wiring.clock.ns - began)
        if found == MORE:
            began_more = self.wiring.clock.ns
            found = self.readers[reader].poll()
            self.slowest_ns = max(self.slowest_ns, self.wiring.clock.ns - began_more)
        return found.hex().upper() if isinstance(found, bytes) else found


def display():
    """A display, not started, and its chip."""
    wiring = table()
    return Display(pins.I2C_ID, machine.Pin(pins.SCL), machine.Pin(pins.SDA)), wiring.display


class Ticks:
    """The time module of a board whose clock is that of the chips."""

    def __init__(self, clock):
        self._clock = clock

    def ticks_ms(self):
        """Milliseconds."""
        return self._clock.ns // 1_000_000

    def ticks_diff(self, later, earlier):
        """The distance of two."""
        return later - earlier


def keypad():
    """The keypad with the seat buttons, and its wiring."""
    wiring = table()
    keypad_driver.time = Ticks(wiring.clock)
    rows, columns, buttons = (
        tuple([machine.Pin(gpio) for gpio in gpios])
        for gpios in (pins.KEY_ROWS, pins.KEY_COLUMNS, pins.SEAT_BUTTONS)
    )
    return keypad_driver.Keypad(rows, columns, buttons), wiring
