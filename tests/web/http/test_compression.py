"""Scripts and styles are sent packed to whoever takes them so, and nothing else is."""

import gzip
import os
import re

import pytest

from tricktable.web.guest.fragment import WEB
from web.room import CODE

TAKES = {"Accept-Encoding": "gzip, br"}


STATIC = WEB / "static"
OWN = [
    f"{each.relative_to(STATIC)}"
    for kind in ("js", "css")
    for each in sorted(STATIC.rglob(f"*.{kind}"))
    if "vendor" not in each.parts
]

BETWEEN = re.compile(r"/\*.*?\*/|\s", re.DOTALL)
"""What a style is without: its comments and its space."""


def has_open_text(code):
    """Whether a line of a script ends within a text so far."""
    within = ""
    for each in code:
        if each in "\"'`":
            within = within.replace(each, "") if within else each
    return within != ""


@pytest.mark.parametrize("name", OWN)
def test_a_script_or_style_comes_packed_without_its_comments_on_the_lines_that_it_has(client, name):
    lines = (STATIC / name).read_text().split("\n")
    with client.get(f"/static/{name}", headers=TAKES) as answer:
        sent = gzip.decompress(answer.data).decode().split("\n")
    if name.endswith(".css"):
        assert "/*" not in "".join(sent)
        assert "".join(sent).replace(" ", "") == BETWEEN.sub("", "\n".join(lines))
        return
    assert len(sent) == len(lines)
    is_comment = False
    for written, came in zip(lines, sent, strict=True):
        assert written.count("`") % 2 == 0, "a text of several lines would lose its indents"
        line = written.lstrip()
        is_comment = is_comment or line.startswith(("//", "/**"))
        code, behind = line[: len(came)], line[len(came) :]
        assert came == ("" if is_comment else code)
        # Of a statement all that came, and behind it a comment: no text is open there.
        assert is_comment or not behind or (behind.startswith(" // ") and not has_open_text(code))
        assert "//" not in came or has_open_text(came[: came.index("//")]), "a comment came along"
        is_comment = is_comment and not line.startswith("//") and "*/" not in line


@pytest.mark.parametrize("name", ["vendor/uPlot.iife.min.js", "mark.svg"])
def test_what_others_wrote_and_a_picture_come_packed_and_are_the_file(client, name):
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
        sent = set(answer.headers.keys())
        assert not {"Last-Modified", "Accept-Ranges", "Content-Disposition"} & sent
        assert len(tag) < 16, "each of a dozen files has one"
    with client.get("/static/style.css", headers={**TAKES, "If-None-Match": tag}) as again:
        assert (again.status_code, again.data) == (304, b"")


def test_a_file_that_changes_within_its_length_and_second_is_sent_anew(client, tmp_path):
    file = tmp_path / "style.css"
    client.application.static_folder = str(tmp_path)
    tags = []
    for words in (b"a { color: red }", b"a { color: tan }"):
        file.write_bytes(words)
        os.utime(file, (1, 1))
        tag = {"If-None-Match": tags[-1]} if tags else {}
        with client.get("/static/style.css", headers={**TAKES, **tag}) as answer:
            assert answer.status_code == 200
            tags.append(answer.headers["ETag"])
    assert len({*tags}) == 2


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
