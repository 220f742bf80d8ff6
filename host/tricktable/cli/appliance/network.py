"""The appliance's own Wi-Fi, as the files that NetworkManager and its dnsmasq read. Pure."""

import secrets
from typing import Final
from uuid import NAMESPACE_URL, uuid5

from tricktable.settings import GuestWifi
from tricktable.web.captive import API

NAME: Final = "Tricktable"
ADDRESS: Final = "10.42.0.1"
"""This computer's address on its own Wi-Fi, the one that NetworkManager takes for the first."""
_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # none that looks like another
_GROUPS: Final = (4, 4, 4)  # 59 bits, which nobody guesses at WPA2's 4,096 hashes each


def new_password() -> str:
    """A random password that can be read aloud and typed on a phone."""
    groups = ("".join(secrets.choice(_LETTERS) for _ in range(size)) for size in _GROUPS)
    return "-".join(groups)


def access_point(wifi: GuestWifi) -> str:
    """The connection in NetworkManager's keyfile format (nm-settings-keyfile(5)).

    Its priority is below that of any other, so it comes up only where no known Wi-Fi is in reach.
    """
    security = f"""
[wifi-security]
key-mgmt=wpa-psk
# WPA2 alone, without management frame protection: the radio of a Raspberry Pi can do that.
proto=rsn;
pairwise=ccmp;
group=ccmp;
pmf=1
psk={_quote(wifi.password)}
"""
    return f"""\
# Written by `tricktable appliance install`: the table's own Wi-Fi.
[connection]
id=tricktable
uuid={uuid5(NAMESPACE_URL, "tricktable:wifi")}
type=wifi
autoconnect=true
autoconnect-priority=-999

[wifi]
mode=ap
band=bg
ssid={_bytes(wifi.name)}
{security if wifi.password else ""}
[ipv4]
# Gives addresses by DHCP; the name server is told by dnsmasq-shared.d.
method=shared
address1={wifi.address}/24

[ipv6]
method=disabled
"""


def names_and_hint(wifi: GuestWifi) -> str:
    """What dnsmasq adds on networks that this computer shares: every name leads here."""
    return f"""\
# Written by `tricktable appliance install`, for networks that this computer shares (dnsmasq(8)).
# Every name is this computer, so that a phone's question for the internet finds the table.
address=/#/{wifi.address}
# It has nothing else, such as an IPv6 address, and that is an answer: a refusal would slow phones.
local=/#/
no-resolv
# Where a phone reads that there is a page (RFC 8910, section 2.1). Phones that insist on HTTPS
# ignore it, and find the page by their own question.
dhcp-option=114,http://{wifi.address}{API}
"""


def _bytes(name: str) -> str:
    """A Wi-Fi's name as numbers: as text, some of its signs would have a meaning."""
    return "".join(f"{each};" for each in name.encode())


def _quote(text: str) -> str:
    """A value as GLib's key files write it; a space at either end would be lost."""
    return text.replace("\\", "\\\\").replace(" ", "\\s")
