"""The SSD1306 display: sends what changed in its buffer, a page at a time. Never draws.

Numbers in comments are sections of Solomon Systech's data sheet SSD1306, rev. 1.1.
"""

from micropython import const

from machine import I2C, Pin

WIDTH = 128
HEIGHT = 64

_PAGES = const(8)
_TILE = const(32)  # columns that are compared at once
_ALL = const(0xFF)  # pages, a bit for each
_COMMANDS = b"\x00"  # control bytes: only commands follow, only data follow (8.1.5.2)
_DATA = b"\x40"
_OFF = b"\xae"
_NOP = b"\xe3"
_SETTINGS = (
    b"\x20\x00"  # horizontal addressing (10.1.3)
    b"\x40"  # start line 0
    b"\xa1\xc8"  # mirrored both ways: upright on the usual module (10.1.8, 10.1.14)
    b"\xa8\x3f"  # 64 lines
    b"\xd3\x00"  # no offset
    b"\xda\x12"  # COM pins as a 128 x 64 panel has them
    b"\xd5\x80"  # clock
    b"\xd9\xf1"  # pre-charge for the charge pump
    b"\xdb\x30"  # VCOMH 0.83 x VCC
    b"\xa4\xa6"  # shows its memory, not inverted
)
_ON = b"\x8d\x14\xaf"  # charge pump on (application note), then the display
_IS_OFF = const(0x40)  # of the status (table 9-2)

_I2C_HZ = const(400_000)  # an SSD1306's most (table 13-6)
_I2C_US = const(5000)  # a whole page takes 3 ms
_CLOCKS = const(9)  # eight bits and the acknowledgement


class Display:
    """One 128 x 64 SSD1306 (or SSD1309) on an I2C bus.

    Draw into `buffer` (1,024 bytes, MONO_VLSB) and call `flush_one` until it returns False.
    """

    def __init__(self, bus: int, scl: Pin, sda: Pin, address: int = 0x3C) -> None:
        self.buffer = bytearray(WIDTH * _PAGES)
        self.alive = False
        """Whether the display acknowledged the last message, and shows what it was sent."""
        self._bus = bus
        self._scl = scl
        self._sda = sda
        self._i2c = self._free_bus()
        self._address = address
        self._wanted = memoryview(self.buffer)
        self._shown = memoryview(bytearray(WIDTH * _PAGES))
        self._unknown = 0  # bit page is set while nobody knows what the display shows there
        self._is_renewed = False  # all is sent again, and not yet that it is to be on
        self._tells = False  # whether it is on
        self._next = 0
        self._contrast = b"\x81\x7f"
        self._window = bytearray((0x21, 0, 0, 0x22, 0, 0))  # 10.1.4, 10.1.5

    def start(self) -> bool:
        """Set the display up and mark everything to be sent; return whether one is there."""
        self._i2c = self._free_bus()
        self._unknown = _ALL
        self._is_renewed = False
        self._send(_COMMANDS, _OFF, _SETTINGS, self._contrast, _ON)
        self._tells = self.alive and not self._is_off()
        return self.alive

    def renew(self) -> None:
        """Mark everything to be sent again, for a display that has lost it and acknowledges all.

        One that has lost nothing shows no trace of it: it is not switched off meanwhile.
        """
        if self.alive and self._send(_COMMANDS, _SETTINGS, self._contrast):
            self._unknown = _ALL
            self._is_renewed = True

    def check(self) -> bool:
        """Return whether the display acknowledges, and whether it is on, if it tells that."""
        if self._send(_COMMANDS, _NOP) and self._tells and self._is_off():
            self.alive = False
        return self.alive

    def flush_one(self) -> bool:
        """Send the changed columns of the next changed page; return whether there was one.

        Takes at most 5 ms. Returns False at once while no display is there: call
        `start` now and then when `alive` is False.
        """
        if not self.alive:
            return False
        if self._unknown or self._wanted != self._shown:
            for _ in range(_PAGES):
                page = self._next
                self._next = (page + 1) % _PAGES
                if self._flush(page):
                    return True
        if not self._is_renewed:
            return False
        self._is_renewed = False
        # One that tells and is off by now has lost the settings too, which must come first.
        return self.check() and self._send(_COMMANDS, _ON)

    def set_contrast(self, contrast: int) -> None:
        """Set the brightness, 0 to 255."""
        self._contrast = bytes((0x81, contrast))
        self._send(_COMMANDS, self._contrast)

    def _flush(self, page: int) -> bool:
        first, end = self._changes(page)
        if first >= end:
            return False
        window = self._window
        window[1], window[2] = first, end - 1
        window[4] = window[5] = page
        first += page * WIDTH
        end += page * WIDTH
        wanted = self._wanted[first:end]
        if self._send(_COMMANDS, window) and self._send(_DATA, wanted):
            self._shown[first:end] = wanted
            self._unknown &= ~(1 << page)
        else:
            self._unknown |= 1 << page
        return True

    def _changes(self, page: int) -> tuple[int, int]:
        """Return from which column to which a page must be sent; (0, 0): nothing."""
        if self._unknown >> page & 1:
            return 0, WIDTH
        begin = page * WIDTH
        wanted, shown = self._wanted[begin : begin + WIDTH], self._shown[begin : begin + WIDTH]
        first = end = 0
        if wanted != shown:
            for tile in range(0, WIDTH, _TILE):
                if wanted[tile : tile + _TILE] != shown[tile : tile + _TILE]:
                    first = first if end else tile
                    end = tile + _TILE
        return first, end

    def _send(self, *parts: bytes | bytearray | memoryview) -> bool:
        try:
            self._i2c.writevto(self._address, parts)
            self.alive = True
        except OSError:  # nobody acknowledged: a loose plug is the world's fault
            self.alive = False
        return self.alive

    def _is_off(self) -> bool:
        """Return what its status says."""
        try:
            return bool(self._i2c.readfrom(self._address, 1)[0] & _IS_OFF)
        except OSError:
            return True

    def _free_bus(self) -> I2C:
        """Return the bus. A chip that was cut off in mid-byte holds SDA until that byte is over,
        which takes nine clocks at most (NXP UM10204, 3.1.16).
        """
        self._sda.init(Pin.IN, Pin.PULL_UP)
        self._scl.init(Pin.OPEN_DRAIN, value=1)
        for _ in range(_CLOCKS):
            if self._sda():
                break
            self._scl(0)
            self._scl(1)
        return I2C(self._bus, scl=self._scl, sda=self._sda, freq=_I2C_HZ, timeout=_I2C_US)
