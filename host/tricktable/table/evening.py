"""The evenings of a table, from its journal: of the newest one the games, their winners and scores.

An evening ends where the next game begins six hours or more after anything happened in the last.
Takes rows and times as arguments and does no I/O.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import accumulate
from operator import add
from typing import Final

from tricktable.games import GAMES, OURS, blamed
from tricktable.rules import codec
from tricktable.rules.faults import GameFault
from tricktable.rules.game import Header
from tricktable.rules.record import Record
from tricktable.rules.score import Score
from tricktable.rules.verdicts import PUBLIC
from tricktable.rules.view import view
from tricktable.store.archive import ENTRIES, continued, entries_in
from tricktable.store.journal import Row
from tricktable.table.story import NAMES, renamed

# Longer than a supper, shorter than a night. A game paused overnight belongs to the evening in
# which it ends.
BREAK: Final = timedelta(hours=6)

Scores = tuple[int, ...]
"""What every seat has, by seat."""


@dataclass(slots=True)
class EveningGame:
    """One game of the evening."""

    number: int
    """Of all games ever begun at this table, from 1."""
    began: datetime
    newest: datetime
    """When something last happened in it."""
    record: Record
    names: tuple[str, ...]

    @property
    def header(self) -> Header:
        """How it began."""
        return self.record.header

    @property
    def is_sound(self) -> bool:
        """Whether it can be shown: a game of a package may fail at any moment of it."""
        if self.kind in OURS:
            return True
        try:
            with blamed(self.record.header.rules, may_refuse=False):
                _told = score_of(self.record), view(self.record).phase
        except GameFault:
            return False
        return True

    @property
    def is_over(self) -> bool:
        """Whether it was played to its end."""
        return self.record.state.status != "playing"

    @property
    def winners(self) -> list[int]:
        """The winning seats; empty before the end, in a draw or in a lost game."""
        return self.record.state.winner(self.record.findings(PUBLIC)) or []

    @property
    def kind(self) -> str:
        """The game's name in records: only games of one kind share a score."""
        return self.record.header.game


class Evening:
    """The newest evening; takes in rows as they come."""

    def __init__(self) -> None:
        self.games: list[EveningGame] = []
        self.seq = 0
        """The newest row taken in."""
        self._begun = 0

    def take(self, rows: Iterable[Row]) -> None:
        """Take in the rows that follow the last one."""
        for row in rows:
            self.seq = row.seq
            if row.kind == "game":
                self._begin(row)
            elif row.kind in (*ENTRIES, NAMES) and self.games:  # else before the first game
                game = self.games[-1]
                game.newest = datetime.fromisoformat(row.at)
                if row.kind == NAMES:
                    game.names = renamed(row, game.names)
                record = game.record
                for line in entries_in(row):
                    record.take(codec.read_entry(line, record.header, record.seq + 1))

    def _begin(self, row: Row) -> None:
        at = datetime.fromisoformat(row.at)
        if has_ended(self.games, at):
            self.games.clear()
        self._begun += 1
        if (number := continued(row)) is not None:
            # It is played on, so it has not been left; what came between was only begun.
            self.games = [each for each in self.games if each.number < number]
        header = codec.read_header(row.body, GAMES)
        self.games.append(EveningGame(self._begun, at, at, Record(header), header.seat_names))


@dataclass(slots=True)
class BegunGame:
    """A game of any evening, without its entries."""

    number: int
    """Of all games ever begun at this table, from 1."""
    began: datetime
    newest: datetime
    """When something last happened in it."""
    header: Header
    names: tuple[str, ...]


def evenings(rows: Iterable[Row]) -> list[list[BegunGame]]:
    """All evenings of a table with their games, the oldest first. Reads no entry."""
    found: list[list[BegunGame]] = []
    begun = 0
    for row in rows:
        if row.kind == "game":
            at, begun = datetime.fromisoformat(row.at), begun + 1
            if not found or has_ended(found[-1], at):
                found.append([])
            if (number := continued(row)) is not None:
                found = [[each for each in games if each.number < number] for games in found]
                found = [*filter(None, found[:-1]), found[-1]]
            header = codec.read_header(row.body, GAMES)
            found[-1].append(BegunGame(begun, at, at, header, header.seat_names))
        elif row.kind in (*ENTRIES, NAMES) and found:
            game = found[-1][-1]
            game.newest = datetime.fromisoformat(row.at)
            if row.kind == NAMES:
                game.names = renamed(row, game.names)
    return found


def has_ended(games: Sequence[EveningGame | BegunGame], now: datetime) -> bool:
    """Whether a game begun now would start a new evening after these games."""
    return bool(games) and now - games[-1].newest >= BREAK


def course(record: Record) -> list[Scores]:
    """The course of a game's scores: every seat's total after each scored deal."""
    score = score_of(record)
    place = {seat: owner for owner, seats in enumerate(score.owners) for seat in seats}
    went = accumulate(
        (deal.gains for deal in score.deals),
        lambda before, gains: tuple(map(add, before, gains)),
    )
    return [tuple(each[place[seat]] for seat in range(record.header.seats)) for each in went]


def score_of(record: Record) -> Score:
    """The state of a game, as everybody may know it."""
    now = view(record)
    return now.rules.score(now)
