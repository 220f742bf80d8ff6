"""Who sat where in each game of a table, evening by evening, from its rows. Folds no entry.

At one table and for one evening a name is one person, wherever they sit. Nothing here says that the
same name at another table, or on another evening, is the same person: only that person can.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from tricktable.games import GAMES
from tricktable.rules import codec
from tricktable.rules.seats import DEFAULTS, default_names
from tricktable.store.archive import ENTRIES
from tricktable.store.journal import Row
from tricktable.table.desk import persons
from tricktable.table.desk.changes import PERSONS
from tricktable.table.evening import BREAK
from tricktable.table.story import NAMES, renamed


class Appearance(NamedTuple):
    """One person at one table for one evening."""

    table: str
    """The table's code."""
    first: int
    """The evening's first game, by its number at this table."""
    who: str
    """The person, as the table tells people apart (`persons.Persons`)."""


class Attended(NamedTuple):
    """One game, and who sat there when it ended."""

    table: str
    number: int
    """Of all games ever begun at this table, from 1."""
    kind: str
    """The game's name in records."""
    first_row: int
    last_row: int
    """The rows that it is in; what is typed between two games is in those of the first."""
    began: str
    ended: str
    """Wall time of its first row, and of its newest entry; ISO 8601."""
    sittings: tuple[Appearance, ...]
    """By seat."""
    names: tuple[str, ...]
    """By seat, as people see them."""

    @property
    def first(self) -> int:
        """The first game of its evening."""
        return self.sittings[0].first

    def is_named(self, seat: int) -> bool:
        """Whether somebody has typed a name for this seat."""
        defaults = default_names(len(self.names), len(self.names))
        return self.names[seat] not in DEFAULTS and self.names[seat] != defaults[seat]


class Attendance:
    """The games of one table; takes in rows as they come. Mutable, not locked."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.games: list[Attended] = []
        self.seq = 0
        """The newest row taken in."""
        self._persons: persons.Persons = ()

    def take(self, rows: Iterable[Row]) -> None:
        """Take in the rows that follow the last one. Raises: Malformed, for an unknown game."""
        for row in rows:
            self.seq = row.seq
            if row.kind == "game":
                self._begin(row)
            elif self.games:
                self._go_on(row)

    def _begin(self, row: Row) -> None:
        last = self.games[-1] if self.games else None
        header = codec.read_header(row.body, GAMES)
        number = last.number + 1 if last else 1
        names = header.seat_names
        before = last.names if last else default_names(4, 4)
        said = json.loads(row.body).get(PERSONS)
        self._persons = persons.at_beginning(said, self._persons, before, names, number)
        first = number if last is None or _is_another_evening(last.ended, row.at) else last.first
        sittings = tuple(Appearance(self.code, first, who) for who in self._persons)
        self.games.append(
            Attended(
                self.code,
                number,
                header.game,
                row.seq,
                row.seq,
                row.at,
                row.at,
                sittings,
                names,
            )
        )

    def _go_on(self, row: Row) -> None:
        game = self.games[-1]._replace(last_row=row.seq)
        if row.kind in ENTRIES:
            game = game._replace(ended=row.at)
        elif row.kind == NAMES:
            names = renamed(row, game.names)
            self._persons = persons.renamed(self._persons, game.names, names)
            sittings = tuple(Appearance(self.code, game.first, who) for who in self._persons)
            game = game._replace(names=names, sittings=sittings)
        self.games[-1] = game


def _is_another_evening(ended: str, began: str) -> bool:
    return datetime.fromisoformat(began) - datetime.fromisoformat(ended) >= BREAK
