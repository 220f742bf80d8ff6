"""Piles: how many cards a place holds, and which of them are known. Knows no game and no seat.

Nobody sees the cards of a pile; some have been named as they moved. A named card's place is known
until cards that nobody named leave that place, some but not all.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from tricktable.rules.copies import new_tuple
from tricktable.rules.entries import Impossible


class Pile(NamedTuple):
    """The cards in one place: a hand, a stack, a pile."""

    size: int
    known: int = 0
    """The cards known to lie there, as a mask."""

    def split(self, count: int, named: int | None) -> tuple[Pile, Pile]:
        """The pile left and the pile gone when `count` cards leave, `named` (a mask) or unseen.

        Raises: Impossible, if more known cards would stay than there are left.
        """
        if named is None:
            if count == self.size:
                return EMPTY, self
            return (_pile(self.size - count), _pile(count)) if count else (self, EMPTY)
        stays = _pile(self.size - count, self.known & ~named)
        if stays.known.bit_count() > stays.size:
            raise Impossible("too few cards would be left for those known to be there")
        return stays, _pile(count, named)

    def join(self, other: Pile) -> Pile:
        """Both piles together."""
        return _pile(self.size + other.size, self.known | other.known)


def _pile(size: int, known: int = 0) -> Pile:
    """A pile in little time: several are made for each card that moves."""
    return new_tuple(Pile, (size, known))


EMPTY: Final = Pile(0)


def take(draw: Pile, discard: Pile, count: int, named: int | None) -> tuple[Pile, Pile, Pile]:
    """The draw pile, the discard pile and what was taken, when `count` cards are drawn.

    If the draw pile is too small, the discard pile is turned over and becomes the draw pile.
    Raises: Impossible, as `Pile.split` does, or if the named cards cannot come from both like that.
    """
    beyond = max(count - draw.size, 0)
    if named is not None and (named & discard.known).bit_count() > beyond:
        if beyond == 1:
            raise Impossible("only one card comes from the discard pile")
        raise Impossible("only {number} cards come from the discard pile", number=beyond)
    if not beyond:
        stays, taken = draw.split(count, named)
        return stays, discard, taken
    if named is None:
        stays, taken = discard.split(beyond, None)
        return stays, EMPTY, draw.join(taken)
    if draw.known & ~named:
        raise Impossible("a card known to be in the draw pile would be left there")
    stays, _ = discard.split(beyond, named)
    return stays, EMPTY, _pile(count, named)
