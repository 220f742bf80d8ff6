"""The club's part for competitions: what a request becomes, and what rows add up to. Draws nothing.

What the rules of a competition allow, `contest.refusal` says; the same is asked again when rows are
read, so that none can lead where no request could.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from tricktable.club import round_timer
from tricktable.club.competition.commands import (
    LONGEST_TITLE,
    AnnounceCompetition,
    BeginRound,
    CompetitionRequest,
    CorrectPlayed,
    CountGames,
    EndCompetition,
    EndRound,
    EnterCompetition,
    LeaveCompetition,
    RejoinCompetition,
    SeatedMeeting,
    SubstitutePeople,
    UndoCompetition,
)
from tricktable.club.competition.conditions import SCORINGS, TIE_BREAKS, Conditions
from tricktable.club.competition.contest import (
    Came,
    Contest,
    Declaration,
    Departed,
    Entered,
    Finished,
    Meeting,
    RoundBegan,
    RoundOver,
    RoundSeats,
    Substituted,
    contest_after,
    refusal,
)
from tricktable.club.competition.movements import INDIVIDUAL, MOVEMENTS
from tricktable.club.competition.state import Competition, Competitions, PastCorrection, RoundTable
from tricktable.club.part import Body, ClubChange, ClubChanges, ClubMoment, ClubRefusal, Part
from tricktable.games import GAMES
from tricktable.rules import codec
from tricktable.rules.entries import BadLine
from tricktable.rules.game import Header
from tricktable.rules.names import safe_name
from tricktable.rules.values import JsonValue
from tricktable.text.characters import is_printable, is_within, visible
from tricktable.text.language import _

ANNOUNCED, ENTERED, LEFT, REJOINED, SUBSTITUTED = (
    "competition",
    "competition_entered",
    "competition_left",
    "competition_rejoined",
    "competition_substituted",
)
BEGAN, OVER, COUNTED, CORRECTED, FINISHED, UNDONE = (
    "competition_round",
    "competition_round_over",
    "competition_counted",
    "competition_corrected",
    "competition_over",
    "competition_undone",
)
KINDS: Final = frozenset(
    (
        *(ANNOUNCED, ENTERED, LEFT, REJOINED, SUBSTITUTED),
        *(BEGAN, OVER, COUNTED, CORRECTED, FINISHED, UNDONE),
    )
)


def moved_on() -> str:
    """Why a request is refused whose sender has not seen the newest."""
    return _("The competition has moved on. Look again.")


def header_of(
    game: str, players: int, options: Mapping[str, JsonValue], names: tuple[str, ...] = ()
) -> Header:
    """The header of a game of the competition. Raises: BadLine."""
    line: dict[str, object] = {
        "record": codec.FORMAT,
        "game": game,
        "players": players,
        "options": dict(options),
    }
    if names:
        line["names"] = names
    return codec.read_header(json.dumps(line), GAMES)


# --- what a request becomes ----------------------------------------------------------------------


def decide(now: ClubMoment, request: CompetitionRequest) -> ClubChanges | ClubRefusal:
    """The rows that a request becomes."""
    state: Competitions = now.of(PART)
    if isinstance(request, AnnounceCompetition):
        return _announce(now, state, request)
    current = state.newest
    if current is None:
        return ClubRefusal(_("No competition has been announced."))
    match request:
        case UndoCompetition(act):
            return _undo(now, state, current, act)
        case CountGames():
            return _count_games(now, current, request)
        case CorrectPlayed():
            return _correct(now, current, request)
    return _declare(now, current, request)


def _declare(
    now: ClubMoment, current: Competition, request: CompetitionRequest
) -> ClubChanges | ClubRefusal:
    kind, said = _DECLARING[type(request)]
    body = msgspec.to_builtins(request)
    if "people" in body:
        # As names are shown everywhere: short, and with nothing that could hide another.
        body["people"] = [safe_name(each, "") for each in body["people"]]
    # Two organisers may press at once: the second press is about a round that is no longer next.
    if isinstance(request, BeginRound | EndRound) and request.round != _round(current, request):
        return ClubRefusal(moved_on())
    if isinstance(request, BeginRound) and len(request.meetings) != len(
        {each.code for each in request.meetings}
    ):
        return ClubRefusal(_("Each group needs its own table."))
    why = refusal(current.contest, said(body))
    if why:
        return ClubRefusal(str(why))
    changes = [ClubChange(kind, {"id": now.seq, **body})]
    # The clock is set in the same transaction: no power cut leaves a round without it.
    if isinstance(request, BeginRound) and request.has_clock:
        seconds = 60.0 * current.contest.conditions.minutes
        changes.append(ClubChange(round_timer.SET, {"seconds": seconds, "runs": True}))
    if isinstance(request, EndRound) and now.of(round_timer.PART) != round_timer.Timer():
        changes.append(ClubChange(round_timer.CLEARED, {}))
    return changes


def _round(current: Competition, request: BeginRound | EndRound) -> int:
    """The round that such a request can be about now."""
    return current.round + isinstance(request, BeginRound)


def _undo(
    now: ClubMoment, state: Competitions, current: Competition, act: int
) -> ClubChanges | ClubRefusal:
    if state.before is None:
        return ClubRefusal(_("There is nothing to take back."))
    if act != state.act:
        return ClubRefusal(moved_on())
    changes = [ClubChange(UNDONE, {"act": act})]
    if act in current.begun and now.of(round_timer.PART) != round_timer.Timer():
        changes.append(ClubChange(round_timer.CLEARED, {}))
    return changes


def _count_games(
    now: ClubMoment, current: Competition, request: CountGames
) -> ClubChanges | ClubRefusal:
    known = current.seats[request.round - 1 : request.round]
    if not known or request.table not in known[0]:
        return ClubRefusal(_("There was no such table in that round."))
    return [ClubChange(COUNTED, {"id": now.seq, **msgspec.to_builtins(request)})]


def _correct(
    now: ClubMoment, current: Competition, request: CorrectPlayed
) -> ClubChanges | ClubRefusal:
    # A correction rests on those before it: an asker who has not seen the newest looks again.
    if len(current.corrections_of(request.code, request.game)) != request.after:
        return ClubRefusal(moved_on())
    return [ClubChange(CORRECTED, {"id": now.seq, **msgspec.to_builtins(request)})]


def _announce(
    now: ClubMoment, state: Competitions, request: AnnounceCompetition
) -> ClubChanges | ClubRefusal:
    if state.newest and not state.newest.contest.is_over:
        return ClubRefusal(_("A competition is running. End it first."))
    title = " ".join(request.title.split())
    if not is_printable(title) or not title:
        return ClubRefusal(_("A competition needs a title."))
    if not is_within(title := visible(title), LONGEST_TITLE):
        return ClubRefusal(_("A title has at most {most} letters.", most=LONGEST_TITLE))
    found = conditions_of(request)
    if isinstance(found, ClubRefusal):
        return found
    body = msgspec.to_builtins(request)
    entrants = [[safe_name(each, "") for each in people] for people in request.entrants]
    contest = Contest(found.conditions)
    for people in entrants:
        said = Entered(tuple(people))
        if why := refusal(contest, said):
            return ClubRefusal(str(why))
        contest = contest_after(contest, said)
    if len({*request.tables}) < len(request.tables):
        return ClubRefusal(_("A table is named twice."))
    body |= {"title": title, "entrants": entrants, "owners": found.owners, "id": now.seq}
    return [ClubChange(ANNOUNCED, body | {"people": found.conditions.people})]


class CompetitionTerms(Struct, frozen=True):
    """What a competition's conditions come to with its game."""

    conditions: Conditions
    owners: tuple[tuple[int, ...], ...]


