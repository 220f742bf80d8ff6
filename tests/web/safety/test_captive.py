"""What phones ask when they join the table's own Wi-Fi, as they ask it, and what nobody else gets.

The words of success are those that each system waits for: who got them would look no further.
"""

import http.client
import json
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest

from rig.patience import PATIENCE_S
from tricktable.settings import GuestWifi
from tricktable.web import captive
from tricktable.web.own_addresses import OwnAddresses
from tricktable.web.site import site_of
from web.room import CODE, TOKEN, Room
from web.safety.routes import reads

HERE = "127.0.0.2"
"""The address of this computer on its own Wi-Fi."""
WIFI = GuestWifi("Tricktable", "abcd-efgh-jkmn", HERE)
APPLE = "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>"


class Probe(NamedTuple):
    """What a system asks, and what tells it that it is on the internet."""

    host: str
    path: str
    agent: str
    status: int
    body: str


ANDROID = "Dalvik/2.1.0 (Linux; U; Android 15; Pixel 8 Build/AP3A.241005.015)"
PROBES = {
    "ios": Probe(
        "captive.apple.com", "/hotspot-detect.html", "CaptiveNetworkSupport-481 wispr", 200, APPLE
    ),
    "old ios": Probe(
        "www.apple.com",
        "/library/test/success.html",
        "CaptiveNetworkSupport-306.20.1 wispr",
        200,
        APPLE,
    ),
    "android": Probe("connectivitycheck.gstatic.com", "/generate_204", ANDROID, 204, ""),
    "android too": Probe("www.google.com", "/gen_204", ANDROID, 204, ""),
    "android at last": Probe("play.googleapis.com", "/generate_204", ANDROID, 204, ""),
    "xiaomi": Probe("connect.rom.miui.com", "/generate_204", ANDROID, 204, ""),
    "huawei": Probe("connectivitycheck.platform.hicloud.com", "/generate_204", ANDROID, 204, ""),
    "windows": Probe(
        "www.msftconnecttest.com",
        "/connecttest.txt",
        "Microsoft NCSI",
        200,
        "Microsoft Connect Test",
    ),
    "old windows": Probe("www.msftncsi.com", "/ncsi.txt", "Microsoft NCSI", 200, "Microsoft NCSI"),
    "firefox": Probe(
        "detectportal.firefox.com",
        "/canonical.html",
        "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
        200,
        '<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>',
    ),
    "firefox by ipv4": Probe(
        "detectportal.firefox.com", "/success.txt?ipv4", "Mozilla/5.0", 200, "success\n"
    ),
    "gnome": Probe(
        "nmcheck.gnome.org", "/check_network_status.txt", "", 200, "NetworkManager is online\n"
    ),
    "kindle": Probe(
        "spectrum.s3.amazonaws.com",
        "/kindle-wifi/wifistub.html",
        "Mozilla/5.0 (Linux; U; en-US) Kindle/3.0",
        200,
        "81ce4465-7167-4dcb-835b-dcc9e44c112a",
    ),
}


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    """A host with a Wi-Fi of its own, and another network."""
    room = Room(tmp_path_factory.mktemp("captive"), http_host="0.0.0.0", wifi=WIFI)
    site_of(room.app).own = OwnAddresses(lambda: [HERE])
    yield room
    room.close()


@pytest.fixture(scope="module")
def port(room):
    with room.served() as url:
        yield urlsplit(url).port


def asked(port, probe, at=HERE, method="GET"):
    """The answer to a probe that comes to our address `at`, with its body."""
    connection = http.client.HTTPConnection(at, port, timeout=PATIENCE_S)
    connection.putrequest(method, probe.path, skip_host=True, skip_accept_encoding=True)
    connection.putheader("Host", probe.host)
    connection.putheader("User-Agent", probe.agent)
    connection.endheaders()
    answer = connection.getresponse()
    body = answer.read().decode()
    connection.close()
    return answer, body


