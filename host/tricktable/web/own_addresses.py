"""The machine's own addresses as of now: a laptop may change networks while it serves.

Decides nothing, and asks only this machine.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Final

from flask import Flask, current_app

from tricktable.store.machine import in_a_url, reachable

EVERY_MS: Final = 3000
"""The machine is asked no more often than this, whatever names strangers use for it."""


class OwnAddresses:
    """Looks the addresses up for one app. The clock gives milliseconds and never goes back."""

    def __init__(self, ask: Callable[[], Iterable[str]], now_ms: Callable[[], int]) -> None:
        self._ask, self._now_ms = ask, now_ms
        self._known: tuple[str, ...] = ()
        self._due_ms: int | None = None

    def newest(self) -> tuple[str, ...]:
        """The addresses as they appear in URLs, at most `EVERY_MS` old."""
        now_ms = self._now_ms()
        if self._due_ms is None or now_ms >= self._due_ms:
            self._known = tuple(map(in_a_url, self._ask()))
            self._due_ms = now_ms + EVERY_MS
        return self._known


def init_app(
    app: Flask,
    ask: Callable[[], Iterable[str]] = reachable,
    now_ms: Callable[[], int] = lambda: time.monotonic_ns() // 1_000_000,
) -> None:
    """Let this app look up the machine's addresses. `ask` and `now_ms` replace the real ones."""
    app.config["OWN_ADDRESSES"] = OwnAddresses(ask, now_ms)


def newest() -> tuple[str, ...]:
    """The addresses of the machine that serves this request, as they appear in URLs."""
    own: OwnAddresses = current_app.config["OWN_ADDRESSES"]
    return own.newest()