def conditions_of(request: AnnounceCompetition) -> CompetitionTerms | ClubRefusal:
    """The conditions that are asked for, or why there are no such."""
    if request.movement not in MOVEMENTS:
        return ClubRefusal(_("There is no movement {name}.", name=request.movement))
    if request.scoring not in SCORINGS:
        return ClubRefusal(_("There is no scoring {name}.", name=request.scoring))
    for each in request.ties:
        if each not in TIE_BREAKS:
            return ClubRefusal(_("There is no tie-break {name}.", name=each))
    if len({*request.ties}) < len(request.ties):
        return ClubRefusal(_("A tie-break is named twice."))
    try:
        header = header_of(request.game, request.players, request.options)
    except BadLine as fault:
        return ClubRefusal(f"{fault.reason[:1].upper()}{fault.reason[1:]}.")
    sizes = {len(seats) for seats in header.owners}
    if len(sizes) != 1 or header.seats != request.players or len(header.owners) < 2:
        return ClubRefusal(_("This game has no equal sides, so there is no competition in it."))
    (size,) = sizes
    alone = request.singly or request.movement == INDIVIDUAL
    conditions = Conditions(
        request.movement,
        len(header.owners),
        size if alone else 1,
        1 if alone else size,
        request.rounds,
        request.games,
        request.minutes,
        request.scoring,
        tuple(request.points),
        request.sat_out,
        tuple(request.ties),
        request.seed,
    )
    return CompetitionTerms(conditions, header.owners)


