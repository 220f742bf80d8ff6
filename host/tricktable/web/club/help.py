"""Calls for help from a table's pages: a guest's, a seat's, its host's. The club decides.

A guest's call is shown as one, counted by address, and a table has one open call at most.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, Response, abort, request, url_for

from tricktable.club.calls import GUEST, Caller, CallForHelp, EndCall
from tricktable.table.answers import Answer
from tricktable.text.language import _
from tricktable.web import limits
from tricktable.web.guards import allow_forms
from tricktable.web.site import site
from tricktable.web.tables import off_hub, table_or_404

if TYPE_CHECKING:
    pass

blueprint = Blueprint("help", __name__)


@blueprint.post("/t/<code>/help")
def call(code: str) -> Response:
    """Call the organiser to this table, as a guest."""
    table = table_or_404(code)
    limits.count_at("call", table.code)
    answer = tell(table.code, GUEST)
    if not answer.is_done:
        abort(409, answer.reason)
    return allow_forms(Response("", 303, {"Location": url_for("pages.table", code=table.code)}))


def tell(code: str, by: Caller, seat: int | None = None) -> Answer:
    """Call the organiser to this table; or end the call, if the form's `do` says so."""
    club = site().club
    if club is None:
        return Answer(False, _("There is no organiser here."))
    is_over = by != GUEST and request.form.get("do") == "end"
    return off_hub(club.ask, EndCall(code) if is_over else CallForHelp(code, by, seat))
