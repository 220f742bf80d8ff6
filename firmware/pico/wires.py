"""Tries the wires of a part that does not answer, one pin at a time, and hears a button that is
one hole off. Only for a breadboard.

It knows of nothing between the Pico's pins and the parts, so resistors, diodes or a level shifter
would be taken for faults. High is only ever a pull-up, so that no two outputs can fight. What each
answer was found for stands in docs/howto/start-on-a-breadboard.md.
"""

from micropython import const

import pins
from machine import ADC, Pin
from mfrc522 import VERSIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from keypad import Keypad
    from mfrc522 import Reader
    from tableboard.companion import Companion
else:
    Companion = Keypad = Reader = None

_READ_VERSION = const(0xEE00)  # address 37h to be read, then what clocks out the answer
_WRITE_TO_DISPLAY = const(0x78)  # address 3Ch
_FIRST_ADC = const(26)  # the GPIO of channel 0
# The pad's pull-down (50 kohm or more) and a module's pull-up (2.2 kohm or more) leave 0.98 of
# 3.3 V at the pin, but all of it and more if the pull-up hangs on 5 V.
_MORE_THAN_3V3 = const(65_000)

LOOK_MS = const(500)  # between two looks, each at one part
PRESS_MS = const(50)  # between two at pins beside the buttons': the shortest press
BLINK_MS = const(250)
PAUSE = const(4)  # beats of the Pico's own LED between what it blinks
READER_BLINKS = const(1)
FIVE_VOLTS, POWER, SDA, SCL, BOTH, CROSSED, NO_PULL_UPS = DISPLAY = (
    "5 V on VCC",
    "check VCC, GND",
    "check SDA (GP%d)" % pins.SDA,
    "check SCL (GP%d)" % pins.SCL,
    "check SDA (GP%d), SCL (GP%d)" % (pins.SDA, pins.SCL),
    "exchange SDA (GP%d) and SCL (GP%d)" % (pins.SDA, pins.SCL),
    "no pull-ups on SDA, SCL",
)
"""What there is to say of a display, which cannot show it: the Pico's LED blinks twice for the
first, three times for the next, and so on."""


class Wires:
    """The wires of a breadboard's parts: what is wrong host, display and LED say."""

    def __init__(
        self,
        readers: list[Reader],
        selects: list[Pin],
        companion: Companion,
        keypad: Keypad,
        strays: list[tuple[Pin, str]],
    ) -> None:
        self._readers = readers
        self._selects = selects
        self._companion = companion
        self._led = Pin("LED", Pin.OUT, value=0)
        self._is_on_5v = is_on_5v()
        self._next_ms = 0
        self._next = 0  # the part to look at: a reader, or after all of them the display
        self._found = [""] * (len(selects) + 2)  # the last is of the buttons
        self._keypad = keypad
        self._strays = strays
        self._stray_ms = 0  # when they are looked at next

    def look(self, is_display_alive: bool, now_ms: int) -> bool:
        """Look at the next part if it is time; return whether all buses have to be made anew.

        A part that answers is only asked whether it does.
        """
        if now_ms >= self._stray_ms:
            self._stray_ms = now_ms + PRESS_MS
            self._press(now_ms)
        self._led(shines(max([blinks(found) for found in self._found]), now_ms))
        if now_ms < self._next_ms:
            return False
        self._next_ms = now_ms + LOOK_MS
        part = self._next
        self._next = (part + 1) % (len(self._selects) + 1)
        if part < len(self._selects):
            name = "reader %d" % (part + 1)
            is_well = self._readers[part].healthy()
            found = "" if is_well else reader(pins.READER_CS[part])
            for select in self._selects:
                select.init(select.OUT, value=1)
        else:
            name = "display"
            is_well = is_display_alive or self._is_on_5v  # whoever mends that cuts the power first
            found = FIVE_VOLTS if self._is_on_5v else "" if is_well else display()
        if found != self._found[part]:
            self._find(part, found)
            if found:
                self._companion.fault("%s: %s" % (name, found), now_ms)
        return not is_well

    def _press(self, now_ms: int) -> None:
        """Tell of a press at a pin beside a button's own, until one comes at the right pin."""
        if self._found[-1] and self._keypad.buttons():
            self._find(-1, "")
        for pin, found in self._strays:
            if not pin():
                self._stray_ms = now_ms + LOOK_MS  # one press is told once
                self._find(-1, found)
                self._companion.fault("button " + found, now_ms)

    def _find(self, part: int, found: str) -> None:
        """Show all that is wrong, as sentences."""
        self._found[part] = found
        names = ["Reader %d:" % (number + 1) for number in range(len(self._selects))]
        names += ["Display:", "Button"]
        said = ["%s %s." % each for each in zip(names, self._found) if each[1]]
        self._companion.wires = " ".join(said)


def strays(buttons: int, has_keys: bool) -> list[tuple[Pin, str]]:
    """Return the pins beside those of so many buttons that no other part has, and what it means
    that one of them is pulled to ground.
    """
    beside = []
    if buttons and not has_keys:
        beside.append((1, pins.SEAT_BUTTONS[0] - 1))
    if 0 < buttons < len(pins.SEAT_BUTTONS):
        beside.append((buttons, pins.SEAT_BUTTONS[buttons]))
    return [
        (
            Pin(gpio, Pin.IN, Pin.PULL_UP),
            "%d: move its wire from GP%d to GP%d" % (button, gpio, pins.SEAT_BUTTONS[button - 1]),
        )
        for button, gpio in beside
    ]


