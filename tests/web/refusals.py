"""Every way in which a host or a proxy before it refuses, as test support: the answers, no page."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Final

from flask import Flask
from playwright.sync_api import Page, Route
from werkzeug.exceptions import HTTPException, default_exceptions

from tricktable.web.api.problems import MIMETYPE

STATUSES: Final = (400, 403, 404, 409, 413, 429, 500, 503)
FORMS: Final = 5
SOON_MS: Final = 15_000
AWAY: Final = (
    "The host cannot be reached. Check this device’s Wi-Fi, and that the host’s computer is awake"
    " and Tricktable runs there."
)
MUTE: Final = "The host refused this, and did not say why ({})."
WHY: Final = "Not now: {} reasons."
PROXY: Final = (
    "<html><head><title>{0} Bad</title></head><body><h1>Proxy says {0}.</h1></body></html>"
)


def each_in_its_form(
    app: Flask, page: Page, pattern: re.Pattern[str], method: str
) -> Iterator[str]:
    """Refuse what the page asks there, once in each way; gives the words that it has to say."""
    for turn, status in enumerate(STATUSES):
        kind, body, words = [*_forms(app, status)][turn % FORMS]
        page.route(pattern, _answering(method, status, kind, body))
        yield words
        page.unroute_all()


def _forms(app: Flask, status: int) -> Iterator[tuple[str, str, str]]:
    """A refusal as a page of ours, as a problem, as text, without a word, and as a proxy's page."""
    said = WHY.format(status)
    html = "text/html; charset=utf-8"
    yield html, _sorry(app, status), said
    yield MIMETYPE, json.dumps({"title": "Refused", "detail": said, "do": "Wait."}), said
    yield "text/plain; charset=utf-8", f"{said}\n", said
    yield "text/plain", "", f"{MUTE.format(status)} Open this page anew, and try again."
    yield html, PROXY.format(status), f"Proxy says {status}."


def _sorry(app: Flask, status: int) -> str:
    """The page with which this host refuses."""
    error = default_exceptions.get(status, HTTPException)(WHY.format(status))
    with app.test_request_context("/t/7KQ/seat/say", method="POST"):
        answer = app.make_response(app.handle_http_exception(error))
        return answer.get_data(as_text=True)


def _answering(method: str, status: int, kind: str, body: str) -> Callable[[Route], None]:
    def answer(route: Route) -> None:
        if route.request.method == method:
            route.fulfill(status=status, content_type=kind, body=body)
        else:
            route.fallback()

    return answer
