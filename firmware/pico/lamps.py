"""The WS2812 lamps, one for each seat. Never decides what they mean."""

from machine import Pin, bitstream

_TIMING_NS = (400, 850, 800, 450)
"""High and low of a 0, then of a 1: WS2812B data sheet, "data transfer time"."""


class Lamps:
    """Lamps that share a data pin, dark at first. Each hears it while its gate is low.

    A gate is the chip select of the seat's reader, which rests high: no transfer may be going on.
    """

    def __init__(self, pin: Pin, gates: list[Pin]) -> None:
        pin.init(pin.OUT, value=0)
        self._pin = pin
        self._gates = gates
        self._shown: list[tuple[int, int, int] | None] = []
        self.repeat()
        for _ in gates:
            self.show([(0, 0, 0)] * len(gates))

    def show(self, colors: list[tuple[int, int, int]]) -> None:
        """Send one lamp that has another colour (red, green, blue; 0 to 255), if any: 0.1 ms."""
        for i, color in enumerate(colors[: len(self._gates)]):  # a seat may have no station
            if color != self._shown[i]:
                self._shown[i] = color
                red, green, blue = color
                self._gates[i](0)
                bitstream(self._pin, 0, _TIMING_NS, bytes((green, red, blue)))
                self._gates[i](1)
                return

    def repeat(self) -> None:
        """Let `show` send all again, for a lamp that lost its colour: nobody can ask a WS2812."""
        self._shown = [None] * len(self._gates)
