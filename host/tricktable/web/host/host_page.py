"""The host's page: start a game, enter what no reader saw, correct what was recorded wrongly.

Only for this machine or somebody with the host's token. Every form is one request to the table, and
the table decides. A GET changes nothing, nor does a POST to a page itself.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial
from typing import Final, NamedTuple

from flask import Blueprint, Response, abort, render_template, request, url_for
from markupsafe import Markup

from tricktable.club.calls import HOST
from tricktable.rules.cards import COLOURS, WILD, Card, cards_in
from tricktable.rules.entries import Dealt, Moved, Played, Shown
from tricktable.rules.game import Header
from tricktable.rules.record import Record
from tricktable.store.journal import Full, Outage
from tricktable.table.answers import ASKS, Answer
from tricktable.table.table import Table
from tricktable.table.views import TableView
from tricktable.text.language import _
from tricktable.web import guests_address, invites, this_machine
from tricktable.web.club import help
from tricktable.web.game_choice import game_choices
from tricktable.web.guards import allow_forms, host_only, is_this_machine, token_to_repeat
from tricktable.web.guest import fragment
from tricktable.web.guest.rules_page import changed_rules
from tricktable.web.guest.screen import clean_names, screen
from tricktable.web.guest.sentences import Names
from tricktable.web.host import (
    corrections,
    entries,
    forget,
    forms,
    host_offers,
    new_game,
    phone_dismissal,
    shutdown,
    tables_overview,
    unfinished_game,
    write_lock,
)
from tricktable.web.host.advice import advice, enters_cards
from tricktable.web.site import site
from tricktable.web.table_registry import WifiWish
from tricktable.web.tables import ShownTables, all_shown, off_hub, table_or_404

blueprint = Blueprint("host", __name__, url_prefix="/host")

ROWS: Final = f"SHCD{WILD}{COLOURS}X"
"""The rows in the grid of cards; a game uses some of them."""
CHAIRS: Final = "chairs"
"""In a form that stands beside the choice of a game: the choice stays open behind it."""
EVERY: Final = "every"
"""Asks for the list of tables, even of one."""
MOST_IN_LINE: Final = (7, 5)
"""How many keys of 44 px fit beside each other on a phone, and on a small one."""


@blueprint.route("/", methods=["GET", "POST"])
@host_only
def index() -> Response:
    """The tables that can be managed; the only one itself, while nobody has played there."""
    there = all_shown()
    lobbies = [view.code for view in there.views if view.chairs]
    is_only = len(lobbies) == len(there.views) == 1 and not there.asleep
    if is_only and request.method == "GET" and EVERY not in request.args:
        return _page(table_or_404(lobbies[0]))  # at once: a redirect costs a phone half a second
    return _index(there)


def _index(there: ShownTables, refusal: str = "") -> Response:
    page = render_template(
        "host_index.html",
        tables=[screen(view) for view in there.views],
        asleep=there.asleep,
        can_open=tables_overview.has_registry(),
        has_club=site().club is not None,
        refusal=refusal,
        token=token_to_repeat(),
        can_shut_down=shutdown.is_offered(),
    )
    return allow_forms(Response(page, 409 if refusal else 200))


@blueprint.post("/open")
@host_only
def open_table() -> Response:
    """Open another table, and show its page."""
    try:
        code = off_hub(tables_overview.registry_or_404().open_table)
    except (Full, Outage) as fault:
        return _index(all_shown(), _("No table was opened: {fault}.", fault=_(fault.public)))
    return _redirect(code) if is_this_machine() else _page(table_or_404(code))


@blueprint.post("/t/<code>/close")
@host_only
def close_table(code: str) -> Response:
    """Close a table that was opened by mistake, and show the others."""
    table, here = table_or_404(code), tables_overview.registry_or_404()
    answer = write_lock.taken_up(table) or off_hub(here.close_table, table.code)
    if not answer.is_done:
        return _page(table, answer)
    if is_this_machine():
        return allow_forms(Response("", 303, {"Location": url_for("host.index", every=1)}))
    return _index(all_shown())


@blueprint.post("/t/<code>/board")
@host_only
def swap_boards(code: str) -> Response:
    """Swap the boards of this table and another."""
    table, here = table_or_404(code), tables_overview.registry_or_404()
    other = table_or_404(request.form.get("other", ""))
    answer = write_lock.taken_up(table) or off_hub(here.swap_boards, table.code, other.code)
    return _redirect(code) if answer.is_done and is_this_machine() else _page(table, answer)


@blueprint.post("/t/<code>/update-board")
@host_only
def update_board(code: str) -> Response:
    """Send this table's board the newer program; the table says how that goes on."""
    table, here = table_or_404(code), tables_overview.registry_or_404()
    answer = write_lock.taken_up(table) or off_hub(here.update_board, table.code)
    return _redirect(code) if answer.is_done and is_this_machine() else _page(table, answer)


