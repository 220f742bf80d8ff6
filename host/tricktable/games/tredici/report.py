"""Tredici in a terminal: targets, stacks, hands and piles by count, and kisché."""

from __future__ import annotations

from collections.abc import Iterator

from tricktable.games.tredici.position import TrediciView
from tricktable.rules.report import NONE, TextTable
from tricktable.text.names import SUIT_NAMES, people


def report(view: TrediciView) -> Iterator[TextTable]:
    """What each owner has, followed by what lies in the middle."""
    at = view.position
    rows = (
        (
            people(seats, view.names),
            NONE if target is None else SUIT_NAMES[target],
            str(stack),
            " ".join(str(at.hands[seat]) for seat in seats),
        )
        for seats, target, stack in zip(at.owners, at.targets, at.stacks, strict=True)
    )
    yield TextTable((("", "target", "set aside", "hands"), *rows), tuple(_below(view)))


def _below(view: TrediciView) -> Iterator[str]:
    at = view.position
    yield f"Draw pile {at.draw}, discards {at.discard}, a full hand is {at.hand_size}."
    if at.kische is not None:
        purged = people(at.purged, view.names)
        yield f"{view.names[at.kische]} called kisché; purged: {purged}."
