"""What the host takes home: records, scores for a spreadsheet, the evening on paper.

Only for the host, because a record reveals hands. Asked for with GET on this machine, or with POST
and the token; neither changes anything.
"""

import re

from flask import Blueprint, Response, abort, render_template, request

from tricktable.table.scorebook import Scoresheet
from tricktable.table.table import Table
from tricktable.text.language import _
from tricktable.web.guards import allow_forms, host_only, token_to_repeat
from tricktable.web.guest.history import past_corrections, record_of
from tricktable.web.host import printout
from tricktable.web.site import site
from tricktable.web.tables import off_hub, table_or_404

blueprint = Blueprint("export", __name__, url_prefix="/host/t/<code>/export")

_METHODS = ["GET", "POST"]


@blueprint.route("/record", methods=_METHODS)
@host_only
def record(code: str) -> Response:
    """The record of one game: the newest, unless `game` gives its number at this table."""
    table = table_or_404(code)
    number = request.values.get("game", type=int) or off_hub(table.view).games
    lines = record_of(table.code, table.rows, number)
    if not lines:
        abort(404, _("There is no such game at this table."))
    return _file("\n".join([*lines, ""]), "application/jsonl", f"{table.code}-{number}.jsonl")


@blueprint.route("/scores", methods=_METHODS)
@host_only
def scores(code: str) -> Response:
    """The scores of the evening for a spreadsheet."""
    table = table_or_404(code)
    games = evening_of(table)
    began = games[0].began.astimezone().date().isoformat()
    text = off_hub(printout.scores, table.code, games)
    return _file(text, "text/csv", f"{table.code}-{began}.csv")


@blueprint.route("/sheet", methods=_METHODS)
@host_only
def print_evening(code: str) -> Response:
    """The evening on one sheet of paper."""
    table = table_or_404(code)
    it = off_hub(printout.printout, evening_of(table))
    page = render_template("printout.html", code=table.code, it=it, token=token_to_repeat())
    return allow_forms(Response(page))


def evening_of(table: Table) -> list[Scoresheet]:
    """The games of the table's evening; ends the request with 404 if none has begun."""
    past = site().evenings
    games: list[Scoresheet] = off_hub(past.games, table, past_corrections())
    return games or abort(404, _("No game has begun at this table."))


def _file(text: str, kind: str, name: str) -> Response:
    answer = Response(text, mimetype=kind)
    safe = re.sub(r"[^A-Za-z0-9.-]", "-", name)  # a code may have been chosen by hand
    answer.headers["Content-Disposition"] = f'attachment; filename="{safe}"'
    return answer
