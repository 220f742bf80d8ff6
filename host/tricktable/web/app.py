"""Builds the Flask app from settings, tables and views. Starts nothing."""

from __future__ import annotations

import logging
from io import BytesIO
from types import TracebackType
from typing import IO, TYPE_CHECKING, Final, NamedTuple

from flask import Flask, Request, Response, render_template, request
from jinja2 import StrictUndefined
from werkzeug.exceptions import (
    HTTPException,
    RequestEntityTooLarge,
    SecurityError,
    ServiceUnavailable,
)
from werkzeug.utils import cached_property

from tricktable.club.competition.played_games import PlayedGames
from tricktable.games import blame
from tricktable.store.journal import Full, JournalError, Outage, ReadOnly
from tricktable.table.scorebook import Scorebooks
from tricktable.text.language import _, message
from tricktable.web import (
    api,
    captive,
    compression,
    guards,
    health,
    limits,
    locale,
    other_hosts,
    scripts,
)
from tricktable.web.api import problems
from tricktable.web.club import help as calls_for_help
from tricktable.web.club import organiser
from tricktable.web.club import people as club_people
from tricktable.web.club.overview import Glances
from tricktable.web.club.pulse import Pulse
from tricktable.web.competition import organiser as competition_organiser
from tricktable.web.competition import pages as competition_pages
from tricktable.web.guest import (
    attempt_page,
    claim_page,
    history,
    lesson_page,
    overlay,
    pages,
    puzzle_page,
    replay_page,
    review_page,
    rules_page,
    wall,
)
from tricktable.web.guest.fragment import WEB, prepare
from tricktable.web.guest.screen import screen
from tricktable.web.host import by_phone, decks, export, host_page, past_games, shutdown
from tricktable.web.http import calm_log
from tricktable.web.live import changes, sse
from tricktable.web.people import keepers, person_page, season
from tricktable.web.reviews import Reviews
from tricktable.web.seat import seat
from tricktable.web.site import Site, put
from tricktable.web.tables import CODE_SHOWN, all_seen, off_hub
from tricktable.web.template_cache import TemplateCache
from tricktable.web.turns import Turns

if TYPE_CHECKING:
    Raised = tuple[type[BaseException], BaseException, TracebackType | None]


class _Request(Request):
    """Flask's request, except that a chunked body is read whole or not at all, never cut off.

    Mutable.
    """

    @cached_property
    def stream(self) -> IO[bytes]:
        """The body, up to the limit of this page. Raises: RequestEntityTooLarge."""
        stream: IO[bytes] = super().stream
        if "Transfer-Encoding" not in self.headers:
            return stream
        content = stream.read()
        if self.environ["wsgi.input"].read(1):
            self.__dict__["stream"] = BytesIO()  # the error page asks for more of it
            raise RequestEntityTooLarge
        return BytesIO(content)


class _Service(Flask):
    """Flask, except that it logs to our own log: Flask's handler would echo every line into it."""

    request_class = _Request
    logger: logging.Logger

    def log_exception(self, exc_info: Raised | tuple[None, None, None]) -> None:
        """Logs which page broke, but not what the request said; of a game's fault one line."""
        if found := blame(exc_info[1]):
            self.logger.error("The page %s failed: %s: %s", request.endpoint, found.title, found)
            return
        self.logger.error("The page %s failed:", request.endpoint, exc_info=exc_info)