@blueprint.post("/t/<code>/set-board")
@host_only
def set_board(code: str) -> Response:
    """Send this table's board the settings that were chosen; the table says how that goes on."""
    table, here, chosen = table_or_404(code), tables_overview.registry_or_404(), request.form
    wishes = {
        key.removeprefix(tables_overview.SET): int(value)
        for key, value in chosen.items()
        if key.startswith(tables_overview.SET) and value.isascii() and value.isdecimal()
    }
    words = (chosen.get(name, "") for name in WifiWish._fields)
    wifi = WifiWish(*words) if chosen.get("ssid") else None
    answer = write_lock.taken_up(table) or off_hub(here.set_board, table.code, wishes, wifi)
    return _redirect(code) if answer.is_done and is_this_machine() else _page(table, answer)


@blueprint.post("/t/<code>/address")
@host_only
def choose_address(code: str) -> Response:
    """Send guests to another address of this computer from now on."""
    table = table_or_404(code)
    if refusal := guests_address.choose(request.form.get("address", "")):
        return _page(table, Answer(False, refusal))
    return _redirect(code) if is_this_machine() else _page(table)


@blueprint.route("/t/<code>", methods=["GET", "POST"])
@host_only
def page(code: str) -> Response:
    """One table's page; `correct`, `try` and `new` open the form they name. Changes nothing."""
    table = table_or_404(code)
    trying = "" if "correct" in request.values else request.values.get(corrections.TRY, "")
    try:
        return _page(table, trying=trying)
    except forms.FormUnreadable as fault:
        abort(422, str(fault))


@blueprint.post("/t/<code>/help")
@host_only
def call_organiser(code: str) -> Response:
    """Call the organiser to this table, or say that nobody is needed any more."""
    table = table_or_404(code)
    answer = help.tell(table.code, HOST)
    return _redirect(code) if answer.is_done and is_this_machine() else _page(table, answer)


@blueprint.post("/t/<code>/<action>")
@host_only
def act(code: str, action: str) -> Response:
    """Pass the request to the table and show the result."""
    table = table_or_404(code)
    try:
        asked = forms.read(action, request.form) or abort(404)
    except forms.FormUnreadable as fault:
        abort(422, str(fault))
    seen = corrections.in_view_of()
    answer = write_lock.taken_up(table) or off_hub(table.ask, asked, in_view_of=seen)
    is_answered = answer.is_done or answer.because == ASKS
    if is_answered and is_this_machine():
        return _redirect(code)
    # A caller with a token has it only in the form. The view that was seen is shown as it is now.
    return _page(table, answer, action if seen and not answer.is_done else "", action)


@blueprint.post("/t/<code>/forget")
@host_only
def forget_name(code: str) -> Response:
    """Delete a name everywhere, once both questions have been answered."""
    table, name = table_or_404(code), request.form.get("name", "")
    if not name or request.form.get(forget.SURE) != forget.ASKED[-1]:
        abort(422, _("You will be asked twice before a name is deleted."))
    answer = write_lock.taken_up(table) or forget.forget(name)
    return _redirect(code) if answer.is_done and is_this_machine() else _page(table, answer)


@blueprint.post("/t/<code>/take")
@host_only
def take_write_lock(code: str) -> Response:
    """Take over keeping the score; whoever had it until now is told."""
    table = table_or_404(code)
    off_hub(table.take_write_lock, write_lock.requesting_page())
    return _redirect(code) if is_this_machine() else _page(table, Answer(True))


@blueprint.post("/t/<code>/give_pen_back")
@host_only
def give_back_write_lock(code: str) -> Response:
    """Keep the score no longer: the next host's page that writes does."""
    table = table_or_404(code)
    off_hub(table.give_back_write_lock, write_lock.requesting_page())
    return _redirect(code) if is_this_machine() else _page(table, Answer(True))


def _redirect(code: str) -> Response:
    """Redirect the browser to the host's page, so that no form is sent twice."""
    pen, new, rules = write_lock.requesting_page(), "", ""
    if CHAIRS in request.form and not request.path.endswith("/game"):
        # What is chosen beside the chairs stays chosen while people come and change places.
        new, rules = request.form.get("new", ""), request.form.get("rules", "")
    where = url_for("host.page", code=code, pen=pen or None, new=new or None, rules=rules or None)
    return allow_forms(Response("", 303, {"Location": where}))


def _page(
    table: Table, answer: Answer | None = None, trying: str = "", action: str = ""
) -> Response:
    asked = corrections.trial(trying)
    now = off_hub(table.snapshot, asked)  # at once, because the number of seats may change any time
    view, record, names = now.view, now.record, clean_names(now.view)
    tried = corrections.tried_action(now, trying, names)
    if isinstance(tried, Answer):
        answer, tried = tried, None
    is_asking = answer is None and tried is None
    leaving = unfinished_game.question(now, answer, action) if tried is None else None
    is_refused = answer is not None and not answer.is_done and answer.because != ASKS
    is_refused = is_refused and leaving is None  # a question is no refusal
    page = render_template(
        "host_table.html",
        **_of_the_table(view, record, names, now.presumed),
        other_seats=() if view.desk.is_paused else corrections.other_seats(now, names),
        correcting=_correction(record, names) if is_asking else None,
        tried=tried,
        pen=write_lock.for_page(),
        is_writer=write_lock.is_mine(now),
        keeps_score=now.writer == write_lock.requesting_page(),
        is_taking="take" in request.values and is_asking,
        history=now.history,
        forgetting=forget.question(table) if is_asking else None,
        revoking=phone_dismissal.question(now.places, names) if is_asking else None,
        leaving=leaving,
        left=now.left,
        refusal=answer.refusal if answer and is_refused else "",
        moving=_chair_to_move(view) if is_asking else None,
        start=new_game.start(request.values, now) if is_asking else None,
        places=now.places,
        fault=now.fault,
        tables_panel=tables_overview.panel(view),
    )
    return allow_forms(Response(page, 409 if is_refused else 200))


