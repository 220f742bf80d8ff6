"""The host's console: begin a game, enter what no reader saw, put right what was recorded wrongly.

Only for this machine or whoever has the host's token. Every form is one request to the table; the
table decides. A GET, and a POST to a page itself, changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import msgspec
from flask import Blueprint, Response, abort, current_app, render_template, request, url_for
from markupsafe import Markup

from tricktable import requests
from tricktable.games import GAMES
from tricktable.games.torite import LOWEST_RANK
from tricktable.rules.cards import RANKS
from tricktable.rules.entries import Dealt, Declared, Happening, Held, Played, Shown
from tricktable.rules.record import Record
from tricktable.service import fragment, invites
from tricktable.service import names as people
from tricktable.service.guards import (
    TOKEN_FIELD,
    allow_forms,
    given_token,
    host_only,
    is_this_machine,
)
from tricktable.service.guest import clean_names, screen
from tricktable.service.parts import Name, Picture, Sentence, sentence
from tricktable.service.settings import ServiceSettings
from tricktable.service.sheets.torite import FOUR_SUITS
from tricktable.service.tables import all_views, off_hub, table_or_404

if TYPE_CHECKING:
    from tricktable.table import Answer, Table, TableView

blueprint = Blueprint("host", __name__, url_prefix="/host")

ACTIONS: Final[Mapping[str, type[requests.Request]]] = {
    "game": requests.NewGame,
    "deal": requests.Deal,
    "declare": requests.Declare,
    "lay": requests.Lay,
    "strike": requests.Strike,
    "correct": requests.Correct,
    "reply": requests.Reply,
    "undo": requests.Undo,
    "redo": requests.Redo,
    "rename": requests.Rename,
}
"""What the console's forms ask for, by the last word of their address."""

PLAYERS: Final = (3, 4)


@dataclass(frozen=True, slots=True)
class Line:
    """One entry as the console lists it."""

    seq: int
    words: Sentence
    is_struck: bool
    can_be_corrected: bool


@blueprint.route("/", methods=["GET", "POST"])
@host_only
def index() -> Response:
    """The tables that may be managed."""
    tables = [screen(view) for view in all_views()]
    page = render_template("host_index.html", tables=tables, token=_token_to_repeat())
    return allow_forms(Response(page))


@blueprint.route("/t/<code>", methods=["GET", "POST"])
@host_only
def console(code: str) -> Response:
    """One table's console; `correct` opens the form for that entry."""
    return _page(table_or_404(code))


@blueprint.post("/t/<code>/<action>")
@host_only
def act(code: str, action: str) -> Response:
    """Ask the table; show what came of it."""
    table = table_or_404(code)
    answer = off_hub(table.ask, _request_of(action))
    if answer.is_done and is_this_machine():
        return allow_forms(Response("", 303, {"Location": url_for("host.console", code=code)}))
    return _page(table, answer)  # whoever came with a token has it in the form alone


def _request_of(action: str) -> requests.Request:
    """The form as a request; ends with 404 or 422 if it is none."""
    form = ACTIONS.get(action) or abort(404)
    fields: dict[str, Any] = {
        key: value for key, value in request.form.items() if value and key != TOKEN_FIELD
    }
    if "names" in fields:
        fields["names"] = [people.shown(name, "") for name in request.form.getlist("names")]
    if "name" in fields:
        fields["name"] = people.shown(fields["name"], "")
    try:
        return msgspec.convert(fields, form, strict=False)
    except msgspec.ValidationError as fault:
        abort(422, f"This form cannot be read: {fault}.")


def _page(table: Table, answer: Answer | None = None) -> Response:
    view, record = off_hub(lambda: (table.view(), table.record()))
    correcting = request.values.get("correct", type=int) if answer is None else None
    lines = list(_lines(record, clean_names(view))) if record else []
    page = render_template(
        "host_table.html",
        it=screen(view),
        names=clean_names(view),
        view=view.view,
        version=view.version,
        fragment=fragment.render(view),
        lines=lines[::-1],
        correcting=next((line for line in lines if line.seq == correcting), None),
        corrected=record.worded(correcting) if record and correcting else None,
        refusal=answer.reason if answer and not answer.is_done else "",
        deck=_deck(view),
        seen=_seen(record),
        players=PLAYERS,
        game=next(iter(GAMES.values())),
        join=_join(view.code),
        qr=Markup(invites.svg(_join(view.code))),
        token=_token_to_repeat(),
    )
    is_refused = answer is not None and not answer.is_done
    return allow_forms(Response(page, 409 if is_refused else 200))


def _token_to_repeat() -> str:
    """The token for the page's own forms; nothing on this machine, which needs none."""
    return "" if is_this_machine() else given_token()


def _join(code: str) -> str:
    settings: ServiceSettings = current_app.config["SERVICE"]
    return invites.address(settings.guests_url(int(request.environ["SERVER_PORT"])), code)


def _deck(view: TableView) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The cards of the game by suit, as they stand in the console's grid."""
    lowest = 2
    if view.header is not None and view.header.game == "torite":
        lowest = LOWEST_RANK.get(view.header.players, 2)
    return tuple((suit, tuple(rank + suit for rank in RANKS[lowest - 2 :])) for suit in FOUR_SUITS)


def _seen(record: Record | None) -> frozenset[str]:
    """Cards that lie open or have been played: entering one again is probably a slip."""
    if record is None:
        return frozenset()
    return frozenset(
        step.entry.card.code for step in record.steps() if isinstance(step.entry, (Played, Shown))
    )


def _lines(record: Record, names: tuple[str, ...]) -> Iterator[Line]:
    for seq in range(1, record.seq + 1):
        entry = record.worded(seq)
        if entry is not None:
            words = _entry_words(entry, names)
            can_be_corrected = isinstance(entry, (Dealt, Declared, Played, Shown))
            yield Line(seq, words, record.step(seq) is None, can_be_corrected)


def _entry_words(entry: Happening, names: tuple[str, ...]) -> Sentence:
    match entry:
        case Dealt(dealer):
            return sentence("{who} deals", who=Name(names[dealer]))
        case Played(seat, card):
            return sentence("{who} {card}", who=Name(names[seat]), card=Picture(card.code))
        case Shown(None, card):
            return sentence("Set aside: {card}", card=Picture(card.code))
        case Shown(seat, card) if seat is not None:
            return sentence("{who} kept {card}", who=Name(names[seat]), card=Picture(card.code))
        case Held(seat, _):  # which card it is stays between the table and its owner
            return sentence("{who}: a card was read in the hand", who=Name(names[seat]))
        case Declared(seat, topic, _) if seat is not None:
            return sentence("{who}: {topic}", who=Name(names[seat]), topic=topic)
        case _:
            return (type(entry).__name__,)
