"""The live part of a guest's page as HTML, and as the one event that every phone receives.

Rendered once per change, in the thread that made it. Holds nothing about any one guest.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import Final, TypeVar

from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from tricktable.rules.guide import sentence_of
from tricktable.store.program_files import CARRIED
from tricktable.table.views import TableView
from tricktable.text.characters import columns
from tricktable.text.language import _, plural
from tricktable.text.names import card_name, suit_name
from tricktable.text.sentences import (
    Name,
    Strong,
    figure,
    sentence,
    signed,
    spoken,
    spoken_form,
    whole,
    with_full_stop,
    with_pictures,
    with_signs,
)
from tricktable.web.guest import markup
from tricktable.web.guest.live_part import live_part
from tricktable.web.guest.screen import screen
from tricktable.web.template_cache import TemplateCache

R = TypeVar("R")
WEB: Final = CARRIED / "web"
"""Templates and static files, next to the source."""

RETRY_MS: Final = 1000
"""How soon a browser reconnects by itself after the stream has ended."""


def tag(html: str) -> str:
    """Tells this live part from any other, whichever host has drawn it: 16 digits."""
    return _tag(html.encode())


def _tag(html: bytes) -> str:
    return blake2b(html, digest_size=8).hexdigest()


def prepare(templates: Environment) -> Environment:
    """Add what the templates use to an environment, and return it."""
    templates.trim_blocks = templates.lstrip_blocks = True
    # Of all cards' names in Japanese six letters in seven were no part of them.
    brief = {"sort_keys": True, "ensure_ascii": False, "separators": (",", ":")}
    templates.policies["json.dumps_kwargs"] = brief
    templates.globals.update(_=_, plural=plural, sentence=sentence, person=Name, strong=Strong)
    templates.globals["markup"] = markup
    templates.filters.update(
        signed=signed, figure=figure, spoken=spoken, ended=_when_told(with_full_stop)
    )
    templates.filters["columns"] = columns
    templates.filters["tag"] = tag
    templates.filters["whole"] = whole
    templates.filters["drawn"] = with_pictures
    templates.filters["spoken_form"] = spoken_form
    templates.filters["with_signs"] = with_signs
    templates.filters["card_words"] = _when_told(card_name)
    templates.filters["told"] = _when_told(sentence_of)
    templates.filters["suit_words"] = _when_told(suit_name)
    return templates


def _when_told(words: Callable[[str], R]) -> Callable[[Context, str], R]:
    """Makes a filter that runs at render time, never at compile time: readers' languages differ."""

    @pass_context
    def here(_context: Context, of: str) -> R:
        return words(of)

    return here


_LOADER: Final = FileSystemLoader(WEB / "templates")
_TEMPLATES: Final = prepare(
    # They come with the program: nobody changes them while it runs.
    Environment(
        loader=_LOADER,
        autoescape=True,
        undefined=StrictUndefined,
        auto_reload=False,
        bytecode_cache=TemplateCache(),
    )
)


def compile_all() -> None:
    """Compile every template, so that whoever may not write beside them finds it compiled."""
    for each in _TEMPLATES.list_templates(extensions=("html", "svg")):
        _TEMPLATES.get_template(each)


def render(view: TableView) -> Markup:
    """The live part of the page, on one line."""
    return _on_one_line(live_part(screen(view)))


def render_line(template: str, it: object) -> Markup:
    """What a page keeps up to date, drawn with this template, on one line."""
    return _on_one_line(_TEMPLATES.get_template(template).render(it=it))


def _on_one_line(html: str) -> Markup:
    # Because every line of an event needs its own `data:` (HTML, "server-sent events").
    return Markup(" ".join(filter(None, map(str.strip, html.split("\n")))))


def encode(view: TableView) -> bytes:
    """The view as one server-sent event, the same for everybody who watches."""
    return event(render(view), f".{view.version}")


def event(html: Markup, version: str = "") -> bytes:
    """What a page keeps up to date as one server-sent event.

    It begins with its tag, which the request of a page that has been drawn with it names; then
    comes the version of the table, which a seat's own part names too.
    """
    data = html.encode()
    form = b"id: %s\nretry: %d\nevent: view\ndata: %s\n\n"
    return form % ((_tag(data) + version).encode(), RETRY_MS, data)
