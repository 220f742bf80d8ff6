"""The machine's own addresses as of now: a laptop may change networks while it serves.

Decides nothing, and asks only this machine.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from flask import Flask, current_app, request

from tricktable.store.machine import in_a_url, reachable

if TYPE_CHECKING:
    from tricktable.web.settings import ServiceSettings
    from tricktable.web.wifi import GuestWifi

EVERY_MS: Final = 3000
"""The machine is asked no more often than this, whatever names strangers use for it."""


class OwnAddresses:
    """Looks the addresses up for one host. The clock gives milliseconds and never goes back."""

    def __init__(
        self,
        ask: Callable[[], Iterable[str]] = reachable,
        now_ms: Callable[[], int] = lambda: time.monotonic_ns() // 1_000_000,
        before: Iterable[str] = (),
    ) -> None:
        """`ask` and `now_ms` replace the real ones; `before` are addresses known from elsewhere."""
        self._ask, self._now_ms = ask, now_ms
        self._known: tuple[str, ...] = ()
        self._newest_some = tuple(before)
        self._due_ms: int | None = None

    def newest(self) -> tuple[str, ...]:
        """The addresses as they are now, at most `EVERY_MS` ago."""
        now_ms = self._now_ms()
        if self._due_ms is None or now_ms >= self._due_ms:
            self._known = tuple(self._ask())
            self._newest_some = self._known or self._newest_some
            self._due_ms = now_ms + EVERY_MS
        return self._known

    def for_guests(self) -> tuple[str, ...]:
        """The same; while there is none, those before: a network that is gone mostly comes back."""
        return self.newest() or self._newest_some


def init_app(app: Flask, own: OwnAddresses) -> None:
    """Let this app look up the machine's addresses."""
    app.config["OWN_ADDRESSES"] = own


def newest() -> tuple[str, ...]:
    """The addresses of the machine that serves this request, as they appear in URLs."""
    return tuple(map(in_a_url, _own().newest()))


def guests_url() -> str:
    """The address that a guest's phone opens, at the port of this request."""
    settings: ServiceSettings = current_app.config["SERVICE"]
    return settings.guests_url(int(request.environ["SERVER_PORT"]), _own().for_guests())


def open_wifi() -> GuestWifi | None:
    """The Wi-Fi of our own that guests can join now; None if there is none, or it is off."""
    settings: ServiceSettings = current_app.config["SERVICE"]
    return settings.wifi if settings.wifi.is_on(_own().newest()) else None


def _own() -> OwnAddresses:
    own: OwnAddresses = current_app.config["OWN_ADDRESSES"]
    return own
