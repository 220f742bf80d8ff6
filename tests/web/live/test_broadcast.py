"""Each view is rendered once for each language in use, in the thread that shows it."""

import threading
from dataclasses import dataclass

import pytest

from rig.patience import PATIENCE_S
from tricktable.text import language
from tricktable.web.live.broadcast import Broadcast
from tricktable.web.live.feed import Feed

CODE = "7KQ"


@dataclass
class View:
    text: str
    code: str = CODE


@pytest.fixture(autouse=True)
def german(tmp_path, monkeypatch):
    """A second language, whose file says one thing."""
    (tmp_path / "de.po").write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
        'msgid "spades led"\nmsgstr "Pik wurde ausgespielt"\n'
    )
    monkeypatch.setattr(language, "FOLDER", tmp_path)
    language.languages.cache_clear()
    yield
    language.languages.cache_clear()
    language._book.cache_clear()


@pytest.fixture
def rendered():
    """Every rendering: in which thread, in which language."""
    return []


@pytest.fixture
def views(rendered):
    def encode(view):
        rendered.append((threading.current_thread(), language.current()))
        return language._(view.text).encode()

    return Broadcast(Feed(), encode)


def test_a_view_is_rendered_once_and_in_the_thread_that_shows_it(views, rendered):
    thread = threading.Thread(target=views.show, args=(View("spades led"),))
    thread.start()
    thread.join(PATIENCE_S)
    assert views.newest(CODE, "en") == views.newest(CODE, "en") == (1, b"spades led")
    assert rendered == [(thread, "en")]


def test_a_language_is_kept_up_once_somebody_asked_for_it(views, rendered):
    views.show(View("spades led"))
    assert views.newest(CODE, "de").message == b"Pik wurde ausgespielt"
    views.show(View("led"))
    assert sorted(code for _, code in rendered) == ["de", "de", "en", "en"]
    views.show(View("spades led"))
    assert views.newest(CODE, "de") == (3, b"Pik wurde ausgespielt")
    assert len(rendered) == 6, "what is shown already was rendered again"


def test_other_kinds_of_views_have_channels_of_their_own(views):
    others = Broadcast(views.feed, lambda view: view.text.upper().encode(), "demo")
    views.show(View("led"))
    others.show(View("led"))
    assert (views.newest(CODE, "en").message, others.newest(CODE, "en").message) == (b"led", b"LED")


def test_before_the_first_view_there_is_nothing(views):
    assert views.newest(CODE, "de") == (0, b"")
    views.show(View("spades led"))
    assert views.newest(CODE, "de").message == b"Pik wurde ausgespielt"


def test_another_form_is_made_once_somebody_asks_for_it(views, rendered):
    views.show(View("hearts led"))
    made = []
    other = views.also(lambda view: made.append(view) or view.text.upper().encode(), "loud")
    views.show(View("spades led"))
    assert not made, "nobody has asked yet"
    assert other.newest(CODE, "en").message == b"SPADES LED"
    views.show(View("clubs led"))
    assert other.newest(CODE, "en").message == b"CLUBS LED"
    assert views.newest(CODE, "en").message == b"clubs led"


def test_another_form_knows_what_was_shown_before_it_was(views):
    views.show(View("spades led"))
    other = views.also(lambda view: view.text.upper().encode(), "loud")
    assert other.newest(CODE, "en").message == b"SPADES LED"
