"""What the service must be told: where to listen, which names it goes by, who may act as host."""

from __future__ import annotations

import secrets
import socket
from dataclasses import dataclass, field
from typing import Final

LOOPBACK_NAMES: Final = ("localhost", "127.0.0.1")
_FAR_ADDRESS: Final = ("192.0.2.1", 9)  # TEST-NET-1 (RFC 5737): only a route is looked up


def own_address() -> str:
    """This machine's address on the network that guests are on; 127.0.0.1 without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_FAR_ADDRESS)  # UDP: nothing is sent
            address: str = probe.getsockname()[0]
        except OSError:
            address = "127.0.0.1"
    return address


def _own_names() -> tuple[str, ...]:
    name = socket.gethostname()
    return (*LOOPBACK_NAMES, own_address(), name, f"{name}.local")


@dataclass(frozen=True, slots=True)
class ServiceSettings:
    """Settings of the web service; every one has a safe default."""

    listen: str = "0.0.0.0"
    port: int = 8080
    """0 for any free port."""
    trusted_hosts: tuple[str, ...] = field(default_factory=_own_names)
    """Names and IPv4 addresses that requests may be for, without ports: others get 400.

    Never empty: an empty list would trust everybody. An IPv6 address in a browser's address line is
    not understood by Werkzeug's check; a name that leads to it is.
    """
    base_url: str = ""
    """What a guest's QR code begins with; empty for this machine's address and port."""
    host_token: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    """Lets a device that is not this machine act as host. 128 bits; empty for nobody."""
    streams_per_address: int = 32
    streams_in_total: int = 4000
    max_body_bytes: int = 32 * 1024
    """The longest form that is read."""

    def guests_url(self, port: int) -> str:
        """What a guest's phone must ask for, when this machine listens on `port`."""
        return self.base_url or f"http://{own_address()}:{port}"
