"""MicroPython's own framebuf draws each page as its approved picture shows it, pixel by pixel."""

import json
from importlib.util import find_spec

import pytest

from board import png
from board.canvas import drawn_by_micropython
from board.display import APPROVED, REFUSED, WAITING, by_name


@pytest.mark.skipif(find_spec("micropython_unix") is None, reason="no MicroPython for this machine")
def test_micropython_draws_what_the_approved_pictures_show():
    told = by_name() | {name: json.dumps(own) for name, own in {**WAITING, **REFUSED}.items()}
    for name, memory in zip(told, drawn_by_micropython([*told.values()]), strict=True):
        assert memory == png.read(APPROVED / f"{name}.png"), name
