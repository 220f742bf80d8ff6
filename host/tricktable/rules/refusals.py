"""The refusals that games share: a card that cannot be there, an act that is impossible now.

Knows no game: each says what its deck is, what has been seen, and what it awaits.
"""

from __future__ import annotations

from collections.abc import Iterable

from tricktable.rules.cards import Card
from tricktable.rules.entries import Impossible
from tricktable.text.language import Message


def must_be_in_deck(card: Card, deck: int) -> None:
    """Raises: Impossible, unless the card is one of the deck (a mask)."""
    if not card.bit & deck:
        raise Impossible("{code} is not in this game's deck", "not_in_deck", code=card)


def must_be_free(card: Card, seat: int | None, deck: int, seen: int, hands: Iterable[int]) -> None:
    """Check that a card can be in the hand of `seat`, or in nobody's.

    Args:
        card: the card.
        seat: whose hand may hold it.
        deck: the cards of the game, as a mask.
        seen: those that everybody has seen leave a hand or lie aside, as a mask.
        hands: those known to be in each hand, as a mask for each seat.

    Raises: Impossible.
    """
    bit = card.bit
    must_be_in_deck(card, deck)
    if bit & seen:
        raise Impossible("{card} is already out", "already_seen", card)
    for other, hand in enumerate(hands):
        if hand & bit and other != seat:
            raise Impossible("{card} is in {other}'s hand", "other_hand", card, other=other)


def twice_in_trick(seat: int) -> Impossible:
    """Why this seat's card is impossible: one of its cards lies in the trick."""
    return Impossible("{seat} has already played to this trick", "twice_in_trick", seat=seat)


def not_now(what: str, awaited: str | None, **fields: object) -> Impossible:
    """Why this is impossible now: something else is due, or the game is over.

    Args:
        what: a message without capital and full stop, which `fields` fill.
        awaited: one too; None when the game is over.
    """
    if awaited is None:
        return Impossible("the game is over", "over")
    return Impossible(
        "you cannot {what} now: {awaited}", what=Message(what, fields), awaited=Message(awaited)
    )
