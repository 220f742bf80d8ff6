"""The guests' two pages: the list of tables, and one table. They change nothing."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from tricktable.web import captive
from tricktable.web.competition import reading
from tricktable.web.guards import allow_forms, is_this_machine
from tricktable.web.guest import fragment
from tricktable.web.guest.screen import screen
from tricktable.web.tables import all_seen, off_hub, seen_or_404, table_or_404

blueprint = Blueprint("pages", __name__)


@blueprint.get("/")
def index() -> str | AnyResponse:
    """The tables of this host; leads on to one whose code was typed."""
    if code := request.args.get("code", "").strip():
        return redirect(url_for("pages.table", code=table_or_404(code).code))
    there = all_seen()
    return render_template(
        "index.html",
        tables=[screen(view) for view in there.views],
        asleep=there.asleep,
        is_host=is_this_machine(),
        competition=reading.title(),
    )


@blueprint.get("/t/<code>")
def table(code: str) -> Response:
    """One table; complete without the stream and without JavaScript."""
    view = off_hub(seen_or_404(code).view)
    game = view.header.rules if view.header else None
    page = render_template(
        "table.html",
        lesson=game if game and game.lesson.is_given else None,
        code=view.code,
        heading=screen(view).heading,
        fragment=fragment.render(view),
        wifi=captive.wifi_here(),
        competition=reading.title(),
    )
    return allow_forms(Response(page))
