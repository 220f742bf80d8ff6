"""The tests' canvas and MicroPython's own framebuf draw the same, pixel by pixel."""

import json
from importlib.util import find_spec

import pytest

from board.canvas import drawn_by_micropython, shown
from board.pictures import PICTURES


@pytest.mark.skipif(find_spec("micropython_unix") is None, reason="no MicroPython for this machine")
def test_micropython_draws_what_the_approved_pictures_show():
    memories = drawn_by_micropython([json.dumps(picture) for picture in PICTURES.values()])
    for (name, picture), memory in zip(PICTURES.items(), memories, strict=True):
        assert memory == shown(picture), name
