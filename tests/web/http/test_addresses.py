"""Addresses with colons: in the address line, in links, in what a page may send."""

import socket
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import urlopen

import psutil
import pytest
from playwright.sync_api import expect

from rig.browser import phone
from rig.patience import PATIENCE_S
from rig.ports import free_port
from rig.program import Program
from rig.sites import settings_with
from tricktable.settings import build
from tricktable.store.machine import Machine, in_a_url, reachable, reached_at, this_machine
from tricktable.text.names import card_name
from tricktable.web import own_addresses
from tricktable.web.own_addresses import OwnAddresses, url_for_guests
from tricktable.web.site import site_of
from web.live.test_live import Phone
from web.room import CODE, Room, begin, lay

BOTH = ("192.168.1.20", "fd00::20")


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    """A host that listens to everybody, by IPv4 and IPv6."""
    names = ("localhost", "127.0.0.1", "[::1]", "[FD00:0::20]")
    room = Room(tmp_path_factory.mktemp("room"), http_host="::", trusted_hosts=names)
    begin(room.table)
    yield room
    room.close()


@pytest.fixture(scope="module")
def port(room):
    with room.served() as url:
        yield urlsplit(url).port


def status(port, host, at="::1", method="GET", path="/", **headers):
    with closing(HTTPConnection(at, port, timeout=PATIENCE_S)) as connection:
        connection.request(method, path, headers={"Host": host, **headers})
        return connection.getresponse().status


def test_a_program_sends_guests_to_another_address_as_the_hosts_page_does(tmp_path):
    room = Room(tmp_path, http_host="::", http_port=8080)
    addresses = [*BOTH]
    own = site_of(room.app).own = OwnAddresses(lambda: addresses, kept=tmp_path / "chosen")
    begin(room.table)
    client, at = room.app.test_client(), "/api/v1/address"

    def put(address):
        return client.put(at, json={"address": address})

    told = client.get(at).json
    assert told == {"url": "http://192.168.1.20", "address": BOTH[0], "others": [BOTH[1]]}
    for address, url in ((BOTH[1], "http://[fd00::20]"), (BOTH[0], f"http://{BOTH[0]}")):
        answer = put(address)
        assert (answer.status_code, answer.json["url"]) == (200, url)
        assert client.get(at).json == answer.json
        assert f"{url}/t/{CODE}" in client.get(f"/t/{CODE}/wall").text
        assert put(address).json == answer.json  # where guests go already
        assert OwnAddresses(lambda: addresses, kept=tmp_path / "chosen").guest_address == address
    for address in ("10.0.0.1", "nowhere", "[fd00::20]"):
        refused = put(address)
        assert (refused.status_code, refused.json["detail"]) == (
            409,
            "This computer no longer has that address.",
        )
    assert put("").status_code == 400
    (tmp_path / "chosen").unlink()
    (tmp_path / "chosen").mkdir()
    assert put(BOTH[1]).json["detail"] == "Not saved: Is a directory."
    assert own.guest_address == BOTH[0]
    guest = {"REMOTE_ADDR": "192.168.1.50"}
    assert client.get(at, environ_base=guest).status_code == 403
    assert client.put(at, json={"address": BOTH[1]}, environ_base=guest).status_code == 403
    room.close()


@pytest.mark.parametrize("settings", [{"base_url": "https://club.example"}, {}])
def test_where_a_setting_says_where_guests_go_no_program_chooses(tmp_path, settings):
    room = Room(tmp_path, **settings)  # at 127.0.0.1 only
    site_of(room.app).own = OwnAddresses(lambda: BOTH)
    client = room.app.test_client()
    told = client.get("/api/v1/address").json
    assert told["url"].startswith(settings.get("base_url", "http://127.0.0.1"))
    assert (told["address"], told["others"]) == ("", [])
    refused = client.put("/api/v1/address", json={"address": BOTH[0]})
    assert refused.status_code == 409
    assert refused.json["detail"] == "A setting says where guests go: base_url or http_host."
    room.close()


@pytest.mark.parametrize("host", ["[::1]:{}", "[::1]", "[fd00::20]:{}", "[FD00::20]", "localhost"])
@pytest.mark.parametrize("at", ["::1", "127.0.0.1"])
def test_a_browser_may_call_it_by_any_address_that_is_its_own(port, host, at):
    assert status(port, host.format(port), at) == 200


@pytest.mark.parametrize(
    "host",
    ["[::2]", "[fd00::20:1]", "[::1", "::1", "[::1]evil.example", "[::1].evil", "[]", "[::1%251]"],
)
def test_an_address_that_is_not_its_own_gets_nothing(port, host):
    assert status(port, host) == 400


def test_an_address_that_the_machine_gains_is_its_own_within_seconds(tmp_path):
    room = Room(tmp_path, trusted_hosts=("localhost",))
    clock, addresses, asked = [0], ["192.168.1.20"], []

    def ask():
        asked.append(clock[0])
        return addresses

    site_of(room.app).own = OwnAddresses(ask, lambda: clock[0])
    with room.served() as url:
        port = urlsplit(url).port

        def answers(host):
            return status(port, host, "127.0.0.1")

        assert [answers("localhost"), len(asked)] == [200, 0], "asked only where it must be"
        assert [answers("192.168.1.20"), answers("10.0.0.7")] == [200, 400]
        addresses[:] = ["10.0.0.7", "fd00::20"]
        clock[0] = own_addresses.EVERY_MS - 1
        assert [answers(f"10.0.0.7:{port}") for _ in range(20)] == [400] * 20
        assert answers("evil.example") == 400
        assert asked == [0], "strangers do not make it ask more often"
        clock[0] += 1
        assert [answers(f"10.0.0.7:{port}"), answers(f"[fd00::20]:{port}")] == [200, 200]
        assert [answers("192.168.1.20"), answers("evil.example")] == [400, 400], "it is gone"
        assert asked == [0, own_addresses.EVERY_MS]
    room.close()


