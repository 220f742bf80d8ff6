"""Etori on the display: who plays this deal, with chips and faces; between deals, the chips."""

from __future__ import annotations

from typing import Final

from tricktable.games.etori.page import playing
from tricktable.games.etori.position import EtoriView
from tricktable.rules.display import Chosen, Columns, Display, Rows, after, laid, numbered
from tricktable.text.board import CHIP, FACE, label


def page(view: EtoriView, options: Chosen) -> Columns:
    """The trick, with a column for each seat that plays this deal."""
    at = view.position
    has = [f"{at.chips[seat % len(at.chips)]}{CHIP}" for seat in range(view.seats)]
    if view.position.what == "play":  # otherwise the deal is over, and its faces are paid
        has = [f"{chips}{at.faces[seat % len(at.faces)]}{FACE}" for seat, chips in enumerate(has)]
    places = playing(view)
    if options.get("direction") == "anticlockwise":
        places = places[::-1]
    return laid(view, numbered(view), has, view.trump, places)


def standings(view: EtoriView, _: Chosen) -> Rows:
    """What the team that won the last deal was paid, and everybody's chips."""
    at = view.position
    last = at.deals[-1] if at.deals else None
    rows = [
        [
            label(seats, view.names),
            f"+{last.chips}" if last and number == last.winner else "",
            f"{chips}{CHIP}",
        ]
        for number, (seats, chips) in enumerate(zip(view.owners, at.chips, strict=True))
    ]
    return Rows(f"{view.title}{after(view)}", rows)


DISPLAY: Final = Display(page=page, standings=standings)
