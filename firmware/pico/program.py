"""The program of the board: greets a host, then loads what goes round. Never touches a part.

A hello needs little, and all the rest takes half a second to load, from source some four: so the
greeter speaks for the board until everything is there.
"""

import gc
import sys

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


def main(start: Start) -> None:
    """Run the board's program: see rounds.main."""
    from equipment import equipment, told

    parts, problem = equipment()
    greeter = start.greeter(VERSION, told(parts))
    sys.modules.pop("equipment")  # it takes 2 KB
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

    go_round(start, greeter, parts, problem)
