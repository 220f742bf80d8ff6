"""What comes from another page, or for another name, does nothing; and no GET does anything."""

import pytest

from rig.sites import settings_with, site_with
from tricktable.web import create_app
from tricktable.web.own_addresses import OwnAddresses
from tricktable.web.site import site_of
from web.room import TOKEN, Room
from web.safety.routes import FOR_ALL, QUESTIONS, reads, writes

FOREIGN = (
    "null",
    "http://evil.example",
    "http://localhost.evil.example",
    "http://localhost:81",
    "http://user@localhost@evil.example",
    "http://[::1",
    "localhost",
    "",
)
FORM = {"content_type": "application/x-www-form-urlencoded", "data": "seat=1&seq=1"}


@pytest.mark.parametrize("host", ["evil.example", "192.168.99.99", "localhost.evil.example", ""])
def test_a_name_that_is_not_ours_gets_nothing_anywhere(house, host):
    """DNS rebinding: a page elsewhere gives its own name our address."""
    before = house.state()
    headers = {"Host": host, "X-Host-Token": TOKEN, "Origin": f"http://{host}"}
    for path in reads(house.room.app):
        answer = house.here.get(path, headers=headers)
        assert (answer.status_code, len(answer.data) < 100) == (400, True), path
    for asked in writes(house.room.app):
        answer = house.here.open(asked.path, method=asked.method, headers=headers, **FORM)
        assert answer.status_code == 400, asked
    assert house.state() == before


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8080", "localhost:9"])
def test_our_names_work_with_any_port(house, host):
    assert house.here.get("/", headers={"Host": host}).status_code == 200


def test_a_computer_on_no_network_trusts_no_more_names_than_another(tmp_path):
    room = Room(tmp_path, trusted_hosts=("localhost",))
    site_of(room.app).own = OwnAddresses(lambda: ())
    client = room.app.test_client()
    hosts = ("localhost", "evil.example", "[::2]")
    answers = [client.get("/", headers={"Host": host}).status_code for host in hosts]
    assert answers == [200, 400, 400]
    room.close()


def test_a_service_without_a_name_is_refused():
    with pytest.raises(ValueError, match="every name"):
        create_app(site_with(settings_with(trusted_hosts=())))


@pytest.mark.parametrize("origin", FOREIGN)
def test_another_page_changes_nothing_with_any_method(house, origin):
    """The browser is the host's own, and even knows the tokens."""
    before = house.state()
    headers = {"Origin": origin, "X-Host-Token": TOKEN, "X-Seat-Token": house.token}
    for asked in writes(house.room.app):
        for body in (FORM, {"json": {"do": "reset"}}):
            answer = house.here.open(asked.path, method=asked.method, headers=headers, **body)
            assert answer.status_code == 403, (asked, body)
    assert house.state() == before


@pytest.mark.parametrize(
    "kind", ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]
)
def test_what_a_browser_sends_unasked_must_say_where_it_comes_from(house, kind):
    """Fetch, "CORS-safelisted request-header": of these a browser asks nobody first."""
    before = house.state()
    headers = {"Referer": "http://localhost/host/", "X-Seat-Token": house.token}
    for asked in writes(house.room.app):
        if asked.method == "POST":
            how = {"headers": headers, "data": b"{}", "content_type": kind}
            # What takes no forms says that the type is wrong; it is refused just the same.
            status = 415 if kind and asked.path.startswith("/api/") else 403
            assert house.here.post(asked.path, **how).status_code == status, asked
    assert house.state() == before


def test_no_page_elsewhere_is_told_that_it_may_ask(house):
    asks = {
        "Origin": "http://evil.example",
        "Access-Control-Request-Headers": "content-type,x-host-token",
    }
    for asked in writes(house.room.app):
        headers = {**asks, "Access-Control-Request-Method": asked.method}
        answer = house.here.options(asked.path, headers=headers)
        assert not [name for name, _ in answer.headers if name.startswith("Access-Control")]


@pytest.mark.parametrize("who", ["this machine", "a host elsewhere", "a guest"])
def test_no_get_changes_anything(house, who):
    browser = house.here if who == "this machine" else house.guest
    headers = {"X-Seat-Token": house.token} | ({"X-Host-Token": TOKEN} if "host" in who else {})
    before = house.state()
    for path in reads(house.room.app):
        for method in ("GET", "HEAD", "OPTIONS"):
            for question in QUESTIONS if method == "GET" else QUESTIONS[:1]:
                with browser.open(path + question, method=method, headers=headers) as answer:
                    assert answer.status_code != 500
    assert house.state() == before


def test_what_a_form_sends_cannot_be_got(house):
    forms = {asked.path for asked in writes(house.room.app)} - set(reads(house.room.app))
    assert len(forms) > 20
    before = house.state()
    for path in forms:
        for question in QUESTIONS:
            assert house.here.get(path + question).status_code == 405, path
    assert house.state() == before


def test_a_guest_may_ask_for_no_more_than_a_seat(house):
    before = house.state()
    headers = {"Origin": "http://localhost", "X-Seat-Token": house.token}
    for asked in writes(house.room.app):
        if (asked.method, asked.path) not in FOR_ALL:
            answer = house.guest.open(asked.path, method=asked.method, headers=headers, **FORM)
            assert answer.status_code == 403, asked
    assert house.state() == before
