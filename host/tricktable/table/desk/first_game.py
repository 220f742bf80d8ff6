"""The first game of a new table: the first one listed, by the book, for as many as a key says."""

from typing import Final

from tricktable.games import GAMES
from tricktable.rules.entries import EITHER
from tricktable.rules.game import AnyGame
from tricktable.rules.keypad import NUMBER_KEYS, NUMBERS
from tricktable.table import commands
from tricktable.table.desk.moment import first_header
from tricktable.table.notes import Note
from tricktable.text.language import ENGLISH, Message, speaking, verbatim

_LISTED: Final = 4
"""More keys than this are said as a range."""


def choices() -> tuple[str, ...]:
    """The keys that begin it, one for each number of players."""
    return tuple(NUMBER_KEYS[players] for players in sorted(_first().players))


def request(key: str) -> commands.NewGame:
    """The game that this key begins."""
    header = first_header(NUMBERS[key], _first().name)
    return commands.NewGame(header.game, header.players, options=header.given)


def none_yet(seat: int | None = None, card: str = "") -> Note:
    """The note that there is no game yet, and the key that begins one."""
    return Note("no_game", seat, card, detail=_choices_message(choices()))


def plain_keys() -> str:
    """The keys in English: `3 or 4`, `2-9`."""
    with speaking(ENGLISH):
        return str(_choices_message(choices()))


def _first() -> AnyGame:
    return next(iter(GAMES.values()))


def _choices_message(listed: tuple[str, ...]) -> Message:
    *others, last = listed
    if not others or len(listed) > _LISTED:
        words = f"{listed[0]}-{last}" if others else last
        return verbatim(words)
    return Message(EITHER, {"one": ", ".join(others), "other": last})
