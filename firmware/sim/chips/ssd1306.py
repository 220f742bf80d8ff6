"""The SSD1306 display controller at register level: I2C in, pixels out. Knows no driver.

Numbers in comments are sections of Solomon Systech's data sheet SSD1306, rev. 1.1. Modelled:
the display memory with its three addressing modes, on/off, contrast, inversion, both mirrors, the
status. Timing and power settings are taken and ignored; scrolling is refused loudly.
"""

from micropython import const

_WIDTH = const(128)
_PAGES = const(8)
_HORIZONTAL = const(0)  # memory addressing modes, 10.1.3
_VERTICAL = const(1)
_PAGE = const(2)

# Commands that take arguments, table 9: first byte to number of arguments.
ARGUMENTS = {
    0x20: 1,  # memory addressing mode
    0x21: 2,  # column start and end
    0x22: 2,  # page start and end
    0x81: 1,  # contrast
    0x8D: 1,  # charge pump (application note)
    0xA8: 1,  # multiplex ratio
    0xD3: 1,  # display offset
    0xD5: 1,  # clock
    0xD9: 1,  # pre-charge
    0xDA: 1,  # COM pins
    0xDB: 1,  # VCOMH level
}
SCROLLS = (0x26, 0x27, 0x29, 0x2A, 0x2F, 0xA3)


class Ssd1306:
    """One display of 128 x 64. `changed` has a bit for each page whose picture changed."""

    def __init__(self) -> None:
        self.memory = bytearray(_WIDTH * _PAGES)
        self.dead = False  # without power: nobody acknowledges the address
        self.mute = False  # it is only written to: nobody answers who reads
        self.holds = 0  # clocks of SCL for which it goes on holding SDA low
        self.changed = 0
        self._forget()

    def _forget(self) -> None:
        """Take the settings of a reset (8.9)."""
        self.on = False
        self.contrast = 0x7F
        self._inverted = False
        self._mirrored = self._flipped = False
        self._mode = _PAGE  # 10.1.3
        self._columns, self._pages = [0, _WIDTH - 1], [0, _PAGES - 1]
        self._column = self._page = 0
        self._command = bytearray()

    def dip(self) -> None:
        """Lose the supply for a moment: registers and memory are gone, the chip is there again."""
        for place in range(len(self.memory)):
            self.memory[place] = 37 * place & 0xFF
        self.changed = 0xFF
        self._forget()

    def take_clock(self) -> None:
        """Take a clock of SCL that belongs to no message."""
        if self.holds:
            self.holds -= 1

    def status(self) -> int:
        """Return the status that is read (table 9-2): 40h while it is off."""
        return 0xFF if self.mute else (0x03 if self.on else 0x43)

    def page(self, number: int) -> bytes:
        """Return what one page shows as 128 bytes, each a column with its top pixel in bit 0.

        The glass is mounted as on the usual module: upright with A1h and C8h.
        """
        if not self.on:
            return bytes(_WIDTH)
        if not self._flipped:
            number = _PAGES - 1 - number
        row = self.memory[number * _WIDTH : (number + 1) * _WIDTH]
        if not self._flipped:
            row = bytearray([turned(column) for column in row])
        return bytes([column ^ 0xFF for column in row]) if self._inverted else bytes(row)

    def write(self, message: bytes) -> bool:
        """Take one I2C message without its address; return whether the chip acknowledged."""
        if self.dead:
            return False
        place = 0
        while place < len(message):  # control bytes, 8.1.5.2
            control = message[place]
            last = not control & 0x80  # Co = 0: everything that follows is of one kind
            end = len(message) if last else place + 2
            take = self._data if control & 0x40 else self._take_command
            for i in range(place + 1, end):
                take(message[i])
            place = end
        return True

    def _data(self, value: int) -> None:
        column = self._column if self._mirrored else _WIDTH - 1 - self._column  # A0h, A1h: 10.1.8
        self.memory[self._page * _WIDTH + column] = value
        self._touch(self._page)
        if self._mode == _VERTICAL:
            self._page = self._next(self._page, self._pages)
            if self._page == self._pages[0]:
                self._column = self._next(self._column, self._columns)
        elif self._mode == _HORIZONTAL:
            self._column = self._next(self._column, self._columns)
            if self._column == self._columns[0]:
                self._page = self._next(self._page, self._pages)
        else:
            self._column = (self._column + 1) % _WIDTH

    def _next(self, value: int, bounds: list) -> int:
        return bounds[0] if value == bounds[1] else value + 1

    def _touch(self, page: int) -> None:
        self.changed |= 1 << (page if self._flipped else _PAGES - 1 - page)

    def _take_command(self, byte: int) -> None:
        command = self._command
        command.append(byte)
        if len(command) > ARGUMENTS.get(command[0], 0):
            self._command = bytearray()
            if len(command) == 1:
                self._simple(byte)
            else:
                self._set(command)

    def _set(self, command: bytes) -> None:
        name = command[0]
        if name == 0x20:
            self._mode = command[1] & 3
        elif name == 0x21 and self._mode != _PAGE:
            self._columns = [command[1] & 0x7F, command[2] & 0x7F]
            self._column = self._columns[0]
        elif name == 0x22 and self._mode != _PAGE:
            self._pages = [command[1] & 7, command[2] & 7]
            self._page = self._pages[0]
        elif name == 0x81:
            self.contrast = command[1]

    def _simple(self, command: int) -> None:
        if command in SCROLLS:
            raise NotImplementedError("scrolling is not modelled")
        if command < 0x10:
            self._column = self._column & 0x70 | command  # page mode only, 10.1.1
        elif command < 0x20:
            self._column = command << 4 & 0x70 | self._column & 0x0F
        elif 0xB0 <= command < 0xB8:
            self._page = command & 7
        elif command in (0xA0, 0xA1):  # only data to come are mapped anew, 10.1.8
            self._mirrored = command == 0xA1
        else:
            self._show(command)

    def _show(self, command: int) -> None:
        if command in (0xAE, 0xAF):
            self.on = command == 0xAF
        elif command in (0xA6, 0xA7):
            self._inverted = command == 0xA7
        elif command in (0xC0, 0xC8):
            self._flipped = command == 0xC8
        else:
            return  # a start line of 40h, all-on A4h and A5h, no operation E3h
        self.changed = 0xFF


def turned(column: int) -> int:
    """Return eight pixels upside down."""
    turned_column = 0
    for _ in range(8):
        turned_column = turned_column << 1 | column & 1
        column >>= 1
    return turned_column
