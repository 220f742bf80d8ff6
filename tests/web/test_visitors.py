"""A /64 of IPv6 is one visitor, as an IPv4 address is, wherever visitors are counted."""

from pathlib import Path

import pytest

import tricktable.web
from tricktable.web import limits
from tricktable.web.http import server
from tricktable.web.visitors import visitor_of
from web.room import CODE, Room, begin
from web.safety.test_limits import COUNTED
from web.test_live import Phone

ORIGIN = {"Origin": "http://localhost"}
HOME, NEXT_DOOR = "2001:db8:0:1:", "2001:db8:0:2:"


@pytest.mark.parametrize(
    ("address", "visitor"),
    [
        ("192.168.1.50", "192.168.1.50"),
        ("::ffff:192.168.1.50", "192.168.1.50"),
        ("2001:db8:0:1:2:3:4:5", "2001:db8:0:1::/64"),
        ("2001:DB8:0:1::", "2001:db8:0:1::/64"),
        ("::1", "::/64"),
        ("fe80::1%2", "fe80::/64%2"),
        ("", ""),
        ("no:address", "no:address"),
    ],
)
def test_who_is_one_visitor(address, visitor):
    assert visitor_of(address) == visitor


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


def test_a_home_has_one_share_of_streams_for_having_many_addresses(tmp_path, monkeypatch):
    """At a real server, whose clients' addresses are said to be others."""
    room = Room(tmp_path)
    addresses = iter([f"{HOME}:{number}" for number in range(20)])
    monkeypatch.setattr(server, "plain", lambda _: next(addresses))
    with room.served() as url:
        phones = [Phone(url, CODE) for _ in range(2)]
        assert dict(room.feed.streams) == {"2001:db8:0:1::/64": 2}
        for each in phones:
            each.socket.close()
    room.close()


def test_nothing_else_asks_for_an_address_to_count_it():
    """Who is at this computer, and what the log says, is about the address itself."""
    folder = Path(tricktable.web.__file__).parent
    readers = [
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*.py")
        if "REMOTE_ADDR" in path.read_text()
    ]
    assert sorted(readers) == ["guards.py", "http/handler.py", "visitors.py"]
