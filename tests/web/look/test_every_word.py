"""Every word of every page is a message: told in a language that changes each letter of them."""

import json
import re
from html.parser import HTMLParser
from unicodedata import normalize

import pytest
from babel.messages.catalog import Catalog
from jinja2 import Environment

import languages
from tricktable.table import seating
from tricktable.text import language
from tricktable.web.guest.fragment import WEB, prepare
from web.games.test_every_game import begun, phases
from web.lobby.test_lobby import sit as take_chair
from web.room import CODE, Room, sit
from web.safety.routes import House, reads

STRANGE = "eo"
"""A language that is none of the program's."""
LETTERS = {code: 0x1D5A0 + code - 65 for code in range(65, 91)}
LETTERS |= {code: 0x1D5BA + code - 97 for code in range(97, 123)}
LETTERS[ord(".")] = ord("。")
AS_THEY_ARE = re.compile(
    r"\{\w+\}|\d+-\w+-\d+|--port|(https?|socket)://\S+"
    r"|7KQ|Ann|Bo|Cy|Di|Tricktable|QR|OK|UNDO|MENU|demo red|\bred\b"
)
"""Fields, dates, addresses, an option, names of people, decks and keys: made of no message."""
UNTRANSLATED = re.compile(r"[A-Za-z]{2,}|\. ")
SAID = ("aria-label", "title", "placeholder", "alt", "label")
MUTE = {"script", "style"}
PLAYED = (("torite", 3), ("triatri", 4), ("etori", 4), ("tredici", 3), ("troika", 4))
NAMES = tuple("阿伊宇江尾加木久毛子左之寸")


def strange(words):
    """The message with each of its letters changed, and its fields as they were."""
    parts = re.split(r"(\{\w*\})", words)
    return "".join(part if part.startswith("{") else part.translate(LETTERS) for part in parts)


@pytest.fixture(scope="module", autouse=True)
def folder(tmp_path_factory):
    """The strange language is the only other one."""
    told = Catalog(locale=STRANGE)
    for message in languages.extracted():
        if message.pluralizable:
            told.add(message.id, tuple(strange(form) for form in message.id))
        elif message.id:
            told.add(message.id, strange(message.id))
    folder = tmp_path_factory.mktemp("languages")
    (folder / f"{STRANGE}.po").write_bytes(languages.text(told))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(language, "FOLDER", folder)
        language.languages.cache_clear()
        yield
    language.languages.cache_clear()
    language._book.cache_clear()


class Page(HTMLParser):
    """What a page says, to the eye and to the ear; without what names its own language."""

    def __init__(self, text):
        super().__init__()
        self.said, self._open = [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag not in ("meta", "link", "input", "img", "br", "use", "path", "circle", "hr", "col"):
            self._open.append((tag, tag in MUTE or (tag != "html" and "lang" in given)))
        self.said += [given[name] or "" for name in SAID if name in given]
        for name, value in attrs:
            if name.startswith("data-") and " " in (value or ""):
                self.said += spoken(value)

    def handle_endtag(self, tag):
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data):
        if not any(is_mute for _, is_mute in self._open):
            self.said += spoken(data.strip())


def spoken(text):
    """The text, or the words in it if it is what a script reads."""
    if not text.startswith(('{"', "[")):
        return [text]
    kept, words = [json.loads(text)], []
    while kept:
        each = kept.pop()
        if isinstance(each, str):
            words.append(each)
        elif isinstance(each, (dict, list)):
            kept += each.values() if isinstance(each, dict) else each
    return words


def untranslated(text):
    """The words of a page that are no message."""
    return sorted(
        {said for said in Page(text).said if UNTRANSLATED.search(AS_THEY_ARE.sub("", said))}
    )


def test_a_word_that_is_no_message_is_found():
    page = '<p title="Open">Ann <b lang="ja">nihongo</b> <i>to play</i><script>let go</script></p>'
    assert untranslated(page) == ["Open", "to play"]
    assert untranslated("<p>了。 了. 了</p>") == ["了。 了. 了"], "each language has its stop"
    changed = strange("{who} to bid")
    assert changed.startswith("{who} ")
    assert normalize("NFKC", changed) == "{who} to bid" != changed


def test_a_template_that_somebody_was_shown_speaks_to_the_next_one_in_their_language():
    with language.speaking(STRANGE):
        template = prepare(Environment()).from_string('{{ "H"|suit_words }} {{ "QH"|card_words }}')
        assert normalize("NFKC", template.render()) == "hearts queen of hearts" != template.render()
    assert template.render() == "hearts queen of hearts"


def test_every_page_there_is_says_messages_alone(tmp_path):
    house = House(tmp_path)
    pages = 0
    for path in reads(house.room.app):
        headers = {"X-Seat-Token": house.token}
        more = "" if path.endswith("/overlay") else "&correct=1&new=troika:4"
        address = f"{path}?lang={STRANGE}{more}"
        with house.here.get(address, headers=headers) as page:
            if page.mimetype == "text/html":
                pages += 1
                assert untranslated(page.text) == [], path
    house.room.close()
    assert pages > 8


@pytest.mark.parametrize(("name", "count"), PLAYED)
def test_every_phase_of_a_game_says_messages_alone(tmp_path, name, count):
    room = Room(tmp_path)
    here = room.app.test_client()
    lines = begun(room.table, name, count, seed=5, names=NAMES)
    token, waits = {"X-Seat-Token": sit(room.table, 0)}, {"X-Seat-Token": seating.new_token()}
    assert room.table.claim(1, seating.digest(waits["X-Seat-Token"])).is_done
    assert untranslated(here.get(f"/t/{CODE}/seat/own?lang={STRANGE}", headers=waits).text) == []
    for _ in phases(room, lines):
        for path in (f"/t/{CODE}", f"/t/{CODE}/seat/own", f"/t/{CODE}/game", f"/host/t/{CODE}"):
            page = here.get(f"{path}?lang={STRANGE}", headers=token)
            assert page.status_code == 200
            assert untranslated(page.text) == [], path
    room.close()


def test_a_phone_before_the_first_game_says_messages_alone(tmp_path):
    room = Room(tmp_path)
    here = room.app.test_client()
    token = {"X-Seat-Token": take_chair(here, 1, NAMES[0])}
    assert untranslated(here.get(f"/t/{CODE}/seat/own?lang={STRANGE}", headers=token).text) == []
    room.close()


def test_the_scripts_of_the_virtual_table_are_given_the_words_they_say(tmp_path):
    house = House(tmp_path)
    page = house.here.get("/demo").text
    house.room.close()
    given = json.loads(re.search(r'id="words">(.*?)</p>', page, re.DOTALL)[1])
    scripts = [path.read_text() for path in [WEB / "static/demo.js", *WEB.glob("static/demo/*.js")]]
    said = [re.findall(r'message\("([^"]+)"|\bwords\.(?!js)(\w+)', script) for script in scripts]
    assert {name or other for names in said for name, other in names} == {*given}