def sketch(request: AnnounceCompetition, terms: CompetitionTerms, contest: Contest) -> Competition:
    """The competition as it would be, to look at before it is announced."""
    return Competition(
        0,
        request.title,
        datetime.min.replace(tzinfo=UTC),
        request.game,
        request.players,
        request.options,
        terms.owners,
        tuple(request.tables),
        contest,
    )


# --- what rows add up to -------------------------------------------------------------------------


class _NewCompetition(AnnounceCompetition, frozen=True, kw_only=True):
    id: int
    owners: tuple[tuple[int, ...], ...]
    people: int


class _Act(Struct):
    id: int


class _Undone(Struct):
    act: int


class _Entrant(Struct):
    entrant: Annotated[int, Meta(ge=1)] = 1
    people: tuple[str, ...] = ()
    """Of a name that cannot be shown nothing is left; the contest refuses that."""


def _conditions(said: _NewCompetition) -> Conditions:
    size = len(said.owners[0])
    return Conditions(
        said.movement,
        len(said.owners),
        size // said.people,
        said.people,
        said.rounds,
        said.games,
        said.minutes,
        said.scoring,
        tuple(said.points),
        said.sat_out,
        tuple(said.ties),
        said.seed,
    )


def fold(state: Competitions, kind: str, body: Body, at: datetime) -> Competitions:
    """The competitions after a row. Raises: msgspec.ValidationError."""
    if kind == UNDONE:
        act = msgspec.convert(body, _Undone).act
        return state.before if state.before and state.act == act else state
    act = msgspec.convert(body, _Act).id
    if kind == ANNOUNCED:
        made = _competition(msgspec.convert(body, _NewCompetition), at)
        return Competitions((*state.listed, made))  # it is ended, never taken back
    current = state.newest
    after = _after(current, kind, body) if current else None
    if after is None:
        return state
    return Competitions((*state.listed[:-1], after), act, state)


def _competition(said: _NewCompetition, at: datetime) -> Competition:
    contest = Contest(_conditions(said))
    for people in said.entrants:
        entered = Entered(tuple(people))
        contest = contest if refusal(contest, entered) else contest_after(contest, entered)
    return Competition(
        said.id,
        said.title,
        at,
        said.game,
        said.players,
        said.options,
        said.owners,
        tuple(said.tables),
        contest,
    )


