"""Who sits where: names typed as on a telephone, and two people changing places.

Decides, and does no I/O.
"""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from tricktable.rules.keypad import NUMBER_KEYS, NUMBERS
from tricktable.table import commands
from tricktable.table.desk import lobby
from tricktable.table.desk.changes import Changes, NamesRow, desk_change, note_row
from tricktable.table.desk.desk import OpenDialogue
from tricktable.table.desk.evening import rename
from tricktable.table.desk.moment import Moment
from tricktable.table.notes import Note, Prompt
from tricktable.text.board import ANSWER_LINES
from tricktable.text.language import Message, verbatim
from tricktable.text.names import seat_name

LETTERS: Final = {
    "2": "abc",
    "3": "def",
    "4": "ghi",
    "5": "jkl",
    "6": "mno",
    "7": "pqrs",
    "8": "tuv",
    "9": "wxyz",
    "T": " ",
}
"""The letters of each key, as in ITU-T E.161; 10 is a space."""
_NEXT: Final = "A"
"""Ends a letter if the next one has the same key."""
_ROWS: Final = (
    ("2-9", Message("letters as on a phone")),
    ("A", Message("next letter")),
    ("10", Message("space")),
    ("OK", Message("done")),
)


def spelt(keys: Sequence[str]) -> str:
    """The name that these keys spell: 2 2 is b, 2 A 2 is aa."""
    name = ""
    for key, row in groupby(keys):
        presses, letters = len(list(row)), LETTERS.get(key, "")
        if letters == " ":
            name += presses * letters
        elif letters:
            name += letters[(presses - 1) % len(letters)]
    return name.title()


def ask_name(now: Moment, asking: OpenDialogue) -> Prompt:
    """Ask whose name, then the name."""
    if not asking.keys:
        return _ask_seat(Message("Whose name?"), now, ())
    seat = NUMBERS[asking.keys[0]] - 1
    name = spelt(asking.keys[1:]) or seat_name(seat, now.names)
    letters = ((key, verbatim(each)) for key, each in LETTERS.items())
    options = ((_NEXT, Message("next letter")), *letters, ("OK", Message("done")))
    question = Message("Seat {number}: {name}", {"number": seat + 1, "name": name})
    return Prompt(question, options, _ROWS)


def take_name(now: Moment, asking: OpenDialogue, key: str) -> Changes:
    """Take a key: the seat, a letter, or OK to finish the name."""
    if not asking.keys:
        return _next(now, asking, key)
    if key == "OK":
        name = spelt(asking.keys[1:]).strip()
        seat = NUMBERS[asking.keys[0]] - 1
        return [*rename(now, seat, name), desk_change(asking=None)]
    if key != _NEXT and key not in LETTERS:
        return [note_row(Note("no_such_answer"))]
    return [desk_change(asking=asking._replace(keys=(*asking.keys, key)))]


def ask_swap(now: Moment, asking: OpenDialogue) -> Prompt:
    """Ask who changes places with whom."""
    if not asking.keys:
        return _ask_seat(Message("Who swaps seats?"), now, ())
    first = seat_name(NUMBERS[asking.keys[0]] - 1, now.names)
    return _ask_seat(Message("{who} swaps with whom?", {"who": first}), now, asking.keys)


def take_swap(now: Moment, asking: OpenDialogue, key: str) -> Changes:
    """Take one, then the other: their names change seats, what was played stays."""
    if not asking.keys or key in asking.keys:
        return _next(now, asking, key)
    one, other = (NUMBERS.get(each, 0) - 1 for each in (asking.keys[0], key))
    if not 0 <= other < len(now.names):
        return [note_row(Note("no_such_answer"))]
    if now.chairs:
        return [*lobby.decide(now, commands.SwapChairs(one, other)), desk_change(asking=None)]
    names = list(now.names)
    names[one], names[other] = names[other], names[one]
    return [NamesRow(names), desk_change(asking=None)]


def _ask_seat(question: Message, now: Moment, but: Sequence[str]) -> Prompt:
    options = tuple(
        (NUMBER_KEYS[seat + 1], verbatim(name))
        for seat, name in enumerate(now.names)
        if NUMBER_KEYS[seat + 1] not in but
    )
    rows = (("A-K", Message("the seat's number")),) if len(options) > ANSWER_LINES else ()
    return Prompt(question, options, rows)


def _next(now: Moment, asking: OpenDialogue, key: str) -> Changes:
    is_seat = 1 <= NUMBERS.get(key, 0) <= len(now.names) and key not in asking.keys
    if not is_seat:
        return [note_row(Note("no_such_answer"))]
    return [desk_change(asking=asking._replace(keys=(*asking.keys, key)))]
