"""Scripts and styles are sent packed to whoever takes them so, and nothing else is."""

import gzip

import pytest

from tricktable.web.guest.fragment import WEB
from web.room import CODE

TAKES = {"Accept-Encoding": "gzip, br"}


@pytest.mark.parametrize("name", ["style.css", "live.js", "mark.svg"])
def test_a_script_or_style_comes_packed_and_is_the_file(client, name):
    content = (WEB / "static" / name).read_bytes()
    with client.get(f"/static/{name}", headers=TAKES) as answer:
        assert answer.headers["Content-Encoding"] == "gzip"
        assert answer.headers["Vary"] == "Accept-Encoding"
        assert int(answer.headers["Content-Length"]) == len(answer.data) < len(content)
        assert gzip.decompress(answer.data) == content


@pytest.mark.parametrize("page", ["", "/game", "/evening", "/wall"])
def test_a_page_that_everybody_may_see_comes_packed(guest, page):
    plain = guest.get(f"/t/{CODE}{page}")
    packed = guest.get(f"/t/{CODE}{page}", headers=TAKES)
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) < len(plain.data) / 2


def test_whoever_does_not_take_it_packed_gets_the_file_itself(client):
    with client.get("/static/style.css") as answer:
        assert "Content-Encoding" not in answer.headers
        assert answer.headers["Vary"] == "Accept-Encoding"
        assert answer.data == (WEB / "static/style.css").read_bytes()


def test_what_a_phone_has_already_is_not_sent_again(client):
    with client.get("/static/style.css", headers=TAKES) as answer:
        tag = answer.headers["ETag"]
    with client.get("/static/style.css", headers={**TAKES, "If-None-Match": tag}) as again:
        assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize(
    "path",
    [
        f"/t/{CODE}/seat/own",
        f"/host/t/{CODE}",
        "/static/vendor/fraunces-latin-600-normal.woff2",
    ],
)
def test_nothing_that_may_hold_a_secret_is_packed_nor_what_is_packed_already(client, path):
    with client.get(path, headers=TAKES) as answer:
        assert "Content-Encoding" not in answer.headers
