"""Messages in another language: what is translated, what is counted, and what is not known."""

import threading

import pytest

from rig.patience import PATIENCE_S
from tricktable.text import language
from tricktable.text.language import _, current, languages, plural, speaking

POLISH = r"""
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\n"

msgid "{who} leads"
msgstr "wychodzi {who}"

msgid "1 card"
msgid_plural "{count} cards"
msgstr[0] "1 karta"
msgstr[1] "{count} karty"
msgstr[2] "{count} kart"
"""  # noqa: E501


@pytest.fixture(autouse=True)
def polish(tmp_path, monkeypatch):
    (tmp_path / "pl.po").write_text(POLISH)
    monkeypatch.setattr(language, "FOLDER", tmp_path)
    languages.cache_clear()
    yield
    languages.cache_clear()
    language._book.cache_clear()


def test_a_file_is_a_language_with_its_own_name():
    assert dict(languages()) == {"en": "English", "pl": "polski"}


def test_a_message_is_translated_before_its_fields_are_filled():
    assert _("{who} leads", who="{Ann}") == "{Ann} leads"
    with speaking("pl"):
        assert _("{who} leads", who="{Ann}") == "wychodzi {Ann}"
        assert _("{who} leads") == "wychodzi {who}"


@pytest.mark.parametrize(("count", "words"), [(1, "1 karta"), (3, "3 karty"), (5, "5 kart")])
def test_numbers_take_the_forms_of_the_language(count, words):
    with speaking("pl"):
        assert plural("1 card", "{count} cards", count) == words
    assert plural("1 card", "{count} cards", count) == (
        "1 card" if count == 1 else f"{count} cards"
    )


def test_what_is_not_translated_is_english():
    with speaking("pl"):
        assert _("Who deals?") == "Who deals?"


def test_an_unknown_language_is_english():
    with speaking("xx"):
        assert current() == "en"


def test_a_language_holds_here_and_in_no_other_thread():
    heard = []
    with speaking("pl"):
        thread = threading.Thread(target=lambda: heard.append(current()))
        thread.start()
        thread.join(PATIENCE_S)
        with speaking("en"):
            heard.append(current())
        heard.append(current())
    assert [*heard, current()] == ["en", "en", "pl", "en"]
