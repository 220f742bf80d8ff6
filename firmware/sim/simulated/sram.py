"""The chip's memory, as far as a program asks where it is: the uctypes module over it.

A watchdog's reset leaves it as it was, and so do these bytes, in a file that the next run of the
board is given again; without power nothing is left, and whoever cuts it takes the file away. That
the next program has not been loaded over them yet is not simulated.
"""

from micropython import const

_PLACE = const(0x20020000)  # in the upper half of the heap: where the ring of a Pico lies


class Sram:
    """One buffer of the program, and one that a program before has left. Also `uctypes`."""

    def __init__(self, path: str = "") -> None:
        self._file = None
        self._buffer = b""
        self._left = bytearray()
        if path:
            try:
                self._file = open(path, "r+b")  # noqa: SIM115 - as long as the board
            except OSError:
                self._file = open(path, "w+b")  # noqa: SIM115

    def addressof(self, buffer) -> int:
        """Return where a buffer is."""
        self._buffer = buffer
        return _PLACE

    def bytearray_at(self, address: int, size: int) -> bytearray:
        """Return the memory there: what the start before has left, zeros without one."""
        left = bytearray(size)
        if address == _PLACE:
            kept = self._left
            if self._file:
                self._file.seek(0)
                kept = self._file.read(size)
            left[: len(kept)] = kept
        return left

    def reset(self) -> None:
        """Leave what there is to the next start."""
        if self._file:
            self._file.seek(0)
            self._file.write(self._buffer)
            self._file.flush()
        else:
            self._left = bytearray(self._buffer)
