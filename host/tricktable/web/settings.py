"""Settings of the web side: where to listen, which names it answers to, who may act as host."""

from __future__ import annotations

import secrets
import socket
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from tricktable.store.machine import EVERY_ADDRESS, in_a_url, reached_at, routed
from tricktable.web.wifi import NO_WIFI, GuestWifi

LOOPBACK_NAMES: Final = ("localhost", "127.0.0.1", "[::1]")


def _own_names() -> tuple[str, ...]:
    name = socket.gethostname()
    return (*LOOPBACK_NAMES, *map(in_a_url, routed()), name, f"{name}.local")


@dataclass(frozen=True, slots=True)
class ServiceSettings:
    """Settings of the web side; every one has a safe default."""

    listen: str = "0.0.0.0"
    port: int = 8080
    """0 means any free port."""
    trusted_hosts: tuple[str, ...] = field(default_factory=_own_names)
    """Names and addresses that requests may be for, without ports; others get 400. IPv6 addresses
    are in brackets. Never empty, or nobody could be answered."""
    base_url: str = ""
    """The start of the address in a guest's QR code; empty for this machine's address and port."""
    host_token: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    """Lets another device act as host. 128 bits; empty if no other device may."""
    allow_origins: tuple[str, ...] = ()
    """The origins whose pages may read the interface and frame guests' pages, as browsers write
    them."""
    streams_per_address: int = 32
    streams_in_total: int = 4000
    max_body_bytes: int = 32 * 1024
    """The longest form that is accepted."""
    wifi: GuestWifi = NO_WIFI
    """The Wi-Fi that this computer opens for its guests, if any."""
    poweroff_file: str = ""
    """Where an empty file switches this computer off; empty if that is not offered."""

    @property
    def connections_per_address(self) -> int:
        """Connections besides streams: two per stream, as a browser briefly opens up to six."""
        return 2 * self.streams_per_address

    def guests_url(self, port: int, addresses: Iterable[str], chosen: str = "") -> str:
        """The address that a guest's phone opens when a machine with these listens on `port`.

        That is the one that the host has chosen; else, while guests join our own Wi-Fi, the one
        that we have there; else the first.
        """
        return self.base_url or self.url_at(self._for_guests((*addresses,), chosen), port)

    def others(self, addresses: Iterable[str], chosen: str = "") -> tuple[str, ...]:
        """Those of a machine's addresses that are heard, but are not where guests are sent."""
        if self.base_url or self.listen not in EVERY_ADDRESS:
            return ()
        known = (*addresses,)
        now = self._for_guests(known, chosen)
        return tuple(each for each in known if self._is_heard(each) and in_a_url(each) != now)

    def _for_guests(self, known: tuple[str, ...], chosen: str) -> str:
        if chosen and self.listen in EVERY_ADDRESS and self._is_heard(chosen):
            return in_a_url(chosen)
        here = in_a_url(self.wifi.address) if self.wifi.is_on(known) else ""
        return here or reached_at(self.listen, known)

    def _is_heard(self, address: str) -> bool:
        return self.listen == "::" or ":" not in address

    @staticmethod
    def url_at(host: str, port: int) -> str:
        """The start of an address at this host and port, without one that browsers presume."""
        return f"http://{host}" if port == 80 else f"http://{host}:{port}"
