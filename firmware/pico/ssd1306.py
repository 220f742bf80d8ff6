"""The SSD1306 display: sends what changed in its buffer, a page at a time. Never draws.

Numbers in comments are sections of Solomon Systech's data sheet SSD1306, rev. 1.1.
"""

from micropython import const

from machine import I2C

WIDTH = 128
HEIGHT = 64

_PAGES = const(8)
_TILE = const(32)  # columns that are compared at once
_TILES = const(4)  # per page
_COMMANDS = const(0x00)  # control bytes: only commands follow, only data follow (8.1.5.2)
_DATA = b"\x40"
_SET_CONTRAST = const(0x81)
_NOP = const(0xE3)

_START = (
    b"\x00"
    b"\xae"  # off while it is set up
    b"\x20\x00"  # horizontal addressing (10.1.3)
    b"\x40"  # start line 0
    b"\xa1\xc8"  # mirrored both ways: upright on the usual module (10.1.8, 10.1.14)
    b"\xa8\x3f"  # 64 lines
    b"\xd3\x00"  # no offset
    b"\xda\x12"  # COM pins as a 128 x 64 panel has them
    b"\xd5\x80"  # clock
    b"\xd9\xf1"  # pre-charge for the charge pump
    b"\xdb\x30"  # VCOMH 0.83 x VCC
    b"\x81\x7f"  # contrast
    b"\xa4\xa6"  # shows its memory, not inverted
    b"\x8d\x14"  # charge pump on (application note)
    b"\xaf"  # on
)


class Display:
    """One 128 x 64 SSD1306 (or SSD1309) on an I2C bus of up to 400 kHz.

    Draw into `buffer` (1,024 bytes, MONO_VLSB) and call `flush_one` until it returns False.
    """

    def __init__(self, i2c: I2C, address: int = 0x3C) -> None:
        self.buffer = bytearray(WIDTH * _PAGES)
        self.alive = False
        """Whether the display acknowledged the last message."""
        self._i2c = i2c
        self._address = address
        self._wanted = memoryview(self.buffer)
        self._shown = memoryview(bytearray(WIDTH * _PAGES))
        self._unknown = 0  # bit page is set while nobody knows what the display shows there
        self._next = 0
        self._window = bytearray((_COMMANDS, 0x21, 0, 0, 0x22, 0, 0))  # 10.1.4, 10.1.5

    def start(self) -> bool:
        """Set the display up and mark everything to be sent; return whether one is there."""
        self._unknown = (1 << _PAGES) - 1
        return self._send((_START,))

    def check(self) -> bool:
        """Return whether the display acknowledges a command that does nothing."""
        return self._send((bytes((_COMMANDS, _NOP)),))

    def flush_one(self) -> bool:
        """Send the changed columns of the next changed page; return whether there was one.

        Takes at most 5 ms at 400 kHz. Returns False at once while no display is there: call
        `start` now and then when `alive` is False.
        """
        if not self.alive:
            return False
        for _ in range(_PAGES):
            page = self._next
            self._next = (page + 1) % _PAGES
            if self._flush(page):
                return True
        return False

    def set_contrast(self, contrast: int) -> None:
        """Set the brightness, 0 to 255."""
        self._send((bytes((_COMMANDS, _SET_CONTRAST, contrast)),))

    def _flush(self, page: int) -> bool:
        first, last = self._changed(page)
        if first > last:
            return False
        window = self._window
        window[2], window[3] = first * _TILE, last * _TILE + _TILE - 1
        window[5] = window[6] = page
        begin = page * WIDTH + first * _TILE
        end = page * WIDTH + last * _TILE + _TILE
        if self._send((window,)) and self._send((_DATA, self._wanted[begin:end])):
            self._shown[begin:end] = self._wanted[begin:end]
            self._unknown &= ~(1 << page)
        else:
            self._unknown |= 1 << page
        return True

    def _changed(self, page: int) -> tuple[int, int]:
        """Return the first and last tile of a page that must be sent; first > last: none."""
        if self._unknown >> page & 1:
            return 0, _TILES - 1
        first, last = _TILES, -1
        begin = page * WIDTH
        for tile in range(_TILES):
            if self._wanted[begin : begin + _TILE] != self._shown[begin : begin + _TILE]:
                first = min(first, tile)
                last = tile
            begin += _TILE
        return first, last

    def _send(self, parts: tuple[bytes | bytearray | memoryview, ...]) -> bool:
        try:
            self._i2c.writevto(self._address, parts)
            self.alive = True
        except OSError:  # nobody acknowledged: a loose plug is the world's fault
            self.alive = False
        return self.alive
