"""The keypad matrix and the seat buttons: what is held down now. Never debounces, never sleeps."""

import time

from micropython import const

from machine import Pin

_NOTES = const(8)  # between two scans: a contact that changes more often bounces
_NO_ANSWER = const(-1)  # it stays so whatever is added
_EDGES = const(12)  # Pin.IRQ_FALLING | Pin.IRQ_RISING of an RP2040 and an RP2350


class Keypad:
    """A matrix of plain switches between `rows` and `columns`, and buttons to ground."""

    def __init__(
        self, rows: tuple[Pin, ...], columns: tuple[Pin, ...], buttons: tuple[Pin, ...] = ()
    ) -> None:
        self._rows = rows
        self._columns = columns
        self._buttons = buttons
        self._last = 0
        self._is_watched = False
        self._noted = 0
        self._keys = [0] * _NOTES
        self._pressed = [0] * _NOTES
        self._times = [time.ticks_ms()] * _NOTES
        self._note = self._take_note  # a method that is asked for anew takes memory
        for row in rows:  # open drain: two keys held in one column short no outputs
            row.init(row.OPEN_DRAIN, value=0)
        for pin in columns + buttons:
            pin.init(pin.IN, pin.PULL_UP)

    def scan(self) -> int:
        """Return the mask of keys held down, bit row * columns + column. Takes 0.1 ms, or 0.5.

        Between two scans all rows are low, so that a look at the columns tells that no key is held.
        A matrix without diodes cannot tell some sets of three keys from four: while such a set
        is held the last clear answer stands. While no key is held, interrupts note what changes.
        """
        low = _low(self._columns, -1)
        if self._is_watched == (low > 0):  # the rows of a scan would stir the columns, too
            self._noted = 0
            self._is_watched = not low
            for pin in self._columns + self._buttons:
                pin.irq(None if low else self._note, _EDGES, hard=True)
        return self._keys_in(low)

    def buttons(self) -> int:
        """Return the mask of seat buttons held down, bit seat."""
        return _low(self._buttons, -1)

    def changes(self) -> list[tuple[int, int, int]]:
        """Return each change since the last scan: keys and buttons, and how many ms ago it was.

        To be asked before each scan, which forgets them.
        """
        now = time.ticks_ms()
        noted = [
            (self._keys[at], self._pressed[at], time.ticks_diff(now, self._times[at]))
            for at in range(self._noted)
        ]
        self._noted = 0
        return noted

    def _take_note(self, _: Pin) -> None:
        """Look at the keys in an interrupt, in which nothing may take memory."""
        at = self._noted
        if self._is_watched and at < _NOTES:
            self._keys[at] = self._keys_in(_low(self._columns, -1))
            self._pressed[at] = self.buttons()
            self._times[at] = time.ticks_ms()
            self._noted = at + 1
            for pin in self._columns:  # what its own rows did there is no news
                pin.irq(self._note, _EDGES, hard=True)

    def _keys_in(self, low: int) -> int:
        """Return the mask of keys in some columns, looking at a row at a time."""
        keys = 0
        if low:
            begin = 0
            for row in self._rows:
                row(1)
            for row in self._rows:
                row(0)
                in_row = _low(self._columns, low)
                row(1)
                others = keys
                while others > 0:
                    shared = others & in_row
                    if shared & (shared - 1):
                        keys = _NO_ANSWER  # two rows share two columns: a corner may be a ghost
                    others >>= len(self._columns)
                keys |= in_row << begin
                begin += len(self._columns)
            for row in self._rows:
                row(0)
        if keys >= 0:
            self._last = keys
        return self._last


def _low(pins: tuple[Pin, ...], among: int) -> int:
    """Return the mask of those pins among some that are low. Takes no memory."""
    mask = 0
    bit = 1
    for pin in pins:
        if among & bit and not pin():
            mask |= bit
        bit <<= 1
    return mask
