"""When games and deals begin and end at a table, from its journal's rows, each reported once.

The same rows always tell the same, so what was told before a restart has the same number after it.
Public: it holds scores and names, and no card. Takes rows as arguments and does no I/O.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from tricktable.games import blame_game
from tricktable.rules.entries import BadLine, Impossible
from tricktable.rules.faults import GameFault
from tricktable.rules.position import Common
from tricktable.rules.record import Record
from tricktable.rules.values import JsonValue
from tricktable.store.archive import ENTRIES, entries_in
from tricktable.store.journal import Row
from tricktable.table.desk.changes import DeskRow
from tricktable.table.scorebook import Scoresheet, new_scoresheet, score_of, take_lines
from tricktable.table.story import CLOSED, GAME, OPENED

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

    def __init__(self, games: int = 0) -> None:
        """Nothing has happened; or begin in the middle, where this many games had begun."""
        self._games = games
        self._game: Scoresheet | None = None
        """The newest game; not open once nothing more of it can be told."""
        self._told: dict[str, object] = {}
        """What was last reported about the running game, by kind."""

    @property
    def names(self) -> tuple[str, ...]:
        """Who plays, by seat; empty before the first game."""
        return self._game.names if self._game else ()

    def take(self, row: Row) -> list[Milestone]:
        """What this row, which follows the last one, brings about."""
        try:
            told = list(self._take(row))
        except (GameFault, Impossible, BadLine):  # nothing more of this game can be told
            self._game, told = self._game and self._game._replace(opened=None), []
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
        elif self._game is not None:
            game = self._game = self._game.after(row)
            if game.opened is None:
                return
            if row.kind == DeskRow.kind and json.loads(row.body).get("is_stopped"):
                yield from self._end_events(game, STOPPED)
            elif row.kind in ENTRIES:
                yield from self._go_on(game, entries_in(row))

    def _begin(self, row: Row) -> Mapping[str, JsonValue]:
        last, self._game, self._told = self._game, None, {}
        self._games += 1
        sheet = new_scoresheet(row, last, self._games)
        game = self._game = sheet._replace(opened=Record(sheet.header))
        return {
            **_of(game),
            "players": game.header.players,
            "options": dict(game.header.given),
            "names": list(game.names),
        }

    def _go_on(
        self, game: Scoresheet, lines: Iterable[str]
    ) -> Iterator[tuple[str, Mapping[str, JsonValue]]]:
        with blame_game(game.rules, may_refuse=False):
            state = take_lines(game.record, lines).state
            if state.next.what not in Common.BETWEEN:
                return
            deals = score_of(game.record).deals
        if deals and deals[-1].number:
            sides = _sides(game, deals[-1].gains)
            deal = {**_of(game), "deal": deals[-1].number, "sides": sides}
            if self._is_news(DEAL_ENDED, deal):
                yield DEAL_ENDED, deal
        if state.status != "playing":
            yield from self._end_events(game, state.status)

    def _end_events(
        self, game: Scoresheet, status: str
    ) -> Iterator[tuple[str, Mapping[str, JsonValue]]]:
        with blame_game(game.rules, may_refuse=False):
            said = {
                **_of(game),
                "status": status,
                "winner": [game.names[seat] for seat in game.winners],
                "sides": _sides(game),
            }
        if self._is_news(GAME_ENDED, said):
            yield GAME_ENDED, said

    def _is_news(self, what: str, said: Mapping[str, JsonValue]) -> bool:
        """Whether it was not just reported: a card undone and laid again is no news."""
        is_news = self._told.get(what) != said
        self._told[what] = said
        return is_news


def _of(game: Scoresheet) -> dict[str, JsonValue]:
    return {"game": game.kind, "title": game.rules.title, "number": game.number}


def _sides(game: Scoresheet, gains: tuple[int, ...] | None = None) -> list[JsonValue]:
    score = score_of(game.record)
    sides: list[JsonValue] = []
    for owner, seats in enumerate(game.record.header.owners):
        side: dict[str, JsonValue] = {
            "seats": list(seats),
            "names": [game.names[seat] for seat in seats],
            "score": score.total.values[owner],
        }
        if gains is not None:
            side["gain"] = gains[owner]
        sides.append(side)
    return sides


class ChronicleStart(NamedTuple):
    """Where a chronicle may begin."""

    before: int
    """The row before its first one."""
    games: int
    """How many games had begun by then."""
    last: int
    """The newest row that was looked at."""


def newest_game(rows: Iterable[Row], upto: int) -> ChronicleStart:
    """Where a chronicle may begin that is asked for what follows row `upto`."""
    found = ChronicleStart(0, 0, 0)
    games = 0
    for row in rows:
        if row.seq > upto:
            break
        found = found._replace(last=row.seq)
        if row.kind == GAME:
            found = found._replace(before=row.seq - 1, games=games)
            games += 1
    return found
