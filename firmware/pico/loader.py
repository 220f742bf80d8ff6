"""Starts the board's program, and something else when it fails. Never part of what is updated.

The program lies in one of two slots, a and b, each a pack; the file `slots` says which one runs
and which have proved themselves: `b:a` runs b, and falls back to a. Without that file there are no
slots, and the program lies beside this file. Starts that fail are counted in a register that
outlives a reset and not the power, so that no start wears the flash. After three of them the
other slot runs if it once proved itself, and else the safe mode.
"""

# ruff: noqa: E402 - the first lines are about all imports that follow

import sys

_BUILT_IN = ("binascii", "gc", "io", "json", "machine", "os", "select", "struct", "time", "uctypes")


def keep_built_in() -> None:
    """Note what is built in as imported: each import looks through the flash for it, for 10 ms."""
    path = sys.path[:]
    sys.path[:] = [".frozen"]  # not on the flash
    for name in _BUILT_IN:
        sys.modules[name] = __import__(name)
    sys.path[:] = path


keep_built_in()

import gc
import os

from micropython import const

import machine
from greeter import Greeter

PROVEN_MS = const(10_000)
"""A program that has talked with a host for so long is good."""

_STARTS = const(3)
_WATCHDOG_MS = const(8000)  # an RP2040's counts to 8388, an RP2350's to twice as much
_LOADED_BYTES = const(16384)
# The watchdog's registers: data sheets of the RP2040, 4.7.6, and of the RP2350, 12.9.7.
_IS_RP2350 = "RP2350" in getattr(sys.implementation, "_machine", "")
_CTRL = 0x400D8000 if _IS_RP2350 else 0x40058000
_SCRATCH = _CTRL + 0x14  # SCRATCH2; 4 to 7 belong to the boot ROM (2.8.1.1; 5.2.4)
_PLACE = _SCRATCH + 4
_CLEAR = _CTRL + 0x3000  # clears bits of CTRL (2.1.2; 2.1.3)
_ENABLE = const(1 << 30)  # of CTRL
_COUNT = const(0x7AB10000)  # says that the lowest bits of the register are a count
_LOWEST = const(0xFFFF)


class Start:
    """One start of the program in a slot; "" is the place beside this file."""

    def __init__(self, slot: str, good: str) -> None:
        self._slot = slot
        self._good = good
        self._since_ms = -1
        self._is_proven = False
        self.feed = machine.WDT(timeout=_WATCHDOG_MS).feed
        """To be called at least once in eight seconds, or the board is reset."""

    def greeter(self, version: str, has: str) -> Greeter:
        """Return what speaks for the program while that loads."""
        return Greeter(version, has, False)

    def keep(self, place: int) -> None:
        """Note where in memory something lies that the next start is to find after a reset."""
        machine.mem32[_PLACE] = place

    def kept(self) -> int:
        """Return where the start before has left something; 0 for nothing."""
        place: int = machine.mem32[_PLACE]
        return place

    def alive(self, now_ms: int) -> None:
        """Take from the program that it works and has a host; after PROVEN_MS it is good."""
        if self._since_ms < 0:
            self._since_ms = now_ms
        if self._is_proven or now_ms - self._since_ms < PROVEN_MS:
            return
        self._is_proven = True
        _count(0)
        if self._slot and self._slot not in self._good:
            _choose(self._slot, self._good + self._slot)

    def run(self) -> str:
        """Run the program; return why it failed, "" if it ended because it was asked to.

        Raises: KeyboardInterrupt, SystemExit.
        """
        try:
            if self._slot:
                from pack import mount

                folder = "/" + self._slot
                mount(folder)
                sys.path.insert(0, folder)
            # What loading leaves behind is swept up soon, so that what stays is packed together:
            # without it 80 KB of free heap have no room for 16 KB in one piece.
            gc.threshold(_LOADED_BYTES)
            from program import main

            main(self)
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as problem:  # noqa: BLE001 - MemoryError too: this is the last resort
            sys.print_exception(problem)
            return "%s: %s" % (type(problem).__name__, problem)
        return ""


def start() -> None:
    """Run the program, or what is to run in place of one that fails."""
    slot, good = _slots()
    word = machine.mem32[_SCRATCH]
    failed = word & _LOWEST if word & ~_LOWEST == _COUNT else 0
    why = "it hung or reset itself"
    try:
        if failed < _STARTS:
            failed += 1
            _count(failed)
            why = Start(slot, good).run()
            if why and failed < _STARTS:
                machine.reset()
    finally:
        _count(0)
        machine.mem32[_CLEAR] = _ENABLE  # what comes now is not watched, nor who sits at a console
    if why:
        _fall_back(slot, good, why)


def _fall_back(slot: str, good: str, why: str) -> None:
    """Run the other slot if it is good, else the safe mode."""
    for other in good:
        if other != slot:
            _choose(other, other)
            machine.reset()
    from safe import main

    main(why)


def _slots() -> tuple[str, str]:
    """Return the slot to run and the good ones, last good last."""
    try:
        with open("/slots") as file:
            slot, good = file.read().split(":")
            return slot, good
    except (OSError, ValueError):
        return "", ""


def _choose(slot: str, good: str) -> None:
    """Write which slot runs and which are good; the file is the old one or the new one."""
    with open("/slots.new", "w") as file:
        file.write("%s:%s" % (slot, good))
    os.rename("/slots.new", "/slots")


def _count(failed: int) -> None:
    machine.mem32[_SCRATCH] = _COUNT | failed
