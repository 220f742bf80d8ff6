"""What pages are told of the club's other hosts, and what they may ask there."""

import re
from collections.abc import Callable, Iterable

from flask import Flask
from flask.testing import FlaskClient

from rig.sites import site_with
from tricktable.web import guards, other_hosts
from tricktable.web.live.broadcast import Broadcast
from tricktable.web.live.feed import Feed
from tricktable.web.site import put, site_of
from web.room import CODE
from web.safety.routes import STREAMS, House, reads


def client(find: Callable[[], Iterable[str]] | None) -> FlaskClient:
    """Asks a host of a club whose other hosts these are; without any it is no club's."""
    app = Flask(__name__)
    put(app, site_with(find_other_hosts=find))
    other_hosts.init_app(app)
    app.after_request(guards._add_headers)
    for path, endpoint in (("/t/7KQ", "pages.table"), ("/host/decks", "decks.page")):
        app.add_url_rule(path, endpoint, lambda: str(other_hosts.as_attribute()))
    assert app.test_client().get("/host/decks").headers["Content-Security-Policy"] == guards.CSP
    return app.test_client()


def test_only_an_origin_gets_into_the_policy():
    hostile = ("http://a; script-src *", "http://a/path", "javascript:0", "http://a *", "*", "")
    there = ("http://192.0.2.7:8080", "https://[2001:db8::1]", "http://a.local")
    places = "http://192.0.2.7:8080/here https://[2001:db8::1]/here http://a.local/here"
    for find, asks in ((lambda: (*hostile, *there), f" {places}"), (lambda: hostile, "")):
        guest = client(find)
        answer = guest.get("/t/7KQ")
        ours = guards.CSP.replace("connect-src 'self'", f"connect-src 'self'{asks}")
        assert answer.headers["Content-Security-Policy"] == f"{ours}; frame-src 'self'"
        assert ("192.0.2.7" in answer.text, "evil" in answer.text) == (bool(asks), False)
        frame = guest.get("/asking")
        assert frame.headers["Content-Security-Policy"] == ours.replace(
            "frame-ancestors 'none'", "frame-ancestors 'self'"
        )


def test_what_an_open_page_is_told_with_each_beat_is_what_is_true_then():
    feed, found = Feed(), ["http://192.0.2.7:8080"]
    app = Flask(__name__)
    put(app, site_with(views=Broadcast(feed, lambda _: b""), find_other_hosts=lambda: found))
    other_hosts.init_app(app)
    assert feed._also() == b'event: hosts\ndata: ["http://192.0.2.7:8080"]\n\n'
    found[:] = ["http://a *"]
    assert feed._also() == b"event: hosts\ndata: []\n\n"
    alone = Feed()
    app = Flask(__name__)
    put(app, site_with(views=Broadcast(alone, lambda _: b"")))
    other_hosts.init_app(app)
    assert alone._also() == b""


def test_a_host_of_no_club_names_nobody():
    answer = client(None).get("/t/7KQ")
    assert (answer.headers["Content-Security-Policy"], answer.text) == (guards.CSP, "")


def test_every_page_that_keeps_itself_up_knows_the_other_hosts_and_may_ask_them(tmp_path):
    """It follows a stream, or asks again and again; the virtual table has one host."""
    house = House(tmp_path)
    app = house.room.app
    site_of(app).find_other_hosts = lambda: ("http://192.0.2.7:8080",)
    found = set()
    for path in reads(app):
        if path in STREAMS or path.startswith(("/api/", "/demo", "/static/")):
            continue
        answer = house.here.get(path)
        if answer.mimetype != "text/html":
            continue
        keeps_up = re.search(r"data-live=|src=\"[^\"]*/(polled|tables|club)\.js\"", answer.text)
        if keeps_up:
            found.add(path)
            assert "data-hosts=" in answer.text, path
            policy = answer.headers["Content-Security-Policy"]
            assert "http://192.0.2.7:8080/here" in policy, path
    assert {"/", "/club", "/host/", f"/t/{CODE}", f"/t/{CODE}/evening", f"/t/{CODE}/game"} <= found
    assert {"/host/decks", f"/host/t/{CODE}", f"/t/{CODE}/seat", f"/t/{CODE}/wall"} <= found
    house.room.close()
