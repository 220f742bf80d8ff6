"""Which part is wired to which GPIO of the Raspberry Pi Pico: the only file that names pins.

The same wiring is drawn in hardware/wiring.yml; functions of the pins: RP2040 data sheet, 1.4.3.
GP0 and GP1 stay free for a serial console.
"""

SPI_ID = 0  # the readers share it
SCK = 18
MOSI = 19
MISO = 16
READER_CS = (17, 20, 21, 22)
"""Chip select of the reader of seat 0, 1, 2, 3; it opens the gate of the seat's lamp, too."""

I2C_ID = 1  # the display alone
SDA = 26
SCL = 27

LAMPS = 28
"""Data of all WS2812 lamps, each behind a gate."""

BUZZER = 15

SEAT_BUTTONS = (11, 12, 13, 14)
"""A button to ground for each seat."""

KEY_ROWS = (2, 3, 4, 5, 6)
KEY_COLUMNS = (7, 8, 9, 10)

KEYS = tuple(
    (
        "2 3 4 C "  # as printed on the keys, row by row; T is printed 10
        "5 6 7 D "
        "8 9 T H "
        "J Q K S "
        "A OK UNDO MENU"
    ).split()
)
