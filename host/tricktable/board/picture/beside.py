"""A note and what to do next on one page of the display: neither takes the other's place. Pure.

What to do stays in large letters. The board's own fonts say what fits.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tableboard import glyphs
from tableboard.drawings import NOTE_X
from tableboard.strokes import WIDTH, wrapped
from tricktable.rules.cards import BY_CODE
from tricktable.text.board import PIPS, rank_and_pip

Picture = dict[str, object]

_LARGE: Final = WIDTH // 2 - 1
"""The columns of a line in large letters, as `screens.words_page` has them."""
_MOST_LARGE: Final = {1: 3, 2: 2, 3: 2, 4: 1}
"""How many large lines leave room for a note of so many lines, as `screens.sheet_page` has them."""


def told_beside(title: str, todo: str, note: str) -> Picture:
    """The page with what to do, and a note below it; all in the board's characters."""
    large, below = _lines(todo, _LARGE), _lines(note, WIDTH - 2)
    if len(large) <= _MOST_LARGE.get(len(below), 0):
        return {"p": "sheet", "t": title, "r": [[each] for each in large], "q": note}
    return {"p": "words", "t": title, "q": f"{todo} {note}"}


def is_too_long(note: str) -> bool:
    """Whether the note, above columns, would take more than a line and cover what to do."""
    return glyphs.width(note) > WIDTH - NOTE_X


def legible(page: Mapping[str, object], hint: str) -> Mapping[str, object]:
    """A page of columns, or if its note does not fit above them, the note beside what to do.

    The columns then give way to the cards in the title. A `hint` says itself what to do.
    """
    note = page.get("m")
    if page["p"] != "trick" or not isinstance(note, str) or note == hint or not is_too_long(note):
        return page
    foot, cards = page["f"], page["c"]
    assert isinstance(foot, list)
    assert isinstance(cards, list)
    lie = [_card(code) for _, code, *_ in cards if code in BY_CODE]
    title = " ".join((str(page["t"]), *lie))
    return told_beside(title, " ".join(foot).strip(), note)


def _card(code: str) -> str:
    """A card as text; an imitation has no suit."""
    return rank_and_pip(code) if code[1] in PIPS else code


def _lines(words: str, width: int) -> list[str]:
    """The words as the board wraps them; more than it has room for end after one line more."""
    wrapping = wrapped(words, width, max(_MOST_LARGE))
    while True:
        try:
            next(wrapping)
        except StopIteration as end:
            return list(end.value)
