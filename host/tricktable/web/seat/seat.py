"""The routes of a seat's page: a phone sits down, sees what the seat may know, speaks for it.

The page that everybody can open holds no secret. Private parts are asked for with the phone's token
in a header, so the token is in no address, log or other page. A GET changes nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from flask import Blueprint, Response, abort, render_template, request

from tricktable.rules import codec
from tricktable.rules.entries import Dealt, Declared, Entry, Moved
from tricktable.rules.topics import topic_of
from tricktable.store.journal.phones import SITS
from tricktable.table import commands, seating
from tricktable.text.language import _
from tricktable.web import limits
from tricktable.web.guest import fragment
from tricktable.web.guest.screen import screen
from tricktable.web.host import forms
from tricktable.web.seat import seat_offers, seat_page
from tricktable.web.tables import off_hub, table_or_404

if TYPE_CHECKING:
    from tricktable.table.answering import Answer
    from tricktable.table.table import Table
    from tricktable.table.views import Sitting

blueprint = Blueprint("seat", __name__, url_prefix="/t/<code>/seat")

TOKEN_HEADER: Final = "X-Seat-Token"
MAX_TOKEN: Final = 64
"""No token is longer than this."""


@blueprint.get("")
def page(code: str) -> str:
    """The table as everybody sees it; the phone itself asks for its private part."""
    view = off_hub(table_or_404(code).view)
    heading = screen(view).heading
    live = fragment.render(view)
    return render_template("seat.html", code=view.code, heading=heading, fragment=live)


@blueprint.get("/own")
def mine(code: str) -> str:
    """What only this phone may know; for a phone without a seat, the list of seats."""
    return _own(table_or_404(code))


@blueprint.post("/claim")
def claim(code: str) -> Response:
    """Ask for a seat. Answers with the token that will identify the phone once it sits there."""
    table = table_or_404(code)
    limits.count("claim")
    seat = _number("seat")
    token = seating.new_token()
    address = request.environ.get("REMOTE_ADDR", "")
    answer = off_hub(table.claim, seat, seating.digest(token), address)
    if not answer.is_done:
        abort(409, answer.reason)
    return Response(msgspec.json.encode({"token": token}), 201, mimetype="application/json")


@blueprint.post("/leave")
def leave(code: str) -> str:
    """Give up the seat, or stop waiting for it."""
    table = table_or_404(code)
    limits.count("say")
    off_hub(table.leave, seating.digest(_token()))
    return _choosing(table)


@blueprint.post("/say")
def say(code: str) -> Response | tuple[str, int]:
    """Say something for this seat, and no other."""
    table = table_or_404(code)
    limits.count("say")
    sitting = _sitting(table)
    # Checked with each press: the host may have sent the phone away since the page was drawn.
    if sitting.known.state != SITS or sitting.seat is None:
        return _own(table, _("This phone has no seat.")), 403
    if request.form.get("seat") not in (None, "", str(sitting.seat)):
        return _own(table, _("A phone can speak only for its own seat.")), 403
    if sitting.table.desk.is_locked:
        return _own(table, _("The table is locked. Only the scorekeeper can do that.")), 409
    try:
        asked = _request(sitting, sitting.seat)
    except (forms.FormUnreadable, ValueError) as fault:
        abort(422, str(fault))
    reason = _say(table, sitting, sitting.seat, asked)
    return _own(table, reason), 409 if reason else 200


def _say(table: Table, sitting: Sitting, seat: int, asked: commands.Request) -> str:
    """Make the declaration. Returns why it cannot be made, or an empty string; repeats succeed."""
    is_now = _is_now(sitting, seat)
    # A bouncing finger, or an answer lost in the Wi-Fi: the second press does no harm.
    if not is_now and _was_said(sitting, asked):
        return ""
    if not is_now:
        return _("The table has moved on. Look again, then press once more.")
    answer: Answer = off_hub(table.ask, asked)
    return "" if answer.is_done else answer.reason


def _is_now(sitting: Sitting, seat: int) -> bool:
    """Whether the button was pressed on a page that is still current.

    Where several seats speak at once, each declaration moves the page on, but the offer stays.
    """
    assert sitting.record is not None
    if _number("game") != sitting.table.games:
        return False
    view = sitting.table.view
    assert view is not None
    offer = seat_offers.offered(view, seat, request.form["what"])
    if offer is not None and len(offer.seats) > 1:
        return True
    if offer is not None and topic_of(view.rules, offer.what).is_in_any_order:
        return True
    return _number("seq") == sitting.record.seq


def _was_said(sitting: Sitting, asked: commands.Request) -> bool:
    """Whether this is a repeated press: the record already has it, entered since that moment."""
    entry = _entry(asked)
    assert sitting.record is not None
    if entry is None or _number("game") != sitting.table.games:
        return False
    since = _number("seq")
    wanted = codec.fields_of(entry)
    return any(
        step.seq > since and codec.fields_of(step.entry) == wanted
        for step in sitting.record.steps()
    )


def _entry(asked: commands.Request) -> Entry | None:
    match asked:
        case commands.Declare(topic, seat, value):
            return Declared(seat, topic, value)
        case commands.Move(seat, source, target, count):
            return Moved(seat, source, target, count, None)
        case commands.Deal(dealer):
            return Dealt(dealer)
    return None


def _request(sitting: Sitting, seat: int) -> commands.Request:
    """The form as a request, for this seat, or for the table if the table says it."""
    assert sitting.table.view is not None
    what = request.form.get("what", "")
    offer = seat_offers.offered(sitting.table.view, seat, what)
    speaker = None if offer is not None and None in offer.seats else seat
    fields = request.form.copy()
    fields["seat"] = "" if speaker is None else str(speaker)
    asked = forms.read(forms.SAY, fields)
    assert asked is not None
    return asked


def _own(table: Table, refusal: str = "") -> str:
    token = _token()
    if not token:
        return _choosing(table)
    it = off_hub(lambda: seat_page.seat_screen(table.sitting(seating.digest(token))))
    return render_template("_seat.html", it=it, refusal=refusal, code=table.code)


def _choosing(table: Table) -> str:
    now = off_hub(table.snapshot)
    it = seat_page.chooses(now.places, now.view)
    return render_template("_seat.html", it=it, refusal="", code=table.code)


def _sitting(table: Table) -> Sitting:
    sitting: Sitting = off_hub(table.sitting, seating.digest(_token()))
    return sitting


def _token() -> str:
    return request.headers.get(TOKEN_HEADER, "")[:MAX_TOKEN]


def _number(field: str) -> int:
    given = request.form.get(field, "")
    if not (given.isascii() and given.isdecimal()) or len(given) > 9:
        abort(422, _("The form could not be read."))
    return int(given)
