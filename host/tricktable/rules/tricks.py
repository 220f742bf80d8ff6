"""Tricks: whose card wins, whose turn it is, what may be played. Knows no game and no hand size.

Every card played at every table passes through here, so a game's `apply` for a play uses only what
is prepared. Its state is a small tuple of what each play changes, made by `new_tuple`, with one
inner tuple for what seldom changes. The seats in a trick are a mask, the next turn is read from a
table, and a hand with no scanned cards needs a single look at a mask (`unquestioned_cards`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from tricktable.rules.cards import ALL, Card
from tricktable.rules.ranking import PRINTED, Ranking
from tricktable.rules.verdicts import FIRST_TRICK, OPENING, UNBROKEN, OwnRule

Trick = tuple[tuple[int, Card], ...]
"""The cards of a trick as (seat, card), in the order in which they lie on the table."""


class Bar(NamedTuple):
    """Cards that a rule of the game's own bars now."""

    rule: OwnRule
    cards: int
    """As a mask."""
    others: int
    """Playing one of them is improper if the hand holds any of these, as a mask."""


NO_BAR: Final = Bar(OwnRule(""), 0, 0)


class Bans(NamedTuple):
    """Cards that a hand plays too early as long as it may play another. Masks, but the opening."""

    led: int = 0
    """Too early to lead while all of `breaks` are in hands."""
    breaks: int = 0
    first: int = 0
    """Too early in the first trick, except to follow suit."""
    opening: Card | None = None
    """The only card for the first lead."""

    def lead(self, deck: int, gone: int, is_first: bool) -> Bar:
        """What is barred for whoever leads."""
        if is_first and self.opening is not None:
            return Bar(OPENING, deck & ~self.opening.bit, deck)
        return NO_BAR if gone & self.breaks else Bar(UNBROKEN, self.led, deck & ~self.led)

    def discard(self, others: int) -> Bar:
        """What is barred in the first trick for whoever cannot follow suit, of all other suits."""
        return Bar(FIRST_TRICK, self.first & others, others & ~self.first)


NO_BANS: Final = Bans()


def winner(trick: Trick, trump: int = -1, ranking: Ranking = PRINTED) -> int:
    """The seat whose card wins the trick: highest trump, else highest card of the suit led.

    Of two cards that are equally high, the first wins.

    Args:
        trick: at least one card.
        trump: a suit number, -1 for none.
        ranking: which suit each card belongs to, and how high it is.
    """
    if ranking is not PRINTED:
        return _winner_by(trick, trump, ranking)
    seat, highest = trick[0]
    suit = highest.suit
    for other, card in trick:
        if card.suit == suit:
            if card > highest:  # of one suit, the higher rank is the higher number
                seat, highest = other, card
        elif card.suit == trump:
            seat, highest, suit = other, card, trump
    return seat


def _winner_by(trick: Trick, trump: int, ranking: Ranking) -> int:
    suits, heights = ranking.suits, ranking.heights
    seat, highest = trick[0]
    suit = suits[highest]
    for other, card in trick:
        if suits[card] == suit:
            if heights[card] > heights[highest]:
                seat, highest = other, card
        elif suits[card] == trump:
            seat, highest, suit = other, card, trump
    return seat


def suit_led(trick: Trick, ranking: Ranking = PRINTED) -> str | None:
    """Letter of the suit led, None before the first card."""
    return ranking.letters[trick[0][1]] if trick else None


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


def playable(hand: int, trick: Trick, ranking: Ranking = PRINTED, exempt: int = 0) -> int:
    """The cards of `hand` (a mask) that may be played: the whole hand if none follows suit.

    Those that are `exempt`, a mask, may be played though others follow suit.
    """
    if not trick:
        return hand
    may = hand & ranking.masks[ranking.suits[trick[0][1]]]
    return may | hand & exempt if may else hand


def legal(hand: int, trick: Trick, ranking: Ranking = PRINTED, exempt: int = 0) -> list[Card]:
    """What is `playable` as a list of cards, in printed order, the lowest first."""
    left = playable(hand, trick, ranking, exempt)
    cards = []
    while left:
        highest = left.bit_length() - 1
        cards.append(ALL[highest])
        left ^= 1 << highest
    cards.reverse()
    return cards


def following_cards(
    cards: Iterable[Card],
    owed: str | None,
    ranking: Ranking = PRINTED,
    exempt: int = 0,
    bars: Sequence[Bar] = (),
    optional: int = 0,
) -> tuple[Card, ...]:
    """The cards of a hand that may properly be played when this suit or colour must be followed.

    Those that are `exempt`, a mask, may be played instead of it, and those that are `optional` need
    not be played to it. Of all these, the ones that are not barred.
    """
    cards, letters = tuple(cards), ranking.letters
    may = cards
    if any(letters[card] == owed and not card.bit & optional for card in cards):
        may = tuple(card for card in cards if letters[card] == owed or card.bit & exempt)
    for _, barred, others in bars:
        if any(card.bit & others for card in cards):
            may = tuple(card for card in may if not card.bit & barred) or may
    return may


def unquestioned_cards(deck: int, read: Sequence[int]) -> tuple[int, ...]:
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
