"""Frames, first in, first out, in one block of memory taken at the start. Never grows.

Kept as objects of their own, 256 frames spread over the heap of a board and leave no free piece
of more than 600 bytes (measured under `-X heapsize=192k`): too little for the next picture.
"""


class Ring:
    """A circular block; each frame lies behind one byte that is its length: 255 at most.

    A place is an offset in the block: `begin`, the oldest frame's, or what `after` gives.
    """

    def __init__(self, size: int) -> None:
        self._block = bytearray(size)
        self._used = 0
        self.begin = 0

    def put(self, frame: bytes, spare: int = 0) -> bool:
        """Keep a frame behind the others; False if there is no room, or no `spare` bytes more."""
        size = 1 + len(frame)
        if self._used + size + spare > len(self._block):
            return False
        at = (self.begin + self._used) % len(self._block)
        self._used += size
        piece = bytes([len(frame)]) + frame
        rest = size - (len(self._block) - at)  # this much lies behind the block's end
        if rest <= 0:
            self._block[at : at + size] = piece
        else:
            self._block[at:] = piece[:-rest]
            self._block[:rest] = piece[-rest:]
        return True

    def get(self, at: int) -> bytes:
        """The frame at a place where one is."""
        begin = (at + 1) % len(self._block)
        end = begin + self._block[at]
        frame = bytes(self._block[begin:end])
        if end > len(self._block):
            frame += bytes(self._block[: end - len(self._block)])
        return frame

    def after(self, at: int) -> int:
        """The place behind the frame at a place."""
        return (at + 1 + self._block[at]) % len(self._block)

    def drop(self) -> None:
        """Forget the oldest frame. There must be one."""
        self._used -= 1 + self._block[self.begin]
        self.begin = self.after(self.begin)
