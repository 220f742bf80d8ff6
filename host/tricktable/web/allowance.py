"""Rate limits by address: this many acts a second, with room for a burst. Knows no request."""

from typing import Final

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
