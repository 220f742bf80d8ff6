"""Puts MicroPython and the board's program on a Pico. Knows no table and plays no game."""


class CannotFlash(Exception):
    """Raised if it cannot go on: one sentence that says why and what to do."""
