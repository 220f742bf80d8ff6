"""Tricks: whose card wins, whose turn it is, what may be played. Knows no game and no hand size.

Every card played at every table passes through here, so a game's `apply` for a play uses only what
is prepared. Its state is a small tuple of what each play changes, made by `tuple.__new__` (half the
time of a named tuple's own constructor), with one inner tuple for what seldom changes. The seats in
a trick are a mask, the next turn is read from a table, and a hand with no scanned cards needs a
single look at a mask (`unquestioned`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from tricktable.rules.cards import BY_BIT, SUIT_MASKS, SUITS, Card

Trick = tuple[tuple[int, Card], ...]
"""The cards of a trick as (seat, card), in the order in which they lie on the table."""


def winner(trick: Trick, trump: int = -1) -> int:
    """The seat whose card wins the trick: highest trump, else highest card of the suit led.

    `trump` is a suit number, -1 for none. The trick must not be empty.
    """
    seat, highest = trick[0]
    suit = highest.suit
    for other, card in trick:
        if card.suit == suit:
            if card > highest:  # of one suit, the higher rank is the higher number
                seat, highest = other, card
        elif card.suit == trump:
            seat, highest, suit = other, card, trump
    return seat


def led(trick: Trick) -> str | None:
    """Letter of the suit led, None before the first card."""
    return SUITS[trick[0][1].suit] if trick else None


def next_seat(trick: Trick, seats: int) -> int:
    """The first seat clockwise from the trick's first card that has not played to it."""
    present = 0
    for seat, _ in trick:
        present |= 1 << seat
    first = trick[0][0]
    return TURNS[seats][first][present] if seats < len(TURNS) else _turn(first, present, seats)


def _turn(first: int, present: int, seats: int) -> int:
    clockwise = ((first + step) % seats for step in range(seats))
    return next((seat for seat in clockwise if not present >> seat & 1), -1)


TURNS: Final = tuple(
    tuple(
        tuple(_turn(first, present, seats) for present in range(1 << seats))
        for first in range(seats)
    )
    for seats in range(7)
)
"""`TURNS[seats][first][present]`: whose turn it is when the seats in the mask `present` have played
and `first` lay first; -1 when all have. For up to six seats.

A table, because the turn is asked for at every entry of every replay. It doubles with each seat:
seven seats would take more entries than all the others together, and hardly any game has them.
"""


def playable(hand: int, trick: Trick) -> int:
    """The cards of `hand` (a mask) that follow suit, or the whole hand if none can."""
    if not trick:
        return hand
    return hand & SUIT_MASKS[trick[0][1].suit] or hand


def legal(hand: int, trick: Trick) -> list[Card]:
    """The same as a list of cards, lowest first."""
    left = playable(hand, trick)
    cards = []
    while left:
        lowest = left & -left
        cards.append(BY_BIT[lowest])
        left ^= lowest
    return cards


def following(cards: Iterable[Card], owed: str | None) -> tuple[Card, ...]:
    """The cards that may properly be played when this suit or colour must be followed.

    A card without a colour may always be played.
    """
    cards = tuple(cards)
    # A player who has none of it may play anything: no game here forces a trump.
    if not any(card.code[1] == owed for card in cards):
        return cards
    return tuple(card for card in cards if card.code[1] == owed or not card.rank)


def unquestioned(deck: int, read: Sequence[int]) -> tuple[int, ...]:
    """For each seat, the cards that it may play, if not yet played, without further checks.

    `deck` is a mask, and `read` gives for each seat the cards known to be or to have been in its
    hand. If nothing was scanned in a hand, these are all cards except those scanned in other hands.
    If something was, they are those cards alone, because any other might be one more than was
    dealt.
    """
    in_any = 0
    for cards in read:
        in_any |= cards
    free = deck & ~in_any
    return tuple(cards or free for cards in read)
