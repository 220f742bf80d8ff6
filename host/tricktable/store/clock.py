"""The clock by which the program waits: it never goes back. What day it is, it does not know."""

import time


def monotonic_ms() -> int:
    """Milliseconds since some moment before the program began."""
    return time.monotonic_ns() // 1_000_000
