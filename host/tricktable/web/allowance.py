"""Rate limits by address: this many acts a second, with room for a burst. Knows no request."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

MAX_ADDRESSES: Final = 256
"""More addresses than this never play at one table at once."""


class Allowance:
    """Allows each address this many acts a second, and a burst of more. Mutable."""

    def __init__(self, per_s: float, burst: int, max_addresses: int = MAX_ADDRESSES) -> None:
        self._max_addresses = max_addresses
        self._per_ms, self._burst = per_s / 1000, float(burst)
        self._left: dict[str, tuple[float, int]] = {}
        """By address: how many acts were left, and when."""

    def has_one(self, address: str, now_ms: int) -> bool:
        """Whether the address may do one more thing now. If so, counts it."""
        if len(self._left) >= self._max_addresses and address not in self._left:
            self._left = {
                each: left
                for each, left in self._left.items()
                if self._now(*left, now_ms) < self._burst
            }
        left = self._now(*self._left.get(address, (self._burst, now_ms)), now_ms)
        is_one = left >= 1 and (address in self._left or len(self._left) < self._max_addresses)
        if is_one:
            self._left[address] = (left - 1, now_ms)
        return is_one

    def _now(self, left: float, then_ms: int, now_ms: int) -> float:
        return min(self._burst, left + (now_ms - then_ms) * self._per_ms)


class Limit(NamedTuple):
    """A rate per second for each address, and the size of a burst."""

    per_s: float
    burst: int
    words: str
    """The message for an address that exceeds the limit."""
    max_addresses: int = MAX_ADDRESSES
    is_clubs: bool = False
    """Whether the database counts it, too, for all hosts of a club together."""


class RateLimits:
    """Counts requests for one app. The clock gives milliseconds and never goes back."""

    def __init__(self, limits: Mapping[str, Limit], now_ms: Callable[[], int]) -> None:
        self.limits = limits
        self._now_ms = now_ms
        self._left = {
            name: Allowance(each.per_s, each.burst, each.max_addresses)
            for name, each in limits.items()
        }

    def allows(self, name: str, address: str) -> bool:
        """Whether this host allows one more request from this address now. If so, counts it."""
        return self._left[name].has_one(address, self._now_ms())
