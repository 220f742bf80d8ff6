"""What is left of one seat's hand, as far as the table has read it: that seat's own secret.

A card that was read stays until it is played, shown for good or moved away. When cards go that
nobody named, nothing is known of that hand any more, for any of them may have gone.
"""

from __future__ import annotations

from tricktable.rules.cards import Card
from tricktable.rules.entries import Dealt, Declared, Held, Moved, Played, Shown
from tricktable.rules.record import Record, Step
from tricktable.rules.verdicts import PUBLIC


def hand(record: Record, seat: int) -> tuple[Card, ...]:
    """The cards read in this hand that are still in it, by suit, high cards first."""
    cards: set[Card] = set()
    shown: set[Card] = set()
    """Shown to decide who starts: taken back if it decides nothing."""
    awaited = "deal"
    for step in record.steps():
        entry, before, awaited = step.entry, awaited, step.after.next.what
        if isinstance(entry, Dealt):
            cards, shown = set(), set()
        elif isinstance(entry, Declared):
            cards = set() if _is_purged(step, seat) else cards
        elif entry.seat != seat:
            pass
        elif isinstance(entry, Held):
            cards.add(entry.card)
        elif isinstance(entry, (Played, Shown)):
            cards.discard(entry.card)
            shown = {entry.card} if before == "reveal" else set()
        elif isinstance(entry, Moved):
            cards = _after_move(cards, entry)
        if shown and _are_taken_back(step):
            cards, shown = cards | shown, set()
    return tuple(sorted(cards, key=lambda card: (card.suit, -card.rank)))


def _after_move(cards: set[Card], entry: Moved) -> set[Card]:
    named = set(entry.cards or ())
    if entry.target == "hand":
        return cards | named
    if entry.source != "hand" or not entry.number:
        return cards
    return cards - named if entry.cards is not None else set()


def _are_taken_back(step: Step) -> bool:
    return step.after.next.what == "reveal" and not step.after.felt().outlook["revealed"]


def _is_purged(step: Step, seat: int) -> bool:
    """Tredici: a kisché sends whole hands to the discards."""
    assert isinstance(step.entry, Declared)
    if step.entry.topic != "kische":
        return False
    hands = step.after.position((), PUBLIC).as_json()["hands"]
    return isinstance(hands, list) and not hands[seat]