def _after(current: Competition, kind: str, body: Body) -> Competition | None:
    """The competition after a row; None if the row says nothing that can be."""
    if kind == COUNTED:
        said = msgspec.convert(body, CountGames)
        rounds = current.seats[said.round - 1 : said.round]
        if not rounds or said.table not in rounds[0]:
            return None
        where = rounds[0][said.table]._replace(code=said.code, only=tuple(said.games))
        return _with_table(current, said.round, said.table, where)
    if kind == CORRECTED:
        told = msgspec.convert(body, CorrectPlayed)
        line = json.dumps(told.entry, ensure_ascii=False)
        more = PastCorrection(told.code, told.game, line)
        return replace(current, corrections=(*current.corrections, more))
    said_now = _SAID[kind](body)
    if refusal(current.contest, said_now):
        return None
    contest = contest_after(current.contest, said_now)
    if kind == BEGAN:
        meetings = msgspec.convert(body, BeginRound).meetings
        tables = {each.table: RoundTable(each.code, each.first) for each in meetings}
        return replace(
            current,
            contest=contest,
            seats=(*current.seats, MappingProxyType(tables)),
            begun=(*current.begun, msgspec.convert(body, _Act).id),
        )
    if kind == OVER:
        last = msgspec.convert(body, EndRound).last
        ended = {
            number: where._replace(last=last.get(where.code, where.first - 1))
            for number, where in current.seats[-1].items()
        }
        return replace(
            current, contest=contest, seats=(*current.seats[:-1], MappingProxyType(ended))
        )
    return replace(current, contest=contest)


def _with_table(
    current: Competition, round_number: int, table: int, where: RoundTable
) -> Competition:
    at = round_number - 1
    changed = MappingProxyType({**current.seats[at], table: where})
    return replace(current, seats=(*current.seats[:at], changed, *current.seats[at + 1 :]))


def _read_entered(body: Body) -> Declaration:
    return Entered(msgspec.convert(body, _Entrant).people)


def _read_substituted(body: Body) -> Declaration:
    said = msgspec.convert(body, _Entrant)
    return Substituted(said.entrant, said.people)


def _read_departed(body: Body) -> Declaration:
    return Departed(msgspec.convert(body, _Entrant).entrant)


def _came(body: Body) -> Declaration:
    return Came(msgspec.convert(body, _Entrant).entrant)


def _began(body: Body) -> Declaration:
    said = msgspec.convert(body, BeginRound)
    return RoundBegan(
        RoundSeats(
            tuple(map(_read_meeting, said.meetings)), tuple(said.sitting_out), tuple(said.places)
        )
    )


def _read_meeting(of: SeatedMeeting) -> Meeting:
    return Meeting(of.table, tuple(map(tuple, of.sides)), of.boards)


def _over(_body: Body) -> Declaration:
    return RoundOver()


def _read_finished(_body: Body) -> Declaration:
    return Finished()


_SAID: Final = {
    ENTERED: _read_entered,
    LEFT: _read_departed,
    REJOINED: _came,
    SUBSTITUTED: _read_substituted,
    BEGAN: _began,
    OVER: _over,
    FINISHED: _read_finished,
}
_DECLARING: Final[Mapping[type[Struct], tuple[str, Callable[[Body], Declaration]]]] = {
    request: (kind, _SAID[kind])
    for request, kind in (
        (EnterCompetition, ENTERED),
        (LeaveCompetition, LEFT),
        (RejoinCompetition, REJOINED),
        (SubstitutePeople, SUBSTITUTED),
        (BeginRound, BEGAN),
        (EndRound, OVER),
        (EndCompetition, FINISHED),
    )
}

PART: Final[Part[Competitions, CompetitionRequest]] = Part(
    "competition",
    Competitions(),
    KINDS,
    fold,
    (
        AnnounceCompetition,
        EnterCompetition,
        LeaveCompetition,
        RejoinCompetition,
        SubstitutePeople,
        BeginRound,
        EndRound,
        CountGames,
        CorrectPlayed,
        EndCompetition,
        UndoCompetition,
    ),
    decide,
    written=frozenset(("title", "entrants", "people")),
)
