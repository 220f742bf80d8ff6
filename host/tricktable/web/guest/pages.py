"""The guests' two pages: the list of tables, and one table. They change nothing."""

from datetime import UTC, datetime

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from tricktable.table.scorebook import BREAK
from tricktable.table.views import TableView
from tricktable.web import captive
from tricktable.web.competition import lookup
from tricktable.web.guards import allow_forms, is_this_machine
from tricktable.web.guest import fragment
from tricktable.web.guest.screen import screen
from tricktable.web.guest.standings import date_of
from tricktable.web.tables import all_seen, off_hub, seen_or_404, table_or_404

blueprint = Blueprint("pages", __name__)
SEAT = "seat"
"""`?from=seat`: the way back leads to the seat's own page …"""
PLAYED = frozenset(
    {
        "attempt.of_game",
        "claim.of_table",
        "history.evening",
        "history.game",
        "puzzle.of_evening",
        "replay.of_game",
        "review.of_game",
    }
)
"""… as it does from each of these pages that such a page leads to."""


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
        competition=lookup.title(),
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
        competition=lookup.title(),
        ended=_end_date(view),
    )
    return allow_forms(Response(page))


def _end_date(view: TableView) -> str:
    """On which day the game at this table ended, if that was another evening; else empty."""
    if view.view is None or not view.view.is_over or not view.at:
        return ""
    at = datetime.fromisoformat(view.at)
    return date_of(at) if datetime.now(UTC) - at >= BREAK else ""


def is_from_seat() -> bool:
    """Whether the way back leads to a seat's own page."""
    return request.args.get("from") == SEAT


@blueprint.app_context_processor
def _knows_origin() -> dict[str, bool]:
    return {"is_from_seat": is_from_seat() and "code" in (request.view_args or {})}


@blueprint.app_url_defaults
def _keep_origin(endpoint: str, values: dict[str, object]) -> None:
    """Pages of what was played lead to others: from each there is the same way back."""
    if endpoint in PLAYED and is_from_seat():
        values.setdefault("from", SEAT)
