"""The program of the board: greets a host, then loads what goes round. Never touches a part.

A hello needs little, and all the rest takes half a second to load, from source some four: so the
greeter speaks for the board until everything is there.
"""

import gc
import sys

from tableboard import VERSION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clock import Clock
    from equipment import Equipment
    from greeter import Greeter
    from loader import Start
    from tablewire.board import BoardSession
else:
    BoardSession = Clock = Equipment = Greeter = Start = None

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
    parts, problem, words = _equipment(start)
    session, clock = _begin(start, words)
    sys.modules.pop("greeter")  # it takes 4 KB with its polls
    gc.threshold(-1)
    from rounds import main as go_round

    go_round(start, session, clock, parts, problem)


# Each in a frame of its own: a name that lives as long as the program would keep a whole module.


def _equipment(start: Start) -> tuple[Equipment, str, str]:
    from equipment import equipment, told

    parts, problem = equipment(start.settings("board.json"))
    sys.modules.pop("equipment")  # it takes 2 KB
    return parts, problem, told(parts, start.updates)


def _begin(start: Start, words: str) -> tuple[BoardSession, Clock]:
    greeter = start.greeter(VERSION, words)
    _rescue(start)
    _find(greeter)
    for piece in _PIECES:
        greeter.listen(0)
        start.feed()
        __import__(piece)
    from rounds import begin

    return begin(start, greeter)


def _rescue(start: Start) -> None:
    place = start.kept()
    if place:
        from rescue import rescue

        rescue(place)
        sys.modules.pop("rescue")
        start.keep(0)


def _find(greeter: Greeter) -> None:
    from backlog import found

    found(greeter)
    sys.modules.pop("backlog")  # it takes 3 KB, and is needed once more at most
