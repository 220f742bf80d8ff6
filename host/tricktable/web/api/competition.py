"""The club's competition for programs: announce, enter, seat round by round, and read the result.

Anybody may read; only the host may change things. Every answer is the whole competition as it
now is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import msgspec
from flask import Blueprint, Response
from msgspec import Struct
from msgspec.json import Decoder

from tricktable.club.competition import commands, declaring, running
from tricktable.club.competition.contest import Meeting, RoundSeats
from tricktable.club.competition.running import NotSeated, Proposal
from tricktable.rules.values import JsonValue
from tricktable.table.answering import Answer
from tricktable.text.language import _
from tricktable.web.api import competition_shapes as shapes
from tricktable.web.api import keys
from tricktable.web.api.asking import (
    KEYED,
    NOT_SAVED,
    OF_HOUSE,
    WITH_BODY,
    done_or_refused,
    host_within_limit,
)
from tricktable.web.api.described import COMPETITION, CSV, Text, body, route
from tricktable.web.api.problems import Refusal
from tricktable.web.api.reading import answered, host_or_refused
from tricktable.web.competition import exports, reading
from tricktable.web.tables import all_tables, is_hosts_program, off_hub

blueprint = Blueprint("api_competition", __name__, url_prefix="/api/v1/club/competition")

_NEW: Final = Decoder(shapes.NewCompetitionJson)
_PEOPLE: Final = Decoder(shapes.PeopleEnteredJson)
_START: Final = Decoder(shapes.StartRoundJson)
_SEAT: Final = Decoder(shapes.SeatAgainJson)
_COUNT: Final = Decoder(shapes.CountGamesJson)
_CORRECTION: Final = Decoder(shapes.CorrectionJson)
_UNDO: Final = Decoder(shapes.UndoneActJson)


@blueprint.get("")
@route("readCompetition", shapes.CompetitionJson, tag=COMPETITION, problems=("missing",))
def read() -> Response:
    """The newest competition: entrants, seats and standings.

    Refused with `missing` if none has been announced.
    """
    return answered(_told())


@blueprint.get("/next-round")
@route(
    "proposeRound",
    shapes.RoundJson,
    tag=COMPETITION,
    problems=("missing", "not-host", "refused"),
)
def next_round() -> Response:
    """The movement's next round. Only for the host."""
    host_or_refused()
    return answered(shapes.proposed(reading.competition_or_404(), _proposal()))


@blueprint.get("/result")
@route(
    "exportResult",
    Text((CSV,), "A header line, then a line for each entrant.", "line,rank,…"),
    tag=COMPETITION,
    problems=("missing",),
)
def result() -> Response:
    """The standings for a spreadsheet.

    A CSV file with a line for each entrant, the best first.
    """
    standing = reading.standing(reading.competition_or_404(), is_hosts_program())
    return Response(exports.standings_csv(standing), mimetype=CSV)


@blueprint.post("")
@route(
    "announceCompetition",
    shapes.CompetitionJson,
    tag=COMPETITION,
    takes=shapes.NewCompetitionJson,
    status=201,
    headers=OF_HOUSE,
    problems=WITH_BODY,
)
def announce() -> Response:
    """Announce a competition. Its conditions are fixed from then on."""
    return _asked(lambda: body(_NEW), 201, commands.AnnounceCompetition)


@blueprint.post("/entrants")
@route(
    "enterCompetition",
    shapes.CompetitionJson,
    tag=COMPETITION,
    takes=shapes.PeopleEnteredJson,
    status=201,
    headers=OF_HOUSE,
    problems=WITH_BODY,
)
def enter() -> Response:
    """Add an entrant, before the first round or as a late arrival.

    Send one name for a person, or several for a fixed partnership or team.
    """
    return _asked(lambda: commands.EnterCompetition(body(_PEOPLE).people), 201)


@blueprint.delete("/entrants/<int:number>")
@route(
    "leaveCompetition",
    shapes.CompetitionJson,
    tag=COMPETITION,
    headers=OF_HOUSE,
    problems=KEYED,
)
def leave(number: int) -> Response:
    """Withdraw an entrant. What they have played still counts."""
    return _asked(lambda: commands.LeaveCompetition(_entrant(number)))


