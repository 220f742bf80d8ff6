"""Whether the host is well, for a monitor, and its counters. Names nobody at a table."""

from importlib.metadata import version

from flask import Blueprint, Flask, Response, abort, jsonify
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from tricktable.text.language import _
from tricktable.web.guards import is_this_machine
from tricktable.web.site import site, site_of
from tricktable.web.tables import all_shown

blueprint = Blueprint("health", __name__)


def init_app(app: Flask) -> None:
    """Show a monitor how this app is, and count its answers."""
    app_site = site_of(app)
    app_site.metrics.watch_app(app, app_site.views.feed)
    if app_site.club is not None:
        app_site.metrics.watch_club(app_site.club, app_site.tables)
    app.register_blueprint(blueprint)


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


@blueprint.get("/metrics")
def metrics() -> Response:
    """All counters in Prometheus's text format, on this machine only."""
    if not is_this_machine():
        abort(403, _("Metrics can be read only on the host’s own machine."))
    counted = site().metrics
    return Response(generate_latest(counted.registry), content_type=CONTENT_TYPE_LATEST)
