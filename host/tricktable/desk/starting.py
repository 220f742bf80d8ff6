"""Another game, begun on the keypad: how many play it. Decides, and does no I/O."""

from __future__ import annotations

from typing import Final

from tricktable.desk.keys import NUMBER_KEYS, NUMBERS
from tricktable.desk.moment import (
    Asking,
    Changes,
    Moment,
    desk_change,
    first_header,
    game_change,
    told,
)
from tricktable.games import GAMES
from tricktable.notes import Asked, Note

_LISTED: Final = 5
"""Lines that a small display has for numbers; more of them become one."""


def choose_game(game: str) -> Changes:
    """This game was chosen: how many play it is asked where there is a choice."""
    counts = _counts(game)
    if len(counts) == 1:
        return [game_change(first_header(counts[0], game))]
    return [desk_change(asking=Asking("players", detail=game))]


def _counts(game: str) -> list[int]:
    return sorted(GAMES[game].players)


def ask_count(_: Moment, asking: Asking) -> Asked:
    """How many play another game."""
    options = tuple((NUMBER_KEYS[count], f"{count} players") for count in _counts(asking.detail))
    rows = (((f"{options[0][0]}-{options[-1][0]}"), "players"),) if len(options) > _LISTED else ()
    return Asked(f"{GAMES[asking.detail].title}: how many?", options, rows)


def take_count(_: Moment, asking: Asking, key: str) -> Changes:
    """So many play: the game begins."""
    if NUMBERS.get(key) not in _counts(asking.detail):
        return [told(Note("no_such_answer"))]
    return [game_change(first_header(NUMBERS[key], asking.detail))]
