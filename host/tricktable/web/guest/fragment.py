"""The live part of a guest's page as HTML, and as the one event that every phone receives.

Rendered once per change, in the thread that made it. Holds nothing about any one guest.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from tricktable.store.carried import CARRIED
from tricktable.text.language import _, plural
from tricktable.text.names import card_name, suit_name
from tricktable.text.sentences import (
    Name,
    Strong,
    drawn,
    ended,
    figure,
    sentence,
    signed,
    spoken,
    with_signs,
)
from tricktable.web.guest.screen import screen

if TYPE_CHECKING:
    from tricktable.table.views import TableView

WEB: Final = CARRIED / "web"
"""Templates and static files, next to the source."""

_LONG_WORD: Final = re.compile(r"\w{11}")
_WIDE_WORD: Final = re.compile(r"[^\W\u3000-\uffff]{9}")
"""Chinese and Japanese words are left out: they break between any two letters."""

RETRY_MS: Final = 1000
"""How soon a browser reconnects by itself after the stream has ended."""


def tag(html: str) -> str:
    """Tells this live part from any other, whichever host has drawn it: 16 digits."""
    return blake2b(html.encode(), digest_size=8).hexdigest()


def prepare(templates: Environment) -> Environment:
    """Add what the templates use to an environment, and return it."""
    templates.trim_blocks = templates.lstrip_blocks = True
    templates.globals.update(_=_, plural=plural, sentence=sentence, strong=Strong)
    templates.filters.update(signed=signed, figure=figure, spoken=spoken, ended=_when_told(ended))
    templates.filters["tag"] = tag
    templates.filters["drawn"] = drawn
    templates.filters["with_signs"] = with_signs
    templates.tests["broken"] = _is_broken
    templates.tests["long"] = _is_long
    templates.filters["card_words"] = _when_told(card_name)
    templates.filters["suit_words"] = _when_told(suit_name)
    return templates


def _is_broken(head: Iterable[object]) -> bool:
    """Whether a name in it has a word that is too long for a narrow table, and may be broken."""
    return any(isinstance(part, Name) and _LONG_WORD.search(part.text) for part in head)


def _is_long(name: str) -> bool:
    """Whether a name has a word that is too long for its place on a small phone's felt."""
    return _WIDE_WORD.search(name) is not None


def _when_told(words: Callable[[str], str]) -> Callable[[Context, str], str]:
    """Makes a filter that runs at render time, never at compile time: readers' languages differ."""

    @pass_context
    def told(_context: Context, of: str) -> str:
        return words(of)

    return told


_LOADER: Final = FileSystemLoader(WEB / "templates")
_TEMPLATES: Final = prepare(Environment(loader=_LOADER, autoescape=True, undefined=StrictUndefined))


def render(view: TableView) -> Markup:
    """The live part of the page, on one line."""
    return rendered("_table.html", screen(view))


def rendered(template: str, it: object) -> Markup:
    """What a page keeps up to date, drawn with this template, on one line."""
    html = _TEMPLATES.get_template(template).render(it=it)
    # On one line, because every line of an event needs its own `data:` (HTML, "server-sent
    # events").
    return Markup(" ".join(line.strip() for line in html.split("\n") if line.strip()))


def encode(view: TableView) -> bytes:
    """The view as one server-sent event, the same for everybody who watches."""
    return event(render(view))


def event(html: Markup) -> bytes:
    """What a page keeps up to date as one server-sent event.

    It begins with its tag, which the request of a page that has been drawn with it names.
    """
    form = b"id: %s\nretry: %d\nevent: view\ndata: %s\n\n"
    return form % (tag(html).encode(), RETRY_MS, html.encode())
