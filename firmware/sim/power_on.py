"""Switches a simulated Pico on: the shims first, then its main.py, as the Pico's boot would.

Usage: micropython power_on.py MAIN CONTROL_FD SPEED UNIQUE_ID_HEX RESET_CAUSE
with the firmware's folders on the module path. Never returns before the control channel closes.
"""

import builtins
import gc
import io
import sys

import machine
import pins
from simulated import shims
from simulated.board import Board
from simulated.control import Control
from simulated.outside import ON_MICROPYTHON, Outside
from simulated.simulation import Simulation
from simulated.usb import Console
from simulated.wiring import Wiring


def traceback_of(problem: BaseException) -> str:
    """Return what a console shows when a program ends with this exception."""
    if ON_MICROPYTHON:
        text = io.StringIO()
        sys.print_exception(problem, text)
        return text.getvalue()
    import traceback

    return "".join(traceback.format_exception(problem))


def run(path: str) -> None:
    """Run a program as the board's own."""
    if ON_MICROPYTHON:
        builtins.execfile(path, {"__name__": "__main__"})
    else:
        import runpy

        runpy.run_path(path, run_name="__main__")


def main(path: str, control_fd: str, speed: str, unique_id: str, reset_cause: str) -> None:
    """Power a board on and run its program until it is switched off."""
    board = Board(Wiring(pins), bytes.fromhex(unique_id), int(reset_cause))
    simulation = Simulation(board, Control(board), Outside(int(control_fd)), float(speed))
    machine.board = board
    console = Console(simulation.line)
    shims.install(simulation, console)
    if ON_MICROPYTHON:
        gc.collect()
        board.models_bytes = gc.mem_alloc()
    try:
        run(path)
        report = "the program ended\n"
    except SystemExit:
        raise
    except BaseException as problem:  # noqa: BLE001 - the console shows whatever ended it
        report = traceback_of(problem)
    console.write(report)
    simulation.stopped(report)


main(*sys.argv[1:])
