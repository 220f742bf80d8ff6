"""TriATri: gems by colour, the stock, and the points as they would be now."""

from __future__ import annotations

from typing import Any, Final

from tricktable.rules.cards import COLOURS
from tricktable.rules.view import AnyView
from tricktable.text.language import _, message
from tricktable.text.parts import (
    Fact,
    Name,
    Picture,
    Row,
    Sentence,
    Sheet,
    Sign,
    Strong,
    counts,
    figure,
    sentence,
)

LOW: Final = 1
"""A colour with so many gems left in the stock may end the game with the next prize."""
_ENDED: Final = {
    "two_sets": message("Two gems of every colour win at once"),
    "colour_gone": message("A colour has gone from the stock: that ended the game"),
    "three_rounds": message("Three rounds are played"),
}


def sheets(view: AnyView, names: tuple[str, ...]) -> tuple[Sheet, ...]:
    """Gems and points, and what may end the game."""
    detail: dict[str, Any] = view.detail
    rows = [
        Row(
            (Name(name),),
            (*counts(gems), (Strong(figure(points)),)),
            _mark(view, seat),
        )
        for seat, (name, gems, points) in enumerate(
            zip(names, detail["gems"], detail["points"], strict=True)
        )
    ]
    rows.append(Row(sentence("Stock"), (*counts(detail["stock"]), ()), "stock"))
    heads: list[Sentence] = [
        sentence("Gems"),
        *((Sign(colour),) for colour in COLOURS),
        sentence("Points"),
    ]
    return (Sheet("gems", _("Gems and points"), tuple(heads), tuple(rows), _facts(view), True),)


def _mark(view: AnyView, seat: int) -> str:
    if view.winner and seat in view.winner:
        return "won"
    return "due" if seat == view.next_seat else ""


def _facts(view: AnyView) -> tuple[Fact, ...]:
    detail: dict[str, Any] = view.detail
    ended = detail["ended_by"]
    if ended:
        return (Fact(sentence(_ENDED[ended])),)
    facts = [
        Fact(sentence("{colour}: the last of the stock ends the game", colour=Picture(colour)))
        for colour, left in zip(COLOURS, detail["stock"], strict=True)
        if left <= LOW
    ]
    worth = sentence("A gem left over counts as many points as the stock has of its colour")
    return (*facts, Fact(sentence("Points as if the game ended now")), Fact(worth))
