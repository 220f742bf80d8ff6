"""The games of a competition, read from the tables' rows as they are now.

Nothing is stored: whatever a table's record says counts, and so do the corrections of games that
their tables have left behind, which the club keeps.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple, Protocol

from tricktable.club.competition.at_table import game_of
from tricktable.club.competition.contest import Meeting
from tricktable.club.competition.results import (
    Played,
    Ranked,
    TableGame,
    is_complete,
    standings,
)
from tricktable.club.competition.state import Competition, RoundTable
from tricktable.games import GAMES, blamed
from tricktable.rules import codec
from tricktable.rules.faults import GameFault
from tricktable.rules.record import Record
from tricktable.store.archive import ENTRIES, entries_in, record_of
from tricktable.store.journal import Outage, Row
from tricktable.table.past_corrections import take_corrections
from tricktable.table.views import TableView


class ReadTable(Protocol):
    """A table, or a table as spectators see it."""

    @property
    def code(self) -> str:
        """Its code."""

    def rows(self, after: int = 0) -> Iterator[Row]:
        """The rows since `after`."""

    def view(self) -> TableView:
        """As it is shown now."""


class GameRead(NamedTuple):
    """One game of a table as its record has it."""

    number: int
    """Of all games ever begun there, from 1."""
    game: str
    """Its name in records."""
    players: int
    result: TableGame


class GamesAtTable:
    """The games of one table from some number on, read on from the last row."""

    def __init__(self, first: int) -> None:
        self.first = first
        """The first game that is looked at."""
        self._seq = 0
        self._number = 0
        self._record: Record | None = None
        self._read: dict[int, GameRead] = {}

    def take(self, rows: Iterable[Row]) -> None:
        """Take in the rows that follow the last one."""
        is_new = False
        for row in rows:
            self._seq = row.seq
            if row.kind == "game":
                if is_new:
                    self._look()
                self._number, self._record = self._number + 1, None
                if self._number >= self.first:
                    self._record, is_new = Record(codec.read_header(row.body, GAMES)), True
            elif row.kind in ENTRIES and self._record is not None:
                is_new = True
                for line in entries_in(row):
                    record = self._record
                    record.take(codec.read_entry(line, record.header, record.seq + 1))
        if is_new:
            self._look()

    @property
    def seq(self) -> int:
        """The newest row taken in."""
        return self._seq

    @property
    def games(self) -> Mapping[int, GameRead]:
        """The games by number."""
        return self._read

    def _look(self) -> None:
        if self._record is None:
            return
        found = _read(self._number, self._record)
        if found is not None:
            self._read[self._number] = found


def _read(number: int, record: Record) -> GameRead | None:
    """What a game came to; None if its package fails at it."""
    header = record.header
    try:
        with blamed(header.rules, may_refuse=False):
            return GameRead(number, header.game, header.players, game_of(record))
    except GameFault:
        return None


class PlayedGames:
    """The games of all tables, kept up with their journals. May be called from any thread."""

    def __init__(self) -> None:
        self._tables: dict[str, GamesAtTable] = {}
        self._corrected: dict[tuple[str, int, tuple[str, ...]], GameRead | None] = {}
        self._last: tuple[Competition, Mapping[str, int], Standing] | None = None
        self._one_at_a_time = threading.Lock()

    def of(self, competition: Competition, tables: Mapping[str, ReadTable]) -> Standing:
        """How the competition stands now.

        A table that is not there, or that cannot be read just now, counts as it was read last.
        """
        with self._one_at_a_time:
            return self._standing(competition, tables)

    def read_again(self, code: str) -> None:
        """Rows of this table have changed, so read all of them again."""
        with self._one_at_a_time:
            self._tables.pop(code, None)

    def _standing(self, competition: Competition, tables: Mapping[str, ReadTable]) -> Standing:
        self._read_on(competition, tables)
        seqs = {code: each.seq for code, each in self._tables.items()}
        if self._last and self._last[0] is competition and self._last[1] == seqs:
            return self._last[2]
        found: dict[tuple[int, int], Sequence[int]] = {}
        played: dict[tuple[int, int], list[TableGame]] = {}
        for number, seats in enumerate(competition.contest.rounds, 1):
            for meeting in seats.meetings:
                where = competition.where(number, meeting.table)
                counting = self._counting(competition, where, tables)
                found[number, meeting.table] = [each.number for each in counting]
                played[number, meeting.table] = [each.result for each in counting]
        ranked = standings(competition.contest, played)
        standing = Standing(competition, ranked, played, found)
        self._last = competition, seqs, standing
        return standing

    def _read_on(self, competition: Competition, tables: Mapping[str, ReadTable]) -> None:
        firsts: dict[str, int] = {}
        for seats in competition.seats:
            for where in seats.values():
                first = min((where.first, *(where.only or ())))
                firsts[where.code] = min(firsts.get(where.code, first), first)
        for code, first in firsts.items():
            known = self._tables.get(code)
            if known is None or known.first > first:
                known = self._tables[code] = GamesAtTable(first)
            # Asking a view costs nothing; a journal would be asked for each table and each phone.
            # While it cannot be read, the standings stay as they were known last.
            with suppress(Outage, KeyError):
                if tables[code].view().row > known.seq:
                    known.take(tables[code].rows(known.seq))

    def _counting(
        self, competition: Competition, where: RoundTable, tables: Mapping[str, ReadTable]
    ) -> list[GameRead]:
        """The games of one table of one round that count, the oldest first."""
        known = self._tables[where.code].games
        if where.only is not None:
            numbers: Iterable[int] = where.only
        else:
            last = max(known, default=0) if where.last is None else where.last
            numbers = range(where.first, last + 1)
        games = [
            each
            for number in numbers
            if (each := self._with_corrections(competition, where.code, number, tables))
            and (each.game, each.players) == (competition.game, competition.players)
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
        tables: Mapping[str, ReadTable],
    ) -> GameRead | None:
        known = self._tables[code].games.get(number)
        lines = competition.corrections_of(code, number)
        if known is None or not lines:
            return known
        # The newest game can still grow, and then this is made anew: its rows are in the key.
        key = (code, number, (*lines, str(self._tables[code].seq)))
        if key not in self._corrected:
            with suppress(Outage, KeyError):
                self._corrected[key] = corrected(tables[code].rows(), number, lines)
        return self._corrected.get(key, known)


def corrected(rows: Iterable[Row], number: int, more: Sequence[str]) -> GameRead | None:
    """A past game with more entries behind its own; None if its package fails at it.

    An entry that the record cannot take changes nothing.
    """
    record = past_record(rows, number)
    if record is None:
        return None
    take_corrections(record, more)
    return _read(number, record)


def past_record(rows: Iterable[Row], number: int) -> Record | None:
    """The record of this game of a table; None if there is no such game."""
    header, *lines = [*record_of(rows, number)] or [""]
    if not header:
        return None
    record = Record(codec.read_header(header, GAMES))
    for line in lines:
        record.take(codec.read_entry(line, record.header, record.seq + 1))
    return record


class Standing(NamedTuple):
    """How a competition stands at one moment."""

    competition: Competition
    ranked: tuple[Ranked, ...]
    """Everybody, line by line, the first of each line first."""
    played: Played
    numbers: Mapping[tuple[int, int], Sequence[int]]
    """By round and table: the numbers of the games that count there."""

    def is_complete(self, round_number: int, meeting: Meeting) -> bool:
        """Whether a table has played all its games of a round."""
        games = self.played.get((round_number, meeting.table), ())
        return is_complete(self.competition.contest.conditions, games)

    @property
    def order(self) -> list[int]:
        """All entrants, the first in the standings first."""
        return [each.entrant for each in self.ranked]
