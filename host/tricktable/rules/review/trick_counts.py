"""Whether one seat could have taken exactly as many tricks as it wanted, whatever the others did.

All hands are open, and everybody else plays against that seat. Each position is searched once for
each number of tricks that is still wanted in it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from tricktable.rules.compiler import i64
from tricktable.rules.review.open_cards import OpenCards
from tricktable.rules.review.search import Search, TooManyCards, count

_ASK_EVERY: Final = 64
"""Tricks searched between two looks at the time."""


class TrickCounts(NamedTuple):
    """Each seat plays for a number of tricks of its own, no more and no fewer."""

    tricks: tuple[int, ...]
    """By seat."""


def can_take(at: OpenCards, seat: int, tricks: int, is_late: Callable[[], bool]) -> bool | None:
    """Whether the seat can take exactly this number from here on; None if it is late."""
    try:
        return _Duel(at, seat, is_late).reaches(tricks)
    except (_Late, TooManyCards):
        return None


class _Late(Exception):
    pass


class _Duel(Search):
    """A search for one seat against all others. Mutable."""

    def __init__(self, at: OpenCards, seat: int, is_late: Callable[[], bool]) -> None:
        super().__init__(at)
        self.seat, self.is_late = seat, is_late
        self.known: dict[int, dict[int, bool]] = {}
        """By the tricks wanted and the leader, what is known of positions."""
        self.tries = 0

    def reaches(self, want: i64) -> bool:
        """Whether it can. Raises: _Late."""
        if not self.laid:
            return self._lead(self.left, self.leader, want)
        best, taker = self.best_laid()
        suit = self.suit_of(self.laid[0])
        return self._follow(
            self.left, self.leader, len(self.laid), best, taker, self.trick, suit, want
        )

    def _lead(self, left: i64, leader: int, want: i64) -> bool:
        mine: i64 = left & self.own[leader]
        tricks: i64 = count(mine)
        if not 0 <= want <= tricks:
            return False
        if not tricks:
            return True
        known = self.known.setdefault(want * self.seats + leader, {})
        key = self.shape(left)
        before = known.get(key)
        if before is not None:
            return before
        self.tries += 1
        if not self.tries % _ASK_EVERY and self.is_late():
            raise _Late
        is_ours = leader == self.seat
        found = not is_ours
        may = self.unlike(mine, left ^ mine)
        turn = self.after[leader]
        while may:
            bit = may & -may
            may ^= bit
            suit = self.suit_of(bit)
            if self._follow(left ^ bit, turn, 1, bit, leader, bit, suit, want) == is_ours:
                found = is_ours
                break
        known[key] = found
        return found

    def _follow(
        self,
        left: i64,
        seat: int,
        laid: int,
        best: i64,
        taker: int,
        trick: i64,
        suit: i64,
        want: i64,
    ) -> bool:
        seat = self.turn(seat, trick)
        mine: i64 = left & self.own[seat]
        may = self.unlike(self.playable(mine, suit, best), (left ^ mine) | best)
        above = self.higher(best, suit)
        is_ours = seat == self.seat
        while may:
            bit = may & -may
            may ^= bit
            now, winner = best, taker
            if bit & above:
                now, winner = bit, seat
            if laid + 1 < self.seats:
                value = self._follow(
                    left ^ bit, self.after[seat], laid + 1, now, winner, trick | bit, suit, want
                )
            else:
                value = self._lead(left ^ bit, winner, want - (winner == self.seat))
            if value == is_ours:
                return is_ours
        return not is_ours
