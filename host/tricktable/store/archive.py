"""The games in a table's journal, each as a record in the form of docs/reference/record.md.

Reads rows and judges nothing: everything in a journal was judged before it was saved.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Annotated, Final, NoReturn, cast

import msgspec

from tricktable.games import GAMES
from tricktable.rules.codec import read_header
from tricktable.rules.entries import BadLine
from tricktable.rules.faults import GameFault
from tricktable.rules.game import AnyGame, Game, Header, State
from tricktable.rules.limits import MOST_PLAYERS
from tricktable.rules.score import Score
from tricktable.rules.values import JsonValue
from tricktable.store.journal import Row

ENTRIES: Final = ("entry", "entries")
"""The kinds of rows that hold entries: one each, or the hundreds of an imported record."""


def record_of(rows: Iterable[Row], number: int, corrected: Iterable[str] = ()) -> Iterator[str]:
    """The lines of that game's record, without line feeds; none if there is no such game.

    What was `corrected` is part of it once another game has begun.
    """
    game = 0
    for row in rows:
        game += row.kind == "game"
        if game == number:
            yield from (row.body,) if row.kind == "game" else entries_in(row)
    if 0 < number < game:
        yield from corrected


def entries_in(row: Row) -> list[str]:
    """The record lines in a row; none if it holds something else."""
    if row.kind == "entry":
        return [row.body]
    if row.kind == "entries":
        return [json.dumps(fields, ensure_ascii=True) for fields in json.loads(row.body)["entries"]]
    return []


def entry_count(row: Row) -> int:
    """How many lines `entries_in` returns, without writing them: a hundred times as fast.

    A row of an imported record is counted while its table is locked.
    """
    if row.kind == "entries":
        return len(_TOGETHER.decode(row.body).entries)
    return int(row.kind == "entry")


class _Together(msgspec.Struct):
    """The body of a row that holds hundreds of entries."""

    entries: list[msgspec.Raw]


_TOGETHER: Final = msgspec.json.Decoder(_Together)


def read_kept_header(line: str) -> Header:
    """The header in a journal, where a game may be of a package that is installed no more.

    Such a game has a name and as many seats as the row names people, and cannot be played or shown.
    Raises: BadLine.
    """
    try:
        return read_header(line, GAMES)
    except BadLine:
        if (header := _absent(line)) is None:
            raise
        return header


def _absent(line: str) -> Header | None:
    """The header of a game that is not installed; None if something else is wrong with it."""
    try:
        kept = msgspec.json.decode(line, type=_HeaderInJournal)
    except msgspec.DecodeError:
        return None
    if kept.game in GAMES:
        return None

    class Unknown:
        """The state of a game whose rules nobody has."""

        def __getattr__(self, _name: str) -> NoReturn:
            raise GameFault("its package is not installed", kept.game)

    seats = len(kept.persons) or kept.players
    rules: AnyGame = Game(
        name=kept.game,
        title=kept.game,
        players=frozenset({kept.players}),
        options=lambda _players, _given: {},
        start=lambda _players, _options: cast(State, Unknown()),
        score=lambda _view: cast(Score, Unknown()),
        seats=lambda _players: seats,
    )
    return Header(rules, kept.players, kept.options, kept.options, kept.names, {})


class _HeaderInJournal(msgspec.Struct):
    """What a journal says of a game, whatever the game."""

    game: Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9_-]*$")]
    players: Annotated[int, msgspec.Meta(ge=1, le=MOST_PLAYERS)]
    names: tuple[str, ...] | None = None
    options: dict[str, JsonValue] = {}
    persons: tuple[str, ...] = ()