@blueprint.post("/entrants/<int:number>/rejoin")
@route(
    "rejoinCompetition",
    shapes.CompetitionJson,
    tag=COMPETITION,
    headers=OF_HOUSE,
    problems=KEYED,
)
def rejoin(number: int) -> Response:
    """Bring a withdrawn entrant back.

    They are seated from the next round on.
    """
    return _asked(lambda: commands.RejoinCompetition(_entrant(number)))


@blueprint.put("/entrants/<int:number>/people")
@route(
    "substitutePeople",
    shapes.CompetitionJson,
    tag=COMPETITION,
    takes=shapes.PeopleEnteredJson,
    headers=OF_HOUSE,
    problems=WITH_BODY,
)
def substitute(number: int) -> Response:
    """Substitute an entrant's players, or correct their names.

    What the entrant has played stays theirs.
    """

    def substitution() -> commands.SubstitutePeople:
        people = body(_PEOPLE).people  # what is wrong with the body comes first
        return commands.SubstitutePeople(_entrant(number), people)

    return _asked(substitution)


@blueprint.post("/rounds")
@route(
    "startCompetitionRound",
    shapes.CompetitionJson,
    tag=COMPETITION,
    takes=shapes.StartRoundJson,
    status=201,
    headers=OF_HOUSE,
    problems=(*WITH_BODY, "running"),
)
def start_round() -> Response:
    """Begin a round: a game at each of its tables, with the right players and house rules.

    Without `meetings` the movement decides who meets whom. Tables where people could not be
    seated are in `not_seated`.
    """
    host_within_limit()

    def act() -> Response:
        asked = body(_START)
        club, tables = reading.club_or_404(), all_tables()
        if reading.competition_or_404().contest.next_round != asked.round:
            raise Refusal("refused", _("The competition has moved on. Look again."))
        proposed = _own_seats(asked) if asked.meetings else _proposal()
        if asked.tables:
            proposed = proposed._replace(codes=tuple(asked.tables))
        answer = off_hub(
            lambda: running.begin(
                club, tables, proposed, abandon=asked.abandon, has_clock=asked.has_clock
            )
        )
        return _done(_done_or_busy(answer), 201, off_hub(_unseated))

    return keys.of_the_house(act)


@blueprint.post("/rounds/seat")
@route(
    "seatRound",
    shapes.CompetitionJson,
    tag=COMPETITION,
    takes=shapes.SeatAgainJson,
    headers=OF_HOUSE,
    problems=WITH_BODY,
)
def seat_round() -> Response:
    """Begin the round's game at every table where it has not begun yet.

    For use after a fault, or after a host stopped halfway.
    """
    host_within_limit()

    def act() -> Response:
        asked, it = body(_SEAT), reading.competition_or_404()
        tables = all_tables()
        return _done(
            Answer(True), 200, off_hub(lambda: running.seat(it, tables, abandon=asked.abandon))
        )

    return keys.of_the_house(act)


@blueprint.post("/rounds/end")
@route(
    "endCompetitionRound",
    shapes.CompetitionJson,
    tag=COMPETITION,
    headers=OF_HOUSE,
    problems=KEYED,
)
def end_round() -> Response:
    """End the round. Games that have not been played do not count."""
    host_within_limit()

    def act() -> Response:
        reading.competition_or_404()
        club, tables = reading.club_or_404(), all_tables()
        return _done(done_or_refused(off_hub(running.end, club, tables)))

    return keys.of_the_house(act)


@blueprint.post("/count-games")
@route(
    "countGames",
    shapes.CompetitionJson,
    tag=COMPETITION,
    takes=shapes.CountGamesJson,
    headers=OF_HOUSE,
    problems=WITH_BODY,
)
def count_games() -> Response:
    """Choose which games count for a table and round, instead of those begun there.

    For people who sat down at the wrong table, or played an extra game.
    """
    return _asked(lambda: body(_COUNT), 200, commands.CountGames)


