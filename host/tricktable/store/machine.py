"""What the program asks of its computer: its names, its addresses and one saved secret.

Sends nothing to anybody and decides nothing.
"""

import base64
import os
import secrets
import socket
import struct
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from ipaddress import IPv6Address
from pathlib import Path
from typing import Final, NamedTuple

from platformdirs import user_data_path

from tricktable.store import private_files
from tricktable.store.networks import Network, likeliest

TOKEN_FILE: Final = "host-token"
WEBHOOK_SECRET_FILE: Final = "webhook-secret"
EVERY_ADDRESS: Final = ("0.0.0.0", "::", "")
"""Addresses that listen on all networks; `::` on IPv4 and IPv6."""
_NOT_OURS_YET: Final = 0x48  # IFA_F_TENTATIVE, IFA_F_DADFAILED: linux/if_addr.h
_IS_UP: Final = 0x1  # RTF_UP: linux/route.h
_TOKEN_BYTES: Final = 16  # 128 bits cannot be guessed over a network
_KEY_BYTES: Final = 32  # as long as the hash that it keys (RFC 2104, section 3)


class Machine(NamedTuple):
    """A computer, as far as settings depend on it."""

    data: Path | None
    """Where it keeps this program's data for the user who runs it; None without a home."""
    home: Path | None
    """None if it knows none for this user."""
    hostname: str
    addresses: tuple[str, ...] = ()
    """Its network addresses, beginning with the one that guests most likely reach."""


def this_machine() -> Machine:
    """This computer's own description of itself. Sends nothing."""
    addresses = dict.fromkeys((*reachable(), *likeliest(map(Network, _addresses_by_name()))))
    data: Path | None = None
    home: Path | None = None
    # No HOME, and no entry in /etc/passwd, as in some containers: each of the two raises.
    with suppress(RuntimeError):
        # XDG Base Directory Specification 0.8
        data = user_data_path("tricktable", appauthor=False)
    with suppress(RuntimeError):
        home = Path.home()
    return Machine(data, home, socket.gethostname(), tuple(addresses))


def is_root() -> bool:
    """Whether the system's most powerful user runs this; False on systems without such a one."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def reached_at(listen: str, addresses: Iterable[str]) -> str:
    """The host part of the URL for a computer with these addresses that listens on `listen`."""
    if listen in EVERY_ADDRESS:
        is_heard = (lambda _: True) if listen == "::" else (lambda each: ":" not in each)
        listen = next(filter(is_heard, addresses), "127.0.0.1")
    return in_a_url(listen)


def in_a_url(address: str) -> str:
    """An address or a name as written in a URL: IPv6 in brackets (RFC 3986, 3.2.2)."""
    return f"[{address}]" if ":" in address else address


def reachable() -> tuple[str, ...]:
    """This machine's addresses on networks as they are now, the likeliest first (`networks`).

    Asks nobody else, so it never waits.
    """
    return likeliest(networks())


def networks() -> Iterator[Network]:
    """This machine's networks as they are now; where a system does not list them, those it uses."""
    through = {*_gateways()}
    for name, address in (*_interfaces(), *_interfaces6()):
        yield Network(address, name, name in through)
    for address in outgoing_addresses():
        # Where interfaces are listed, a VPN may have taken the route of all packets.
        yield Network(address, "", has_gateway=sys.platform != "linux")


def _gateways() -> Iterator[str]:
    """The interfaces behind which there is a router to everywhere else. Linux only.

    The format is that of `fib_route_seq_show` in the kernel's net/ipv4/fib_trie.c.
    """
    try:
        lines = Path("/proc/net/route").read_text("ascii").splitlines()[1:]
    except OSError:
        return
    for line in lines:
        name, far, _gateway, flags, _, _, _, mask, *_ = line.split()
        if int(far, 16) == int(mask, 16) == 0 and int(flags, 16) & _IS_UP:
            yield name


def outgoing_addresses() -> Iterator[str]:
    """The addresses from which packets would leave; connecting a UDP socket sends none."""
    # TEST-NET-1 and the documentation prefix (RFC 5737, RFC 3849): nobody's addresses.
    for family, far in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((far, 9))  # the discard port (RFC 863)
                yield str(probe.getsockname()[0])
        except OSError:
            continue  # this family of addresses is not in use here


def _interfaces() -> Iterator[tuple[str, str]]:
    """Every interface's name and IPv4 address, a hotspot's without a route too. Linux only."""
    if sys.platform != "linux":
        return
    try:
        import fcntl
    except ImportError:  # a Python that was built without it
        return
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _index, name in socket.if_nameindex():
            # IFNAMSIZ: 15 bytes and the zero behind them (netdevice(7)).
            request = struct.pack("256s", name.encode()[:15])
            try:
                answer = fcntl.ioctl(probe, 0x8915, request)  # SIOCGIFADDR, netdevice(7)
            except OSError:  # it has none
                continue
            # Behind 16 bytes of name: a sockaddr_in, its family and port before the address.
            yield name, socket.inet_ntoa(answer[20:24])


def _interfaces6() -> Iterator[tuple[str, str]]:
    """Every interface's name and global IPv6 addresses. Linux only.

    A temporary one is on no route for long. The format is that of `if6_seq_show` in the kernel's
    net/ipv6/addrconf.c.
    """
    try:
        lines = Path("/proc/net/if_inet6").read_text("ascii").splitlines()
    except OSError:  # another system, or one without IPv6
        return
    for line in lines:
        digits, _index, _length, scope, flags, name = line.split()
        if scope == "00" and not int(flags, 16) & _NOT_OURS_YET:
            yield name, str(IPv6Address(int(digits, 16)))


def _addresses_by_name() -> Iterator[str]:
    """The addresses to which this computer's name resolves."""
    try:
        found = socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_DGRAM)
    except OSError:
        return  # a name that no server knows, as at home: the other ways are enough
    for _family, _type, _protocol, _name, address in found:
        yield str(address[0]).partition("%")[0]


def host_token(data: Path) -> str:
    """The host token kept in the folder `data`: made once, readable by its owner alone (0600).

    Replaces one that others could read or that is cut off. Raises: OSError.
    """
    path = data / TOKEN_FILE
    return _kept_token(path) or _keep_token(secrets.token_urlsafe(_TOKEN_BYTES), path)


def kept_token(data: Path) -> str | None:
    """The host token kept in the folder `data`, if there is one that nobody else could read.

    Raises: OSError.
    """
    return _kept_token(data / TOKEN_FILE)


def keep_token(token: str, data: Path) -> None:
    """Keep this host token in the folder `data`, in place of another. Raises: OSError."""
    if kept_token(data) != token:
        _keep_token(token, data / TOKEN_FILE)


def webhook_secret(data: Path) -> str:
    """The secret that signs webhooks, kept like the token: `whsec_` and base64. Raises: OSError."""
    path = data / WEBHOOK_SECRET_FILE
    key = base64.b64encode(secrets.token_bytes(_KEY_BYTES)).decode()
    return _kept_token(path) or _keep_token(f"whsec_{key}", path)


def _kept_token(path: Path) -> str | None:
    try:
        with path.open("rb") as file:
            is_private = private_files.is_private(os.fstat(file.fileno()).st_mode)
            token = file.read(1024).decode("ascii", "replace").strip()
    except FileNotFoundError:
        return None
    is_whole = len(token) >= len(secrets.token_urlsafe(_TOKEN_BYTES)) and token.isprintable()
    return token if is_private and is_whole else None


def _keep_token(token: str, path: Path) -> str:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    private_files.save(path, token + "\n")
    return token
