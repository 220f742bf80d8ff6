"""The host's JSON API under /api/v1: programs read tables and act on them here.

The pages do not need it. It uses the same tables, guards and limits as they do.
A route is a row of the table in `routes`; what a row says is in `route`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tricktable.web.api import keys, openapi, routes
from tricktable.web.api.states import encode
from tricktable.web.site import site_of

if TYPE_CHECKING:
    from flask import Flask


KIND = "api"
"""Keeps the stream of states apart from the pages' stream."""


def init_app(app: Flask) -> None:
    """Serve the API for this app's tables, as they are and as spectators see them."""
    site = site_of(app)
    site.requests_under_way, site.answers_of_house = keys.UnderWay(), keys.AnswersByKey()
    site.states = site.seen_states = site.views.also(encode, KIND)
    if site.later is not None:
        site.seen_states = site.seen_views.also(encode, f"{KIND} later")
    app.register_blueprint(routes.blueprint)
    app.register_blueprint(openapi.blueprint)
