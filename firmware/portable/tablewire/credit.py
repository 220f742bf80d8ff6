"""What a board may send before the host shows that it has read. Numbers only, no frames.

A write into a full USB FIFO blocks a MicroPython program for half a second (micropython#9634), so
the FIFO must never fill, not even when a host keeps the port open, writes to it and does not read.
The only proof of reading is a tick that repeats the mark of a hello or beat: an acknowledgement
proves that an event was read once, not which of its copies. The driver of a port that is opened
anew drains it before the host can write its `W`; so the hello to a new opening always goes, and its
mark proves all before it.
"""

from tablewire.limits import CREDIT_BYTES, MAX_HELLO_BYTES


class Credit:
    """Counts bytes sent against marks repeated."""

    def __init__(self) -> None:
        self.unread = 0  # bytes that may still lie in the port
        self._since_mark = 0
        self._marks: list[tuple[int, int]] = []  # (mark, bytes since the one before, with its own)

    @property
    def has_mark_out(self) -> bool:
        """Is a mark on its way that the host has not repeated?"""
        return bool(self._marks)

    def spend(self, size: int) -> None:
        """`size` bytes go out."""
        self.unread += size
        self._since_mark += size

    def mark(self, number: int) -> None:
        """The bytes just spent end with this mark."""
        self._marks.append((number, self._since_mark))
        self._since_mark = 0

    def take_mark(self, number: int) -> None:
        """The host has read this mark, and so all that went before. Other marks are ignored."""
        if number in [mark for mark, _ in self._marks]:
            while self._marks and self._marks[0][0] <= number:
                self.unread -= self._marks.pop(0)[1]

    def reset(self) -> None:
        """The port was opened anew: there is room for a hello, which proves what went before."""
        self.unread = min(self.unread, CREDIT_BYTES - MAX_HELLO_BYTES)
        self._since_mark = self.unread
        self._marks = []
