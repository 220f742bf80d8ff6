"""The tests' canvas and MicroPython's own framebuf draw the same, pixel by pixel."""

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from board.canvas import shown
from board.pictures import PICTURES

PORTABLE = Path(__file__).parents[2] / "firmware" / "portable"

# Draws as firmware/pico/program.py does, with what MicroPython has.
DRAW = """
import sys
sys.path.insert(0, {portable!r})
import framebuf
from tableboard import screens

swapped = framebuf.FrameBuffer(bytearray(b"\\x01\\x00"), 2, 1, framebuf.MONO_VLSB)
for line in sys.stdin:
    memory = bytearray(1024)
    canvas = framebuf.FrameBuffer(memory, 128, 64, framebuf.MONO_VLSB)
    for part in screens.page(line).parts:
        for stroke in part.strokes():
            x, y, width, height = stroke.x, stroke.y, stroke.width, stroke.height
            if stroke.columns is None:
                canvas.fill_rect(x, y, width, height, stroke.lit)
                continue
            bitmap = framebuf.FrameBuffer(
                bytearray(stroke.columns), width, height, framebuf.MONO_VLSB
            )
            if stroke.lit:
                canvas.blit(bitmap, x, y, 0)
            else:
                canvas.blit(bitmap, x, y, 1, swapped)
    print(memory.hex())
"""


@pytest.mark.skipif(find_spec("micropython_unix") is None, reason="no MicroPython for this machine")
def test_micropython_draws_what_the_approved_pictures_show():
    drawn = subprocess.run(
        [
            *(sys.executable, "-I", "-m", "micropython_unix", "-X", "heapsize=192k"),
            *("-c", DRAW.format(portable=str(PORTABLE))),
        ],
        input="".join(json.dumps(picture) + "\n" for picture in PICTURES.values()),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    memories = dict(zip(PICTURES, drawn.stdout.split(), strict=True))
    for name, picture in PICTURES.items():
        assert memories[name] == shown(picture).hex(), name
