"""MicroPython's framebuf for CPython: black and white only, and of its methods those in use."""

MONO_VLSB = 0


class FrameBuffer:
    """A picture of width x height over a buffer: each byte is eight pixels down, top in bit 0."""

    def __init__(self, buffer, width: int, height: int, format: int) -> None:
        if format != MONO_VLSB:
            raise NotImplementedError("only MONO_VLSB is simulated")
        if len(buffer) < width * ((height + 7) // 8):
            raise ValueError("the buffer is too small")
        self._buffer = buffer
        self._width, self._height = width, height

    def pixel(self, x: int, y: int, c=None):
        """Return a pixel, or set it; outside the picture nothing happens."""
        if not (0 <= x < self._width and 0 <= y < self._height):
            return None
        place, bit = (y >> 3) * self._width + x, 1 << (y & 7)
        if c is None:
            return int(bool(self._buffer[place] & bit))
        self._buffer[place] = self._buffer[place] & ~bit | (bit if c else 0)
        return None

    def fill(self, c: int) -> None:
        """Set all pixels."""
        self.fill_rect(0, 0, self._width, self._height, c)

    def fill_rect(self, x: int, y: int, w: int, h: int, c: int) -> None:
        """Set the pixels of a box."""
        for row in range(max(0, y), min(self._height, y + h)):
            for column in range(max(0, x), min(self._width, x + w)):
                self.pixel(column, row, c)

    def blit(self, fbuf, x: int, y: int, key: int = -1, palette=None) -> None:
        """Put another picture on top, except its pixels of colour `key`.

        The palette, one row high, says which colour each of its colours becomes; `key` is
        compared with what it became.
        """
        for row in range(fbuf._height):
            for column in range(fbuf._width):
                color = fbuf.pixel(column, row)
                if palette is not None:
                    color = palette.pixel(color, 0)
                if color != key:
                    self.pixel(x + column, y + row, color)
