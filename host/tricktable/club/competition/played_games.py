"""The games of a competition, read from the tables' rows as they are now.

Nothing is stored: whatever a table's record says counts, and so do the corrections of games that
their tables have left behind, which the club keeps.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from tricktable.club.competition.at_table import game_of
from tricktable.club.competition.contest import Meeting
from tricktable.club.competition.results import (
    GamesByTable,
    StandingsLine,
    TableGame,
    is_complete,
    standings,
)
from tricktable.club.competition.state import Competition, RoundTable
from tricktable.games import blame_game
from tricktable.rules.faults import GameFault
from tricktable.rules.record import Record
from tricktable.store.journal import Outage
from tricktable.table.scorebook import ReadTable, Scorebooks, Scoresheet, take_corrections
from tricktable.table.views import TableView


class ShownTable(ReadTable, Protocol):
    """A table, or a table as spectators see it, with what it shows."""

    def view(self) -> TableView:
        """As it is shown now."""


class GameRead(NamedTuple):
    """One game of a table as its record has it."""

    sheet: Scoresheet
    players: int
    result: TableGame


@dataclass(slots=True)
class _TableGames:
    """What was read of one table."""

    first: int
    """The first game that is looked at."""
    renumberings: int = 0
    """How often its rows had been numbered anew by then."""
    seq: int = 0
    """The newest row taken in."""
    games: dict[int, GameRead] = field(default_factory=dict)
    """By number."""


def _read(sheet: Scoresheet, record: Record, lines: Sequence[str] = ()) -> GameRead | None:
    """What a game came to with these corrections; None if its package fails at it."""
    try:
        with blame_game(sheet.rules, may_refuse=False):
            take_corrections(record, lines)
            return GameRead(sheet, record.header.players, game_of(record))
    except GameFault:
        return None


class PlayedGames:
    """The games of all tables, kept up with their journals. May be called from any thread.

    Mutable.
    """

    def __init__(self, books: Scorebooks) -> None:
        """`books` has the games of the tables that `of` is given."""
        self._books = books
        self._known: dict[str, _TableGames] = {}
        self._corrected: dict[tuple[str, int, int, tuple[str, ...]], GameRead | None] = {}
        self._last: tuple[Competition, Mapping[str, tuple[int, int]], Standing] | None = None
        self._one_at_a_time = threading.Lock()

    def of(self, competition: Competition, tables: Mapping[str, ShownTable]) -> Standing:
        """How the competition stands now.

        A table that is not there, or that cannot be read just now, counts as it was read last.
        """
        with self._one_at_a_time:
            return self._standing_now(competition, tables)

    def _standing_now(self, competition: Competition, tables: Mapping[str, ShownTable]) -> Standing:
        self._read_on(competition, tables)
        seqs = {code: (each.renumberings, each.seq) for code, each in self._known.items()}
        if self._last and self._last[0] is competition and self._last[1] == seqs:
            return self._last[2]
        found: dict[tuple[int, int], Sequence[int]] = {}
        played: dict[tuple[int, int], list[TableGame]] = {}
        for number, seats in enumerate(competition.contest.rounds, 1):
            for meeting in seats.meetings:
                where = competition.where(number, meeting.table)
                counting = self._games_that_count(competition, where, tables)
                found[number, meeting.table] = [each.sheet.number for each in counting]
                played[number, meeting.table] = [each.result for each in counting]
        ranked = standings(competition.contest, played)
        standing = Standing(competition, ranked, played, found)
        self._last = competition, seqs, standing
        return standing

    def _read_on(self, competition: Competition, tables: Mapping[str, ShownTable]) -> None:
        firsts: dict[str, int] = {}
        for seats in competition.seats:
            for where in seats.values():
                first = min((where.first, *(where.only or ())))
                firsts[where.code] = min(firsts.get(where.code, first), first)
        for code, first in firsts.items():
            known = self._known.setdefault(code, _TableGames(first))
            # Asking a view costs nothing; a journal would be asked for each table and each phone.
            # While it cannot be read, the standings stay as they were known last.
            with suppress(Outage, KeyError):
                table = tables[code]
                if known.renumberings != table.renumberings:
                    known = self._known[code] = _TableGames(first, table.renumberings)
                if table.view().row > known.seq or first < known.first:
                    self._read(known, first, table)

    def _read(self, known: _TableGames, first: int, table: ShownTable) -> None:
        with self._books.reading(table.code, table.rows, known.renumberings) as book:
            for sheet in book.sheets[first - 1 :]:
                was = known.games.get(sheet.number)
                if was is None or was.sheet.entries != sheet.entries:
                    # Only the newest game grows. The records of all would be too many to keep.
                    is_newest = sheet.number == len(book.sheets)
                    opened = book.open(sheet, table.rows, is_kept=is_newest)
                    if (found := _read(sheet, opened.record)) is not None:
                        known.games[sheet.number] = found
            known.first, known.seq = first, book.seq

    def _games_that_count(
        self, competition: Competition, where: RoundTable, tables: Mapping[str, ShownTable]
    ) -> list[GameRead]:
        """The games of one table of one round that count, the oldest first."""
        known = self._known[where.code].games
        if where.only is not None:
            numbers: Iterable[int] = where.only
        else:
            last = max(known, default=0) if where.last is None else where.last
            numbers = range(where.first, last + 1)
        games = [
            each
            for number in numbers
            if (each := self._with_corrections(competition, where.code, number, tables))
            and (each.sheet.kind, each.players) == (competition.game, competition.players)
        ]
        if where.only is not None:
            return games
        # A game that was begun anew is none, and neither is one too many.
        ended = [each for each in games if each.result.is_over]
        ended = ended[: competition.contest.conditions.games]
        if is_complete(competition.contest.conditions, [each.result for each in ended]):
            return ended
        return [*ended, *(each for each in games[-1:] if not each.result.is_over)]

    def _with_corrections(
        self,
        competition: Competition,
        code: str,
        number: int,
        tables: Mapping[str, ShownTable],
    ) -> GameRead | None:
        known = self._known[code].games.get(number)
        lines = competition.corrections_of(code, number)
        if known is None or not lines:
            return known
        # The newest game can still grow, and then this is made anew.
        key = (code, number, known.sheet.entries, lines)
        if key not in self._corrected:
            with suppress(Outage, KeyError):
                self._corrected[key] = _read(
                    known.sheet, known.sheet.read(tables[code].rows), lines
                )
        return self._corrected.get(key, known)


class Standing(NamedTuple):
    """How a competition stands at one moment."""

    competition: Competition
    lines: tuple[StandingsLine, ...]
    """Everybody, line by line, the first of each line first."""
    games: GamesByTable
    numbers: Mapping[tuple[int, int], Sequence[int]]
    """By round and table: the numbers of the games that count there."""

    def is_complete(self, round_number: int, meeting: Meeting) -> bool:
        """Whether a table has played all its games of a round."""
        games = self.games.get((round_number, meeting.table), ())
        return is_complete(self.competition.contest.conditions, games)

    @property
    def order(self) -> list[int]:
        """All entrants, the first in the standings first."""
        return [each.entrant for each in self.lines]