def create_app(site: Site) -> Flask:
    """The web side as a WSGI app."""
    if not site.settings.trusted_hosts:
        raise ValueError("without a name of its own the service would answer to every name")
    app = _Service("tricktable", template_folder=WEB / "templates", static_folder=WEB / "static")
    app.logger = calm_log.new_log()
    is_later = site.later is not None
    site.evenings = Scorebooks()
    site.played_games = PlayedGames(site.evenings)
    site.seen_evenings = Scorebooks() if is_later else site.evenings
    site.seen_played_games = PlayedGames(site.seen_evenings) if is_later else site.played_games
    site.picture_queue = Turns(per_address=4, in_total=20)
    site.turns, site.glances, site.pulse = keepers.queues(), Glances(), Pulse(site.views.feed)
    site.reviews = Reviews(off_hub)
    site.views.tell(site.pulse)
    if site.club is not None:
        site.club.join(site.pulse)
    put(app, site)
    most = site.settings.max_body_bytes
    app.config.update(MAX_CONTENT_LENGTH=most, MAX_FORM_MEMORY_SIZE=most, MAX_FORM_PARTS=64)
    app.jinja_env.undefined, app.jinja_env.bytecode_cache = StrictUndefined, TemplateCache()
    prepare(app.jinja_env)
    app.jinja_env.globals["module"] = scripts.module

    for part in (captive, other_hosts, guards, limits, locale, compression):
        part.init_app(app)
    host = (host_page, by_phone, export, past_games, decks, shutdown)
    organisers = (organiser, club_people, competition_organiser)
    played = (history, review_page, replay_page, attempt_page, claim_page, puzzle_page)
    guests = (pages, rules_page, lesson_page, *played, wall)
    public = (*guests, sse, seat, calls_for_help, competition_pages)
    for blueprints in (*public, *host, *organisers, person_page, season):
        app.register_blueprint(blueprints.blueprint)
    overlay.init_app(app)
    api.init_app(app)
    changes.init_app(app)
    health.init_app(app)
    app.register_error_handler(HTTPException, _sorry)
    for outage in (Full, Outage):
        app.register_error_handler(outage, _away)
    return app


class Apology(NamedTuple):
    """What went wrong, and what to do about it."""

    words: str
    remedy: str = ""


_UNREADABLE: Final = 422
"""Of a form: then words of its own say only why."""
_ANEW: Final = message("Open the page anew, and try again.")
_FAULT: Final = Apology(
    message("Something went wrong."),
    message("Try again. If it happens once more, the host’s terminal says why."),
)
_SORRY: Final = {
    400: Apology(message("The request cannot be read."), _ANEW),
    404: Apology(message("There is no such page.")),  # it lists the tables
    405: Apology(message("This page cannot do that."), _ANEW),
    413: Apology(
        message("That was too much for this page."),
        message("Write less, or choose a smaller file."),
    ),
    _UNREADABLE: Apology(message("The form could not be read."), _ANEW),
}


_NOT_PAGES: Final = "/static/"


def _away(fault: JournalError) -> Response:
    """Answers a request that needed the journal while that cannot be reached, or has no room.

    What it was to change may have been changed or not: with a key it can be asked again.
    """
    words = _("The journal cannot be read just now. Try again soon.")
    if isinstance(fault, Full | ReadOnly):
        words = _("Nothing can be saved just now: {why}.", why=_(fault.public))
    return _sorry(ServiceUnavailable(words, retry_after=problems.SOON_S))


def _sorry(error: HTTPException) -> Response:
    """Answers with one sentence instead of the web server's error page."""
    code = error.code or 500
    words, remedy = _SORRY.get(code, _FAULT)
    if error.description and error.description != type(error).description:
        words, remedy = error.description, remedy if code == _UNREADABLE else ""
    if isinstance(error, SecurityError):  # another host's name: our links fail there
        return Response("This host goes by another name.\n", code, mimetype="text/plain")
    if problems.is_due():
        return problems.answer(error)
    told = [each for each in error.get_headers() if each[0] != "Content-Type"]  # Retry-After
    is_lost = code == 404 and not request.path.startswith(_NOT_PAGES)  # then it says what there is
    there = all_seen() if is_lost else None
    page = render_template(
        "sorry.html",
        code=code,
        words=_(words),
        remedy=_(remedy) if remedy else "",
        tables=[screen(view) for view in there.views] if there else None,
        asleep=there.asleep if there else (),
        has_display=there is not None and any(not view.is_without_board for view in there.views),
        asked=_code_in_request(),
    )
    return Response(page, code, told)


def _code_in_request() -> str:
    """The code of the table that was asked for; empty if none was."""
    named = (request.view_args or {}).get("code") or request.args.get("code", "")
    return str(named)[:CODE_SHOWN]
