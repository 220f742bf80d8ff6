"""The WS2812 lamps, one for each seat. Never decides what they mean."""

from machine import Pin
from neopixel import NeoPixel


class Lamps:
    """A chain of `n` lamps on one pin, dark at first."""

    def __init__(self, pin: Pin, n: int) -> None:
        self._chain = NeoPixel(pin, n)
        self._shown: list[tuple[int, int, int]] = []
        self.show([(0, 0, 0)] * n)

    def show(self, colors: list[tuple[int, int, int]]) -> None:
        """Show a colour (red, green, blue; 0 to 255) for each lamp; sends only what changed."""
        if colors != self._shown:
            self._shown = list(colors)
            for i, color in enumerate(colors):
                self._chain[i] = color
            self.repeat()

    def repeat(self) -> None:
        """Send the same again, for a lamp that lost it: nobody can ask a WS2812. Takes 0.2 ms."""
        self._chain.write()
