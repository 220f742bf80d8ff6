"""The display's page with a table: the standings between deals, or a game's result. Pure."""

from __future__ import annotations

from typing import Final

from tricktable.rules.display import Rows
from tricktable.rules.view import AnyView
from tricktable.text.board import sentence

Picture = dict[str, object]


def standings_table(view: AnyView, page: Rows, said: str) -> Picture:
    """The table, with a sentence below it."""
    rows = [list(row) for row in page.rows]
    return {"p": "sheet", "t": page.title, "r": rows, "q": sentence(said, view.names)}


def result_table(view: AnyView, page: Rows, message: str) -> Picture:
    """The table of a finished game: the winner above it, the reason below."""
    title, _, reason = view.phase.outcome.partition(": ")
    said = message or (f"{reason[:1].upper()}{reason[1:]}." if reason else _NEXT_GAME)
    return standings_table(view, page._replace(title=title), said)


_NEXT_GAME: Final = "Press OK for the next game."
