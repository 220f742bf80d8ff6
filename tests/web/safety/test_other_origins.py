"""Pages of other origins: those that the host names may read and frame, and all others nothing."""

import http.client
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

import pytest

from rig.patience import PATIENCE_S
from web.room import CODE, TOKEN, Room, begin

API = f"/api/v1/tables/{CODE}"
FRIEND = "https://example.org"
OTHER = "http://scores.example:8000"
STRANGERS = [
    "null",
    "",
    "*",
    "https://evil-example.org",
    "https://example.org.evil.example",
    "https://sub.example.org",
    "https://EXAMPLE.org",
    "HTTPS://example.org",
    "http://example.org",
    "https://example.org:8443",
    "https://example.org:443",
    "https://example.org/",
    "https://example.org, https://evil.example",
    "https://evil.example https://example.org",
    "https://ex\u0430mple.org".encode().decode("latin-1"),
    "http://scores.example",
]
PLAYED = {"kind": "played", "seat": 1, "card": "2C"}
PREFLIGHT = {"Access-Control-Request-Method": "POST"}
READS = (API, "/api/v1/tables", f"{API}/entries", f"{API}/live", f"/t/{CODE}/live")
FRAMED = (f"/t/{CODE}", f"/t/{CODE}/wall", f"/t/{CODE}/overlay")
UNFRAMED = (f"/t/{CODE}/seat", f"/host/t/{CODE}", "/host/", "/", f"/t/{CODE}/evening", API)


@pytest.fixture(scope="module")
def friendly(tmp_path_factory):
    """A host that lets two origins in, in the middle of a game."""
    room = Room(tmp_path_factory.mktemp("room"), allow_origins=(FRIEND, OTHER))
    begin(room.table)
    yield room
    room.close()


@pytest.fixture
def here(friendly):
    """A browser on the host's own machine."""
    return friendly.app.test_client()


@pytest.fixture
def away(friendly):
    """A browser on another machine."""
    client = friendly.app.test_client()
    client.environ_base = {**client.environ_base, "REMOTE_ADDR": "192.168.1.50"}
    return client


def allowed(answer):
    """What the answer lets other origins do."""
    return {name: said for name, said in answer.headers if name.startswith("Access-Control")}


@pytest.mark.parametrize("path", READS)
@pytest.mark.parametrize("origin", [FRIEND, OTHER])
def test_a_named_origin_may_read(away, path, origin):
    with away.get(path, headers={"Origin": origin}) as answer:
        assert answer.status_code == 200
        assert answer.headers["Access-Control-Allow-Origin"] == origin
        assert "Access-Control-Allow-Credentials" not in answer.headers
        assert "Origin" in answer.vary


@pytest.mark.parametrize("path", [*READS, "/api/v1/nothing"])
def test_a_stranger_may_not(away, path):
    for origin in STRANGERS:
        for headers in ({"Origin": origin}, {"Origin": origin, **PREFLIGHT}):
            with away.get(path, headers=headers) as answer:
                assert allowed(answer) == {}, origin
                assert "Origin" in answer.vary, "or a cache gives it what a friend got"
        with away.options(path, headers={"Origin": origin, **PREFLIGHT}) as answer:
            assert allowed(answer) == {}, origin


def test_a_problem_can_be_read_too(away):
    refused = away.get("/api/v1/tables/XXX", headers={"Origin": FRIEND})
    assert refused.status_code == 404
    assert refused.headers["Access-Control-Allow-Origin"] == FRIEND


def test_a_browser_is_told_what_a_named_origin_may_send(away):
    answer = away.options(f"{API}/entries", headers={"Origin": FRIEND, **PREFLIGHT})
    assert answer.status_code == 204
    said = allowed(answer)
    assert said["Access-Control-Allow-Origin"] == FRIEND
    assert "X-Host-Token" in said["Access-Control-Allow-Headers"]
    assert "*" not in "".join(said.values())


@pytest.mark.parametrize("path", [f"/host/t/{CODE}/undo", f"/t/{CODE}/seat/claim", f"/t/{CODE}"])
def test_pages_are_not_read_and_forms_not_sent_by_others(here, path):
    preflight = here.options(path, headers={"Origin": FRIEND, **PREFLIGHT})
    assert allowed(preflight) == {}
    for token in ({}, {"X-Host-Token": TOKEN}):
        sent = here.post(path, data={"host_token": TOKEN}, headers={"Origin": FRIEND, **token})
        assert (sent.status_code in (403, 405), allowed(sent)) == (True, {})
    assert allowed(here.get(path, headers={"Origin": FRIEND})) == {}


def test_a_named_origin_writes_with_the_token_alone(friendly, here, away):
    rows = [*friendly.table.rows()]
    for client in (here, away):
        for origin in (FRIEND, *STRANGERS[:1], *STRANGERS[2:]):
            answer = client.post(f"{API}/entries", json=PLAYED, headers={"Origin": origin})
            assert answer.status_code == 403, origin
    for origin in (*STRANGERS[:1], *STRANGERS[2:]):
        headers = {"Origin": origin, "X-Host-Token": TOKEN}
        assert away.post(f"{API}/entries", json=PLAYED, headers=headers).status_code == 403
    assert [*friendly.table.rows()] == rows
    headers = {"Origin": FRIEND, "X-Host-Token": TOKEN}
    assert away.post(f"{API}/entries", json=PLAYED, headers=headers).status_code == 201


