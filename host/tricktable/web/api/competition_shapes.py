"""A competition as JSON: a struct for each shape, and how each is made. Decides nothing."""

from fractions import Fraction
from typing import Annotated

from msgspec import Meta, Struct

from tricktable.club.competition import commands
from tricktable.club.competition.at_table import people_by_seat
from tricktable.club.competition.conditions import TIE_BREAKS, Conditions
from tricktable.club.competition.contest import Meeting
from tricktable.club.competition.movements import last_round
from tricktable.club.competition.played_games import Standing
from tricktable.club.competition.results import StandingsLine
from tricktable.club.competition.rounds import NotSeated, Proposal
from tricktable.club.competition.state import Competition
from tricktable.rules.limits import MOST_PLAYERS
from tricktable.table.commands import TableCode
from tricktable.web.api.bodies import Happening, Seq, StrictJson
from tricktable.web.api.enums import GameName, MovementName, Options, ScoringName, TieBreak

PLACES = 4  # of a score; who is ahead is judged by exact fractions


# --- requests ------------------------------------------------------------------------------------


class NewCompetitionJson(commands.AnnounceCompetition, frozen=True, forbid_unknown_fields=True):
    """A competition and all its conditions."""

    game: Annotated[GameName, Meta(max_length=200)]
    movement: Annotated[MovementName, Meta(max_length=40)]
    options: Options = {}  # noqa: RUF012 - a struct copies it
    """House rules that differ from the game's defaults."""
    scoring: Annotated[ScoringName, Meta(max_length=40)] = "sum"
    """How a round's games become scores."""
    ties: Annotated[tuple[TieBreak, ...], Meta(max_length=len(TIE_BREAKS))] = Conditions("").ties
    """What separates equal scores, first one first."""


class PeopleEnteredJson(StrictJson, frozen=True):
    """The names of one entrant: one person, or a fixed partnership or team."""

    people: commands.People


class MeetingAskedJson(StrictJson, frozen=True):
    """Who meets whom at one table."""

    table: commands.Number
    sides: Annotated[list[list[commands.Number]], Meta(max_length=MOST_PLAYERS)]
    boards: Annotated[int, Meta(ge=0, le=100)] = 0


class StartRoundJson(Struct, frozen=True, forbid_unknown_fields=True):
    """The next round, with the movement's seats or your own."""

    round: commands.RoundNumber
    """The round's number, so that no round is begun twice by accident."""
    meetings: Annotated[list[MeetingAskedJson], Meta(max_length=commands.MOST_ENTRANTS)] = []
    """Empty for the movement's own; otherwise list every table. Anyone left out sits out."""
    tables: Annotated[list[TableCode], Meta(max_length=commands.MOST_ENTRANTS)] = []
    """The codes of tables 1, 2, 3 …; empty for the competition's own tables."""
    abandon: bool = False
    """Whether to abandon games that are running at these tables."""
    has_clock: bool = True
    """Whether the round timer starts."""


class SeatAgainJson(StrictJson, frozen=True):
    """Begins the round's game at every table where it has not begun."""

    abandon: bool = False
    """Whether to abandon games that are running there."""


class CountGamesJson(commands.CountGames, frozen=True, forbid_unknown_fields=True):
    """The games that count for this table and round."""


class PastStruckJson(StrictJson, frozen=True, tag_field="kind", tag="struck"):
    """An entry that was recorded by mistake."""

    seq: Seq


class PastCorrectedJson(StrictJson, frozen=True, tag_field="kind", tag="corrected"):
    """An entry that was recorded wrongly, and its replacement."""

    seq: Seq
    entry: Happening


PastChange = Annotated[PastStruckJson | PastCorrectedJson, Meta(title="PastChange")]
"""What is done to an entry of a past game."""


class CorrectionJson(StrictJson, frozen=True):
    """A correction to any game of the competition, even one that is no longer at its table."""

    code: TableCode
    game: commands.GameNumber
    entry: PastChange


class PastCorrectionJson(StrictJson, frozen=True):
    """A correction to a game of the table, even one that is no longer played there."""

    entry: PastChange


class UndoneActJson(commands.UndoCompetition, frozen=True, forbid_unknown_fields=True):
    """The number of the newest act, which is to be undone."""


# --- answers -------------------------------------------------------------------------------------


class EntrantJson(Struct, frozen=True):
    """A person, or a fixed partnership or team."""

    number: int
    people: list[str]
    since: int
    """The first round they can play."""
    is_here: bool


