"""Which of a computer's addresses guests' phones most likely reach. Pure: a network is a value."""

import re
from collections.abc import Iterable
from ipaddress import ip_address, ip_network
from typing import Final, NamedTuple


class Network(NamedTuple):
    """One address of this computer."""

    address: str
    interface: str = ""
    """As the system calls it; empty where it does not say."""
    has_gateway: bool = False
    """Whether packets to anywhere else leave here: a home's router is in this network."""


# Names of systemd, NetworkManager, Docker, libvirt, VirtualBox, VMware, Kubernetes, LXC, WireGuard,
# OpenVPN, Tailscale, ZeroTier and macOS.
_INSIDE: Final = re.compile(
    r"docker|br-|veth|virbr|vboxnet|vmnet|vnet|podman|cni|flannel|cali|lxc|lxd|incus|dummy|ifb"
)
"""Networks within this computer: of containers and virtual machines."""
_TUNNELS: Final = re.compile(r"tun|tap|wg|tailscale|ts\d|zt|utun|ppp|ipsec|nordlynx|proton|gre|sit")
"""Networks to somewhere else, which no phone in this room is in."""
_PRIVATE: Final = (*map(ip_network, ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12")),)
"""RFC 1918."""
_SHARED: Final = ip_network("100.64.0.0/10")  # RFC 6598; Tailscale gives its addresses from it
_HOST_ONLY: Final = (
    ip_network("192.168.56.0/24"),  # VirtualBox's host-only network
    ip_network("172.17.0.0/16"),  # Docker's bridge
)


def likeliest(networks: Iterable[Network]) -> tuple[str, ...]:
    """Their addresses, each once, the one first that phones in the room most likely reach.

    Without loopback, and without those of IPv6 that hold only together with an interface's name.
    """
    known: dict[str, Network] = {}
    for each in networks:
        before = known.get(each.address, each)
        has_gateway = before.has_gateway or each.has_gateway
        known[each.address] = Network(each.address, before.interface or each.interface, has_gateway)
    return tuple(sorted(filter(_is_reachable, known), key=lambda each: _distance(known[each])))


def _is_reachable(address: str) -> bool:
    there = ip_address(address)
    return not (
        there.is_loopback or there.is_unspecified or (there.version == 6 and there.is_link_local)
    )


def _distance(network: Network) -> int:
    """How unlikely it is that a phone in the room is in this network, too."""
    there = ip_address(network.address)
    if there.is_link_local:
        return 8  # no router gave it: nobody else may be there
    if _INSIDE.match(network.interface):
        return 7
    if _TUNNELS.match(network.interface) or (there.version == 4 and there in _SHARED):
        return 6
    if there.version == 6:
        return 5
    is_private = any(there in each for each in _PRIVATE)
    if not network.has_gateway and any(there in each for each in _HOST_ONLY):
        return 4
    if not is_private:
        return 3 - network.has_gateway
    return 1 - network.has_gateway
