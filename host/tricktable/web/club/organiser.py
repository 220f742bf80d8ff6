"""The organiser's page: all tables at a glance, calls for help, the round, announcements, the lock.

Only for this machine or somebody with the host's token, as the host's page. Works without
JavaScript; with it, the page asks for itself again whenever it is told that something has changed.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Final, NamedTuple

import msgspec
from flask import Blueprint, Response, abort, render_template, request, url_for

from tricktable.club import announcements, calls, locks, round_timer
from tricktable.club.announcements import LONGEST, LONGEST_CODES, MINUTES, Announce, Withdraw
from tricktable.club.calls import AnswerCall, Call, EndCall
from tricktable.club.club import ClubView
from tricktable.club.locks import LockAll, UnlockAll
from tricktable.club.notices import notices
from tricktable.club.round_timer import AddTime, EndTimer, PauseTimer, ResumeTimer, StartTimer
from tricktable.store.journal import CLUB
from tricktable.text.language import _, message
from tricktable.web.club.overview import TableGlance
from tricktable.web.guards import allow_forms, host_only, is_this_machine, token_to_repeat
from tricktable.web.live import sse
from tricktable.web.site import site
from tricktable.web.tables import all_shown, off_hub

blueprint = Blueprint("club", __name__)

ACTS: Final[Mapping[str, type[msgspec.Struct]]] = {
    "announce": Announce,
    "withdraw": Withdraw,
    "lock": LockAll,
    "unlock": UnlockAll,
    "answer": AnswerCall,
    "end_call": EndCall,
    "start": StartTimer,
    "pause": PauseTimer,
    "resume": ResumeTimer,
    "add": AddTime,
    "end": EndTimer,
}
"""What each form's `do` asks for."""
_UNREADABLE: Final[Mapping[str, str]] = {
    "announce": message("An announcement needs words, at most {most} letters of them."),
    "start": message("A round lasts 1 to {longest} minutes."),
}
ROUND_MIN: Final = 20
"""How long a round is unless somebody says otherwise."""


class ShownCall(NamedTuple):
    """A call for help, as it is shown."""

    call: Call
    who: str
    minutes: int
    """How long it has waited."""

    @property
    def since_ms(self) -> int:
        """When it came, in milliseconds since 1970 (UTC)."""
        return round(1000 * self.call.at.timestamp())


@blueprint.get("/club/live")
def live() -> Response:
    """An event whenever something has changed, for the page that then asks for itself."""
    return sse.answer(site().pulse.beats, CLUB)


@blueprint.route("/club", methods=["GET", "POST"])
@host_only
def page() -> Response:
    """All tables, those first that need somebody; a form's `do` says what to do for all of them."""
    club = site().club or abort(404)
    refusal, act = "", request.form.get("do", "")
    if act:
        asked = _read(act)
        refusal = asked if isinstance(asked, str) else ""
        if not isinstance(asked, str):
            answer = off_hub(club.ask, asked)
            refusal = "" if answer.is_done else answer.reason
        if not refusal and is_this_machine():
            return allow_forms(Response("", 303, {"Location": url_for("club.page")}))
    site().pulse.looks()
    view, now = club.view(), datetime.now().astimezone()
    tables, glances = all_shown(), site().glances
    shown = glances.of(tables.views, tables.codes_asleep)
    page = render_template(
        "club.html",
        calls=_calls(view, {each.code: each for each in shown}, now),
        tables=_by_need(shown, {each.table for each in view.of(calls.PART).open}),
        standing=view.of(announcements.PART).current(now),
        clock=notices(view, now, 0).to_all.clock,
        is_locked=view.of(locks.PART).is_on,
        trouble=_(view.trouble) if view.trouble else "",
        longest_codes=LONGEST_CODES,
        unsent=request.form.get("text", "") if refusal else "",
        minutes=MINUTES,
        round_min=ROUND_MIN,
        refusal=refusal,
        token=token_to_repeat(),
    )
    return allow_forms(Response(page, 409 if refusal else 200))


def _read(act: str) -> msgspec.Struct | str:
    """What the form asks for, or why it cannot be read."""
    kind = ACTS.get(act) or abort(404)
    given = {name: said for name in kind.__struct_fields__ if (said := request.form.get(name))}
    try:
        asked: msgspec.Struct = msgspec.convert(given, kind, strict=False)
    except msgspec.ValidationError:
        words = _UNREADABLE.get(act) or abort(422)
        return _(words, most=LONGEST, longest=round_timer.LONGEST_MIN)
    return asked


def _by_need(tables: list[TableGlance], called: set[str]) -> list[TableGlance]:
    """Those that called come first, then those that need somebody; those that sleep come last."""
    return sorted(
        tables, key=lambda each: (each.code not in called, not each.is_waiting, each.is_asleep)
    )


def _calls(view: ClubView, tables: Mapping[str, TableGlance], now: datetime) -> list[ShownCall]:
    return [
        ShownCall(
            each, _caller(each, tables.get(each.table)), int((now - each.at).total_seconds()) // 60
        )
        for each in view.of(calls.PART).open
    ]


def _caller(call: Call, table: TableGlance | None) -> str:
    """Who called, in words."""
    if call.by == calls.SEAT and call.seat is not None:
        names = table.names if table else ()
        return (
            names[call.seat] if call.seat < len(names) else _("Seat {number}", number=call.seat + 1)
        )
    return {
        calls.GUEST: _("a guest"),
        calls.SEAT: _("a seat’s phone"),
        calls.HOST: _("the table’s host"),
        calls.BOARD: _("the table’s keys"),
        calls.PROGRAM: _("a program"),
    }[call.by]
