"""The display's page about readers, display and keys, opened from the menu. Pure."""

from collections.abc import Iterator
from typing import Final

from tablewire.checkup import DISPLAY_PART, KEYS_PART
from tricktable.board.checkup import Facts
from tricktable.board.checkup.facts import Reader, readers, word
from tricktable.text.board import board_text

Picture = dict[str, object]

_TITLE: Final = "Reader: chip, faults, lost"
_CANNOT_TELL: Final = "This board's program is too old to report its state."
_TESTING: Final = "The board is testing its parts."
_DEAD: Final = "dead"
_BAD: Final = "bad"
_MOST: Final = 999  # three digits: the columns have room for no more
_FAULTS: Final = ("timeouts", "errors", "restarts")


def readers_page(board: Facts | None) -> Picture:
    """Each reader's chip, its problems, and how often cards were lost and found."""
    if board is None or "health" not in board.has:
        return _words(_CANNOT_TELL)
    if board.health is None:
        return _words(_TESTING)
    rows = [list(_row(reader)) for reader in readers(board)]
    return {"p": "sheet", "t": board_text(_TITLE), "r": rows, "q": board_text(_rest(board))}


def _words(said: str) -> Picture:
    return {"p": "words", "t": "Tricktable", "q": board_text(said)}


def _row(reader: Reader) -> Iterator[str]:
    yield str(reader.number)
    if reader.version == "00":
        yield _DEAD
        return
    yield f"{reader.version} {_BAD}" if reader.test == "bad" else reader.version
    yield str(min(_MOST, sum(reader.counts[name] for name in _FAULTS)))
    yield str(min(_MOST, reader.counts["falls"]))


def _rest(board: Facts) -> str:
    """The state of the display and the keys, as far as the display can show it."""
    health = board.health or {}
    stuck = word(health, KEYS_PART, "stuck")
    if stuck not in ("", "-"):
        named = stuck.replace("seat", "button ").replace(",", ", ")
        return f"Stuck: {named}."
    if word(health, DISPLAY_PART, "ok|dead") != "ok":
        return "The display was away. Press OK to go back."
    return "No key is stuck. Press OK to go back."
