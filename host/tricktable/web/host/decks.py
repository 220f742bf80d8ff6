"""The host's deck page: enrol with live progress, repair, check, rename, export, import, delete.

Only for the host. Work at a reader goes through the table, whose game waits meanwhile; work on a
whole deck goes to the shelf. A GET changes nothing, nor does a POST to the page itself.
"""

import re
from collections.abc import Callable, Mapping
from typing import Final

from anyascii import anyascii
from flask import Blueprint, Response, abort, render_template, request, url_for
from werkzeug.datastructures import FileStorage

from tricktable.store.decks import CUT, KINDS, MAX_FILE_BYTES, BadDeck, Folder, is_cut
from tricktable.store.decks.club_shelf import ClubShelf
from tricktable.store.decks.deck import MAX_NAME_CODES
from tricktable.table import commands, notes
from tricktable.table.table import Table
from tricktable.text.language import _
from tricktable.text.unfit import Unfit, fit
from tricktable.web import shelf_changes
from tricktable.web.guards import (
    TOKEN_FIELD,
    allow_forms,
    host_only,
    is_this_machine,
    token_to_repeat,
)
from tricktable.web.guest import fragment
from tricktable.web.tables import all_tables, off_hub, table_or_404

blueprint = Blueprint("decks", __name__, url_prefix="/host/decks")

TABLE_FIELD: Final = "table"
AT_A_READER: Final[Mapping[str, type[commands.DeckRequest]]] = {
    "enrol": commands.Enrol,
    "replace": commands.ReplaceCard,
    "check": commands.CheckDeck,
    "control": commands.MakeControl,
    "forget": commands.ForgetControls,
    "play": commands.PlayWith,
    "tend": commands.DeckWorkStep,
}
"""The table requests that the page's forms make, by the last part of their address."""
COLOURS: Final = ("red", "blue", "green", "black")
"""Colours offered as buttons; any other can be typed."""


@blueprint.route("", methods=["GET", "POST"])
@host_only
def index() -> Response:
    """The decks, and any work on one that is under way at a reader."""
    return _page(_table())


@blueprint.post("/export")
@host_only
def export() -> Response:
    """A deck as a file to save."""
    name = request.form.get("deck", "")
    try:
        file = shelf_changes.file_of(name)
    except BadDeck as fault:
        abort(404, shelf_changes.sentence_of(fault))
    stem = re.sub(r"[^a-z0-9]+", "-", anyascii(name).lower()).strip("-") or "deck"
    answer = Response(file, mimetype="application/json")
    answer.headers["Content-Disposition"] = f'attachment; filename="{stem}.json"'
    return answer


@blueprint.post("/<action>")
@host_only
def act(action: str) -> Response:
    """Do what a form asks, and show the result."""
    table = _table()
    if action in AT_A_READER:
        refusal = _at_a_reader(table, action)
    elif action in WITH_THE_SHELF:
        refusal = _with_the_shelf(action)
    else:
        abort(404)
    if not refusal and is_this_machine():
        where = url_for("decks.index", table=table.code)
        return allow_forms(Response("", 303, {"Location": where}))
    return _page(table, refusal)  # a caller with a token has it only in the form


def _table() -> Table:
    """The table whose readers are used: the one named, or the first."""
    code = request.values.get(TABLE_FIELD) or next(iter(all_tables()), "")
    return table_or_404(code)


def _at_a_reader(table: Table, action: str) -> str:
    """Ask the table. Returns why it refuses, or an empty string."""
    given = {key: value for key, value in request.form.items() if value}
    fields = {key: value for key, value in given.items() if key not in (TOKEN_FIELD, TABLE_FIELD)}
    try:
        asked = fit(fields, AT_A_READER[action], strict=False)
    except Unfit as fault:
        abort(422, _("The form could not be read: {fault}.", fault=fault))
    answer = off_hub(table.ask, asked)
    return "" if answer.is_done else answer.reason


def _with_the_shelf(action: str) -> str:
    """Do it. Returns why it cannot be done, or an empty string."""
    try:
        change = WITH_THE_SHELF[action](request.form.to_dict(), request.files.get("file"))
    except BadDeck as fault:
        return shelf_changes.sentence_of(fault)
    return shelf_changes.refusal_of(change)


def _take_in(form: Mapping[str, str], file: FileStorage | None) -> shelf_changes.Change:
    if file is None or not file.filename:
        raise BadDeck("choose a deck file first")
    return shelf_changes.take_in(file.stream.read(MAX_FILE_BYTES + 1), form.get("name", ""))


WITH_THE_SHELF: Final[
    Mapping[str, Callable[[Mapping[str, str], FileStorage | None], shelf_changes.Change]]
] = {
    "rename": lambda form, _: shelf_changes.rename(
        form.get("deck", ""), form.get("name", ""), form.get("colour", "")
    ),
    "delete": lambda form, _: shelf_changes.delete(form.get("deck", "")),
    "import": _take_in,
}
"""The changes of whole decks that the page's forms make, by the last part of their address."""


def _page(table: Table, refusal: str = "") -> Response:
    view, shelf = off_hub(table.view), table.shelf
    decks, begun = off_hub(lambda: (table.decks, shelf.enrolments))
    page = render_template(
        "host_decks.html",
        table=view,
        codes=[*all_tables()],
        fragment=fragment.render(view),
        now=view.deck_work,
        decks=[(deck, KINDS[deck.kind].codes) for deck in decks.decks],
        in_play=decks.in_play,
        cut=[(deck.name, _(CUT)) for deck in decks.decks if is_cut(deck)],
        controls=decks.controls.counts,
        said=notes.CONTROLS,
        begun=begun,
        faults=shelf.faults if isinstance(shelf, Folder | ClubShelf) else (),
        colours=COLOURS,
        name_codes=MAX_NAME_CODES,
        kinds=[(kind.name, _(kind.title)) for kind in KINDS.values()],
        refusal=refusal,
        token=token_to_repeat(),
    )
    return allow_forms(Response(page, 409 if refusal else 200))
