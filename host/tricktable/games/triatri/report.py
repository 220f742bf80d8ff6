"""TriATri in a terminal: gems, points and the stock; and the gem won with each trick."""

from __future__ import annotations

from collections.abc import Iterator

from tricktable.games.triatri.position import TriatriView
from tricktable.rules.cards import COLOURS
from tricktable.rules.report import TextTable, trick_taken, versus
from tricktable.text.names import SUIT_NAMES


def report(view: TriatriView) -> Iterator[TextTable]:
    """Gems and points by seat, and what is left in the stock."""
    at = view.position
    heads = ("", *(SUIT_NAMES[colour] for colour in COLOURS), "points")
    rows = (
        (name, *map(str, gems), str(points))
        for name, gems, points in zip(view.names, at.gems, at.points, strict=True)
    )
    yield TextTable((heads, *rows, ("stock", *map(str, at.stock))))


def ended(before: TriatriView, now: TriatriView) -> Iterator[str]:
    """The trick with its gem, and the points after it."""
    prize = before.position.prize
    gem = f" and a gem of {SUIT_NAMES[prize.colour]}" if prize else ""
    yield from trick_taken(before, now, f"points {versus(now.position.points)}", gem)
