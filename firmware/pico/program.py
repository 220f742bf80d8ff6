"""The program of the board: greets a host, then loads what goes round. Never touches a part.

A hello needs little, and all the rest takes half a second to load, from source some four: so the
greeter speaks for the board until everything is there.
"""

import gc
import sys

import pins
from tableboard import VERSION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from loader import Start
else:
    Start = None

_PIECES = (
    "tablewire.words",
    "tablewire.board",
    "tableboard.glyphs",
    "tableboard.drawings",
    "tableboard.screens",
    "tableboard.companion",
    "mfrc522",
    "rounds",
)
"""Modules, each after what it needs: the greeter listens between two of them, and the watchdog is
fed."""


def has() -> str:
    """Return what this board has, as its hello says it."""
    counts = (len(pins.READER_CS), len(pins.KEYS), len(pins.SEAT_BUTTONS), len(pins.SEAT_BUTTONS))
    parts = "readers=%d,keys=%d,seats=%d,lights=%d," % counts
    return parts + "display=128x64,buzzer=1,health=1,holds=1"


def main(start: Start) -> None:
    """Run the board's program: see rounds.main."""
    greeter = start.greeter(VERSION, has())
    place = start.kept()
    if place:
        from rescue import rescue

        rescue(place)
        sys.modules.pop("rescue")
        start.keep(0)
    from backlog import found

    found(greeter)
    sys.modules.pop("backlog")  # it takes 3 KB, and is needed once more at most
    for piece in _PIECES:
        greeter.listen(0)
        start.feed()
        __import__(piece)
    gc.threshold(-1)
    from rounds import main as go_round

    go_round(start, greeter)
