"""In which language a request is answered."""

import re

import pytest

from tricktable.table import commands
from tricktable.text import language
from web.room import CODE, ask
from web.safety.routes import House, reads


@pytest.fixture(autouse=True)
def japanese(tmp_path_factory, monkeypatch):
    folder = tmp_path_factory.mktemp("languages")
    (folder / "ja.po").write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n', encoding="utf-8"
    )
    monkeypatch.setattr(language, "FOLDER", folder)
    language.languages.cache_clear()
    yield
    language.languages.cache_clear()
    language._book.cache_clear()


@pytest.mark.parametrize(
    ("address", "header", "expected"),
    [
        ("", "", "en"),
        ("", "ja", "ja"),
        ("", "fr, ja;q=0.8, en;q=0.5", "ja"),
        ("", "fr", "en"),
        ("?lang=en", "ja", "en"),
        ("?lang=ja", "en", "ja"),
        ("?lang=xx", "ja", "ja"),
        ("?lang=<script>", "", "en"),
    ],
)
def test_the_address_is_asked_first_and_then_the_browser(client, address, header, expected):
    page = client.get(f"/t/{CODE}{address}", headers={"Accept-Language": header})
    assert f'<html lang="{expected}">' in page.text
    assert language.current() == "en", "the language outlived its request"


def test_a_language_chosen_by_hand_is_repeated_in_every_address_of_the_page(client):
    chosen = client.get(f"/t/{CODE}?lang=ja").text
    assert f'data-live="/t/{CODE}/live?lang=ja"' in chosen
    assert f'data-live="/t/{CODE}/live"' in client.get(f"/t/{CODE}").text


def test_each_language_has_a_stream(room, client):
    client.get(f"/t/{CODE}/live?lang=ja")
    assert room.views.newest(CODE, "ja").version
    assert room.feed.newest(room.views.channel(CODE, "ja")).message


def test_every_address_on_every_page_keeps_the_language(tmp_path):
    house, seen = House(tmp_path), 0
    for path in reads(house.room.app):
        with house.here.get(f"{path}?lang=ja", headers={"X-Seat-Token": house.token}) as answer:
            if answer.mimetype != "text/html":
                continue
            page = re.sub(r"<nav class=.tongues.*?</nav>", "", answer.text, flags=re.DOTALL)
            for address in re.findall(r'(?:href|action|data-\w+)="(/[^"]*)"', page):
                if not address.startswith("/static/"):
                    seen += 1
                    assert "lang=ja" in address, (path, address)
    house.room.close()
    assert seen > 40


def test_what_the_host_does_keeps_the_language(room, client):
    ask(room.table, commands.NewGame("troika", 4, dealer=0))
    fields = {"what": "bid", "seat": "1", "value": '"7"'}
    sent = {"data": fields, "headers": {"Origin": "http://localhost"}}
    answer = client.post(f"/host/t/{CODE}/say?lang=ja", **sent)
    assert answer.headers["Location"] == f"/host/t/{CODE}?lang=ja"


def test_a_page_is_offered_in_every_language_with_all_that_was_asked(client):
    page = client.get(f"/host/t/{CODE}?new=troika:4&lang=ja").text
    offered = re.search(r'<nav class="tongues".*?</nav>', page, re.DOTALL)[0]
    assert f'href="/host/t/{CODE}?new=troika%3A4&amp;lang=en" lang="en"' in offered
    assert '<span lang="ja" aria-current="true">日本語</span>' in offered
