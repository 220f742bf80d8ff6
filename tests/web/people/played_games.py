"""Games that are over, at a real table: a record taken in, with people's names."""

import json
from functools import cache
from itertools import product
from pathlib import Path
from random import Random

from players import every_game
from tricktable.rules import codec
from tricktable.rules.record import Record
from tricktable.rules.values import JsonValue
from tricktable.rules.view import view
from tricktable.table import commands
from tricktable.table.table import Table
from web.room import ask

RECORDS = Path(__file__).parents[2] / "board" / "records"
NAMES = ("Zebedee", "Bo", "Cy", "Di")


@cache
def _lines(seats: int, seed: int) -> tuple[dict[str, JsonValue], tuple[str, ...]]:
    """The header and the entries of a game by chance, with this many seats, that somebody won."""
    kinds = [each for each in every_game.USUAL if each[1] == seats]
    for number, (name, count) in product(range(seed, seed + 40), kinds):
        game = every_game.by_chance(Random(number), name, count, is_tidy=True)
        lines, record = tuple(map(json.dumps, game.lines)), Record(game.header)
        for line in lines:
            record.take(codec.read_entry(line, game.header, record.seq + 1))
        if record.state.status != "playing" and view(record).winner:
            return codec.header_fields(game.header), lines
    raise AssertionError("no game by chance has an end")


def won(names: tuple[str, ...] = NAMES, seed: int = 0) -> tuple[bytes, ...]:
    """The record of a whole game by these people, line by line."""
    header, lines = _lines(len(names), seed)
    first = json.dumps({**header, "names": list(names)})
    return tuple(each.encode() for each in (first, *lines))


def play_together(table: Table, names: tuple[str, ...] = NAMES, has_won: bool = True) -> None:
    """A whole game of The Torite at this table, which all win or lose together."""
    if has_won:
        lines = (RECORDS / "torite-4.jsonl").read_text(encoding="utf-8").splitlines()
    else:
        game = every_game.by_chance(Random(0), "torite", 4, is_tidy=True)
        lines = [*map(json.dumps, (codec.header_fields(game.header), *game.lines))]
    header = json.dumps({**json.loads(lines[0]), "names": list(names)})
    ask(table, commands.TakeIn(tuple(each.encode() for each in (header, *lines[1:])), abandon=True))


def play(table: Table, names: tuple[str, ...] = NAMES, seed: int = 0) -> None:
    """A whole game at this table, by these people."""
    ask(table, commands.TakeIn(won(names, seed), abandon=True))
    assert table.view().view is not None
    assert table.view().view.status != "playing"  # type: ignore[union-attr]
    assert table.view().names == names