def reader(cs: int) -> str:
    """Return what is wrong with the wires of a reader on this select; "" if it answers.

    Takes 9 ms, and leaves the bus to be made anew.
    """
    lines = [Pin(gpio) for gpio in (pins.MISO, cs, pins.SCK, pins.MOSI)]
    names = ["%s (GP%d)" % each for each in zip(
        ("MISO", "SDA", "SCK", "MOSI"), (pins.MISO, cs, pins.SCK, pins.MOSI)
    )]  # fmt: skip
    for line in lines:
        line.init(Pin.IN, Pin.PULL_UP)  # the select too: a chip that is there rests
    if sum([not line() for line in lines]) > 1:
        return "check 3.3V"  # a chip without a supply holds all its inputs low
    if _version(lines) in VERSIONS:
        return ""
    for a in range(len(lines)):
        for b in range(a):
            order = lines[:]
            order[a], order[b] = lines[b], lines[a]
            if _version(order) in VERSIONS:
                return "exchange %s and %s" % (names[b], names[a])
    miso, select = lines[:2]
    select.init(Pin.OPEN_DRAIN, Pin.PULL_UP, value=1)
    is_driven_at_rest = _is_driven(miso)  # then the select is on a ground
    select(0)
    is_driven = _is_driven(miso)
    select(1)
    if is_driven and not is_driven_at_rest:
        return "check %s, %s" % (names[2], names[3])
    return "check %s, %s, RST, GND" % (names[0], names[1])


def display() -> str:
    """Return what is wrong with the wires of the display; "" if it answers. Takes 2 ms."""
    if is_on_5v():
        return FIVE_VOLTS
    sda, scl = Pin(pins.SDA), Pin(pins.SCL)
    if not (_up(sda) and _up(scl)):  # its pull-ups lead to a supply that is not there
        return POWER
    pulled = _is_pulled(sda), _is_pulled(scl)
    if any(pulled) and not all(pulled):
        return SCL if pulled[0] else SDA
    if _acknowledges(scl, sda):
        return "" if all(pulled) else NO_PULL_UPS
    if _acknowledges(sda, scl):
        return CROSSED
    return POWER if all(pulled) else BOTH


def blinks(found: str) -> int:
    """Return how often the Pico's LED blinks for it."""
    if not found:
        return 0
    return DISPLAY.index(found) + READER_BLINKS + 1 if found in DISPLAY else READER_BLINKS


def shines(count: int, now_ms: int) -> bool:
    """Return whether an LED is on that blinks so often, and again after a pause."""
    beat, is_off = divmod(now_ms // BLINK_MS % (2 * count + PAUSE), 2)
    return beat < count and not is_off


def is_on_5v() -> bool:
    """Return whether the display's pull-up lifts SDA over 3.3 V: then its VCC has 5 V."""
    Pin(pins.SDA, Pin.IN, Pin.PULL_DOWN)
    level: int = ADC(pins.SDA - _FIRST_ADC).read_u16()
    return level > _MORE_THAN_3V3


def _up(line: Pin) -> int:
    """Return what a line comes to with a weak pull-up."""
    line.init(Pin.IN, Pin.PULL_UP)
    return line()


def _is_pulled(line: Pin) -> int:
    """Return whether something lifts a line against a weak pull-down.

    It is low before: an RP2350's pull-down cannot bring it there (erratum E9).
    """
    line.init(Pin.OPEN_DRAIN, Pin.PULL_DOWN, value=0)
    line.init(Pin.IN, Pin.PULL_DOWN)
    return line()


def _is_driven(line: Pin) -> bool:
    """Return whether something holds a line, whichever way it is pulled."""
    return not _up(line) or _is_pulled(line) == 1


def _version(lines: list[Pin]) -> int:
    """Return what a reader says in VersionReg over MISO, select, clock and MOSI, bit by bit."""
    miso, select, clock, mosi = lines
    for line in (select, clock, mosi):
        line.init(Pin.OPEN_DRAIN, Pin.PULL_UP, value=1)
    miso.init(Pin.IN, Pin.PULL_UP)
    clock(0)
    select(0)
    heard = 0
    for bit in range(15, -1, -1):
        mosi(_READ_VERSION >> bit & 1)
        clock(1)
        heard = heard << 1 & 0xFF | miso()
        clock(0)
    select(1)
    return heard


def _acknowledges(scl: Pin, sda: Pin) -> bool:
    """Return whether a display acknowledges its address over these lines."""
    for line in (sda, scl):
        line.init(Pin.OPEN_DRAIN, Pin.PULL_UP, value=1)
    sda(0)
    scl(0)
    for bit in range(7, -1, -1):
        sda(_WRITE_TO_DISPLAY >> bit & 1)
        scl(1)
        scl(0)
    sda(1)
    scl(1)
    is_there = not sda()
    scl(0)
    sda(0)
    scl(1)
    sda(1)
    return is_there
