"""The display's memory on a PC: MicroPython's framebuf as far as the board uses it, and text art.

Test support. `Canvas` stands for a `framebuf.FrameBuffer`, which CPython does not have;
tests/board/test_canvas.py holds the two against each other.
"""

import json

from tableboard import screens
from tableboard.parts import Part
from tableboard.strokes import HEIGHT, WIDTH, Stroke


class Canvas:
    """128 x 64 pixels in SSD1306 page order, all dark."""

    def __init__(self) -> None:
        self.buffer = bytearray(WIDTH * HEIGHT // 8)

    def put(self, stroke: Stroke) -> None:
        """Draw one stroke; what lies outside of the display is left out."""
        for row in range(stroke.height):
            for column in range(stroke.width):
                if _sets(stroke, column, row):
                    self._pixel(stroke.x + column, stroke.y + row, stroke.lit)

    def _pixel(self, x: int, y: int, lit: bool) -> None:
        if 0 <= x < WIDTH and 0 <= y < HEIGHT:
            place, bit = WIDTH * (y // 8) + x, 1 << y % 8
            self.buffer[place] = self.buffer[place] & ~bit | (bit if lit else 0)


def _sets(stroke: Stroke, column: int, row: int) -> bool:
    if stroke.columns is None:
        return True
    return bool(stroke.columns[row // 8 * stroke.width + column] >> row % 8 & 1)


def drawn(parts: list[Part]) -> bytes:
    """Draw a page over a display that was all lit, and return its memory."""
    canvas = Canvas()
    canvas.buffer[:] = b"\xff" * len(canvas.buffer)
    for part in parts:
        for stroke in part.strokes():
            canvas.put(stroke)
    return bytes(canvas.buffer)


def shown(picture: dict[str, object]) -> bytes:
    """Return the display's memory as a picture of the wire leaves it."""
    return drawn(screens.page(json.dumps(picture)).parts)


def lit(buffer: bytes, x: int, y: int) -> bool:
    """Say whether a pixel is lit."""
    return bool(buffer[WIDTH * (y // 8) + x] >> y % 8 & 1)


def art(buffer: bytes) -> str:
    """Return the display as text: a line a row, # where it is lit."""
    return "".join(
        "".join("#" if lit(buffer, x, y) else "." for x in range(WIDTH)) + "\n"
        for y in range(HEIGHT)
    )


def from_art(text: str) -> bytes:
    """Return the memory of a display that looks like this text."""
    canvas = Canvas()
    for y, line in enumerate(text.splitlines()):
        for x, mark in enumerate(line):
            canvas.put(Stroke(x, y, 1, 1, None, mark == "#"))
    return bytes(canvas.buffer)
