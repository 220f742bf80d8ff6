"""The club's competition for programs: announce, enter, seat round by round, and read the result.

Anybody may read; only the host may change things. Every answer is the whole competition as it
now is.
"""

from collections.abc import Mapping
from typing import Final

import msgspec
from flask import Response
from msgspec import Struct

from tricktable.club import game_corrections
from tricktable.club.competition import commands, declarations, rounds
from tricktable.club.competition.contest import Meeting, RoundSeats
from tricktable.club.competition.rounds import NotSeated, Proposal
from tricktable.rules.values import JsonValue
from tricktable.table.answers import Answer
from tricktable.text.language import _
from tricktable.web.api import competition_shapes as shapes
from tricktable.web.api.dispatch import JournalRoute, ReadRoute, done_or_refused
from tricktable.web.api.problems import Refusal
from tricktable.web.api.route import ANYBODY, COMPETITION, HOST, RouteCall
from tricktable.web.api.shapes import CSV, NOTHING, Json, Text, body
from tricktable.web.competition import exports, lookup
from tricktable.web.tables import all_tables, is_hosts_program, off_hub

_ALL: Final = Json(shapes.CompetitionJson)
_RESULT: Final = Text((CSV,), "A header line, then a line for each entrant.", "line,rank,…")


# --- what is declared ----------------------------------------------------------------------------


def _ask(request: Struct) -> shapes.CompetitionJson:
    club = lookup.club_or_404()
    if not isinstance(request, commands.AnnounceCompetition):
        lookup.competition_or_404()
    return _whole(done_or_refused(off_hub(club.ask, request)))


def _plain(request: Struct, kind: type[Struct]) -> Struct:
    """The club's own struct for what was read, which is stricter."""
    return kind(*(getattr(request, name) for name in kind.__struct_fields__))


def _entrant(number: int) -> int:
    """The number, if somebody has entered under it; else ends the request with 404."""
    if not 1 <= number <= len(lookup.competition_or_404().contest.entrants):
        raise Refusal("missing", _("Nobody has entered as number {number}.", number=number))
    return number


# --- rounds --------------------------------------------------------------------------------------


def _start(call: RouteCall[shapes.StartRoundJson]) -> shapes.CompetitionJson:
    new, club, tables = call.read, lookup.club_or_404(), all_tables()
    if lookup.competition_or_404().contest.next_round != new.round:
        raise Refusal("refused", declarations.moved_on())
    proposed = _own_seats(new) if new.meetings else _proposal()
    if new.tables:
        proposed = proposed._replace(codes=tuple(new.tables))
    answer = off_hub(
        lambda: rounds.begin(club, tables, proposed, abandon=new.abandon, has_clock=new.has_clock)
    )
    if answer.because == rounds.TABLES_BUSY:
        raise Refusal("running", answer.reason, do=_('Let them end, or send "abandon": true.'))
    done_or_refused(answer)
    return _whole(answer, off_hub(rounds.seat, lookup.competition_or_404(), tables))


def _seat(call: RouteCall[shapes.SeatAgainJson]) -> shapes.CompetitionJson:
    it, tables, abandon = lookup.competition_or_404(), all_tables(), call.read.abandon
    return _whole(Answer(True), off_hub(lambda: rounds.seat(it, tables, abandon=abandon)))


def _end_round(_call: RouteCall[None]) -> shapes.CompetitionJson:
    lookup.competition_or_404()
    return _whole(done_or_refused(off_hub(rounds.end, lookup.club_or_404(), all_tables())))


def _proposal() -> Proposal:
    """The next round. Raises: Refusal, if there is none."""
    found = off_hub(
        rounds.proposal, lookup.competition_or_404(), lookup.played_games(), all_tables()
    )
    if isinstance(found, str):
        raise Refusal("refused", found)
    return found


def _own_seats(new: shapes.StartRoundJson) -> Proposal:
    """The round with its own seats; anyone left out sits out."""
    it = lookup.competition_or_404()
    meetings = tuple(
        Meeting(each.table, tuple(map(tuple, each.sides)), each.boards) for each in new.meetings
    )
    named = {number for each in meetings for number in each.entrants}
    out = tuple(number for number in it.contest.here if number not in named)
    return Proposal(new.round, RoundSeats(meetings, out), it.tables or tuple(all_tables()))


def _correct(call: RouteCall[shapes.CorrectionJson]) -> shapes.CompetitionJson:
    wrong, club, tables = call.read, lookup.club_or_404(), all_tables()
    if not rounds.is_counted(lookup.competition_or_404(), wrong.code, wrong.game):
        raise Refusal("refused", _("Only games of this competition can be corrected here."))
    entry: Mapping[str, JsonValue] = msgspec.to_builtins(wrong.entry)
    answer = off_hub(game_corrections.correct, club, tables, wrong.code, wrong.game, entry)
    return _whole(done_or_refused(answer))


# --- what is told --------------------------------------------------------------------------------


