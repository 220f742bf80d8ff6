"""The life of a board's program in virtual time, from its start until its world is over."""

import sys

import machine
from simulated import shims
from simulated.usb import Console


class Over(BaseException):
    """Raised by a world when all has happened, or something that is its argument went wrong."""


def install(simulation) -> None:
    """Put a simulation where the program looks for its chips."""
    machine.board = simulation.board
    shims.install(simulation, Console(simulation.line))


def live(simulation, gc=None) -> None:
    """Run the program until its world is over. `gc` replaces that module. Raises: its fault."""
    install(simulation)
    if gc is not None:
        sys.modules["gc"] = gc
    from loader import Start
    from program import main

    try:
        main(Start("", ""))
    except Over as over:
        if over.args:
            raise over.args[0] from None
    else:
        raise AssertionError("the program came to an end of its own")
