"""Tredici on the display and in a terminal: stacks, hands and piles, and public targets."""

from collections.abc import Iterator, Sequence
from typing import Final

from tricktable.games.tredici.position import TrediciView
from tricktable.games.tredici.rules import SUIT
from tricktable.rules.display import Columns, Display, HouseRules, Rows
from tricktable.rules.report import NONE, TextTable
from tricktable.text.board import PIPS, label
from tricktable.text.names import SUIT_NAMES, people

_HAND_WIDTH: Final = 14
"""The most hand counts that fit across the display, for all owners together."""


def page(view: TrediciView, _: HouseRules) -> Columns:
    """A column for each owner, with the number of cards in its stacks and hands."""
    at, owners = view.position, view.owners
    due = set(view.awaited if view.next_seat is None else ())
    return Columns(
        title=f"draw {at.draw}  discards {at.discard}",
        names=[
            label(seats, view.names)
            if target is None
            else f"{PIPS[target]} {label(seats, view.names)}"
            for seats, target in zip(owners, at.targets, strict=True)
        ],
        cards=[(owner, str(count)) for owner, count in enumerate(at.stacks)],
        best=at.stacks.index(SUIT) if SUIT in at.stacks else -1,
        awaited=next((n for n, seats in enumerate(owners) if view.next_seat in seats), -1),
        has=[_hands([at.hands[seat] for seat in seats], len(owners)) for seats in owners],
        beside=f"hand {at.hand_size}",
        due=[n for n, seats in enumerate(owners) if due.intersection(seats)],
    )


def _hands(counts: Sequence[int], owners: int) -> str:
    """The number of cards in each hand of a team, or their sum if there are many hands."""
    if len(counts) == 1:
        return f"hand {counts[0]}"
    if len(counts) * owners <= _HAND_WIDTH:
        return " ".join(map(str, counts))
    return f"{sum(counts)} in hand" if owners < 4 else str(sum(counts))


def standings(view: TrediciView, _: HouseRules) -> Rows:
    """How many cards of its target each owner has, naming the targets that are public."""
    at = view.position
    owned = zip(view.owners, at.stacks, at.targets, strict=True)
    rows = [
        [label(seats, view.names), PIPS[target] if target else "", f"{count}/{SUIT}"]
        for seats, count, target in owned
    ]
    return Rows(view.title, rows)


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
    yield TextTable((("", "target", "set aside", "hands"), *rows), tuple(_piles(view)))


def _piles(view: TrediciView) -> Iterator[str]:
    at = view.position
    yield f"Draw pile {at.draw}, discards {at.discard}, a full hand is {at.hand_size}."
    if at.kische is not None:
        purged = people(at.purged, view.names)
        yield f"{view.names[at.kische]} called kisché; purged: {purged}."


DISPLAY: Final = Display(page=page, standings=standings, between=page)
