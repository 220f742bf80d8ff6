"""Where a game fails that may only refuse: a bug, as of a package that nobody here has seen.

Its table tells the fault and goes on; nothing of it is hidden, and none is mended here.
"""

from __future__ import annotations

import traceback
from typing import TYPE_CHECKING

from tricktable.rules.entries import Happening, Impossible

if TYPE_CHECKING:
    from tricktable.rules.game import State


class GameFault(Exception):
    """Raised if a game raised what it must not; as text, what and where."""


def next_state(state: State, entry: Happening) -> State:
    """The state after the entry. Raises: Impossible; GameFault, for whatever else the game does."""
    try:
        return state.apply(entry)
    except Impossible:
        raise
    except Exception as fault:
        raise GameFault(place_of(fault)) from fault


def place_of(fault: BaseException) -> str:
    """What was raised, and where: `ZeroDivisionError at rules.py:7`."""
    *_before, place = traceback.extract_tb(fault.__traceback__)
    file = place.filename.replace("\\", "/").rpartition("/")[2]
    return f"{type(fault).__name__} at {file}:{place.lineno}"
