"""The display's page of columns: one for each seat of a trick, a round of bids, or stacks. Pure.

What each column holds and what stands above it is a game's; whose turn it is stands below.
"""

from __future__ import annotations

from collections.abc import Sequence

from tricktable.rules.display import Columns
from tricktable.rules.view import AnyView
from tricktable.text.board import LABEL_CHARACTERS, board_text, sentence
from tricktable.text.names import team

Picture = dict[str, object]


def columns(
    view: AnyView, page: Columns, message: str, suits: Sequence[Sequence[int] | None] = ()
) -> Picture:
    """The page, with a message if there is one.

    `suits` are how many cards of each suit every hand has, where the house rules show that.
    """
    told: Picture = {
        "p": "trick",
        "t": page.title,
        "n": list(page.names),
        "c": [list(each) for each in page.cards],
        "b": page.best,
        "w": page.awaited,
        "a": view.next_what,
        "f": foot(view),
        "k": list(page.has),
        "u": page.beside,
        "m": sentence(message, view.names),
    }
    if page.due:
        told["j"] = [*page.due]
    if page.owed:
        told["e"] = page.owed
    if any(suits):
        told["i"] = [list(each or ()) for each in suits]
    return told


def foot(view: AnyView) -> list[str]:
    """Who is awaited, and what for; of many people only what they all do."""
    if view.is_over:
        return _outcome(view)
    phase = view.phase
    due = phase.foot or phase.due
    name, does = board_text(due.who).rstrip(":"), sentence(due.what.rstrip(" ."), view.names)
    if not name:
        return [does, ""]
    # Two names that do not fit tell less than how many are awaited.
    if len(name) > LABEL_CHARACTERS and len(view.awaited) > 1:
        name = f"{len(view.awaited)} players"
    return [name, does]


def _outcome(view: AnyView) -> list[str]:
    """How the game ended: the winner large where that is one or one team."""
    told = board_text(view.phase.outcome.partition(": ")[0])
    for seats in view.owners:
        name = board_text(team(seats, view.names))
        if told.startswith(f"{name} "):
            return [name, told.removeprefix(f"{name} ")]
    won, comma, points = told.partition(", ")
    return [won, points] if comma else ["", told]
