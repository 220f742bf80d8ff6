"""Starts the board's program, and something else when it fails. Never part of what is updated.

The program lies in one of two slots, a and b, each a pack; the file `slots` says which one runs
and which have proved themselves: `b:a` runs b, and falls back to a. Without that file there are no
slots, and the program lies beside this file. Starts that fail are counted in a register that
outlives a reset and not the power, so that no start wears the flash. After three of them the
other slot runs if it once proved itself, and else the safe mode.

`a:a:b` has b tried once, and `a:a:board.json` the settings in `board.json.new`. Whoever tries them
has written `a:a` before, so that every start after that one runs what ran, unless they proved
themselves: whatever ended the trial, and be it the power. Where a full flash does not take that,
nothing is tried.
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
del keep_built_in  # the program has the memory that it took

import gc
import os
import time

from micropython import const

import machine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from greeter import Greeter
else:
    Greeter = None

PROVEN_MS = const(10_000)
"""A program that has talked with a host for so long is good."""
TRIAL_MS = const(60_000)
"""What is tried and is not good by then never will be."""
NETWORK = "table.json"
"""The settings that are good only if they bring the board into its network."""

_EDITION = const(1)  # of this file, which comes by cable only: a newer program may need a newer one
_STARTS = const(3)
_WATCHDOG_MS = const(8000)  # an RP2040's counts to 8388, an RP2350's to twice as much
_LOADED_BYTES = const(16384)
_FULL = "the flash is full or broken"
_NEW = ".new"  # behind the name of a file that is not to be read yet
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
    """One start of the program in a slot; "" is the place beside this file.

    `trial`: what is tried in it, the slot itself or the name of a file of settings; "" for nothing.
    """

    def __init__(self, slot: str, good: str, trial: str = "", trouble: str = "") -> None:
        self.slot = slot
        self.good = good
        """The slots that have proved themselves."""
        self.trial = trial
        self.trouble = trouble
        """What a host is to be told about this start; "" for nothing."""
        self._since_ms = -1
        self.is_proven = False
        """What runs has talked with a host for long enough, and stays."""
        self._began_ms = time.ticks_ms()
        self._feed = machine.WDT(timeout=_WATCHDOG_MS).feed

    @property
    def updates(self) -> int:
        """Which edition of this file takes updates from a host; 0: none, there are no slots."""
        return _EDITION if self.slot else 0

    def feed(self) -> None:
        """Be called at least once in eight seconds, or the board is reset.

        It is reset, too, at the end of a trial that proved nothing.
        """
        is_tried = self.trial and not self.is_proven
        if not is_tried or time.ticks_diff(time.ticks_ms(), self._began_ms) < TRIAL_MS:
            self._feed()

    def settings(self, name: str) -> str:
        """Return the name of a file of settings: of the one on trial if that is it."""
        return name + (_NEW if name == self.trial and not self.is_proven else "")

    def choose(self, good: str) -> None:
        """Write that this slot runs, which are good and, behind a colon, what to try once."""
        _choose(self.slot, good)

    def greeter(self, version: str, has: str) -> Greeter:
        """Return what speaks for the program while that loads, which then has its memory."""
        from greeter import Greeter

        return Greeter(version, has, False)

    def keep(self, place: int) -> None:
        """Note where in memory something lies that the next start is to find after a reset."""
        machine.mem32[_PLACE] = place

    def kept(self) -> int:
        """Return where the start before has left something; 0 for nothing."""
        place: int = machine.mem32[_PLACE]
        return place

    def alive(self, now_ms: int, is_joined: bool = False) -> None:
        """Take from the program that it works and has a host; after PROVEN_MS it is good.

        `is_joined`: whether the board is in its network.
        """
        if self._since_ms < 0:
            self._since_ms = now_ms
        if self.is_proven or now_ms - self._since_ms < PROVEN_MS:
            return
        if self.trial == NETWORK and not is_joined:
            return
        self.is_proven = True
        _count(0)
        if self.slot and self.slot not in self.good:
            self.good += self.slot
            _choose(self.slot, self.good)
        if self.trial not in ("", self.slot):
            os.rename("/" + self.trial + _NEW, "/" + self.trial)

    def run(self) -> str:
        """Run the program; return why it failed, "" if it ended because it was asked to.

        Raises: KeyboardInterrupt, SystemExit.
        """
        try:
            if self.slot:
                from pack import mount

                folder = "/" + self.slot
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
    slot, good, trial = _slots()
    trouble = ""
    if trial and _is_chosen(slot, good):
        _count(0)
    elif trial:  # every start from now on would try it again
        trial, trouble = "", _FULL
    word = machine.mem32[_SCRATCH]
    failed = word & _LOWEST if word & ~_LOWEST == _COUNT else 0
    why = "it hung or reset itself"
    try:
        if failed < _STARTS:
            failed += 1
            _count(0 if trial else failed)
            runs = trial if trial in ("a", "b") else slot
            why = Start(runs, good, trial, trouble).run()
            if why and (trial or failed < _STARTS):
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
            if not _is_chosen(other, other):
                _remove("/" + slot + ".pack")  # from now on nothing would run it
                if not _is_chosen(other, other):
                    why = _FULL + ": " + why
                    break
            machine.reset()
    from safe import main

    main(why)


def _slots() -> tuple[str, str, str]:
    """Return the slot to run, the good ones, last good last, and what to try once."""
    try:
        with open("/slots") as file:
            slot, good, trial = (file.read() + ":").split(":")[:3]
            return slot, good, trial
    except (OSError, ValueError):
        return "", "", ""


def _choose(slot: str, good: str) -> None:
    """Write which slot runs and which are good; the file is the old one or the new one."""
    with open("/slots.new", "w") as file:
        file.write("%s:%s" % (slot, good))
    os.rename("/slots.new", "/slots")


def _is_chosen(slot: str, good: str) -> bool:
    """Write it; return whether there was room."""
    try:
        _choose(slot, good)
    except OSError:
        return False
    return True


def _remove(path: str) -> None:
    try:
        os.remove(path)
    except OSError:
        pass  # there is none, or the flash is broken


def _count(failed: int) -> None:
    machine.mem32[_SCRATCH] = _COUNT | failed
