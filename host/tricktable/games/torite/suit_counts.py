"""How many cards of each suit are left in a hand, which a house rule lets the table show (T22)."""

from tricktable.games.torite.rules import HAND
from tricktable.rules.cards import SUITS, Card
from tricktable.rules.entries import Held, Played, Shown
from tricktable.rules.record import Record


def suit_counts(record: Record) -> tuple[tuple[int, ...] | None, ...]:
    """By seat, the suit counts left in each fully scanned hand, if the rule is on (T22)."""
    if record.header.options.get("show_suit_counts") != "yes":
        return ()
    hands: list[set[Card]] = [set() for _ in range(record.header.seats)]
    gone: set[Card] = set()
    for _, entry, _ in record.steps():
        if isinstance(entry, Held):
            hands[entry.seat].add(entry.card)
        elif isinstance(entry, (Played, Shown)):
            gone.add(entry.card)
    return tuple(
        tuple(sum(card.suit == suit for card in hand - gone) for suit in range(len(SUITS)))
        if len(hand) == HAND
        else None
        for hand in hands
    )
