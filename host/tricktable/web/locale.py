"""The language of each answer: the one named in the address, else the browser's."""

from functools import lru_cache
from typing import Final
from urllib.parse import parse_qsl, urlencode, urlsplit

from flask import Flask, g, request
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from tricktable.text.language import ENGLISH, languages, speaking
from tricktable.text.sentences import gap

FIELD: Final = "lang"
"""`?lang=ja` is a choice by hand. Every link on such a page repeats it, so the choice lasts."""


def init_app(app: Flask) -> None:
    """Answer every request of this app in a language the reader prefers."""
    app.before_request(_begin)
    app.teardown_request(_end)
    app.url_defaults(_repeat)
    app.jinja_env.globals.update(
        languages=languages, language=language_of_request, in_language=in_language, gap=gap
    )


def language_of_request() -> str:
    """The language of this request."""
    return preferred_language(
        request.args.get(FIELD, ""), request.headers.get("Accept-Language", "")
    )


def preferred_language(chosen: str, accepts: str) -> str:
    """The language chosen by hand, if there is such a one, else the best that a browser accepts."""
    return chosen if chosen in languages() else _best(accepts)


@lru_cache(maxsize=256)  # phones of a room have few different ones
def _best(accepts: str) -> str:
    accepted = parse_accept_header(accepts, LanguageAccept)
    return accepted.best_match(languages(), default=ENGLISH)


def in_language(code: str, path: str = "") -> str:
    """This page's address in that language; for the answer to a form, `path` in that language."""
    given = urlsplit(path if path and request.method == "POST" else request.full_path)
    return f"{given.path}?{urlencode({**dict(parse_qsl(given.query)), FIELD: code})}"


def _begin() -> None:
    g.speaking = speaking(language_of_request())
    g.speaking.__enter__()


def _end(_: BaseException | None) -> None:
    if (spoken := g.pop("speaking", None)) is not None:
        spoken.__exit__(None, None, None)


def _repeat(endpoint: str, values: dict[str, object]) -> None:
    if endpoint != "static" and request.args.get(FIELD) in languages():
        values.setdefault(FIELD, request.args[FIELD])
