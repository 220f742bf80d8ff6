"""What the organiser can do for all tables: announcements, calls for help, the round, the lock."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, TypeVar

from flask import Response, abort
from msgspec import Struct

from tricktable.club import announcements, calls, locks, round_timer
from tricktable.club.announcements import Announce, Withdraw
from tricktable.club.calls import PROGRAM, AnswerCall, CallForHelp, EndCall
from tricktable.club.club import Club, ClubView
from tricktable.club.locks import LockAll, UnlockAll
from tricktable.club.round_timer import (
    AddTime,
    EndTimer,
    PauseTimer,
    ResumeTimer,
    StartTimer,
    Timer,
)
from tricktable.store.journal import CLUB
from tricktable.text.language import _
from tricktable.text.sentences import spoken
from tricktable.web.api import bodies, models, request_key
from tricktable.web.api.dispatch import KEY, KEYED, ReadRoute, TypedRoute, done_or_refused, status
from tricktable.web.api.problems import Refusal
from tricktable.web.api.route import ANYBODY, CLUB_EVENING, HOST, RouteCall
from tricktable.web.api.shapes import EVENTS, NOTHING, Json, Text, body
from tricktable.web.club.overview import TableGlance
from tricktable.web.club.pulse import Pulse
from tricktable.web.live import sse
from tricktable.web.site import site
from tricktable.web.tables import all_shown, all_tables, no_table, off_hub

R = TypeVar("R")
_FOLLOWED: Final = Text(
    (EVENTS,),
    "A `changed` event when something changes in the club or at any table, not repeated until "
    "somebody has fetched the club; `beat` events every 2 s. The schema is that of an event's "
    "data.",
    1,
    models.ClubEvent,
)


def _overview(_call: RouteCall[None]) -> models.ClubOverviewJson:
    club, pulse = _club(), _pulse()
    pulse.looks()
    glances = site().glances
    tables = all_shown()
    shown = [_table(each) for each in glances.of(tables.views, tables.codes_asleep)]
    return models.ClubOverviewJson(_as_json(club.view(), True), shown)


def _call_for_help(call: RouteCall[bodies.CalledJson]) -> CallForHelp:
    code = call.read.table
    if code not in all_tables():
        raise Refusal("missing", no_table(code))
    return CallForHelp(code, PROGRAM)


@dataclass(frozen=True)
class ClubRoute(TypedRoute[R]):
    """A row that asks something of the club, and answers with its state afterwards."""

    do: Callable[[RouteCall[R]], Struct]
    """Makes the club's request."""

    of_kind = KEYED
    may_wait = True
    headers = (KEY,)
    shape = models.ClubJson

    def answer(self, call: RouteCall[R]) -> Response:
        """The club, when it is done."""
        word, club = self.do(call), _club()
        with request_key.one_at_a_time(CLUB) as key:
            answer = done_or_refused(off_hub(club.ask, word, key))
        return Json(models.ClubJson).answer(_as_json(club.view(), answer.is_saved), status(answer))


def _club() -> Club:
    return site().club or abort(404)


def _pulse() -> Pulse:
    return site().pulse


def _as_json(view: ClubView, is_saved: bool) -> models.ClubJson:
    at = datetime.now(UTC)
    made = view.of(announcements.PART).current(at)
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
    return models.RoundTimerJson(state, ends, round(timer.seconds_left(at), 1))


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


ROUTES: Final = (
    ReadRoute(HOST, "GET /club", "readClub", CLUB_EVENING,
        "The club, and every table at a glance. Recently used tables are woken. Only for the "
        "host.",
        NOTHING, Json(models.ClubOverviewJson), _overview, problems=("missing",)),
    ReadRoute(ANYBODY, "GET /club/live", "followClub", CLUB_EVENING,
        "A signal whenever something changes; then fetch the club. Server-sent events. Many "
        "changes may come as one.",
        NOTHING, _FOLLOWED, lambda _: sse.answer(_pulse().beats, CLUB), problems=("missing",)),
    ClubRoute(HOST, "POST /club/announcements", "announce", CLUB_EVENING,
        "Announce something to every table. At most three announcements show at once.",
        body(bodies.AnnounceJson), lambda call: Announce(call.read.text, call.read.minutes)),
    ClubRoute(HOST, "DELETE /club/announcements/<int:announcement>", "withdrawAnnouncement",
        CLUB_EVENING,
        "Take an announcement back, by its id. The ids are in the answer of `readClub`.",
        NOTHING, lambda call: Withdraw(call.number)),
    ClubRoute(HOST, "POST /club/calls", "callOrganiser", CLUB_EVENING,
        "Call the organiser to a table. A table has at most one open call.",
        body(bodies.CalledJson), _call_for_help),
    ClubRoute(HOST, "POST /club/calls/<code>/answer", "answerCall", CLUB_EVENING,
        "Say that the organiser is coming to this table. The table shows that somebody is on the "
        "way. The call stays open until `endCall`.",
        NOTHING, lambda call: AnswerCall(call.code)),
    ClubRoute(HOST, "DELETE /club/calls/<code>", "endCall", CLUB_EVENING,
        "Close this table's call for help. It can call again.",
        NOTHING, lambda call: EndCall(call.code)),
    ClubRoute(HOST, "PUT /club/round", "startRound", CLUB_EVENING,
        "Start a round of this many minutes. It replaces a round that is running.",
        body(bodies.RoundMinutesJson), lambda call: StartTimer(call.read.minutes)),
    ClubRoute(HOST, "DELETE /club/round", "endRound", CLUB_EVENING,
        "End the round now, or dismiss the clock of one that is over. Games that are being played "
        "go on.",
        NOTHING, lambda _: EndTimer()),
    ClubRoute(HOST, "POST /club/round/pause", "pauseRound", CLUB_EVENING,
        "Pause the round's clock. The time that is left is kept until `resumeRound`.",
        NOTHING, lambda _: PauseTimer()),
    ClubRoute(HOST, "POST /club/round/resume", "resumeRound", CLUB_EVENING,
        "Resume the round's clock. It goes on with the time that was left.",
        NOTHING, lambda _: ResumeTimer()),
    ClubRoute(HOST, "POST /club/round/add", "prolongRound", CLUB_EVENING,
        "Add minutes to the round. One minute unless the body says otherwise, also while the "
        "clock is paused.",
        body(bodies.MoreTimeJson), lambda call: AddTime(call.read.minutes)),
    ClubRoute(HOST, "POST /club/lock", "lockAll", CLUB_EVENING,
        "Lock every table: only hosts may enter anything. Cards on readers still count.",
        NOTHING, lambda _: LockAll()),
    ClubRoute(HOST, "POST /club/unlock", "unlockAll", CLUB_EVENING,
        "Unlock all tables, except those that are locked on their own. Cards on readers counted "
        "all the time.",
        NOTHING, lambda _: UnlockAll()),
)  # fmt: skip
