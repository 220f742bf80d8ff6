"""Tricks: whose card wins, whose turn it is, what may be played. Knows no game and no hand size."""

from __future__ import annotations

from tricktable.rules.cards import SUIT_MASKS, SUITS, Card

Trick = tuple[tuple[int, Card], ...]
"""The cards of a trick as (seat, card), in the order in which they lie on the table."""

_TRUMPED, _FOLLOWED = 200, 100


def best(trick: Trick, trump: int = -1) -> int:
    """The index of the winning card: highest trump, else highest card of the suit led.

    `trump` is a suit number, -1 for none. The trick must not be empty.
    """
    led = trick[0][1].suit
    winning, winning_power = 0, -1
    for index, (_, card) in enumerate(trick):
        power = card.rank
        if card.suit == trump:
            power += _TRUMPED
        elif card.suit == led:
            power += _FOLLOWED
        if power > winning_power:
            winning, winning_power = index, power
    return winning


def winner(trick: Trick, trump: int = -1) -> int:
    """The seat whose card wins the trick."""
    return trick[best(trick, trump)][0]


def led(trick: Trick) -> str | None:
    """Letter of the suit led, None before the first card."""
    return SUITS[trick[0][1].suit] if trick else None


def next_seat(trick: Trick, seats: int) -> int:
    """The first seat clockwise from the trick's first card that has not played to it."""
    seat = trick[0][0]
    present = [each for each, _ in trick]
    while seat in present:
        seat = (seat + 1) % seats
    return seat


def playable(hand: int, trick: Trick) -> int:
    """The cards of `hand` (a mask) that follow suit, or the whole hand if none can."""
    if not trick:
        return hand
    return hand & SUIT_MASKS[trick[0][1].suit] or hand
