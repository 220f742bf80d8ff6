"""In which language a request is answered."""

import pytest

from service.room import CODE
from tricktable import language


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