@pytest.mark.parametrize("path", [f"{API}/games/1/record?secrets=yes", f"{API}/console"])
@pytest.mark.parametrize("origin", [FRIEND, "null", "https://evil.example"])
def test_a_page_open_on_the_hosts_machine_is_not_the_host(here, path, origin):
    assert here.get(path).status_code == 200
    assert here.get(path, headers={"Origin": "http://localhost"}).status_code == 200
    assert here.get(path, headers={"Origin": origin}).status_code == 403
    token = {"Origin": origin, "X-Host-Token": TOKEN}
    assert here.get(path, headers=token).status_code == 200


# --- frames -------------------------------------------------------------------------------------


def ancestors(answer):
    policy = dict(
        each.partition(" ")[::2] for each in answer.headers["Content-Security-Policy"].split("; ")
    )
    return policy["frame-ancestors"]


@pytest.mark.parametrize("path", FRAMED)
def test_named_origins_may_frame_what_guests_look_at(away, path):
    answer = away.get(path)
    assert ancestors(answer) == f"{FRIEND} {OTHER}"
    assert "X-Frame-Options" not in answer.headers


@pytest.mark.parametrize("path", UNFRAMED)
def test_nothing_else_is_framed(here, path):
    answer = here.get(path)
    assert ancestors(answer) == "'none'"
    assert answer.headers["X-Frame-Options"] == "DENY"


@pytest.mark.parametrize("path", [*READS, *FRAMED])
def test_without_the_setting_nobody_may(guest, path):
    with guest.get(path, headers={"Origin": FRIEND}) as answer:
        assert allowed(answer) == {}
        assert ancestors(answer) == "'none'"
        assert answer.headers["X-Frame-Options"] == "DENY"
    with guest.options(path, headers={"Origin": FRIEND, **PREFLIGHT}) as answer:
        assert allowed(answer) == {}


# --- over a real server -------------------------------------------------------------------------


def test_two_origins_in_one_request_are_none(friendly):
    with friendly.served() as url:
        line = http.client.HTTPConnection(urlsplit(url).netloc, timeout=PATIENCE_S)
        for origins in ([FRIEND, "https://evil.example"], ["null", FRIEND], [FRIEND, FRIEND]):
            line.putrequest("GET", API)
            for origin in origins:
                line.putheader("Origin", origin)
            line.endheaders()
            answer = line.getresponse()
            answer.read()
            assert answer.getheader("Access-Control-Allow-Origin") is None, origins
        line.request("GET", API, headers={"Origin": FRIEND})
        assert line.getresponse().getheader("Access-Control-Allow-Origin") == FRIEND
        line.close()


class Elsewhere(BaseHTTPRequestHandler):
    """A page of another site."""

    def do_GET(self):
        """An empty page."""
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>Elsewhere</title>")

    def log_message(self, *_):
        """Says nothing."""


@contextmanager
def site():
    """The origin of another site, which is served."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join(PATIENCE_S)


READ = (
    """url => fetch(url).then(answer => answer.json()).then(said => said.code, () => "blocked")"""
)
FOLLOW = """url => new Promise(done => {
  const stream = new EventSource(url);
  const end = said => { stream.close(); done(said); };
  stream.addEventListener("state", event => end(JSON.parse(event.data).code));
  stream.onerror = () => end("blocked");
})"""
WRITE = """([url, token]) => fetch(url, {method: "POST", headers: {"X-Host-Token": token}})
  .then(answer => answer.status, () => "blocked")"""
FRAME = """url => new Promise(done => {
  const frame = document.body.appendChild(document.createElement("iframe"));
  frame.onload = () => done();
  frame.src = url;
})"""


@pytest.mark.complains(
    "Failed to load resource", "frame-ancestors", "has been blocked by CORS policy"
)
def test_a_browser_lets_a_named_site_do_so_and_no_other(tmp_path, browser):
    with site() as friend, site() as stranger:
        room = Room(tmp_path, allow_origins=(friend,))
        begin(room.table)
        with room.served() as url:
            found = {origin: tried(browser, origin, url) for origin in (stranger, friend)}
        seq = room.table.record().seq
        room.close()
    assert found[stranger] == ("blocked", "blocked", "blocked", "blocked", None)
    assert found[friend] == (CODE, CODE, 403, 200, CODE)
    assert seq == 3, "one undo, with the token"


def tried(browser, origin, url):
    """What a page of that origin can read, follow, write without and with the token, and frame."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(origin)
    done = (
        page.evaluate(READ, url + API),
        page.evaluate(FOLLOW, f"{url}{API}/live"),
        page.evaluate(WRITE, [f"{url}{API}/undo", "wrong"]),
        page.evaluate(WRITE, [f"{url}{API}/undo", TOKEN]),
    )
    page.evaluate(FRAME, f"{url}/t/{CODE}/overlay")
    framed = page.frames[1].locator("body[data-live]")
    shown = CODE if framed.count() else None
    context.close()
    return (*done, shown)
