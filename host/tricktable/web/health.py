"""Whether the host is well, for a monitor. Says nothing about the people at a table."""

from importlib.metadata import version

from flask import Blueprint, Response, jsonify

from tricktable.web.site import site
from tricktable.web.tables import all_shown

blueprint = Blueprint("health", __name__)


@blueprint.get("/healthz")
def healthz() -> tuple[Response, int]:
    """200 while every table's journal takes entries, else 503. Boards are reported, not judged."""
    views, asleep = all_shown()
    is_durable = all(view.trouble is None for view in views)
    feed = site().views.feed
    told = {
        "ok": is_durable,
        "version": version("tricktable"),
        "journal": "ok" if is_durable else "failing",
        "streams": sum(feed.streams.values()),
        "tables": {
            **{view.code: {"board": view.board} for view in views},
            **{each.code: {"board": None} for each in asleep},
        },
    }
    return jsonify(told), 200 if is_durable else 503
