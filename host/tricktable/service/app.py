"""Puts the service together: settings, tables and views in, a Flask app out. Starts nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from flask import Flask, Response, render_template
from jinja2 import StrictUndefined
from werkzeug.exceptions import HTTPException, SecurityError

from tricktable.language import _, message
from tricktable.service import (
    api,
    decks,
    export,
    guards,
    health,
    host,
    limits,
    live,
    metrics,
    packing,
    pages,
    past,
    seat,
    tongues,
    wall,
)
from tricktable.service.api import problems
from tricktable.service.broadcast import Broadcast
from tricktable.service.fragment import WEB, prepare
from tricktable.service.metrics import Metrics
from tricktable.service.settings import ServiceSettings

if TYPE_CHECKING:
    from tricktable.table import Table


def create_app(
    settings: ServiceSettings,
    tables: Mapping[str, Table],
    views: Broadcast[Any],
    counted: Metrics | None = None,
) -> Flask:
    """The service as a WSGI app.

    Args:
        settings: where and for whom it serves.
        tables: the tables by code; read anew for each request, so tables may come and go.
        views: what the tables are shown through.
        counted: where it is counted; by itself if none is given.
    """
    if not settings.trusted_hosts:
        raise ValueError("without a name of its own the service would answer to every name")
    app = Flask("tricktable", template_folder=WEB / "templates", static_folder=WEB / "static")
    app.config.update(
        SERVICE=settings,
        TABLES=tables,
        VIEWS=views,
        FLOOR=None,
        PAST=past.Past(),
        TRUSTED_HOSTS=list(settings.trusted_hosts),
        MAX_CONTENT_LENGTH=settings.max_body_bytes,
        MAX_FORM_MEMORY_SIZE=settings.max_body_bytes,
        MAX_FORM_PARTS=64,
    )
    app.jinja_env.undefined = StrictUndefined
    prepare(app.jinja_env)

    guards.init_app(app)
    limits.init_app(app)
    tongues.init_app(app)
    packing.init_app(app)
    for part in (pages, past, wall, live, seat, host, export, decks, health):
        app.register_blueprint(part.blueprint)
    api.init_app(app, views)
    metrics.init_app(app, counted or Metrics(), views.feed)
    app.register_error_handler(HTTPException, _sorry)
    return app


_FAULT: Final = message("Something went wrong here; the host's terminal may say what.")
_SORRY: Final = {
    400: message("The request cannot be read."),
    404: message("There is no such page."),
    405: message("This page cannot be asked like that."),
    413: message("That was more than this page takes."),
}


def _sorry(error: HTTPException) -> Response:
    """One sentence instead of a page of the web server's."""
    code = error.code or 500
    words = _SORRY.get(code, _FAULT)
    if error.description != type(error).description:
        words = error.description or words
    if isinstance(error, SecurityError):  # for another host: none of our addresses hold there
        return Response("This host goes by another name.\n", code, mimetype="text/plain")
    if problems.is_due():
        return problems.answer(error)
    told = [each for each in error.get_headers() if each[0] != "Content-Type"]  # as Retry-After
    return Response(render_template("sorry.html", code=code, words=_(words)), code, told)
