"""The machine's own addresses as of now: a laptop may change networks while it serves.

Asks only this machine. Which of them guests use, the host may choose; that is kept in a file.
"""

from collections.abc import Callable, Iterable
from ipaddress import ip_address
from pathlib import Path
from typing import Final

from tricktable.settings import Settings
from tricktable.store import private_files
from tricktable.store.clock import monotonic_ms
from tricktable.store.machine import EVERY_ADDRESS, in_a_url, reachable, reached_at

EVERY_MS: Final = 3000
"""The machine is asked no more often than this, whatever names strangers use for it."""


CHOICE_FILE: Final = "guests-address"
"""Holds the host's choice, in the data folder."""
_MAX_CHARACTERS: Final = 64


class OwnAddresses:
    """Looks the addresses up for one host. The clock gives milliseconds and never goes back.

    Mutable.
    """

    def __init__(
        self,
        ask: Callable[[], Iterable[str]] = reachable,
        now_ms: Callable[[], int] = monotonic_ms,
        before: Iterable[str] = (),
        kept: Path | None = None,
    ) -> None:
        """`ask` and `now_ms` replace the real ones; `before` are addresses known from elsewhere.

        The file `kept` holds the host's choice; without one it lasts as long as this object.
        """
        self._ask, self._now_ms = ask, now_ms
        self._known: tuple[str, ...] = ()
        self._newest_some = tuple(before)
        self._due_ms: int | None = None
        self._kept, self._choice = kept, _read(kept)

    def newest(self) -> tuple[str, ...]:
        """The addresses as they are now, at most `EVERY_MS` ago."""
        now_ms = self._now_ms()
        if self._due_ms is None or now_ms >= self._due_ms:
            self._known = tuple(self._ask())
            self._newest_some = self._known or self._newest_some
            self._due_ms = now_ms + EVERY_MS
        return self._known

    def for_guests(self) -> tuple[str, ...]:
        """The current addresses, or the last known: a network that is gone mostly comes back."""
        return self.newest() or self._newest_some

    @property
    def guest_address(self) -> str:
        """The address that the host chose for guests; empty if none, or if it is gone now."""
        return self._choice if self._choice in self.for_guests() else ""

    def choose(self, address: str) -> None:
        """Send guests to this address from now on, also after a restart. Raises: OSError."""
        if self._kept is not None:
            private_files.save(self._kept, f"{address}\n")
        self._choice = address


def _read(kept: Path | None) -> str:
    """The choice in this file; empty if it holds none."""
    try:
        said = kept.read_text("utf-8")[:_MAX_CHARACTERS].strip() if kept is not None else ""
        return str(ip_address(said)) if said else ""
    except (OSError, ValueError):
        return ""


def url_for_guests(
    settings: Settings, port: int, addresses: Iterable[str], chosen: str = ""
) -> str:
    """The address that a guest's phone opens when a machine with these listens on `port`.

    That is the one that the host has chosen; else, while guests join our own Wi-Fi, the one that
    we have there; else the first.
    """
    return settings.base_url or url_at(guests_host(settings, (*addresses,), chosen), port)


def url_at(host: str, port: int) -> str:
    """The start of an address at this host and port, without one that browsers presume."""
    return f"http://{host}" if port == 80 else f"http://{host}:{port}"


def others_heard(settings: Settings, addresses: Iterable[str], chosen: str) -> tuple[str, ...]:
    """Those of a machine's addresses that are heard, but are not where guests are sent."""
    if settings.base_url or settings.http_host not in EVERY_ADDRESS:
        return ()
    known = (*addresses,)
    now = guests_host(settings, known, chosen)
    return tuple(each for each in known if _is_heard(settings, each) and in_a_url(each) != now)


def guests_host(settings: Settings, known: tuple[str, ...], chosen: str) -> str:
    """Which of a machine's addresses guests use, as it appears in URLs."""
    if chosen and settings.http_host in EVERY_ADDRESS and _is_heard(settings, chosen):
        return in_a_url(chosen)
    here = in_a_url(settings.wifi.address) if settings.wifi.is_on(known) else ""
    return here or reached_at(settings.http_host, known)


def _is_heard(settings: Settings, address: str) -> bool:
    return settings.http_host == "::" or ":" not in address
