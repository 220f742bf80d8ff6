"""What pages are told of the club's other hosts, and what they may ask there."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from flask import Flask
from flask.testing import FlaskClient

from tricktable.web import guards, other_hosts
from tricktable.web.live.feed import Feed


def client(find: Callable[[], Iterable[str]] | None) -> FlaskClient:
    """Asks a host of a club whose other hosts these are; without any it is no club's."""
    app = Flask(__name__)
    other_hosts.init_app(app, find)
    app.after_request(guards._add_headers)
    for path, endpoint in (("/t/7KQ", "pages.table"), ("/host/decks", "decks.page")):
        app.add_url_rule(path, endpoint, lambda: str(other_hosts.as_attribute()))
    assert app.test_client().get("/host/decks").headers["Content-Security-Policy"] == guards.CSP
    return app.test_client()


def test_only_an_origin_gets_into_the_policy() -> None:
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


def test_what_an_open_page_is_told_with_each_beat_is_what_is_true_then() -> None:
    feed, found = Feed(), ["http://192.0.2.7:8080"]
    app = Flask(__name__)
    other_hosts.init_app(app, lambda: found, feed)
    assert feed._also() == b'event: hosts\ndata: ["http://192.0.2.7:8080"]\n\n'
    found[:] = ["http://a *"]
    assert feed._also() == b"event: hosts\ndata: []\n\n"
    alone = Feed()
    other_hosts.init_app(Flask(__name__), None, alone)
    assert alone._also() == b""


def test_a_host_of_no_club_names_nobody() -> None:
    answer = client(None).get("/t/7KQ")
    assert (answer.headers["Content-Security-Policy"], answer.text) == (guards.CSP, "")
