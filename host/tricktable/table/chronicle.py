"""When games and deals begin and end at a table, from its journal's rows, each reported once.

The same rows always tell the same, so what was told before a restart has the same number after it.
Public: it holds scores and names, and no card. Takes rows as arguments and does no I/O.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from tricktable.games import GAMES, blamed
from tricktable.rules import codec
from tricktable.rules.entries import Impossible, Malformed
from tricktable.rules.faults import GameFault
from tricktable.rules.position import Common
from tricktable.rules.record import Record
from tricktable.rules.values import JsonValue
from tricktable.rules.verdicts import PUBLIC
from tricktable.store.archive import ENTRIES, entries_in
from tricktable.store.journal import Row
from tricktable.table.scorebook import score_of
from tricktable.table.story import CLOSED, GAME, NAMES, OPENED, renamed

TABLE_OPENED: Final = "table.opened"
TABLE_CLOSED: Final = "table.closed"
GAME_BEGAN: Final = "game.began"
DEAL_ENDED: Final = "deal.ended"
GAME_ENDED: Final = "game.ended"
STOPPED: Final = "stopped"
"""The status of a game that the table has given up, where records have `finished` or `drawn`."""


class Milestone(NamedTuple):
    """Something worth telling to a program that does not follow every card."""

    table: str
    row: int
    """The row that made it so."""
    at: str
    """That row's wall time, ISO 8601."""
    what: str
    """`table.opened`, `table.closed`, `game.began`, `deal.ended` or `game.ended`."""
    data: Mapping[str, JsonValue]

    @property
    def id(self) -> str:
        """Its number: always the same for the same, and no other of any table has it."""
        of = "\n".join((self.table, str(self.row), self.at, self.what))
        # 128 bits: no two messages of any club are alike by chance.
        return f"msg_{hashlib.sha256(of.encode()).hexdigest()[:32]}"


class Chronicle:
    """One table's milestones. Mutable: it takes in rows one after the other."""

    def __init__(self, code: str, games: int = 0) -> None:
        """Nothing has happened; or begin in the middle, where this many games had begun."""
        self._code = code
        self._games = games
        self._record: Record | None = None
        self._names: tuple[str, ...] = ()
        self._told: dict[str, object] = {}
        """What was last reported about the running game, by kind."""

    @property
    def names(self) -> tuple[str, ...]:
        """Who plays, by seat; empty before the first game."""
        return self._names

    def take(self, row: Row) -> list[Milestone]:
        """What this row, which follows the last one, brings about."""
        try:
            told = list(self._take(row))
        except (GameFault, Impossible, Malformed):  # nothing more of this game can be told
            self._record, told = None, []
        return [
            Milestone(row.table, row.seq, row.at, what, {"table": row.table, **data})
            for what, data in told
        ]

    def _take(self, row: Row) -> Iterator[tuple[str, Mapping[str, JsonValue]]]:
        if row.kind == OPENED:
            yield TABLE_OPENED, {}
        elif row.kind == CLOSED:
            yield TABLE_CLOSED, {}
        elif row.kind == GAME:
            yield GAME_BEGAN, self._begin(row)
        elif self._record is None:
            return
        elif row.kind == NAMES:
            self._names = renamed(row, self._names)
        elif row.kind == "desk" and json.loads(row.body).get("is_stopped"):
            yield from self._ended(self._record, STOPPED)
        elif row.kind in ENTRIES:
            yield from self._go_on(self._record, entries_in(row))

    def _begin(self, row: Row) -> Mapping[str, JsonValue]:
        header = codec.read_header(row.body, GAMES)
        self._record, self._names, self._told = Record(header), header.seat_names, {}
        self._games += 1
        return {
            **self._game(self._record),
            "players": header.players,
            "options": dict(header.given),
            "names": list(self._names),
        }

    def _go_on(
        self, record: Record, lines: Iterable[str]
    ) -> Iterator[tuple[str, Mapping[str, JsonValue]]]:
        with blamed(record.header.rules, may_refuse=False):
            for line in lines:
                record.take(codec.read_entry(line, record.header, record.seq + 1))
            state = record.state
            if state.next.what not in Common.BETWEEN:
                return
            deals = score_of(record).deals
        if deals and deals[-1].number:
            sides = self._sides(record, deals[-1].gains)
            deal = {**self._game(record), "deal": deals[-1].number, "sides": sides}
            if self._is_news(DEAL_ENDED, deal):
                yield DEAL_ENDED, deal
        if state.status != "playing":
            yield from self._ended(record, state.status)

    def _ended(self, record: Record, status: str) -> Iterator[tuple[str, Mapping[str, JsonValue]]]:
        with blamed(record.header.rules, may_refuse=False):
            winner = record.state.winner(record.findings(PUBLIC)) or []
            said = {
                **self._game(record),
                "status": status,
                "winner": [self._names[seat] for seat in winner],
                "sides": self._sides(record),
            }
        if self._is_news(GAME_ENDED, said):
            yield GAME_ENDED, said

    def _is_news(self, what: str, said: Mapping[str, JsonValue]) -> bool:
        """Whether it was not just reported: a card undone and laid again is no news."""
        is_news = self._told.get(what) != said
        self._told[what] = said
        return is_news

    def _game(self, record: Record) -> dict[str, JsonValue]:
        rules = record.header.rules
        return {"game": rules.name, "title": rules.title, "number": self._games}

    def _sides(self, record: Record, gains: tuple[int, ...] | None = None) -> list[JsonValue]:
        score = score_of(record)
        sides: list[JsonValue] = []
        for owner, seats in enumerate(score.owners):
            side: dict[str, JsonValue] = {
                "seats": list(seats),
                "names": [self._names[seat] for seat in seats],
                "score": score.total.values[owner],
            }
            if gains is not None:
                side["gain"] = gains[owner]
            sides.append(side)
        return sides


class Beginning(NamedTuple):
    """Where a chronicle may begin."""

    before: int
    """The row before its first one."""
    games: int
    """How many games had begun by then."""
    last: int
    """The newest row that was looked at."""


def newest_game(rows: Iterable[Row], upto: int) -> Beginning:
    """Where a chronicle may begin that is asked for what follows row `upto`."""
    found = Beginning(0, 0, 0)
    games = 0
    for row in rows:
        if row.seq > upto:
            break
        found = found._replace(last=row.seq)
        if row.kind == GAME:
            found = found._replace(before=row.seq - 1, games=games)
            games += 1
    return found