def test_it_knows_the_address_at_which_its_own_network_reaches_it(tmp_path):
    mine = [*reachable()]
    if not mine:
        pytest.skip("this computer is on no network")
    room = Room(tmp_path, trusted_hosts=("localhost",))
    with room.served() as url:
        assert [status(urlsplit(url).port, in_a_url(each), "127.0.0.1") for each in mine] == [
            200
        ] * len(mine)
    room.close()


def test_a_page_may_send_forms_to_the_address_that_it_came_from_and_to_no_other(port):
    def sent(origin):
        path = f"/t/{CODE}/seat/claim"
        return status(port, f"[::1]:{port}", method="POST", path=path, Origin=origin)

    assert sent(f"http://[::1]:{port}") == 422  # it says no seat
    for other in (f"[fd00::20]:{port}", f"localhost:{port}", "[::1]", "[::1"):
        assert sent(f"http://{other}") == 403


def test_a_client_of_either_wire_has_the_address_that_it_has(room, port):
    """Else a phone would count twice, and the host's own computer would be a guest."""
    for at in ("::1", "127.0.0.1"):
        assert status(port, "localhost", at, path="/host/") == 200
    with closing(Phone(f"http://127.0.0.1:{port}")) as watching:
        watching.event()
        lay(room.table, "1:2C")
        watching.event()  # the feed has it now
        assert dict(room.feed.streams) == {"127.0.0.1": 1}


def test_a_browser_at_an_ipv6_address_is_live_and_may_send_its_forms(tmp_path, browser, watch):
    room = Room(tmp_path, http_host="::1", trusted_hosts=("[::1]",))
    begin(room.table)
    with room.served() as url:
        port = urlsplit(url).port
        page = watch(phone(browser))
        page.goto(f"http://[::1]:{port}/t/{CODE}")
        page.locator("#link[data-state=waiting]").wait_for(state="detached")
        lay(room.table, "1:2C")
        expect(page.locator("#table").get_by_role("img", name=card_name("2C"))).to_be_visible()
        page.goto(f"http://[::1]:{port}/host/decks")
        with page.expect_navigation() as there:
            page.get_by_role("button", name="Back to the table").click()
        assert (there.value.status, there.value.request.method) == (200, "POST")
        page.close()
    room.close()


def test_links_and_codes_lead_to_an_address_in_brackets(tmp_path):
    room = Room(tmp_path, http_host="::1", trusted_hosts=("[::1]",))
    with room.served() as url:
        port = urlsplit(url).port
        for path in (f"/t/{CODE}/wall", f"/host/t/{CODE}"):
            with urlopen(f"http://[::1]:{port}{path}", timeout=PATIENCE_S) as page:
                assert f"http://[::1]:{port}/t/{CODE}" in page.read().decode()
    room.close()


def test_the_program_says_an_address_that_works(tmp_path):
    port = free_port()
    with Program(tmp_path, "serve", "--http-host", "::1", "--http-port", str(port)) as program:
        link = program.until(r"open  (http://\[::1\]:\d+/t/\w+)")[1]
        assert urlsplit(link).port == port
        with urlopen(link, timeout=PATIENCE_S) as page:
            assert page.status == 200


@pytest.mark.parametrize(
    ("listen", "addresses", "host"),
    [
        ("::", BOTH, "192.168.1.20"),
        ("::", BOTH[1:], "[fd00::20]"),
        ("0.0.0.0", BOTH[::-1], "192.168.1.20"),
        ("0.0.0.0", BOTH[1:], "127.0.0.1"),
        ("", (), "127.0.0.1"),
        ("fd00::20", BOTH, "[fd00::20]"),
        ("table.local", BOTH, "table.local"),
    ],
)
def test_guests_are_sent_where_somebody_listens(listen, addresses, host):
    assert reached_at(listen, addresses) == host
    settings = settings_with(http_host=listen)
    assert url_for_guests(settings, 8080, addresses) == f"http://{host}:8080"


def test_it_answers_to_the_address_that_it_was_told_to_listen_at():
    machine = Machine(Path("/home/ann/data"), Path("/home/ann"), "table", ())
    assert "[fd00::99]" in build(machine, {"http_host": "fd00::99"}).trusted_hosts
    assert "[::]" not in build(machine, {"http_host": "::"}).trusted_hosts


@pytest.mark.skipif(not psutil.LINUX, reason="only Linux is asked for each interface")
def test_all_addresses_of_this_computer_are_its_own():
    there = {
        each.address
        for addresses in psutil.net_if_addrs().values()
        for each in addresses
        if each.family in (socket.AF_INET, socket.AF_INET6)
    }
    guests = {each for each in there if not each.startswith(("127.", "::1", "fe80:"))}
    assert guests <= set(this_machine().addresses)
    assert {in_a_url(each) for each in guests} <= set(build(this_machine()).trusted_hosts)