def _of_the_table(
    view: TableView, record: Record | None, names: Names, presumed: Collection[int] = ()
) -> Mapping[str, object]:
    """What the host's page always shows of the table, whatever was asked."""
    is_resting = view.desk.is_paused or view.deck_work is not None
    wifi = this_machine.open_wifi()
    opened = request.values.get(entries.OPEN, type=int)
    return {
        "names": names,
        "view": view.view,
        "table": view,
        "version": view.version,
        "fragment": fragment.render(view),
        "groups": host_offers.of_table(view, names) if not is_resting else (),
        "out_of_turn": _out_of_turn(view, record, names),
        "listed": [*entries.groups(record, names, opened, presumed)] if record else [],
        "opened_entry": opened,
        "is_resting": is_resting,
        "laid": view.card_means,
        "enters_cards": enters_cards(view),
        "advice": [*advice(view, names)],
        "house_rules": changed_rules(view.header) if view.header else (),
        "deck": deck_of(view.header),
        "seen": _cards_in_sight(record),
        "are_moved": record and any(isinstance(each.entry, Moved) for each in record.steps()),
        "games": game_choices(sum(map(bool, view.chairs))),
        "team_numbers": range(max(forms.TEAM_COUNTS)),
        "join": _join(view),
        "qr": Markup(invites.svg(_join(view))),
        "other_addresses": this_machine.other_addresses(),
        "wifi": wifi,
        "wifi_qr": Markup(invites.svg(wifi.code)) if wifi else "",
        "can_shut_down": shutdown.is_offered(),
        "token": token_to_repeat(),
        "address_of": partial(_address_of, view.code),
    }


def _address_of(code: str, action: str) -> str:
    """Where the form of this action goes; without an action, to the host's page itself."""
    if not action:
        return url_for("host.page", code=code)
    return url_for("host.act", code=code, action=action)


def _chair_to_move(view: TableView) -> int | None:
    """The chair whose person changes places, once a second one is touched."""
    seat = request.values.get("move", type=int)
    return seat if seat is not None and 0 <= seat < len(view.chairs) else None


def _correction(record: Record | None, names: Names) -> corrections.CorrectionChoice | None:
    seq = request.values.get("correct", type=int)
    return corrections.correction_choice(record, seq, names) if record and seq is not None else None


def _out_of_turn(
    view: TableView, record: Record | None, names: Names
) -> corrections.OutOfTurn | None:
    if record is None or view.view is None or view.desk.is_paused:
        return None
    return corrections.out_of_turn(record, view.view, names)


def _join(view: TableView) -> str:
    """The address that a phone scans: without a board, where it can sit down and lay its cards."""
    table = invites.address(this_machine.guests_url(), view.code)
    return f"{table}/seat" if view.has_free_seats else table


class GridRow(NamedTuple):
    """The cards of a suit or colour, as arranged in the grid of the host's page."""

    letter: str
    codes: tuple[str, ...]

    @property
    def per_line(self) -> tuple[int, int]:
        """How many stand in a line on a phone, and on a small one, so that no line is nearly empty.

        The last line has a few less, and its cards are wider.
        """
        count = len(self.codes)
        on_phone, on_small = (-(-count // -(-count // most)) for most in MOST_IN_LINE)
        return on_phone, on_small


def deck_of(header: Header | None) -> tuple[GridRow, ...]:
    """The game's cards by suit or colour."""
    if header is None:
        return ()
    rows: dict[str, list[str]] = {letter: [] for letter in ROWS}
    for card in cards_in(header.deck):
        rows[_row(card)].append(card.code)
    # High cards first; the number of an imitation or a joker is no rank.
    ordered = (
        (letter, codes if letter in (WILD, "X") else codes[::-1]) for letter, codes in rows.items()
    )
    return tuple(GridRow(letter, tuple(codes)) for letter, codes in ordered if codes)


def _row(card: Card) -> str:
    return "X" if card.code[0] == "X" else card.code[-1]


def _cards_in_sight(record: Record | None) -> frozenset[str]:
    """Cards of this deal that are face up or were played. Entering one again is probably a slip."""
    seen: set[str] = set()
    for step in record.steps() if record else ():
        if isinstance(step.entry, Dealt):
            seen.clear()
        elif isinstance(step.entry, (Played, Shown)):
            seen.add(step.entry.card.code)
    return frozenset(seen)
