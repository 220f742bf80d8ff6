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
        is_selected = self._is_selected or leads["SDA"] == "GND"
        return self._out if gpio == leads["MISO"] and is_selected and self.is_awake() else _FLOATING

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


class Loose:
    """All parts of a table of which a wire was touched."""

    def __init__(self, wiring) -> None:
        self._wiring = wiring
        self._readers = {}
        self._display = None

    def lead(self, part: str, pin: str, where) -> None:
        """Let a wire of a part lead elsewhere: to a GPIO, "3V3", "5V", "GND" or nowhere (None).

        `part`: reader0, reader1 ... or display; `pin`: as printed on it.
        """
        if part == "display":
            self._of_display().leads[pin] = where
            return
        number = int(part[-1])
        chip = self._wiring.readers[number]
        if number not in self._readers:
            pins = self._wiring.pins
            leads = {"SDA": pins.READER_CS[number], "SCK": pins.SCK, "MOSI": pins.MOSI}
            leads.update({"MISO": pins.MISO, "RST": "3V3", "3.3V": "3V3", "GND": "GND"})
            self._readers[number] = LooseReader(chip, leads)
        self._readers[number].leads[pin] = where
        chip.reset()

    def pull_up(self, on: bool) -> None:
        """Give the display's bus its pull-ups, or take them off the module."""
        self._of_display().has_pull_ups = on

    def drive(self, gpio: int, levels: list) -> None:
        """Take that the Pico changed a pin; `levels` as `wiring` has them."""
        high = [1 if level else 0 for level in levels]  # one that is let go is pulled up
        for reader in self._readers.values():
            reader.drive(gpio, high)
        if self._display:
            self._display.drive(high)

    def level(self, gpio: int, driven: int) -> int:
        """Return what a pin comes to that the Pico drives so: 0, 1, or -1 when a pull decides."""
        levels = [driven] + [reader.level(gpio) for reader in self._readers.values()]
        if self._display:
            levels.append(self._display.level(gpio))
        return 0 if 0 in levels else max(levels)

    def reach(self, number: int, chip):
        """Return the reader's chip if its bus reaches it, else None, and what comes then."""
        reader = self._readers.get(number)
        pins = self._wiring.pins
        if reader is None or reader.is_wired(pins):
            return chip, 0
        return None, 0 if reader.leads["MISO"] == pins.MISO else 0xFF

    def shows(self) -> bool:
        """Return whether messages reach the display."""
        return self._display is None or self._display.is_wired(self._wiring.pins)

    def ad(self, gpio: int) -> int:
        """Return what the converter reads at a pin, 0 to 65535."""
        return self._display.ad(gpio) if self._display else 0

    def _of_display(self):
        if self._display is None:
            pins = self._wiring.pins
            leads = {"SDA": pins.SDA, "SCL": pins.SCL, "VCC": "3V3", "GND": "GND"}
            self._display = LooseDisplay(leads, True)
        return self._display


def touched(wiring) -> Loose:
    """Return the wires of a table, which may be touched from now on."""
    if wiring.loose is None:
        wiring.loose = Loose(wiring)
    return wiring.loose
