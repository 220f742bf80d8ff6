"""The modules of MicroPython that differ on an RP2040: time, select, micropython, sys.

`install` puts them in front of the real ones, for every import that comes later. Under CPython
they also have what MicroPython's have more, and gc is among them.
"""

import gc as real_gc
import select as real_select
import struct  # noqa: F401 - built in on a board, which looks for it nowhere else
import sys as real_sys
import time as real_time

import micropython as real_micropython
from micropython import const

_TICKS_MASK = const((1 << 30) - 1)  # MICROPY_PY_TIME_TICKS_PERIOD of a 32-bit port
_TICKS_HALF = const(1 << 29)
# Windows has no poll, and no names for what it finds.
_POLLIN, _POLLOUT = getattr(real_select, "POLLIN", 1), getattr(real_select, "POLLOUT", 4)
_POLL_NS = const(21_000)  # measured in an emulated RP2040, as a poll before each byte


class Time:
    """The time module; its clock runs as fast as the simulation does."""

    def __init__(self, simulation) -> None:
        self._simulation = simulation

    def __getattr__(self, name: str):
        return getattr(real_time, name)

    def ticks_ms(self) -> int:
        """Return milliseconds since the reset, modulo 2**30."""
        return self._simulation.now_us() // 1000 & _TICKS_MASK

    def ticks_us(self) -> int:
        """Return microseconds since the reset, modulo 2**30."""
        return self._simulation.now_us() & _TICKS_MASK

    def ticks_add(self, ticks: int, delta: int) -> int:
        """Return ticks moved by a signed number."""
        return ticks + delta & _TICKS_MASK

    def ticks_diff(self, later: int, earlier: int) -> int:
        """Return the signed distance of two ticks."""
        return (later - earlier + _TICKS_HALF & _TICKS_MASK) - _TICKS_HALF

    def sleep_ms(self, ms: int) -> None:
        """Block."""
        self._simulation.pass_time(ms)

    def sleep_us(self, us: int) -> None:
        """Block."""
        self._simulation.pass_time(us / 1000)

    def sleep(self, seconds) -> None:
        """Block."""
        self._simulation.pass_time(seconds * 1000)


class Poll:
    """select.poll for the serial line, the only stream of the board."""

    def __init__(self, simulation) -> None:
        self._simulation = simulation
        self._streams = []

    def register(self, stream, eventmask: int = _POLLIN | _POLLOUT) -> None:
        """Look at a stream from now on."""
        self.unregister(stream)
        self._streams.append((stream, eventmask))

    modify = register

    def unregister(self, stream) -> None:
        """Look at a stream no longer."""
        self._streams = [entry for entry in self._streams if entry[0] is not stream]

    def poll(self, timeout: int = -1) -> list:
        """Return (stream, events) of each stream that is ready, waiting for one at most so long."""
        simulation = self._simulation
        simulation.board.wiring.clock.spend(_POLL_NS)
        for _, mask in self._streams:
            if mask & _POLLIN:
                simulation.look()
        ready = self._ready()
        if not ready and timeout:
            simulation.idle(timeout, self._ready)
            ready = self._ready()
        return ready

    def ipoll(self, timeout: int = -1, flags: int = 0):
        """Do as `poll`, one at a time."""
        if flags:
            raise NotImplementedError("one-shot polling is not simulated")
        return iter(self.poll(timeout))

    def _ready(self) -> list:
        ready = []
        for stream, mask in self._streams:
            line = stream.line
            events = _POLLIN if mask & _POLLIN and line.readable() else 0
            if mask & _POLLOUT and line.writable():
                events |= _POLLOUT
            if events:
                ready.append((stream, events))
        return ready


class Select:
    """The select module."""

    POLLIN, POLLOUT = _POLLIN, _POLLOUT
    POLLERR, POLLHUP = getattr(real_select, "POLLERR", 8), getattr(real_select, "POLLHUP", 16)

    def __init__(self, simulation) -> None:
        self._simulation = simulation

    def poll(self) -> Poll:
        """Return a new poll object."""
        return Poll(self._simulation)


class Implementation:
    """sys.implementation."""

    def __init__(self, chip: str) -> None:
        self._machine = "Raspberry Pi Pico with " + chip

    def __getattr__(self, name: str):
        return getattr(real_sys.implementation, name)


class Sys:
    """The sys module; its standard streams are the serial line."""

    def __init__(self, console, chip: str = "RP2040") -> None:
        self.stdin = self.stdout = self.stderr = console
        self.implementation = Implementation(chip)

    def __getattr__(self, name: str):
        if name == "print_exception" and not hasattr(real_sys, name):  # CPython has it elsewhere
            import traceback

            return lambda problem, file: traceback.print_exception(problem, file=file)
        return getattr(real_sys, name)


class Micropython:
    """The micropython module."""

    def __init__(self, line) -> None:
        self._line = line

    def kbd_intr(self, char: int) -> None:
        """Set the byte that interrupts the program; -1: none."""
        self._line.interrupt = char

    def __getattr__(self, name: str):
        return getattr(real_micropython, name)


class Gc:
    """The gc module, for CPython, which has no heap of its own size."""

    def collect(self) -> None:
        """Collect garbage."""
        real_gc.collect()

    def threshold(self, amount: int) -> None:
        """Do nothing: CPython collects when it likes."""

    def mem_free(self) -> int:
        """Return 0: nobody knows."""
        return 0


def install(simulation, console) -> None:
    """Put all of them in place."""
    modules = real_sys.modules
    modules["uctypes"] = simulation.board.sram
    modules["time"] = modules["utime"] = Time(simulation)
    modules["select"] = modules["uselect"] = Select(simulation)
    modules["micropython"] = Micropython(simulation.line)
    modules["sys"] = Sys(console, simulation.board.chip)
    if not hasattr(real_gc, "mem_free"):
        modules["gc"] = Gc()
