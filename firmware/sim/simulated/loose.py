"""Wires of a breadboard that lead elsewhere than drawn, and what the pins they lead to see.

Bit by bit, where `wiring` has whole transfers; for parts whose wires were touched alone. A chip
without a supply holds its inputs low through their protection; one without ground, or held in
reset, leaves all lines alone. Both are assumptions about chips on a bench. Never does I/O.
"""

from micropython import const

_FLOATING = const(-1)
_HIGH_ENOUGH = const(59_900)  # 3.3 V through 4.7 kohm, against the pad's pull-down of 50 kohm
_FULL = const(65_535)
_BYTE = const(8)
_ADDRESS = const(0x78)  # of the display, to be written to
_SUPPLIES = ("3V3", "5V")


class LooseReader:
    """The wires of one reader: `leads` names where each of its pins leads, a GPIO or a supply."""

    def __init__(self, chip, leads: dict) -> None:
        self.chip = chip
        self.leads = leads
        self._bits = 0
        self._byte = self._answer = 0
        self._is_selected = False
        self._out = 0

    def has_power(self) -> bool:
        """Return whether it has a supply."""
        return self.leads["3.3V"] in _SUPPLIES

    def is_awake(self) -> bool:
        """Return whether the chip can hear its bus."""
        leads = self.leads
        return self.has_power() and leads["GND"] == "GND" and leads["RST"] in _SUPPLIES

    def is_wired(self, pins) -> bool:
        """Return whether whole transfers reach it, and its answers the Pico."""
        leads = self.leads
        bus = (leads["SCK"], leads["MOSI"], leads["MISO"]) == (pins.SCK, pins.MOSI, pins.MISO)
        return self.is_awake() and bus and leads["SDA"] in pins.READER_CS

    def level(self, gpio: int) -> int:
        """Return what it drives a pin to: 0, 1, or -1 if nothing."""
        leads = self.leads
        if not self.has_power() and leads["GND"] == "GND":
            return 0 if gpio in [leads[name] for name in ("SDA", "SCK", "MOSI", "MISO")] else -1
        if gpio != leads["MISO"] or not self._is_selected or not self.is_awake():
            return _FLOATING
        return self._out

    def drive(self, gpio: int, levels: list) -> None:
        """Take that the Pico changed a pin; `levels` are those of all pins, a let go one high."""
        if not self.is_awake():
            return
        leads = self.leads
        if gpio == leads["SDA"]:
            self._is_selected = not levels[gpio]
            self._bits = self._byte = self._out = 0
            if self._is_selected:
                self.chip.select()
                self._answer = self.chip.answer()
        elif gpio == leads["SCK"] and self._is_selected:
            if levels[gpio]:
                mosi = leads["MOSI"]
                told = levels[mosi] if isinstance(mosi, int) else mosi in _SUPPLIES
                self._out = self._answer >> (7 - self._bits) & 1
                self._byte = self._byte << 1 | (1 if told else 0)
                self._bits += 1
            if self._bits == _BYTE:
                self.chip.exchange(self._byte)
                self._answer = self.chip.answer()
                self._bits = self._byte = 0


class LooseDisplay:
    """The wires of the display, with its pull-ups."""

    def __init__(self, leads: dict, has_pull_ups: bool) -> None:
        self.leads = leads
        self.has_pull_ups = has_pull_ups
        self._was = (1, 1)
        self._bits = -1  # that came since a start; -1: none began
        self._byte = 0
        self._holds = False

    def is_awake(self) -> bool:
        """Return whether the chip can hear its bus."""
        return self.leads["VCC"] in _SUPPLIES and self.leads["GND"] == "GND"

    def is_wired(self, pins) -> bool:
        """Return whether whole messages reach it."""
        lines = (self.leads["SDA"], self.leads["SCL"])
        return self.is_awake() and self.has_pull_ups and lines == (pins.SDA, pins.SCL)

    def level(self, gpio: int) -> int:
        """Return what it brings a pin to: 0, 1, or -1 if nothing."""
        leads = self.leads
        if gpio not in (leads["SDA"], leads["SCL"]):
            return _FLOATING
        if self._holds and gpio == leads["SDA"]:
            return 0
        if leads["VCC"] not in _SUPPLIES:
            return 0  # its pull-ups, or the chip's protection, lead to a supply that is not there
        return 1 if self.has_pull_ups else _FLOATING

    def ad(self, gpio: int) -> int:
        """Return what the converter reads there with the pad's pull-down."""
        if self.level(gpio) != 1:
            return 0
        return _FULL if self.leads["VCC"] == "5V" else _HIGH_ENOUGH

    def drive(self, levels: list) -> None:
        """Take that the Pico changed a pin."""
        leads = self.leads
        sda, scl = [levels[at] if isinstance(at, int) else 1 for at in (leads["SDA"], leads["SCL"])]
        before_sda, before_scl = self._was
        self._was = (sda, scl)
        if not self.is_awake():
            return
        if scl and before_scl and sda != before_sda:
            self._bits, self._byte = (-1 if sda else 0), 0
        elif scl and not before_scl and 0 <= self._bits < _BYTE:
            self._byte = self._byte << 1 | sda
            self._bits += 1
        elif before_scl and not scl:
            is_acknowledged = self._bits == _BYTE and self._byte == _ADDRESS
            self._holds = is_acknowledged and not self._holds
            if self._bits == _BYTE and not self._holds:
                self._bits = -1
