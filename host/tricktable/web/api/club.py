"""What the organiser can do for all tables: announcements, calls for help, the round, the lock."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from flask import Blueprint, Response, abort, current_app
from msgspec import Struct
from msgspec.json import Decoder

from tricktable.club import announcements, calls, locks, round_timer
from tricktable.club.announcements import Announce, Withdraw
from tricktable.club.calls import PROGRAM, AnswerCall, CallForHelp, EndCall
from tricktable.club.locks import LockAll, UnlockAll
from tricktable.club.round_timer import AddTime, EndTimer, PauseTimer, ResumeTimer, StartTimer
from tricktable.store.journal import CLUB
from tricktable.text.language import _
from tricktable.text.sentences import spoken
from tricktable.web.api import asked, keys, models
from tricktable.web.api.asking import (
    KEYED,
    NOT_SAVED,
    OF_CLUB,
    WITH_BODY,
    done_or_refused,
    host_within_limit,
)
from tricktable.web.api.described import CLUB_EVENING, EVENTS, Text, body, route
from tricktable.web.api.problems import Refusal
from tricktable.web.api.reading import answered, host_or_refused
from tricktable.web.live import sse
from tricktable.web.tables import all_shown, all_tables, no_table, off_hub

if TYPE_CHECKING:
    from tricktable.club.club import Club, ClubView
    from tricktable.club.round_timer import Timer
    from tricktable.web.club.overview import Glances, TableGlance
    from tricktable.web.club.pulse import Pulse

blueprint = Blueprint("api_club", __name__, url_prefix="/api/v1/club")

_ANNOUNCED: Final = Decoder(asked.AnnounceJson)
_CALLED: Final = Decoder(asked.CalledJson)
_BEGUN: Final = Decoder(asked.RoundMinutesJson)
_ADDED: Final = Decoder(asked.MoreTimeJson)


@blueprint.get("")
@route("readClub", models.ClubOverviewJson, tag=CLUB_EVENING, problems=("not-host", "missing"))
def read() -> Response:
    """The club, and every table at a glance. Recently used tables are woken. Only for the host."""
    host_or_refused()
    club, pulse = _club(), _pulse()
    pulse.looks()
    glances: Glances = current_app.config["GLANCES"]
    tables = all_shown()
    shown = [_table(each) for each in glances.of(tables.views, tables.codes_asleep)]
    return answered(models.ClubOverviewJson(_told(club.view(), True), shown))


@blueprint.get("/live")
@route(
    "followClub",
    Text(
        (EVENTS,),
        "A `changed` event when something changes in the club or at any table, not repeated until "
        "somebody has fetched the club; `beat` events every 2 s. The schema is that of an event's "
        "data.",
        1,
        models.ClubEvent,
    ),
    tag=CLUB_EVENING,
    problems=("missing",),
)
def live() -> Response:
    """A signal whenever something changes; then fetch the club.

    Server-sent events. Many changes may come as one.
    """
    return sse.answer(_pulse().beats, CLUB)


@blueprint.post("/announcements")
@route(
    "announce",
    models.ClubJson,
    tag=CLUB_EVENING,
    takes=asked.AnnounceJson,
    headers=OF_CLUB,
    problems=WITH_BODY,
)
def announce() -> Response:
    """Announce something to every table. At most three announcements show at once."""
    host_within_limit()
    said = body(_ANNOUNCED)
    return _do(Announce(said.text, said.minutes))


@blueprint.delete("/announcements/<int:announcement>")
@route(
    "withdrawAnnouncement",
    models.ClubJson,
    tag=CLUB_EVENING,
    headers=OF_CLUB,
    problems=KEYED,
)
def withdraw(announcement: int) -> Response:
    """Take an announcement back, by its id.

    The ids are in the answer of `readClub`.
    """
    host_within_limit()
    return _do(Withdraw(announcement))


@blueprint.post("/calls")
@route(
    "callOrganiser",
    models.ClubJson,
    tag=CLUB_EVENING,
    takes=asked.CalledJson,
    headers=OF_CLUB,
    problems=WITH_BODY,
)
def call() -> Response:
    """Call the organiser to a table. A table has at most one open call."""
    host_within_limit()
    code = body(_CALLED).table
    if code not in all_tables():
        raise Refusal("missing", no_table(code))
    return _do(CallForHelp(code, PROGRAM))


@blueprint.post("/calls/<code>/answer")
@route("answerCall", models.ClubJson, tag=CLUB_EVENING, headers=OF_CLUB, problems=KEYED)
def answer(code: str) -> Response:
    """Say that the organiser is coming to this table.

    The table shows that somebody is on the way. The call stays open until `endCall`.
    """
    host_within_limit()
    return _do(AnswerCall(code))


@blueprint.delete("/calls/<code>")
@route("endCall", models.ClubJson, tag=CLUB_EVENING, headers=OF_CLUB, problems=KEYED)
def end_call(code: str) -> Response:
    """Close this table's call for help.

    It can call again.
    """
    host_within_limit()
    return _do(EndCall(code))


@blueprint.put("/round")
@route(
    "startRound",
    models.ClubJson,
    tag=CLUB_EVENING,
    takes=asked.RoundMinutesJson,
    headers=OF_CLUB,
    problems=WITH_BODY,
)
def start() -> Response:
    """Start a round of this many minutes. It replaces a round that is running."""
    host_within_limit()
    return _do(StartTimer(body(_BEGUN).minutes))


@blueprint.delete("/round")
@route("endRound", models.ClubJson, tag=CLUB_EVENING, headers=OF_CLUB, problems=KEYED)
def end() -> Response:
    """End the round now, or dismiss the clock of one that is over.

    Games that are being played go on.
    """
    host_within_limit()
    return _do(EndTimer())


@blueprint.post("/round/pause")
@route("pauseRound", models.ClubJson, tag=CLUB_EVENING, headers=OF_CLUB, problems=KEYED)
def pause() -> Response:
    """Pause the round's clock.

    The time that is left is kept until `resumeRound`.
    """
    host_within_limit()
    return _do(PauseTimer())


@blueprint.post("/round/resume")
@route("resumeRound", models.ClubJson, tag=CLUB_EVENING, headers=OF_CLUB, problems=KEYED)
def resume() -> Response:
    """Resume the round's clock.

    It goes on with the time that was left.
    """
    host_within_limit()
    return _do(ResumeTimer())


@blueprint.post("/round/add")
@route(
    "prolongRound",
    models.ClubJson,
    tag=CLUB_EVENING,
    takes=asked.MoreTimeJson,
    headers=OF_CLUB,
    problems=WITH_BODY,
)
def add() -> Response:
    """Add minutes to the round.

    One minute unless the body says otherwise, also while the clock is paused.
    """
    host_within_limit()
    return _do(AddTime(body(_ADDED).minutes))


@blueprint.post("/lock")
@route("lockAll", models.ClubJson, tag=CLUB_EVENING, headers=OF_CLUB, problems=KEYED)
def lock() -> Response:
    """Lock every table: only hosts may enter anything. Cards on readers still count."""
    host_within_limit()
    return _do(LockAll())


@blueprint.post("/unlock")
@route("unlockAll", models.ClubJson, tag=CLUB_EVENING, headers=OF_CLUB, problems=KEYED)
def unlock() -> Response:
    """Unlock all tables, except those that are locked on their own.

    Cards on readers counted all the time.
    """
    host_within_limit()
    return _do(UnlockAll())


def _club() -> Club:
    club: Club = current_app.config["CLUB"] or abort(404)
    return club


def _pulse() -> Pulse:
    pulse: Pulse = current_app.config["PULSE"]
    return pulse


def _do(request: Struct) -> Response:
    """Ask the club, and answer with its state afterwards. Raises: Refusal."""
    club = _club()
    with keys.one_at_a_time(CLUB) as key:
        done = done_or_refused(off_hub(club.ask, request, key))
    return answered(_told(club.view(), done.is_saved), 200 if done.is_saved else NOT_SAVED)


def _told(view: ClubView, is_saved: bool) -> models.ClubJson:
    at = datetime.now(UTC)
    made = view.of(announcements.PART).standing(at)
    return models.ClubJson(
        [
            models.AnnouncementJson(each.id, each.text, each.at.isoformat(), each.until.isoformat())
            for each in made
        ],
        [
            models.CallJson(each.table, each.at.isoformat(), each.by, each.seat, each.is_answered)
            for each in view.of(calls.PART).open
        ],
        _round(view.of(round_timer.PART), at),
        view.of(locks.PART).is_on,
        _(view.trouble) if view.trouble else None,
        is_saved,
    )


def _round(timer: Timer, at: datetime) -> models.RoundTimerJson | None:
    state = timer.state(at)
    if state == round_timer.NONE:
        return None
    ends = timer.ends.isoformat() if timer.ends else None
    return models.RoundTimerJson(state, ends, round(timer.left(at), 1))


def _table(of: TableGlance) -> models.TableGlanceJson:
    return models.TableGlanceJson(
        code=of.code,
        is_asleep=of.is_asleep,
        game=of.game,
        where=of.where,
        headline=of.headline,
        newest=spoken(of.newest),
        question=of.question,
        faults=list(of.faults),
        board=of.board or None,
        names=list(of.names),
        is_paused=of.is_paused,
        is_locked=of.is_locked,
    )
