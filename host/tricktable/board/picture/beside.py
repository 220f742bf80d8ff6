"""A note and what to do next on one page of the display: neither takes the other's place. Pure.

What to do stays in large letters. The board's own fonts say what fits.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from tableboard import glyphs
from tableboard.drawings import NOTE_X
from tableboard.strokes import WIDTH, wrapped
from tricktable.rules.cards import BY_CODE
from tricktable.rules.phases import Due
from tricktable.text.board import PIPS, rank_and_pip

Picture = dict[str, object]

_LARGE: Final = WIDTH // 2 - 1
"""The columns of a line in large letters, as `screens.words_page` has them."""
_MOST_LARGE: Final = {1: 3, 2: 2, 3: 2, 4: 1}
"""How many large lines leave room for a note this long, as `screens.sheet_page` has them."""
_LEAST_NAME: Final = 4
"""How many letters of a name are left of it at least, before the dot."""


def told_beside(title: str, todos: Sequence[Due], note: str) -> Picture:
    """The page with what to do, and a note below it; all in the board's characters.

    The todos say the same, each in fewer words than the one before. The first that stays large
    beside the note is taken; if none does, the last one with less of the name.
    """
    most = _MOST_LARGE.get(len(_lines(note, WIDTH - 2)), 0)
    for said in (*(each.words for each in todos), *_cut(todos[-1])):
        large = _lines(said, _LARGE)
        if len(large) <= most:
            return {"p": "sheet", "t": title, "r": [[each] for each in large], "q": note}
    return {"p": "words", "t": title, "q": f"{todos[0].words} {note}"}


def _cut(todo: Due) -> Iterator[str]:
    """The same with less and less of the name, which then ends in a dot."""
    for most in range(len(todo.who) - 1, _LEAST_NAME - 1, -1):
        yield todo._replace(who=f"{todo.who[:most].rstrip(' -.')}.").words


def is_too_long(note: str) -> bool:
    """Whether the note, above columns, would take more than a line and cover what to do."""
    return glyphs.width(note) > WIDTH - NOTE_X


def legible(
    page: Mapping[str, object], hint: str, briefly: Sequence[Due] = ()
) -> Mapping[str, object]:
    """A page of columns, or if its note does not fit above them, the note beside what to do.

    The columns then give way to the cards in the title. A `hint` says itself what to do; `briefly`
    are shorter words for the foot.
    """
    note = page.get("m")
    if page["p"] != "trick" or not isinstance(note, str) or note == hint or not is_too_long(note):
        return page
    foot, cards = page["f"], page["c"]
    assert isinstance(foot, list)
    assert isinstance(cards, list)
    lie = [_card(code) for _, code, *_ in cards if code in BY_CODE]
    title = " ".join((str(page["t"]), *lie))
    due = Due(*foot) if foot[1] else Due("", foot[0])
    return told_beside(title, (due, *briefly), note)


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
