"""How the host and whoever sits at a table see it as it is while spectators see it later.

A browser's stream carries no token. So theirs says only that something has changed, and they ask
for the table with the token that they have.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from flask import Blueprint, Response, abort, request, url_for
from markupsafe import Markup

from tricktable.table import seating
from tricktable.web.guards import is_host
from tricktable.web.guest import fragment
from tricktable.web.live import sse
from tricktable.web.site import site, site_of
from tricktable.web.tables import off_hub, public_view, spectators, table_or_404

if TYPE_CHECKING:
    from flask import Flask

    from tricktable.table.table import Table
    from tricktable.table.views import TableView

blueprint = Blueprint("changes", __name__)

KIND: Final = "changes"
SEAT_TOKEN: Final = "X-Seat-Token"


def init_app(app: Flask) -> None:
    """Serve this beside the pages, of the tables as they are."""
    site_of(app).changes = site_of(app).views.also(_encode, KIND)
    app.register_blueprint(blueprint)
    app.jinja_env.globals.update(followed=follow_attributes)


def _encode(view: TableView) -> bytes:
    """An event without a word about the table, except that it has changed."""
    return b"retry: %d\nevent: changed\ndata: %d\n\n" % (fragment.RETRY_MS, view.version)


def follow_attributes(code: str) -> Markup:
    """The attributes by which a page of the host's or of a seat follows its table."""
    if spectators() is None:
        return Markup(' data-live="{}"').format(url_for("live.stream", code=code))
    live, look = url_for("changes.stream", code=code), url_for("changes.look", code=code)
    return Markup(' data-live="{}" data-look="{}"').format(live, look)


@blueprint.get("/t/<code>/changes/live")
def stream(code: str) -> Response:
    """An event at once and with each change, for pages that then ask for the table."""
    return sse.answer(site().changes, table_or_404(code).code)


@blueprint.get("/t/<code>/changes")
def look(code: str) -> str:
    """The live part of a page: the table as it is for the host and whoever sits there."""
    if spectators() is None:
        abort(404)
    table = table_or_404(code)
    token = request.headers.get(SEAT_TOKEN, "").partition(".")[0]  # several: `seat/shared_phone.py`
    return fragment.render(view_for(table, token))


def view_for(table: Table, token: str) -> TableView:
    """The public view for the phone with this token, or for the host; a spectator's for others."""
    if is_host() or (token and off_hub(_sits, table, token)):
        return off_hub(table.view)
    return off_hub(public_view(table).view)


def _sits(table: Table, token: str) -> bool:
    return table.phone_view(seating.digest(token)).known.sits