class MeetingJson(Struct, frozen=True):
    """One table of one round."""

    table: int
    code: str
    """The code of the club's table; empty if none is assigned yet."""
    boards: int
    """The set of prepared deals; 0 for none."""
    sides: list[list[int]]
    """The numbers of the entrants."""
    seats: list[str]
    """The players' names, by seat."""
    games: list[int]
    """The numbers, at that table, of the games that count."""
    is_complete: bool


class RoundJson(Struct, frozen=True):
    """Who sits where in one round."""

    round: int
    meetings: list[MeetingJson]
    sitting_out: list[int]


class RoundScoreJson(Struct, frozen=True):
    """An entrant's score in one round."""

    round: int
    table: int
    """0 for a round sat out."""
    score: float | None


class RankedJson(Struct, frozen=True):
    """One entrant's line in the standings."""

    rank: int
    """Entrants who tie have the same rank."""
    line: int
    """1 or 2 in a movement that ranks two lines separately; otherwise 0."""
    entrant: int
    name: str
    score: float
    games: int
    wins: int
    sat_out: int
    rounds: list[RoundScoreJson]
    breaks: list[float | None]
    """The result of each tie-break; null where it was not needed."""


class NotSeatedJson(Struct, frozen=True):
    """A table of the round where no game could begin."""

    table: int
    code: str
    reason: str


class CompetitionJson(Struct, frozen=True):
    """A competition as anybody may see it."""

    id: int
    act: int
    """The number of the newest act, which can be undone; 0 if there is none."""
    is_saved: bool
    """Whether every change is on the disk."""
    title: str
    game: GameName
    players: int
    options: Options
    movement: MovementName
    games: int
    minutes: int
    scoring: ScoringName
    ties: list[TieBreak]
    last_round: int
    """The number of rounds with the entrants who are here now."""
    is_running: bool
    """Whether the newest round is being played."""
    is_over: bool
    entrants: list[EntrantJson]
    rounds: list[RoundJson]
    standings: list[RankedJson]
    """Best first, line by line."""
    not_seated: list[NotSeatedJson] = []
    """After a round has begun: the tables where people could not be seated."""


def number(of: Fraction) -> float:
    """A score rounded to four places for JSON; ranking uses the exact fraction."""
    return round(float(of), PLACES)


def competition(
    standing: Standing, act: int, is_saved: bool, missing: list[NotSeated]
) -> CompetitionJson:
    """The competition with its standings."""
    it, contest = standing.competition, standing.competition.contest
    conditions = contest.conditions
    return CompetitionJson(
        it.id,
        act,
        is_saved,
        it.title,
        it.game,
        it.players,
        it.options,
        conditions.movement,
        conditions.games,
        conditions.minutes,
        conditions.scoring,
        list(conditions.ties),
        last_round(contest),
        contest.is_running,
        contest.is_over,
        [EntrantJson(e.number, list(e.people), e.since, e.is_here) for e in contest.entrants],
        [_round(standing, at) for at in range(1, it.round + 1)],
        [_rank_json(it, each) for each in standing.lines],
        [NotSeatedJson(*each) for each in missing],
    )


def _round(standing: Standing, at: int) -> RoundJson:
    it = standing.competition
    seats = it.contest.rounds[at - 1]
    return RoundJson(
        at,
        [
            _meeting_json(
                it,
                each,
                it.where(at, each.table).code,
                list(standing.numbers[at, each.table]),
                standing.is_complete(at, each),
            )
            for each in seats.meetings
        ],
        list(seats.sitting_out),
    )


def _meeting_json(
    it: Competition, of: Meeting, code: str, games: list[int], is_complete: bool
) -> MeetingJson:
    return MeetingJson(
        of.table,
        code,
        of.boards,
        [list(side) for side in of.sides],
        list(people_by_seat(it.contest, of, it.owners)),
        games,
        is_complete,
    )


def _rank_json(it: Competition, of: StandingsLine) -> RankedJson:
    return RankedJson(
        of.rank,
        of.line,
        of.entrant,
        it.contest.of(of.entrant).name,
        number(of.score),
        of.games,
        of.wins,
        of.sat_out,
        [
            RoundScoreJson(e.round, e.table, None if e.score is None else number(e.score))
            for e in of.rounds
        ],
        [None if each is None else number(each) for each in of.breaks],
    )


def proposal_json(it: Competition, of: Proposal) -> RoundJson:
    """The next round as it would be."""
    meetings = [_meeting_json(it, each, of.code_of(each), [], False) for each in of.seats.meetings]
    return RoundJson(of.round, meetings, list(of.seats.sitting_out))
