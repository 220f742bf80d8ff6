"""Whether one seat could have taken exactly as many tricks as it wanted, whatever the others did.

All hands are open, and everybody else plays against that seat. Each position is searched once for
each number of tricks that is still wanted in it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from tricktable.rules.review.open_cards import OpenCards
from tricktable.rules.review.search import Search

_ASK_EVERY: Final = 64
"""Tricks searched between two looks at the time."""


class TrickCounts(NamedTuple):
    """Each seat plays for a number of tricks of its own, no more and no fewer."""

    tricks: tuple[int, ...]
    """By seat."""


def can_take(at: OpenCards, seat: int, tricks: int, is_late: Callable[[], bool]) -> bool | None:
    """Whether the seat can take exactly this number from here on; None if it is late."""
    try:
        return _Duel(at, seat, is_late).found(tricks)
    except _Late:
        return None


class _Late(Exception):
    pass


class _Duel(Search):
    """A search for one seat against all others. Mutable."""

    def __init__(self, at: OpenCards, seat: int, is_late: Callable[[], bool]) -> None:
        super().__init__(at)
        self.seat, self.is_late = seat, is_late
        self.known: dict[tuple[object, ...], bool] = {}
        self.tries = 0

    def found(self, want: int) -> bool:
        """Whether it can. Raises: _Late."""
        if not self.laid:
            return self._lead(self.leader, want)
        best, taker, trick, turn = self.begun()
        return self._follow(turn, len(self.laid), best, taker, trick, want)

    def _lead(self, leader: int, want: int) -> bool:
        mine = self.hands[leader]
        left = mine.bit_count()
        if not 0 <= want <= left:
            return False
        if not left:
            return True
        key = (self.shape(), leader, want)
        known = self.known.get(key)
        if known is not None:
            return known
        self.tries += 1
        if not self.tries % _ASK_EVERY and self.is_late():
            raise _Late
        is_ours = leader == self.seat
        found = not is_ours
        for bit in self.unlike(mine, mine, 0):
            self.hands[leader] = mine ^ bit
            self.line.append((leader, bit))
            turn = (leader + 1) % self.seats
            value = self._follow(turn, 1, bit, leader, bit, want)
            self.line.pop()
            self.hands[leader] = mine
            if value == is_ours:
                found = is_ours
                break
        self.known[key] = found
        return found

    def _follow(self, seat: int, count: int, best: int, taker: int, trick: int, want: int) -> bool:
        seat = self.turn(seat, trick)
        mine = self.hands[seat]
        lead = self.laid[self.leader] if self.laid else 0
        suit = self.suit_of[lead if lead & trick else self.line[-count][1]]
        is_ours = seat == self.seat
        for bit in self.unlike(mine & suit or mine, mine, trick):
            self.hands[seat] = mine ^ bit
            self.line.append((seat, bit))
            now, winner = (bit, seat) if self.beats(bit, best) else (best, taker)
            if count + 1 < self.seats:
                turn = (seat + 1) % self.seats
                value = self._follow(turn, count + 1, now, winner, trick | bit, want)
            else:
                value = self._lead(winner, want - (winner == self.seat))
            self.line.pop()
            self.hands[seat] = mine
            if value == is_ours:
                return is_ours
        return not is_ours
