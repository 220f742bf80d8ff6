"""Every answer carries a strict policy, and no page holds what the policy forbids."""

import re
from html.parser import HTMLParser

import pytest

from tricktable.web import guards
from tricktable.web.other_hosts import ASKING, PATH
from tricktable.web.seat import seat_page
from web.room import CODE
from web.safety.routes import QUESTIONS, reads

ALLOWED = {"'none'", "'self'"}


def policy(answer):
    """The answer's policy, as directives with their sources."""
    said = answer.headers["Content-Security-Policy"]
    return {
        name: rest.split() for name, _, rest in (each.partition(" ") for each in said.split("; "))
    }


def must_be_strict(answer, path):
    """Nothing from elsewhere, nothing inline, no frame, no guessing, no referrer, no cookie."""
    found = policy(answer)
    if path.startswith("/static/") and answer.mimetype in guards.PARTS:
        assert found == {"default-src": ["'none'"], "sandbox": [], "frame-ancestors": ["'none'"]}
    else:
        must_be_strict_as_a_page(found, path)
        # The tests' own browser does without it (tests/rig/browser.py).
        assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] in ("no-referrer", "same-origin")
    # Pages of other hosts may learn that this one is there: it answers with nothing.
    shared = "cross-origin" if path.partition("?")[0] == PATH else "same-origin"
    assert answer.headers["Cross-Origin-Resource-Policy"] == shared
    assert shared == "same-origin" or (answer.status_code, answer.data) == (204, b"")
    assert "Set-Cookie" not in answer.headers
    assert not [name for name, _ in answer.headers if name.startswith("Access-Control")]


def must_be_strict_as_a_page(found, path):
    """What a page may load and do: its own things only."""
    assert found["default-src"] == found["base-uri"] == ["'none'"]
    assert found["script-src"] == found["style-src"] == found["form-action"] == ["'self'"]
    assert {each for given in found.values() for each in given} <= ALLOWED
    # A guest's page by the virtual table, and an empty one by a page that asks other hosts.
    framed = (f"/t/{CODE}", ASKING)
    assert found["frame-ancestors"] == ["'none'"] or path.partition("?")[0] in framed
    assert "frame-src" not in found or path == "/demo"  # which shows a guest's page beside it


class Page(HTMLParser):
    """Notes what a page has that the policy would stop."""

    def __init__(self):
        super().__init__()
        self.faults = []

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag in ("style", "base", "object", "embed") or (tag == "script" and "src" not in given):
            self.faults.append(tag)
        if tag == "iframe" and not given.get("src", "").startswith("/t/"):
            self.faults.append(tag)
        for name, value in attrs:
            if name.startswith("on") or name in ("style", "srcdoc"):
                self.faults.append(f"{tag} {name}")
            if name in ("src", "href", "action") and not re.match(r"/(?!/)|#|\?", value or "#"):
                self.faults.append(f"{tag} {name}={value}")


@pytest.mark.parametrize("question", QUESTIONS[:2])
def test_every_answer_is_strict_and_every_page_keeps_to_it(house, question):
    pages = 0
    for path in reads(house.room.app):
        headers = {"X-Seat-Token": house.token}
        with house.here.get(path + question, headers=headers) as answer:
            must_be_strict(answer, path)
            if answer.mimetype == "text/html":
                page = Page()
                page.feed(answer.text)
                assert page.faults == [], path
                pages += 1
    assert pages > 5


@pytest.mark.parametrize(
    ("method", "path", "status", "headers"),
    [
        ("GET", "/", 400, {"Host": "evil.example"}),
        ("GET", "/nowhere", 404, {}),
        ("GET", "/api/v1/nowhere", 404, {}),
        ("GET", "/static/nowhere.js", 404, {}),
        ("GET", "/host", 308, {}),
        ("DELETE", f"/t/{CODE}", 405, {}),
        ("POST", f"/t/{CODE}/seat/say", 403, {"Origin": "null"}),
        ("POST", "/demo/act", 415, {}),
        ("POST", f"/host/t/{CODE}/lay", 422, {}),
    ],
)
def test_an_answer_that_is_none_is_strict_too(house, method, path, status, headers):
    answer = house.here.open(path, method=method, headers={"Origin": "http://localhost", **headers})
    assert answer.status_code == status
    must_be_strict(answer, path)


def test_a_page_that_breaks_is_strict_too(house, monkeypatch):
    monkeypatch.setattr(seat_page, "chooses", lambda *_: 1 / 0)
    answer = house.here.get(f"/t/{CODE}/seat/own")
    assert answer.status_code == 500
    assert "ZeroDivisionError" not in answer.text
    must_be_strict(answer, f"/t/{CODE}/seat/own")


def test_the_policy_is_written_once():
    assert "unsafe" not in guards.CSP
    assert guards.CSP.startswith("default-src 'none'; script-src 'self'; style-src 'self'")


@pytest.mark.parametrize("name", ["seat.js", "seat.css", "vendor/fraunces-latin-600-normal.woff2"])
def test_a_file_that_is_no_page_may_do_nothing_at_all(client, name):
    with client.get(f"/static/{name}") as answer:
        must_be_strict(answer, f"/static/{name}")
        assert not {"X-Frame-Options", "Cross-Origin-Opener-Policy"} & set(answer.headers.keys())


@pytest.mark.parametrize("name", ["mark.svg", "nothing.js"])
def test_a_static_file_that_a_browser_may_read_as_a_page_is_as_strict_as_one(client, name):
    with client.get(f"/static/{name}") as answer:
        assert answer.mimetype not in guards.PARTS
        assert answer.headers["X-Frame-Options"] == "DENY"
        must_be_strict(answer, f"/static/{name}")
