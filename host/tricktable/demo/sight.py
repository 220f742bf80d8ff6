"""What whoever plays by itself sees of the virtual table, and what every game's hands ask of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from tricktable.demo.acts import READERS, Act, Lay, Press
from tricktable.rules.cards import BY_CODE, RANKS, Card, cards_in
from tricktable.rules.tricks import Trick

if TYPE_CHECKING:
    from tricktable.rules.game import Offer
    from tricktable.rules.view import AnyView
    from tricktable.showing import TableView


class Sight(NamedTuple):
    """What a player sees of the table."""

    hands: tuple[int, ...]
    """Masks of the cards in each hand, neither laid nor played."""
    readers: tuple[tuple[str, ...], ...]
    """What lies on each reader."""
    table: TableView
    targets: tuple[str | None, ...] = ()
    """By owner: the suits collected in secret."""


def offer(view: AnyView, what: str) -> Offer | None:
    """What can be said of this kind now."""
    return next((each for each in view.offers if each.what == what), None)


def trick_of(view: AnyView) -> Trick:
    """The running trick, as cards."""
    return tuple((seat, BY_CODE[code]) for seat, code in view.trick)


def highest(hand: int, among: int) -> Card | None:
    """The highest card of the hand in that set."""
    return max(cards_in(hand & among), key=lambda card: card.rank, default=None)


def lay(sight: Sight, seat: int, card: Card) -> Act:
    """Lay a card as that seat's: on its reader, or on a shared one once the seat is singled out."""
    table = sight.table
    view = table.view
    if len(table.names) <= READERS:
        return Lay(card.code, seat)
    if view is not None and view.next_seat != seat and table.chosen != seat:
        key = "A" if seat == 0 else RANKS[seat - 1]
        return Press("OK") if table.typed == key else Press(key)
    return Lay(card.code, seat % READERS)


def gems(view: AnyView) -> Iterator[list[int]]:
    """TriATri: the gems of each seat."""
    detail: Any = view.detail
    yield from detail["gems"]
