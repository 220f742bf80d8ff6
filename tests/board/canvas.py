"""The display's memory on a PC: MicroPython's framebuf as far as the board uses it, and text art.

Test support. `Canvas` stands for a `framebuf.FrameBuffer`, which CPython does not have;
tests/board/test_canvas.py holds the two against each other.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from rig.patience import PATIENCE_S
from tableboard import screens
from tableboard.strokes import HEIGHT, WIDTH, Drawing, Stroke

PORTABLE = Path(__file__).parents[2] / "firmware" / "portable"

# Draws as firmware/pico/rounds.py does, with what MicroPython has.
DRAW = """
import json
import sys
sys.path.insert(0, {portable!r})
import framebuf
from tableboard import screens

swapped = framebuf.FrameBuffer(bytearray(b"\\x01\\x00"), 2, 1, framebuf.MONO_VLSB)
def drawing(told):
    if isinstance(told, str):
        return screens.refused_page(told)
    if isinstance(told, list):
        return screens.waiting_page(*told)
    return screens.page(json.dumps(told)).drawing

for line in sys.stdin:
    memory = bytearray(1024)
    canvas = framebuf.FrameBuffer(memory, 128, 64, framebuf.MONO_VLSB)
    for stroke in drawing(json.loads(line)):
        x, y, width, height = stroke.x, stroke.y, stroke.width, stroke.height
        if stroke.columns is None:
            canvas.fill_rect(x, y, width, height, stroke.lit)
            continue
        bitmap = framebuf.FrameBuffer(bytearray(stroke.columns), width, height, framebuf.MONO_VLSB)
        if stroke.lit:
            canvas.blit(bitmap, x, y, 0)
        else:
            canvas.blit(bitmap, x, y, 1, swapped)
    print(memory.hex())
"""


_COLUMN = (1 << HEIGHT) - 1


class Canvas:
    """128 x 64 pixels in SSD1306 page order, all dark."""

    def __init__(self) -> None:
        self.buffer = bytearray(WIDTH * HEIGHT // 8)

    def put(self, stroke: Stroke) -> None:
        """Draw one stroke, column by column; what lies outside of the display is left out."""
        box = (1 << max(0, stroke.height)) - 1
        for column in range(max(0, -stroke.x), min(stroke.width, WIDTH - stroke.x)):
            bits = box
            if stroke.columns is not None:
                bits &= int.from_bytes(stroke.columns[column :: stroke.width], "little")
            bits = bits << stroke.y if stroke.y >= 0 else bits >> -stroke.y
            place = slice(stroke.x + column, None, WIDTH)
            before = int.from_bytes(self.buffer[place], "little")
            after = before | bits if stroke.lit else before & ~bits
            self.buffer[place] = (after & _COLUMN).to_bytes(HEIGHT // 8, "little")


def drawn(drawing: Drawing) -> bytes:
    """Draw a page over a display that was all lit, and return its memory."""
    canvas = Canvas()
    canvas.buffer[:] = b"\xff" * len(canvas.buffer)
    for stroke in drawing:
        canvas.put(stroke)
    return bytes(canvas.buffer)


def shown(picture: dict[str, object]) -> bytes:
    """Return the display's memory as a picture of the wire leaves it."""
    return drawn(screens.page(json.dumps(picture)).drawing)


def drawn_by_micropython(pictures: Sequence[str]) -> list[bytes]:
    """Return the display's memory after each picture, drawn by MicroPython's own framebuf.

    A list in JSON is drawn as the waiting page, a text as that of a refusal.
    """
    command = [sys.executable, "-I", "-m", "micropython_unix", "-X", "heapsize=192k"]
    done = subprocess.run(
        [*command, "-c", DRAW.format(portable=str(PORTABLE))],
        input="".join(picture + "\n" for picture in pictures),
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE_S,
    )
    return [bytes.fromhex(memory) for memory in done.stdout.split()]


def lit(buffer: bytes, x: int, y: int) -> bool:
    """Say whether a pixel is lit."""
    return bool(buffer[WIDTH * (y // 8) + x] >> y % 8 & 1)


def art(buffer: bytes) -> str:
    """Return the display as text: a line a row, # where it is lit."""
    return "".join(
        "".join("#" if lit(buffer, x, y) else "." for x in range(WIDTH)) + "\n"
        for y in range(HEIGHT)
    )
