"""Who is one visitor, wherever visitors are counted: an address here, a /64 of IPv6 elsewhere."""

from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest

import tricktable.web
from rig.patience import PATIENCE_S
from tricktable.web import limits
from tricktable.web.http.handler import plain
from tricktable.web.http.server import Server
from tricktable.web.own_addresses import OwnAddresses
from tricktable.web.site import site_of
from tricktable.web.visitors import visitor_of
from web.room import CODE, Room, begin
from web.safety.test_limits import COUNTED

ORIGIN = {"Origin": "http://localhost"}
HOME, NEXT_DOOR = "2001:db8:0:1:", "2001:db8:0:2:"
OWN = ("192.168.1.20", f"{NEXT_DOOR}:20", "fd00::20")
"""This computer's addresses: it is next door."""


@pytest.mark.parametrize(
    ("address", "visitor"),
    [
        ("192.168.1.50", "192.168.1.50"),
        ("::ffff:192.168.1.50", "192.168.1.50"),
        ("2001:db8:0:1:2:3:4:5", "2001:db8:0:1::/64"),
        ("2001:DB8:0:1::", "2001:db8:0:1::/64"),
        ("2001:DB8:0:2::9", "2001:db8:0:2::9"),
        ("fd00::9", "fd00::9"),
        ("fd12:3456:789a::9", "fd12:3456:789a::9"),
        ("::1", "::1"),
        ("fe80::9", "fe80::9"),
        ("fe80::9%2", "fe80::9%2"),
        ("", ""),
        ("no:address", "no:address"),
    ],
)
def test_who_is_one_visitor(address, visitor):
    assert visitor_of(address, lambda: OWN) == visitor


def test_this_computer_is_asked_for_its_addresses_only_where_it_depends_on_them():
    asked = []
    for address in ("192.168.1.50", "::ffff:192.168.1.50", "fe80::9", "fd00::9", "::1", ""):
        visitor_of(address, lambda: asked.append(1) or OWN)
    assert not asked


@pytest.mark.parametrize("name", [name for name in COUNTED if name not in ("act", "write")])
def test_a_home_has_no_more_of_anything_for_having_many_addresses(room, name):
    """Each limit by address; two of them are the host's own alone, at one address."""
    begin(room.table)
    limits.init_app(room.app, lambda: 0)
    method, path, how = COUNTED[name]
    burst = limits.of(room.settings)[name].burst

    def status(address):
        guest = room.app.test_client()
        guest.environ_base = {**guest.environ_base, "REMOTE_ADDR": address}
        return guest.open(path, method=method, headers=ORIGIN, **how).status_code

    assert 429 not in [status(f"{HOME}:{number:x}") for number in range(burst)]
    assert [status(f"{HOME}a:b:c:{number}") for number in range(3)] == [429] * 3
    assert status(f"{NEXT_DOOR}:1") != 429


@pytest.fixture
def open_pages(tmp_path, monkeypatch):
    """Tells how many pages stay open at a real server, whose clients are said to be elsewhere."""
    room = Room(tmp_path)
    come, accepted = [], Server.do_read

    def from_there(self):
        found = accepted(self)
        if not found:
            return found
        host, _, link = come.pop(0).partition("%")  # as a socket has it: apart
        return found[0], (host, 1, 0, int(link or 0))

    monkeypatch.setattr(Server, "do_read", from_there)
    with ExitStack() as stack:
        port = urlsplit(stack.enter_context(room.served())).port
        # As on a computer in that network; those from before count while it is in none.
        site_of(room.app).own = OwnAddresses(lambda: (), before=OWN)

        def opened(addresses):
            statuses = []
            for each in addresses:
                come.append(each)
                page = HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
                stack.callback(page.close)
                page.request("GET", f"/t/{CODE}/live", headers={"Host": "localhost"})
                statuses.append(page.getresponse().status)
            return statuses.count(200)

        yield opened
    room.close()


@pytest.mark.parametrize("network", [NEXT_DOOR, "fe80:", "fd00:", "fd12:3456:789a:"])
def test_forty_phones_in_the_room_keep_forty_pages_open(open_pages, network):
    assert open_pages(f"{network}:{number:x}" for number in range(1, 41)) == 40


def test_one_address_on_two_links_is_two_phones(open_pages):
    assert open_pages(["fe80::9%2"] * 33) == 32
    assert open_pages(["fe80::9%3", "fe80::9%2"]) == 1


@pytest.mark.parametrize(
    ("address", "host"),
    [
        (("192.168.1.50", 1), "192.168.1.50"),
        (("::ffff:192.168.1.50", 1, 0, 0), "192.168.1.50"),
        (("fd00::9", 1, 0, 0), "fd00::9"),
        (("fe80::9", 1, 0, 2), "fe80::9%2"),
        (("fe80::9%eth0", 1, 0, 2), "fe80::9%eth0"),
        (("", 1), ""),
    ],
)
def test_a_socket_tells_who_is_at_its_other_end(address, host):
    assert plain(address) == host


def test_a_home_elsewhere_has_one_share_of_streams_for_having_many_addresses(open_pages):
    assert open_pages(f"{HOME}:{number:x}" for number in range(1, 41)) == 32
    assert open_pages(["192.168.1.50"]) == 1


def test_nothing_else_asks_for_an_address_to_count_it():
    """Who is at this computer, and what the log says, is about the address itself."""
    folder = Path(tricktable.web.__file__).parent
    readers = [
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*.py")
        if "REMOTE_ADDR" in path.read_text()
    ]
    assert sorted(readers) == ["guards.py", "http/handler.py", "visitors.py"]