def _whole(answer: Answer, missing: list[NotSeated] | None = None) -> shapes.CompetitionJson:
    """The competition as it now is."""
    state = lookup.club_or_404().view().of(declarations.PART)
    standing = lookup.standings(lookup.competition_or_404(), is_hosts_program())
    return off_hub(shapes.competition, standing, state.act, answer.is_saved, missing or [])


def _next_round(_call: RouteCall[None]) -> shapes.RoundJson:
    return shapes.proposal_json(lookup.competition_or_404(), _proposal())


def _result(_call: RouteCall[None]) -> Response:
    standing = lookup.standings(lookup.competition_or_404(), is_hosts_program())
    return Response(exports.standings_csv(standing), mimetype=CSV)


_AT: Final = "/club/competition"
_ENTRANT: Final = f"{_AT}/entrants/<int:number>"

ROUTES: Final = (
    ReadRoute(ANYBODY, f"GET {_AT}", "readCompetition", COMPETITION,
        "The newest competition: entrants, seats and standings. Refused with `missing` if none "
        "has been announced.",
        NOTHING, _ALL, lambda _: _whole(Answer(True)), problems=("missing",)),
    ReadRoute(HOST, f"GET {_AT}/next-round", "proposeRound", COMPETITION,
        "The movement's next round. Only for the host.",
        NOTHING, Json(shapes.RoundJson), _next_round, problems=("missing", "refused")),
    ReadRoute(ANYBODY, f"GET {_AT}/result", "exportResult", COMPETITION,
        "The standings for a spreadsheet. A CSV file with a line for each entrant, the best "
        "first.",
        NOTHING, _RESULT, _result, problems=("missing",)),
    JournalRoute(HOST, f"POST {_AT}", "announceCompetition", COMPETITION,
        "Announce a competition. Its conditions are fixed from then on.",
        body(shapes.NewCompetitionJson), _ALL,
        lambda call: _ask(_plain(call.read, commands.AnnounceCompetition)), status=201),
    JournalRoute(HOST, f"POST {_AT}/entrants", "enterCompetition", COMPETITION,
        "Add an entrant, before the first round or as a late arrival. Send one name for a person, "
        "or several for a fixed partnership or team.",
        body(shapes.PeopleEnteredJson), _ALL,
        lambda call: _ask(commands.EnterCompetition(call.read.people)), status=201),
    JournalRoute(HOST, f"DELETE {_ENTRANT}", "leaveCompetition", COMPETITION,
        "Withdraw an entrant. What they have played still counts.",
        NOTHING, _ALL, lambda call: _ask(commands.LeaveCompetition(_entrant(call.number)))),
    JournalRoute(HOST, f"POST {_ENTRANT}/rejoin", "rejoinCompetition", COMPETITION,
        "Bring a withdrawn entrant back. They are seated from the next round on.",
        NOTHING, _ALL, lambda call: _ask(commands.RejoinCompetition(_entrant(call.number)))),
    JournalRoute(HOST, f"PUT {_ENTRANT}/people", "substitutePeople", COMPETITION,
        "Substitute an entrant's players, or correct their names. What the entrant has played "
        "stays theirs.",
        body(shapes.PeopleEnteredJson), _ALL,
        lambda call: _ask(commands.SubstitutePeople(_entrant(call.number), call.read.people))),
    JournalRoute(HOST, f"POST {_AT}/rounds", "startCompetitionRound", COMPETITION,
        "Begin a round: a game at each of its tables, with the right players and house rules. "
        "Without `meetings` the movement decides who meets whom. Tables where people could not be "
        "seated are in `not_seated`.",
        body(shapes.StartRoundJson), _ALL, _start, problems=("running",), status=201),
    JournalRoute(HOST, f"POST {_AT}/rounds/seat", "seatRound", COMPETITION,
        "Begin the round's game at every table where it has not begun yet. For use after a fault, "
        "or after a host stopped halfway.",
        body(shapes.SeatAgainJson), _ALL, _seat),
    JournalRoute(HOST, f"POST {_AT}/rounds/end", "endCompetitionRound", COMPETITION,
        "End the round. Games that have not been played do not count.",
        NOTHING, _ALL, _end_round),
    JournalRoute(HOST, f"POST {_AT}/count-games", "countGames", COMPETITION,
        "Choose which games count for a table and round, instead of those begun there. For people "
        "who sat down at the wrong table, or played an extra game.",
        body(shapes.CountGamesJson), _ALL,
        lambda call: _ask(_plain(call.read, commands.CountGames))),
    JournalRoute(HOST, f"POST {_AT}/corrections", "correctPlayed", COMPETITION,
        "Correct an entry of any game of the competition. The standings follow.",
        body(shapes.CorrectionJson), _ALL, _correct),
    JournalRoute(HOST, f"POST {_AT}/end", "endCompetition", COMPETITION,
        "End the competition. Corrections still count.",
        NOTHING, _ALL, lambda _: _ask(commands.EndCompetition())),
    JournalRoute(HOST, f"POST {_AT}/undo", "undoCompetition", COMPETITION,
        "Undo the newest act. Games that it began at tables stay.",
        body(shapes.UndoneActJson), _ALL,
        lambda call: _ask(_plain(call.read, commands.UndoCompetition))),
)  # fmt: skip
