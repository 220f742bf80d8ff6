"""Which address guests are sent to, with pretended networks: a list of them is a value."""

import pytest

from tricktable.store.networks import Network, likeliest

HOME = Network("192.168.1.20", "wlan0", has_gateway=True)
COMPUTERS = {
    "at home": (HOME,),
    "with Docker": (
        Network("172.17.0.1", "docker0"),
        Network("172.18.0.1", "br-1c2d3e4f5a6b"),
        Network("10.0.3.1", "lxcbr0"),
        HOME,
    ),
    "with a VPN that takes all packets": (Network("10.8.0.6", "tun0", has_gateway=True), HOME),
    "with WireGuard": (Network("10.66.0.2", "wg0", has_gateway=True), HOME),
    "with Tailscale": (Network("100.101.102.103", "tailscale0"), HOME),
    "with a provider's shared address": (Network("100.64.3.4", "wwan0", has_gateway=True), HOME),
    "with VirtualBox": (Network("192.168.56.1", "vboxnet0"), HOME),
    "with VirtualBox, where interfaces have no names": (
        Network("192.168.56.1"),
        Network("192.168.1.20", has_gateway=True),
    ),
    "with a cable on which nobody answers": (Network("169.254.7.8", "eth0"), HOME),
    "with virtual machines": (Network("192.168.122.1", "virbr0"), HOME),
    "with a public address on its cable": (Network("203.0.113.9", "eth0", has_gateway=True), HOME),
    "with IPv6": (Network("2001:db8::20", "wlan0"), Network("fd00::20", "wlan0"), HOME),
}


@pytest.mark.parametrize("networks", COMPUTERS.values(), ids=COMPUTERS.keys())
@pytest.mark.parametrize("is_reversed", [False, True])
def test_guests_go_where_phones_most_likely_are(networks, is_reversed):
    found = likeliest(networks[::-1] if is_reversed else networks)
    assert found[0] == HOME.address
    assert {*found} == {each.address for each in networks}


def test_of_two_private_networks_that_with_a_router_comes_first():
    cable = Network("10.1.2.3", "eth1")
    assert likeliest((cable, HOME)) == (HOME.address, cable.address)


def test_a_network_of_our_own_comes_before_those_that_no_phone_is_in():
    own = Network("10.42.0.1", "wlan0")
    assert likeliest((Network("172.17.0.1", "docker0"), own))[0] == own.address


def test_an_address_is_named_once_with_all_that_is_known_of_it():
    again = Network("192.168.1.20", "", has_gateway=False)
    assert likeliest((again, Network("10.9.9.9", "eth0"), HOME))[0] == HOME.address
    assert likeliest((again, again)) == (again.address,)


def test_what_no_other_computer_reaches_is_left_out():
    never = ("127.0.0.1", "::1", "fe80::1", "0.0.0.0")
    assert likeliest(map(Network, never)) == ()
