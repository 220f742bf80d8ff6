"""The newest evening of a table, from its journal: its games, who won them, how scores went.

An evening ends where the next game begins six hours or more after anything happened in the last.
Takes rows and times as arguments and does no I/O.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

import msgspec

from tricktable.archive import ENTRIES, entries_in
from tricktable.games import GAMES
from tricktable.games.etori.rules import CHIPS
from tricktable.journal import Row
from tricktable.rules import codec
from tricktable.rules.entries import Dealt
from tricktable.rules.names import shown
from tricktable.rules.record import Record
from tricktable.rules.verdicts import PUBLIC

BREAK: Final = timedelta(hours=6)

Scores = tuple[int, ...]
"""What every seat has, by seat."""


@dataclass(slots=True)
class Game:
    """One game of the evening."""

    number: int
    """Of all games ever begun at this table, from 1."""
    began: datetime
    newest: datetime
    """When anything happened in it last."""
    record: Record
    names: tuple[str, ...]

    @property
    def is_over(self) -> bool:
        """Whether it was played to its end."""
        return self.record.state.status != "playing"

    @property
    def winners(self) -> list[int]:
        """The seats that have won; none before the end, in a draw and in a lost game."""
        return self.record.state.winner(self.record.findings(PUBLIC)) or []

    @property
    def kind(self) -> str:
        """The game's name in records: only games of one kind share a score."""
        return self.record.header.game


class Evening:
    """The newest evening; rows are taken in as they come."""

    def __init__(self) -> None:
        self.games: list[Game] = []
        self.seq = 0
        """The newest row that was taken in."""
        self._begun = 0

    def take(self, rows: Iterable[Row]) -> None:
        """Take in the rows that follow the last one."""
        for row in rows:
            self.seq = row.seq
            if row.kind == "game":
                self._begin(row)
            elif row.kind in (*ENTRIES, "names"):
                game = self.games[-1]
                game.newest = datetime.fromisoformat(row.at)
                if row.kind == "names":
                    given = msgspec.json.decode(row.body)["names"]
                    game.names = tuple(map(shown, given, game.names))
                record = game.record
                for line in entries_in(row):
                    record.take(codec.read_entry(line, record.header, record.seq + 1))

    def _begin(self, row: Row) -> None:
        at = datetime.fromisoformat(row.at)
        if has_ended(self.games, at):
            self.games.clear()
        self._begun += 1
        header = codec.read_header(row.body, GAMES)
        self.games.append(Game(self._begun, at, at, Record(header), header.seat_names))


def has_ended(games: Sequence[Game], now: datetime) -> bool:
    """Whether a game that began now would begin another evening than that of these games."""
    return bool(games) and now - games[-1].newest >= BREAK


def course(record: Record) -> list[Scores]:
    """How the scores of a game went: what every seat had after each deal, round or game.

    Troika: totals. Etori: chips won, less chips lost. TriATri: points. The Torite: the score of a
    win. Tredici: 1 for a win.
    """
    return _COURSES[record.header.game](record)


def _detail(record: Record) -> Any:
    return record.state.position(record.findings(PUBLIC), PUBLIC).as_json()


def _troika(record: Record) -> list[Scores]:
    return [(*detail["totals"], *detail["totals"]) for detail in _after_deals(record)]


def _etori(record: Record) -> list[Scores]:
    seats = range(record.header.seats)
    return [
        tuple(chips[seat % len(chips)] - CHIPS for seat in seats)
        for chips in (detail["chips"] for detail in _after_deals(record))
    ]


def _after_deals(record: Record) -> list[Any]:
    """The summary's detail after each deal that was scored."""
    found: list[Any] = []
    for step in record.steps():
        now: Any = step.after.position((), PUBLIC).as_json()
        if len(now["deals"]) > len(found):
            found.append(now)
    return found


def _triatri(record: Record) -> list[Scores]:
    went: list[Scores] = []
    for step in record.steps():
        if isinstance(step.entry, Dealt):
            now: Any = record.before(step.seq).position((), PUBLIC).as_json()
            if now["round"]:
                went.append(tuple(now["points"]))
    if record.state.next.what in ("deal", "over") and _detail(record)["round"]:
        went.append(tuple(_detail(record)["points"]))
    return went


def _torite(record: Record) -> list[Scores]:
    if record.state.status == "playing":
        return []
    return [(_detail(record)["score"] or 0,) * record.header.seats]


def _tredici(record: Record) -> list[Scores]:
    if record.state.status == "playing":
        return []
    won = record.state.winner(()) or []
    return [tuple(int(seat in won) for seat in range(record.header.seats))]


_COURSES: Final[Mapping[str, Callable[[Record], list[Scores]]]] = {
    "troika": _troika,
    "etori": _etori,
    "triatri": _triatri,
    "torite": _torite,
    "tredici": _tredici,
}
