"""The host's control over phones: which ones have seats at a table."""

from __future__ import annotations

from flask import Blueprint, Response

from tricktable.table import commands
from tricktable.web.api import models
from tricktable.web.api.asking import KEY, KEYED, ask, done, writable
from tricktable.web.api.described import PHONES, route

blueprint = Blueprint("api_phones", __name__, url_prefix="/api/v1/tables/<code>/seats")


def _do(code: str, word: commands.Request) -> Response:
    return done(ask(writable(code), word))


@blueprint.post("/<int:seat>/let-in")
@route("letPhoneIn", models.DoneJson, tag=PHONES, headers=KEY, problems=KEYED)
def let_in(code: str, seat: int) -> Response:
    """Accept the phone that asks for this seat, without a button press.

    The phones that ask are listed in the table's `waiting`.
    """
    return _do(code, commands.LetIn(seat))


@blueprint.delete("/<int:seat>/phone")
@route("sendPhoneAway", models.DoneJson, tag=PHONES, headers=KEY, problems=KEYED)
def send_away(code: str, seat: int) -> Response:
    """Remove the phone from this seat.

    The seat is free for another phone; `giveSeatBack` returns it.
    """
    return _do(code, commands.SendAway(seat))


@blueprint.post("/<int:seat>/give-back")
@route("giveSeatBack", models.DoneJson, tag=PHONES, headers=KEY, problems=KEYED)
def give_back(code: str, seat: int) -> Response:
    """Return the seat to the phone that had it before.

    For a phone that was replaced by mistake.
    """
    return _do(code, commands.GiveBack(seat))


@blueprint.post("/open")
@route("openSeats", models.DoneJson, tag=PHONES, headers=KEY, problems=KEYED)
def open_seats(code: str) -> Response:
    """Let any phone take a free seat, at a table without a board's buttons.

    Until `closeSeats`, nobody has to accept a phone.
    """
    return _do(code, commands.OpenSeats())


@blueprint.post("/close")
@route("closeSeats", models.DoneJson, tag=PHONES, headers=KEY, problems=KEYED)
def close_seats(code: str) -> Response:
    """Require each phone to be accepted again.

    Phones that have seats keep them.
    """
    return _do(code, commands.CloseSeats())
