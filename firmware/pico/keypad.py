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
            row.init(row.OPEN_DRAIN, value=0)
        for pin in columns + buttons:
            pin.init(pin.IN, pin.PULL_UP)

    def scan(self) -> int:
        """Return the mask of keys held down, bit row * columns + column. Takes 0.1 ms, or 0.5.

        Between two scans all rows are low, so that a look at the columns tells that no key is held.
        A matrix without diodes cannot tell some sets of three keys from four: while such a set
        is held the last clear answer stands.
        """
        low = [place for place, column in enumerate(self._columns) if not column()]
        if not low:
            self._last = 0
            return 0
        for row in self._rows:
            row(1)
        self._last = self._held(low)
        for row in self._rows:
            row(0)
        return self._last

    def _held(self, low: list[int]) -> int:
        """Return the mask of keys in some columns, looking at a row at a time."""
        keys = 0
        begin = 0
        seen: list[int] = []  # the columns of each row
        for row in self._rows:
            row(0)
            in_row = 0
            for place in low:
                if not self._columns[place]():
                    in_row |= 1 << place
            row(1)
            keys |= in_row << begin
            begin += len(self._columns)
            for other in seen:
                shared = other & in_row
                if shared & (shared - 1):
                    return self._last  # two rows share two columns: a corner may be a ghost
            seen.append(in_row)
        return keys

    def buttons(self) -> int:
        """Return the mask of seat buttons held down, bit seat."""
        mask = 0
        for seat, button in enumerate(self._buttons):
            if not button():
                mask |= 1 << seat
        return mask
