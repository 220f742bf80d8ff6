"""The simulated board: its parts, its slices of work, its watchdog. Never does I/O.

A slice is the work between two looks at the serial line. While one lasts the board is deaf to its
host, so the longest one is what the firmware must keep short.
"""

from simulated.sram import Sram

PWRON_RESET = 1


class Board:
    """One board from power-on to reset. `on_reset(why)` is called to reset it; never returns."""

    def __init__(
        self,
        wiring,
        unique_id: bytes = bytes(8),
        reset_cause: int = PWRON_RESET,
        scratch=(0,) * 4,
        chip: str = "RP2040",
        sram=None,
    ) -> None:
        self.chip = chip
        self.wiring = wiring
        self.unique_id = unique_id
        self.reset_cause = reset_cause
        self.scratch = list(scratch)  # words that outlive every reset but power-on
        self.sram = sram or Sram()
        self.on_reset = None
        # The GPIOs whose pads were high when last looked at, for an RP2350; an RP2040 forgets it.
        self.high_pads = set() if chip == "RP2350" else None
        self.interrupts = {}  # by GPIO: what to call at an edge, the pin and which edges
        self.models_bytes = 0  # of the heap: all that was there before the firmware
        self.slices = 0
        self.longest_slice_ns = 0
        self._slice_began_ns = wiring.clock.ns
        self._bites_at_ns = None

    def edge(self, gpio: int, rising: bool) -> None:
        """Let a pin's level change, and raise the interrupt that was asked for."""
        handler, pin, trigger = self.interrupts.get(gpio, (None, None, 0))
        if handler and trigger & (8 if rising else 4):
            handler(pin)

    def end_slice(self) -> None:
        """Note the slice that ends here and begin the next; reset when the watchdog was hungry."""
        now_ns = self.wiring.clock.ns
        if now_ns > self._slice_began_ns:
            self.slices += 1
            self.longest_slice_ns = max(self.longest_slice_ns, now_ns - self._slice_began_ns)
        self._slice_began_ns = now_ns
        if self._bites_at_ns is not None and now_ns >= self._bites_at_ns:
            self.reset("watchdog")

    def idle(self, ns: int) -> None:
        """Let time pass in which the board does nothing and is not deaf: no slice."""
        self.end_slice()
        self.wiring.clock.spend(ns)
        self._slice_began_ns = self.wiring.clock.ns

    def forget_slices(self) -> None:
        """Measure the longest slice from here on."""
        self.slices = self.longest_slice_ns = 0

    def watch(self, timeout_ns) -> None:
        """Feed the watchdog, which bites after this much virtual time; None: switch it off."""
        self._bites_at_ns = None if timeout_ns is None else self.wiring.clock.ns + timeout_ns

    def watched_us(self) -> int:
        """Return the virtual time after which the watchdog bites; -1: never."""
        if self._bites_at_ns is None:
            return -1
        return max(0, -((self.wiring.clock.ns - self._bites_at_ns) // 1000))

    def reset(self, why: str) -> None:
        """Reset: "program" or "watchdog"."""
        self.sram.reset()
        self.on_reset(why)