@blueprint.post("/corrections")
@route(
    "correctPlayed",
    shapes.CompetitionJson,
    tag=COMPETITION,
    takes=shapes.CorrectionJson,
    headers=OF_HOUSE,
    problems=WITH_BODY,
)
def correct() -> Response:
    """Correct an entry of any game of the competition. The standings follow."""
    host_within_limit()

    def act() -> Response:
        asked = body(_CORRECTION)
        reading.competition_or_404()
        club, tables = reading.club_or_404(), all_tables()
        entry: Mapping[str, JsonValue] = msgspec.to_builtins(asked.entry)
        answer = off_hub(running.correct, club, tables, asked.code, asked.game, entry)
        return _done(done_or_refused(answer))

    return keys.of_the_house(act)


@blueprint.post("/end")
@route("endCompetition", shapes.CompetitionJson, tag=COMPETITION, headers=OF_HOUSE, problems=KEYED)
def end() -> Response:
    """End the competition. Corrections still count."""
    return _asked(commands.EndCompetition)


@blueprint.post("/undo")
@route(
    "undoCompetition",
    shapes.CompetitionJson,
    tag=COMPETITION,
    takes=shapes.UndoneActJson,
    headers=OF_HOUSE,
    problems=WITH_BODY,
)
def undo() -> Response:
    """Undo the newest act. Games that it began at tables stay."""
    return _asked(lambda: body(_UNDO), 200, commands.UndoCompetition)


# --- how -----------------------------------------------------------------------------------------


def _asked(
    read_request: Callable[[], Struct], status: int = 200, plain: type[Struct] | None = None
) -> Response:
    """Ask the club; `plain` is its own struct for what was read, if that one is stricter."""
    host_within_limit()

    def act() -> Response:
        asked, club = read_request(), reading.club_or_404()
        if plain is not None:
            asked = plain(*(getattr(asked, name) for name in plain.__struct_fields__))
        if not isinstance(asked, commands.AnnounceCompetition):
            reading.competition_or_404()
        return _done(done_or_refused(off_hub(club.ask, asked)), status)

    return keys.of_the_house(act)


def _entrant(number: int) -> int:
    """The number, if somebody has entered under it; else ends the request with 404."""
    if not 1 <= number <= len(reading.competition_or_404().contest.entrants):
        raise Refusal("missing", _("Nobody has entered as number {number}.", number=number))
    return number


def _done(answer: Answer, status: int = 200, missing: list[NotSeated] | None = None) -> Response:
    told = _told(answer.is_saved, missing)
    return answered(told, status if answer.is_saved else NOT_SAVED)


def _done_or_busy(answer: Answer) -> Answer:
    if answer.because == running.TABLES_BUSY:
        raise Refusal("running", answer.reason, do=_('Let them end, or send "abandon": true.'))
    return done_or_refused(answer)


def _told(is_saved: bool = True, missing: list[NotSeated] | None = None) -> shapes.CompetitionJson:
    state = reading.club_or_404().view().of(declaring.PART)
    standing = reading.standing(reading.competition_or_404(), is_hosts_program())
    return off_hub(shapes.competition, standing, state.act, is_saved, missing or [])


def _unseated() -> list[NotSeated]:
    it = reading.competition_or_404()
    return running.seat(it, all_tables())


def _proposal() -> Proposal:
    """The next round. Raises: Refusal, if there is none."""
    found = off_hub(running.proposal, reading.competition_or_404(), reading.played(), all_tables())
    if isinstance(found, str):
        raise Refusal("refused", found)
    return found


def _own_seats(asked: shapes.StartRoundJson) -> Proposal:
    """The round with the seats that were asked for; anyone left out sits out."""
    it = reading.competition_or_404()
    meetings = tuple(
        Meeting(each.table, tuple(map(tuple, each.sides)), each.boards) for each in asked.meetings
    )
    named = {number for each in meetings for number in each.entrants}
    out = tuple(number for number in it.contest.here if number not in named)
    return Proposal(asked.round, RoundSeats(meetings, out), it.tables or tuple(all_tables()))
