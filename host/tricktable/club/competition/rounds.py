"""Runs a competition across the tables: draws a round, seats people there, ends it.

The club decides first, and only then is a game begun at each table, under a key of its own:
whatever is interrupted between the two is done by asking again, at any host, and nothing twice.
"""

from collections.abc import Mapping
from typing import NamedTuple

from tricktable.club.club import Club
from tricktable.club.competition import declarations
from tricktable.club.competition.at_table import people_by_seat
from tricktable.club.competition.commands import BeginRound, EndRound, SeatedMeeting
from tricktable.club.competition.contest import (
    Contest,
    Meeting,
    RoundBegan,
    RoundOver,
    RoundSeats,
    contest_after,
    refusal,
)
from tricktable.club.competition.movements import draw
from tricktable.club.competition.played_games import PlayedGames
from tricktable.club.competition.state import Competition
from tricktable.store.journal import BadRow, Outage
from tricktable.table import commands
from tricktable.table.answers import RUNNING, Answer
from tricktable.table.table import Table
from tricktable.text.language import _, plural

TABLES_BUSY = "tables-busy"
"""Why a round cannot begin: games are running at its tables."""

Tables = Mapping[str, Table]


class Proposal(NamedTuple):
    """The next round as it would be."""

    round: int
    seats: RoundSeats
    codes: tuple[str, ...]
    """By table number, from 1: the club's tables in the order of the competition."""

    def code_of(self, meeting: Meeting) -> str:
        """The table where they meet; empty if there are too few tables."""
        return self.codes[meeting.table - 1] if meeting.table <= len(self.codes) else ""


class NotSeated(NamedTuple):
    """A table of the round where no game could begin."""

    table: int
    code: str
    reason: str


def newest(club: Club) -> Competition | None:
    """The competition that runs, or ran last."""
    return club.view().of(declarations.PART).newest


def proposal(competition: Competition, played: PlayedGames, tables: Tables) -> Proposal | str:
    """The next round as the movement has it, or why there is none."""
    contest = competition.contest
    if contest.is_over:
        return _("This competition is over.")
    if contest.is_running:
        return _("End the round first.")
    seats = draw(contest, played.of(competition, tables).order)
    if not isinstance(seats, RoundSeats):
        return str(seats)
    codes = competition.tables or tuple(tables)
    return Proposal(contest.next_round, _at_tables(seats, len(codes)), codes)


def _at_tables(seats: RoundSeats, number: int) -> RoundSeats:
    """The same at this many tables, if a table that nobody sits at this time makes room."""
    meetings = sorted(seats.meetings)
    if not len(meetings) <= number < meetings[-1].table:
        return seats
    closer = (each._replace(table=at) for at, each in enumerate(meetings, 1))
    return seats._replace(meetings=tuple(closer))


def preview(contest: Contest) -> list[RoundSeats] | str:
    """The rounds to come of a movement that is known beforehand; of another one the first.

    Or why there is none. A round that is being played is taken as over.
    """
    found: list[RoundSeats] = []
    if contest.is_running:
        contest = contest_after(contest, RoundOver())
    while True:
        seats = draw(contest, contest.here)
        if not isinstance(seats, RoundSeats):
            return found or str(seats)
        found.append(seats)
        began = RoundBegan(seats)
        if refusal(contest, began) or not (seats.places or contest.places):
            return found
        contest = contest_after(contest_after(contest, began), RoundOver())


def begin(
    club: Club,
    tables: Tables,
    proposed: Proposal,
    *,
    abandon: bool = False,
    has_clock: bool = True,
    key: str = "",
) -> Answer:
    """Begin this round and seat its people; what could not be seated, `seat` says.

    Refused with `TABLES_BUSY` if games are running at its tables, unless those are abandoned.
    """
    needed = max(each.table for each in proposed.seats.meetings)
    if needed > len(proposed.codes):
        few = plural(
            "This round needs {needed} tables, and there is {count}. Open more tables first.",
            "This round needs {needed} tables, and there are {count}. Open more tables first.",
            len(proposed.codes),
            needed=needed,
        )
        return Answer(False, few)
    meetings, busy = [], []
    for each in proposed.seats.meetings:
        code = proposed.code_of(each)
        table = _table(tables, code)
        if table is None:
            return Answer(False, _("There is no table {code} here.", code=code))
        view = table.view()
        if view.view is not None and view.view.status == "playing":
            busy.append(code)
        sides = [list(side) for side in each.sides]
        meetings.append(SeatedMeeting(each.table, code, sides, view.games + 1, each.boards))
    if busy and not abandon:
        codes = ", ".join(busy)
        return Answer(
            False,
            _(
                "Games are running at these tables: {codes}. Finish them there, or abandon them.",
                codes=codes,
            ),
            because=TABLES_BUSY,
        )
    seats = proposed.seats
    request = BeginRound(
        proposed.round, meetings, list(seats.sitting_out), list(seats.places), has_clock
    )
    answer = club.ask(request, key)
    current = newest(club)
    if answer.is_done and current is not None and current.round == proposed.round:
        seat(current, tables, abandon=abandon)
    return answer


def seat(competition: Competition, tables: Tables, *, abandon: bool = False) -> list[NotSeated]:
    """Begin the round's game at each table where none has begun yet; returns where none could."""
    contest = competition.contest
    if not contest.is_running:
        return []
    missing = []
    for meeting in contest.rounds[-1].meetings:
        where = competition.where(competition.round, meeting.table)
        table = _table(tables, where.code)
        if table is None:
            why = _("There is no table {code} here.", code=where.code)
            missing.append(NotSeated(meeting.table, where.code, why))
            continue
        if table.view().games >= where.first:
            continue
        new = commands.RoundGame(
            competition.game,
            competition.players,
            list(people_by_seat(contest, meeting, competition.owners)),
            competition.options,
            abandon=abandon,
        )
        answer = table.ask(new, f"competition.{competition.begun[-1]}.{where.code}")
        if not answer.is_done:
            why = answer.reason
            if answer.because == RUNNING:
                why = _("A game is running at this table.")
            missing.append(NotSeated(meeting.table, where.code, why))
    return missing


def end(club: Club, tables: Tables, key: str = "") -> Answer:
    """End the round that is being played: what has not been played by now is not played."""
    competition = newest(club)
    if competition is None or not competition.contest.is_running:
        return Answer(False, _("No round is being played."))
    last = {}
    for where in competition.seats[-1].values():
        table = _table(tables, where.code)
        last[where.code] = table.view().games if table else where.first - 1
    return club.ask(EndRound(competition.round, last), key)


def is_counted(competition: Competition, code: str, game: int) -> bool:
    """Whether a table's game belongs to some round."""
    for seats in competition.seats:
        for where in seats.values():
            last = game if where.last is None else where.last
            is_among = where.first <= game <= last if where.only is None else game in where.only
            if where.code == code and is_among:
                return True
    return False


def _table(tables: Tables, code: str) -> Table | None:
    """The table with this code, if it is here and can be opened."""
    try:
        return tables.get(code)
    except (BadRow, Outage):
        return None
