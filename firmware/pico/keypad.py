"""The keypad matrix and the seat buttons: what is held down now. Never debounces, never sleeps."""

from machine import Pin


class Keypad:
    """A matrix of plain switches between `rows` and `columns`, and buttons to ground."""

    def __init__(
        self, rows: tuple[Pin, ...], columns: tuple[Pin, ...], buttons: tuple[Pin, ...] = ()
    ) -> None:
        self._rows = rows
        self._columns = columns
        self._buttons = buttons
        self._last = 0
        for row in rows:  # open drain: two keys held in one column short no outputs
            row.init(row.OPEN_DRAIN, value=1)
        for pin in columns + buttons:
            pin.init(pin.IN, pin.PULL_UP)

    def scan(self) -> int:
        """Return the mask of keys held down, bit row * columns + column. Takes 0.6 ms.

        A matrix without diodes cannot tell some sets of three keys from four: while such a set
        is held the last clear answer stands.
        """
        keys = 0
        bit = 1
        seen: list[int] = []  # the columns of each row
        for row in self._rows:
            row(0)
            in_row = 0
            for place, column in enumerate(self._columns):
                if not column():
                    keys |= bit
                    in_row |= 1 << place
                bit <<= 1
            row(1)
            for other in seen:
                shared = other & in_row
                if shared & (shared - 1):
                    return self._last  # two rows share two columns: a corner may be a ghost
            seen.append(in_row)
        self._last = keys
        return keys

    def buttons(self) -> int:
        """Return the mask of seat buttons held down, bit seat."""
        mask = 0
        for seat, button in enumerate(self._buttons):
            if not button():
                mask |= 1 << seat
        return mask
