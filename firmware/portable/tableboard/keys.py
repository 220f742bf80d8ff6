"""Keys and seat buttons: which are down at each scan in, presses out. Never scans and never waits.

A scan is a number with a bit for each key that is down.
"""

PRESSED_MS = 4  # down in two scans that lie so far apart is a press: no glitch lasts as long
RELEASED_MS = 25  # a worn contact bounces for twenty, and must not be pressed twice
LONG_MS = 800  # a press that people hold on purpose: a tap ends long before
STUCK_MS = 10_000  # nobody holds a key for so long: something lies on it, or it is broken

DOWN = "down"
SHORT = "short"  # released, and it was neither long nor stuck
LONG = "long"
STUCK = "stuck"


class Keys:
    """Debounced keys, each by itself; what a press has to tell it tells once."""

    def __init__(self, count: int) -> None:
        self.seen = 0
        """Those that were down at the last scan, as a mask."""
        self._down = 0  # as told
        self._long = 0  # told as long
        self.stuck = 0
        """The keys that have been down for too long and were not let go yet, as a mask."""
        self._since_ms = [0] * count  # when it last changed
        self.was_reset = False
        """What is down at the next scan was pressed before a reset, and may have been told then."""

    def take_scan(self, down: int, now_ms: int) -> list[tuple[str, int]]:
        """Take a scan; return what it completes: (DOWN | SHORT | LONG | STUCK, key)."""
        if self.was_reset:
            self._go_on(down, now_ms)
        # Most scans find every key up, and one is due every 4 ms: nothing is walked for them.
        if not (down | self.seen | self._down):
            return []
        changed = down ^ self.seen
        self.seen = down
        told = []
        for key in range(len(self._since_ms)):
            bit = 1 << key
            if changed & bit:
                self._since_ms[key] = now_ms
            elif (down | self._down) & bit:
                what = self._tell(bit, now_ms - self._since_ms[key])
                if what:
                    told.append((what, key))
        return told

    def _go_on(self, down: int, now_ms: int) -> None:
        """Take what is down as told until it is let go."""
        self.was_reset = False
        self.seen = self._down = self._long = down
        self._since_ms = [now_ms] * len(self._since_ms)

    def _tell(self, bit: int, steady_ms: int) -> str:
        """Return what a key that has not changed for so long completes, or ""."""
        if (self.seen ^ self._down) & bit:
            if steady_ms < (PRESSED_MS if self.seen & bit else RELEASED_MS):
                return ""
            self._down ^= bit
            if self._down & bit:
                return DOWN
            was_long = self._long & bit
            self._long &= ~bit
            self.stuck &= ~bit
            # A long press was told while it lasted, so that the table answers before the finger.
            return "" if was_long else SHORT
        if self._down & ~self._long & bit and steady_ms >= LONG_MS:
            self._long |= bit
            return LONG
        if self._down & ~self.stuck & bit and steady_ms >= STUCK_MS:
            self.stuck |= bit
            return STUCK
        return ""
