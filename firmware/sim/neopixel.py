"""MicroPython's neopixel module for WS2812 chains; it is frozen into a Pico's firmware."""

import machine


class NeoPixel:
    """A chain of `n` lamps; items are (red, green, blue)."""

    def __init__(self, pin, n: int) -> None:
        self._pin = pin
        self._colors = bytearray(3 * n)

    def __len__(self) -> int:
        return len(self._colors) // 3

    def __setitem__(self, i: int, color) -> None:
        red, green, blue = color
        self._colors[3 * i : 3 * i + 3] = bytes((green, red, blue))

    def __getitem__(self, i: int):
        green, red, blue = self._colors[3 * i : 3 * i + 3]
        return red, green, blue

    def write(self) -> None:
        """Send all colours to the lamps."""
        machine.bitstream(self._pin, 0, (400, 850, 800, 450), self._colors)
