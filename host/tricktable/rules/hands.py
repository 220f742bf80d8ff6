"""What is left of one seat's hand, as far as it was scanned: that seat's own secret.

A hand that lies open is known to all. A scanned card stays until it is played, shown or moved away,
or the game takes it; one that another seat has passed is known to whoever takes it up. When cards
leave that nobody named, nothing is known about the hand any more, for any may have gone.
"""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from tricktable.rules.cards import Card, cards_in
from tricktable.rules.entries import Dealt, Declared, Happening, Held, Moved, Played, Shown
from tricktable.rules.game import State
from tricktable.rules.record import Record, Step
from tricktable.rules.verdicts import PUBLIC

Cards = frozenset[Card]


def hand(record: Record, seat: int) -> tuple[Card, ...]:
    """The scanned cards still in this hand, by suit, high cards first."""
    lies = record.state.tabletop().dummy
    if lies is not None and lies.seat == seat:
        return by_suit(cards_in(lies.cards))
    cards: Cards = frozenset()
    passed: dict[int, Cards] = {}
    in_hand, taken_up = record.header.rules.in_hand, record.header.rules.deal.taken_up
    for before, (_, entry, after) in pairwise(newest_deal(record)):
        cards = _after(cards, entry, seat)
        if isinstance(entry, Declared) and entry.seat == seat:
            was, turned = (state.tabletop().turned for state in (before.after, after))
            if was and turned and was is not turned:  # one was exchanged for the other
                cards = cards - {turned} | {was}
        if in_hand is not None and isinstance(entry, (Declared, Shown)):
            known = (state.position((), PUBLIC) for state in (before.after, after))
            cards = in_hand(cards, seat, entry, *known)
        cards |= _taken_up(entry, after, seat)
        if isinstance(entry, Moved):
            if entry.source == "hand":
                passed[entry.seat] = passed.get(entry.seat, frozenset()).union(entry.cards or ())
            for giver, taker in taken_up(entry, after).items():
                named = passed.pop(giver, frozenset())
                cards |= named if taker == seat else frozenset()
    return by_suit(cards)


def by_suit(cards: Iterable[Card]) -> tuple[Card, ...]:
    """In the order in which a hand is held: by suit, high cards first."""
    return tuple(sorted(cards, key=lambda card: (card.suit, -card.rank)))


def newest_deal(record: Record) -> list[Step]:
    """The entries from the newest deal on, since a deal brings a new hand."""
    steps: list[Step] = []
    for step in record.newest_first():
        steps.append(step)
        if isinstance(step.entry, Dealt):
            break
    return steps[::-1]


def deals(record: Record) -> Iterator[list[Step]]:
    """The entries of each deal, the one that begins it first."""
    steps: list[Step] = []
    for step in record.steps():
        if isinstance(step.entry, Dealt):
            if steps:
                yield steps
            steps = [step]
        elif steps:
            steps.append(step)
    if steps:
        yield steps


def _after(cards: Cards, entry: Happening, seat: int) -> Cards:
    """This seat's cards after an entry, in any game."""
    match entry:
        case Held(held_by, card) if held_by == seat:
            return cards | {card}
        case Played(laid_by, card) | Shown(laid_by, card) if laid_by == seat:
            return cards - {card}
        case Moved(moved_by) if moved_by == seat:
            return _after_move(cards, entry)
    return cards


def _taken_up(entry: Happening, after: State, seat: int) -> Cards:
    """The card that lay turned up, if words give it to this seat."""
    taken = after.tabletop().taken_up if isinstance(entry, Declared) else None
    return frozenset(taken[1:]) if taken and taken[0] == seat else frozenset()


def _after_move(cards: Cards, entry: Moved) -> Cards:
    named = frozenset(entry.cards or ())
    if entry.target == "hand":
        return cards | named
    if entry.source != "hand" or not entry.number:
        return cards
    return cards - named if entry.cards is not None else frozenset()
