"""Games by chance at a room's table, to their end or to one entry before it."""

from collections.abc import Sequence
from random import Random

from players import every_game
from tricktable.table import commands
from web.room import Room, ask

LONG_NAMES = ("Ann", "Bo", "Maximiliane-Charlotte", "ゆき", "Eve", "Fay", *map(str, range(7, 14)))


def play(
    room: Room,
    name: str,
    count: int,
    seed: int = 3,
    upto: int | None = None,
    names: Sequence[str] = LONG_NAMES,
) -> None:
    """Play a game, or its first entries; the pages see how it begins and ends."""
    played = every_game.by_chance(Random(seed), name, count, is_tidy=True)
    options = dict(played.header.given)
    ask(room.table, commands.NewGame(name, count, list(names[:count]), options, abandon=True))
    room.enter(played.lines[:upto])
