"""Cards passed face down from hand to hand: what is known of the hands afterwards.

A record has one move for each seat that passes, from its hand to the discards. Nobody says that
cards are taken up: the game knows from the last of these moves who takes up whose.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

Given = Mapping[int, int | None]
"""By seat, the cards that it has passed, as a mask; None if nobody has scanned them."""
To = Mapping[int, int]
"""By seat, whose hand takes up what it has passed."""


def known_after(known: Iterable[int], given: Given, to: To) -> tuple[int, ...]:
    """The cards known to be in each hand after the pass, as masks.

    Of a hand that has passed cards that nobody scanned, nothing is known any more except what it
    has taken up, for any card may have gone.

    Args:
        known: the cards known to be in each hand before it, as a mask for each seat.
        given: what was passed; a seat that is missing has passed nothing.
        to: who takes it up.
    """
    after = list(known)
    for giver, cards in given.items():
        after[giver] = 0 if cards is None else after[giver] & ~cards
    for giver, cards in given.items():
        after[to[giver]] |= cards or 0
    return tuple(after)
