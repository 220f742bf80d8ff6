"""The board's clock, in milliseconds since its start, or the one that it continues. Never waits."""

import time


class Clock:
    """Milliseconds that never wrap, out of the chip's, which do after twelve days."""

    def __init__(self, now_ms: int = 0) -> None:
        self._ticks = time.ticks_ms()
        self._now_ms = now_ms

    def now_ms(self) -> int:
        """Return the time since the start; to be asked at least once in six days."""
        ticks = time.ticks_ms()
        self._now_ms += time.ticks_diff(ticks, self._ticks)
        self._ticks = ticks
        return self._now_ms