@pytest.mark.parametrize("probe", PROBES.values(), ids=PROBES)
def test_a_phone_that_joins_is_led_to_the_table(port, probe):
    for method in ("GET", "HEAD"):
        answer, body = asked(port, probe, method=method)
        assert answer.status == 302
        assert answer.headers["Location"] == f"http://{HERE}:{port}/t/{CODE}"
        assert (answer.status, body.strip()) != (probe.status, probe.body.strip())
        assert "Access-Control-Allow-Origin" not in answer.headers
        assert answer.headers["Cache-Control"] == "no-store"


def test_where_a_phone_is_led_there_is_the_table_and_it_says_which_network_this_is(port):
    answer, body = asked(port, Probe(f"{HERE}:{port}", f"/t/{CODE}", ANDROID, 0, ""))
    assert answer.status == 200
    assert "You are on the table’s own Wi-Fi, Tricktable." in body
    _, elsewhere = asked(
        port, Probe(f"127.0.0.1:{port}", f"/t/{CODE}", ANDROID, 0, ""), "127.0.0.1"
    )
    assert "own Wi-Fi" not in elsewhere


@pytest.mark.parametrize("probe", PROBES.values(), ids=PROBES)
def test_a_probe_on_another_network_gets_nothing(port, probe):
    answer, body = asked(port, probe, at="127.0.0.1")
    assert (answer.status, len(body) < 100) == (400, True)


def test_a_name_that_asks_for_another_page_gets_nothing(room, port):
    """The name leads here by our own DNS: all that a page under it could want of us is refused."""
    names = [*captive.PROBES, "evil.example"]
    for host in names:
        for path in ("/t/" + CODE, "/host/", "/api/v1/tables", captive.API, "/generate_204/x"):
            if path not in captive.PROBES.get(host, ()):
                assert asked(port, Probe(host, path, "", 0, ""))[0].status == 400, (host, path)
    evil = Probe("evil.example", "/generate_204", "", 0, "")
    assert asked(port, evil)[0].status == 400
    for path in reads(room.app):
        if path != "/":  # which some systems ask for
            assert asked(port, Probe("captive.apple.com", path, "", 0, ""))[0].status == 400, path


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_a_probe_that_is_none_gets_nothing(port, method):
    assert asked(port, PROBES["ios"], method=method)[0].status == 400


def test_a_phone_that_asks_by_the_rfc_reads_where_to_go(port):
    """RFC 8908, section 5; only on our own network."""
    answer, body = asked(port, Probe(f"{HERE}:{port}", captive.API, "", 0, ""))
    assert answer.headers["Content-Type"] == "application/captive+json"
    assert json.loads(body) == {
        "captive": True,
        "user-portal-url": f"http://{HERE}:{port}/t/{CODE}",
    }
    there = Probe("127.0.0.1", captive.API, "", 0, "")
    assert asked(port, there, "127.0.0.1")[0].status == 404


def test_with_several_tables_a_phone_sees_the_list(tmp_path):
    room = Room(tmp_path, wifi=WIFI)
    room.another("ABC")
    client = room.app.test_client()
    client.environ_base |= {captive.LOCAL_ADDRESS: HERE, "SERVER_PORT": "80"}
    probe = {"Host": "captive.apple.com"}
    assert client.get("/hotspot-detect.html", headers=probe).headers["Location"] == (
        f"http://{HERE}/"
    )
    room.close()


def test_a_host_without_a_wifi_answers_no_probe(tmp_path):
    room = Room(tmp_path)
    client = room.app.test_client()
    client.environ_base |= {captive.LOCAL_ADDRESS: ""}
    for host, paths in captive.PROBES.items():
        for path in paths:
            assert client.get(path, headers={"Host": host}).status_code == 400
    assert client.get(captive.API, headers={"Host": "localhost"}).status_code == 404
    room.close()


def test_the_hosts_token_opens_no_door_under_another_name(port):
    connection = http.client.HTTPConnection(HERE, port, timeout=PATIENCE_S)
    connection.request(
        "POST",
        "/host/",
        f"host_token={TOKEN}",
        {"Host": "captive.apple.com", "Origin": "http://captive.apple.com"},
    )
    assert connection.getresponse().status == 400
    connection.close()
