"""The host's JSON API under /api/v1: programs read tables and act on them here.

The pages do not need it. It uses the same tables, guards and limits as they do.
A route is a row of the table in `routes`; what a row says is in `route`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tricktable.web.api import keys, openapi, routes
from tricktable.web.api.states import encode

if TYPE_CHECKING:
    from flask import Flask

    from tricktable.table.views import TableView
    from tricktable.web.live.broadcast import Broadcast

KIND = "api"
"""Keeps the stream of states apart from the pages' stream."""


def init_app(app: Flask, views: Broadcast[TableView], seen: Broadcast[TableView]) -> None:
    """Serve the API for this app's tables; `views` publishes them, `seen` does so to spectators."""
    keys.init_app(app)
    app.config["STATES"] = views.also(encode, KIND)
    is_later = seen is not views
    app.config["SEEN_STATES"] = (
        seen.also(encode, f"{KIND} later") if is_later else app.config["STATES"]
    )
    app.register_blueprint(routes.blueprint)
    app.register_blueprint(openapi.blueprint)
