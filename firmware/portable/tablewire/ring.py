"""Frames, first in, first out, in one block of memory taken at the start. Never grows.

Kept as objects of their own, 256 frames spread over the heap of a board and leave no free piece
of more than 600 bytes (measured under `-X heapsize=192k`): too little for the next picture.

Behind the frames stands a note of what there is, with a checksum: whoever finds this memory after
a reset that left it as it was can read them.
"""

from binascii import crc32
from struct import pack_into

NOTE = "<6IQ"  # boot id, begin, bytes used, first, lost, mark; time in ms; a CRC-32 follows
NOTE_BYTES = 36


class Ring:
    """A circular block; each frame lies behind one byte that is its length: 255 at most.

    A place is an offset in the block: `begin`, the oldest frame's, or what `after` gives.
    `block`: NOTE_BYTES longer than `size`; empty without one.
    """

    def __init__(self, size: int, block: bytearray | None = None) -> None:
        self.block = bytearray(size + NOTE_BYTES) if block is None else block
        self._size = size
        self._used = 0
        self.begin = 0

    def note(self, boot: str, first: int, lost: int, mark: int, now_ms: int) -> None:
        """Write behind the frames what they are, for whoever finds them after a reset."""
        told = (int(boot, 16), self.begin, self._used, first, lost, mark)
        pack_into(NOTE, self.block, self._size, *told, now_ms)
        check = crc32(memoryview(self.block)[self._size : -4])
        pack_into("<I", self.block, self._size + NOTE_BYTES - 4, check)

    def put(self, frame: bytes, spare: int = 0) -> bool:
        """Keep a frame behind the others; False if there is no room, or no `spare` bytes more."""
        size = 1 + len(frame)
        if self._used + size + spare > self._size:
            return False
        at = (self.begin + self._used) % self._size
        self._used += size
        piece = bytes([len(frame)]) + frame
        rest = size - (self._size - at)  # this much lies behind the block's end
        if rest <= 0:
            self.block[at : at + size] = piece
        else:
            self.block[at : self._size] = piece[:-rest]
            self.block[:rest] = piece[-rest:]
        return True

    def get(self, at: int) -> bytes:
        """The frame at a place where one is."""
        begin = (at + 1) % self._size
        end = begin + self.block[at]
        frame = bytes(self.block[begin : min(end, self._size)])
        if end > self._size:
            frame += bytes(self.block[: end - self._size])
        return frame

    def after(self, at: int) -> int:
        """The place behind the frame at a place."""
        return (at + 1 + self.block[at]) % self._size

    def drop(self) -> None:
        """Forget the oldest frame. There must be one."""
        self._used -= 1 + self.block[self.begin]
        self.begin = self.after(self.begin)
