"""Seats: numbers from 0, clockwise, and what they are called when nobody has given them names."""

from __future__ import annotations

from tricktable.text.language import message

COMPASS = (message("North"), message("East"), message("South"), message("West"))
SOLO = (message("You"), message("Dummy"))
DEFAULTS = frozenset(COMPASS + SOLO)


def default_names(players: int, seats: int) -> tuple[str, ...]:
    """One name for each seat, for a table that gave none.

    `seats` is larger than `players` only where one player also plays a dummy.
    """
    if seats > players:
        return SOLO
    if seats == len(COMPASS):
        return COMPASS
    return tuple(f"Seat {number}" for number in range(1, seats + 1))
