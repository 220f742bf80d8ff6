"""The machine's own addresses as they are now: a laptop moves to another network while it serves.

Decides nothing, and asks nobody but this machine.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Final

from flask import Flask, current_app

from tricktable.store.machine import in_a_url, reachable

EVERY_MS: Final = 3000
"""The machine is asked no more often, whatever names strangers call it."""


class OwnAddresses:
    """Asks for one service. The clock gives milliseconds and never goes back."""

    def __init__(self, ask: Callable[[], Iterable[str]], now_ms: Callable[[], int]) -> None:
        self._ask, self._now_ms = ask, now_ms
        self._known: tuple[str, ...] = ()
        self._due_ms: int | None = None

    def newest(self) -> tuple[str, ...]:
        """The addresses as URLs have them, `EVERY_MS` old at most."""
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
    """Let this app know the machine's addresses; `ask` and `now_ms` are another machine's."""
    app.config["OWN_ADDRESSES"] = OwnAddresses(ask, now_ms)


def newest() -> tuple[str, ...]:
    """The addresses of the machine that serves this request, as URLs have them."""
    own: OwnAddresses = current_app.config["OWN_ADDRESSES"]
    return own.newest()
