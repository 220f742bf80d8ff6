"""The display's page of columns: one for each seat of a trick, a round of bids, or stacks. Pure.

The game provides the title and the contents of each column; the foot says whose turn it is.
"""

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

    `suits` are every hand's suit counts, if the house rules show them.
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
    """Who must act, and how; for many people, only what they all must do."""
    if view.is_over:
        return _outcome(view)
    phase = view.phase
    due = phase.foot or phase.due
    name, does = board_text(due.who).rstrip(":"), sentence(due.what.rstrip(" ."), view.names)
    if not name:
        return [does, ""]
    # If two names do not fit, saying how many people must act tells more.
    if len(name) > LABEL_CHARACTERS and len(view.awaited) > 1:
        name = f"{len(view.awaited)} players"
    return [name, does]


def _outcome(view: AnyView) -> list[str]:
    """How the game ended, with a single winner or winning team in large letters."""
    told = board_text(view.phase.outcome.partition(": ")[0])
    for seats in view.owners:
        name = board_text(team(seats, view.names))
        if told.startswith(f"{name} "):
            return [name, told.removeprefix(f"{name} ")]
    won, comma, points = told.partition(", ")
    return [won, points] if comma else ["", told]
