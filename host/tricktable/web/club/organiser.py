"""The organiser's page: all tables at a glance, announcements to everybody, one lock for all.

Only for this machine or somebody with the host's token, as the host's console. Works without
JavaScript; with it, the page asks for itself again every two seconds.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec
from flask import Blueprint, Response, abort, current_app, render_template, request, url_for

from tricktable.table.club import announcements, locks
from tricktable.table.club.announcements import LONGEST, MINUTES, Announce, Withdraw
from tricktable.table.club.locks import LockAll, UnlockAll
from tricktable.table.views import LIVE, WITHOUT
from tricktable.text.language import _
from tricktable.web.guards import allow_forms, host_only, is_this_machine, token_to_repeat
from tricktable.web.guest.screen import Screen, screen
from tricktable.web.tables import all_views, off_hub

if TYPE_CHECKING:
    from tricktable.table.club.club import Club
    from tricktable.table.views import TableView

blueprint = Blueprint("club", __name__)

_ACTS: Final[Mapping[str, type[msgspec.Struct]]] = {
    "announce": Announce,
    "withdraw": Withdraw,
    "lock": LockAll,
    "unlock": UnlockAll,
}


class OneTable(NamedTuple):
    """A table at a glance."""

    it: Screen
    is_waiting: bool
    """Whether the organiser had better look there."""


@blueprint.route("/club", methods=["GET", "POST"])
@host_only
def page() -> Response:
    """All tables, those first that need somebody; a form's `do` says what to do for all of them."""
    club: Club = current_app.config["CLUB"] or abort(404)
    refusal, act = "", request.form.get("do", "")
    if act:
        asked = _read(act)
        refusal = asked if isinstance(asked, str) else ""
        if not isinstance(asked, str):
            answer = off_hub(club.ask, asked)
            refusal = "" if answer.is_done else answer.reason
        if not refusal and is_this_machine():
            return allow_forms(Response("", 303, {"Location": url_for("club.page")}))
    view = club.view()
    shown = render_template(
        "club.html",
        tables=sorted(map(_glance, all_views()), key=lambda each: not each.is_waiting),
        standing=view.of(announcements.PART).standing(datetime.now(UTC)),
        is_locked=view.of(locks.PART).is_on,
        trouble=_(view.trouble) if view.trouble else "",
        longest=LONGEST,
        minutes=MINUTES,
        refusal=refusal,
        token=token_to_repeat(),
    )
    return allow_forms(Response(shown, 409 if refusal else 200))


def _read(act: str) -> msgspec.Struct | str:
    """What the form asks for, or why it cannot be read."""
    kind = _ACTS.get(act) or abort(404)
    given = {name: said for name in kind.__struct_fields__ if (said := request.form.get(name))}
    try:
        asked: msgspec.Struct = msgspec.convert(given, kind, strict=False)
    except msgspec.ValidationError:
        return _("An announcement needs words, at most {most} letters of them.", most=LONGEST)
    return asked


def _glance(view: TableView) -> OneTable:
    it = screen(view)
    table = it.table
    is_waiting = bool(it.trouble or table.asked or table.board not in (LIVE, WITHOUT))
    return OneTable(it, is_waiting or bool(it.game and it.game.proved))
