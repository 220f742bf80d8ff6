"""What the service must be told: where to listen, which names it goes by, who may act as host."""

from __future__ import annotations

import secrets
import socket
from dataclasses import dataclass, field
from typing import Final

from tricktable.store.machine import in_a_url, reached_at, routed

LOOPBACK_NAMES: Final = ("localhost", "127.0.0.1", "[::1]")


def _own_names() -> tuple[str, ...]:
    name = socket.gethostname()
    return (*LOOPBACK_NAMES, *map(in_a_url, routed()), name, f"{name}.local")


@dataclass(frozen=True, slots=True)
class ServiceSettings:
    """Settings of the web service; every one has a safe default."""

    listen: str = "0.0.0.0"
    port: int = 8080
    """0 for any free port."""
    trusted_hosts: tuple[str, ...] = field(default_factory=_own_names)
    """Names and addresses that requests may be for, without ports: others get 400. IPv6 addresses
    stand in brackets. Never empty: there would be nobody to answer.
    """
    base_url: str = ""
    """What a guest's QR code begins with; empty for this machine's address and port."""
    host_token: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    """Lets a device that is not this machine act as host. 128 bits; empty for nobody."""
    streams_per_address: int = 32
    streams_in_total: int = 4000
    max_body_bytes: int = 32 * 1024
    """The longest form that is read."""

    @property
    def connections_per_address(self) -> int:
        """Beside its streams: two for each, for a browser takes up to six for a moment."""
        return 2 * self.streams_per_address

    def guests_url(self, port: int) -> str:
        """What a guest's phone must ask for, when this machine listens on `port`."""
        return self.base_url or f"http://{reached_at(self.listen, routed())}:{port}"
