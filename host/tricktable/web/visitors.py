"""Which visitor a request is from, wherever visitors are counted or take turns. The one answer.

An IPv4 address is one visitor. So is a /64 of IPv6 elsewhere: it is one home or one phone (RFC
6177, RFC 7934), and every device in it may take as many addresses as it likes (RFC 8981). In the
networks that this computer is in, a /64 is a whole room of phones, so each address there is one.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network
from typing import Final

from flask import has_request_context, request

from tricktable.web.site import site

_HOME: Final = 64
_OF_THE_ROOM: Final = (*map(IPv6Network, ("fe80::/10", "fc00::/7", "::1/128")),)
"""No router passes these on to us from elsewhere (RFC 4291, 2.5.6 and 2.5.3; RFC 4193, 4.3)."""
_REMEMBERED: Final = 4096
"""Working one out takes 5 µs, and each page asks some ten times."""


def visitor_of(address: str, own: Callable[[], Iterable[str]]) -> str:
    """The visitor with this address: itself, or its /64. What is no address is a visitor, too.

    `own` says this computer's addresses of now; asked only where it depends on them.
    """
    itself, home = _read(address)
    return home if home and home not in {_read(each)[1] for each in own()} else itself


def visitor() -> str:
    """The visitor that this request is from; empty outside of one."""
    if not has_request_context():
        return ""
    return visitor_of(request.environ.get("REMOTE_ADDR", ""), site().own.for_guests)


@lru_cache(_REMEMBERED)
def _read(address: str) -> tuple[str, str]:
    """The address itself, spelled in one way, and its /64; that is empty where nobody has one."""
    if ":" not in address:
        return address, ""
    try:
        found = IPv6Address(address)
    except ValueError:
        return address, ""
    if found.ipv4_mapped:
        return str(found.ipv4_mapped), ""
    if any(found in each for each in _OF_THE_ROOM):
        return str(found), ""
    return str(found), str(IPv6Network((int(found), _HOME), strict=False))
