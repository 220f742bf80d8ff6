"""Switches a simulated Pico on: the shims first, then its main.py, as the Pico's boot would.

Usage:
micropython power_on.py MAIN CONTROL SPEED UNIQUE_ID_HEX RESET_CAUSE SCRATCH CHIP MEMORY [FLASH]
with the firmware's folders on the module path. CONTROL: the descriptor of the control channel,
which was inherited like the cable on standard input and output, or a colon and the port of this
computer to connect both to. SCRATCH: the scratch registers, with commas between
them. CHIP: RP2040 or RP2350. MEMORY: a file for what outlives a reset (see simulated.sram). FLASH:
a file that holds the board's own files; then MAIN is one of these, and the firmware's folders are
out of its sight. Never returns before the control channel closes.
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
from simulated.outside import ON_MICROPYTHON, Outside, inherited
from simulated.simulation import Simulation
from simulated.sram import Sram
from simulated.usb import Console
from simulated.wiring import Wiring

_NAMES = 700


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


def make_room_for_names() -> None:
    """Let MicroPython's table of names double here, at the expense of the models.

    It does so at 1270 names (py/qstr.c). The program has 720: it would never come to that on a
    Pico, but does beside the models' 550, and 14 KiB of its heap would be gone.
    """
    for number in range(_NAMES):
        hasattr(sys, chr(33 + number // 64) + chr(48 + number % 64))  # as short as can be


def own_files(flash: str) -> None:
    """Leave the board nothing but its flash and what is built into its MicroPython."""
    import network  # noqa: F401
    from simulated import repl  # noqa: F401
    from simulated.flash import mount

    mount(flash)
    del sys.modules["pins"]  # the simulation has its own; the board's is on its flash
    sys.path[:] = ["", ".frozen", "/lib"]  # ports/rp2/main.c


def main(
    path: str,
    control: str,
    speed: str,
    unique_id: str,
    reset_cause: str,
    scratch: str,
    chip: str,
    memory: str,
    flash: str = "",
) -> None:
    """Power a board on and run its program until it is switched off."""
    words = [int(word) for word in scratch.split(",")]
    board = Board(
        Wiring(pins), bytes.fromhex(unique_id), int(reset_cause), words, chip, Sram(memory)
    )
    if control[0] == ":":
        from simulated.loopback import called

        streams = called(int(control[1:]))
    else:
        streams = inherited(int(control))
    simulation = Simulation(board, Control(board), Outside(*streams), float(speed))
    machine.board = board
    console = Console(simulation.line)
    shims.install(simulation, console)
    if flash:
        own_files(flash)
    if ON_MICROPYTHON:
        make_room_for_names()
        gc.collect()
        board.models_bytes = gc.mem_alloc()
    try:
        run(path)
        report = "the program ended\n"
    except SystemExit:
        raise
    except BaseException as problem:  # noqa: BLE001 - the console shows whatever ended it
        report = traceback_of(problem)
    from simulated.repl import Repl

    simulation.report_end(report)
    Repl(console, traceback_of).serve(report)


main(*sys.argv[1:])
