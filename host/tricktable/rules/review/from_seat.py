"""What could be known of a moment at one seat: how often a way was open, as the cards might lie.

A layout agrees with what was known there if that seat's own hand and all that was laid are as they
were, and nobody has a card of a suit that they had not followed. What was said is not weighed. All
layouts are looked at if they are few, else some are drawn by chance.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from typing import Final, NamedTuple

from tricktable.rules.cards import Card, cards_in, mask
from tricktable.rules.chance import Chance
from tricktable.rules.entries import Dealt, Moved
from tricktable.rules.record import Record
from tricktable.rules.review.layouts import Layout, Layouts
from tricktable.rules.review.open_cards import OpenCards, OpenMoment, unfollowed
from tricktable.rules.review.playout import Outlook, Playout, begun
from tricktable.rules.review.review import Clock, IsLate
from tricktable.rules.review.rounds import SharedWin
from tricktable.rules.review.sides import Sides

FEW: Final = 200
"""The most layouts that are all searched."""
SAMPLE: Final = 60
"""Of more layouts, this many are: with them a share is known to 6 in 100 or better."""


class SeatOutlook(NamedTuple):
    """What the layouts say that agreed with all that was known at a seat."""

    layouts: int
    """How many there were …"""
    tried: int
    """… and how many were looked at."""
    unknown: int
    """Of how many of these there was no time to find out."""
    won: int = 0
    """In how many a way to win was open, where all win together."""
    points: tuple[int, ...] = ()
    """Else what a side would have made in each, the fewest first …"""
    side: tuple[int, ...] = ()
    """… and its seats."""

    @property
    def is_exact(self) -> bool:
        """Whether every layout was looked at."""
        return self.tried == self.layouts

    @property
    def error(self) -> float:
        """The standard error of the share that was won, from 0 to 1; 0 if it is exact."""
        if self.is_exact:
            return 0.0
        # Add two of each, or a sample that was always won would claim to be certain.
        size, share = self.tried + 4, (self.won + 2) / (self.tried + 4)
        return sqrt(share * (1 - share) / size)


def seat_outlook(
    record: Record, seq: int, seat: int, chance: Chance, clock: Clock, is_late: IsLate
) -> SeatOutlook | None:
    """What could be known at this seat after entry `seq`.

    None where no card is due, where not all hands are known by now, where cards were exchanged or
    the deal goes on in another round: there more was known, or less, than the cards on the table
    tell; and if no layout agrees, as after a revoke.
    """
    made = begun(record, seq)
    if made is None or made.at is None or len(made.deals) > 1 or _has_exchange(record, seq):
        return None
    hidden = _Hidden(record, made, made.at, seat)
    layouts = hidden.layouts()
    there = layouts.count()
    if not there:
        return None
    side = tuple(sorted(made.goal.side)) if isinstance(made.goal, Sides) else ()
    won = unknown = 0
    points: list[int] = []
    some = _some(layouts, there, chance)
    for tried, layout in enumerate(some):
        if is_late():
            return SeatOutlook(there, tried, unknown, won, tuple(sorted(points)), side)
        found = made.supposing(*hidden.supposed(layout), chance, clock)
        won += found.can_be_won is True
        if found.points is not None:
            points.append(found.points)
        unknown += found == Outlook()
    return SeatOutlook(there, len(some), unknown, won, tuple(sorted(points)), side)


def _some(layouts: Layouts, there: int, chance: Chance) -> list[Layout]:
    """Those to look at, in any order: time may run out."""
    if there > FEW:
        return [layouts.draw(chance) for _ in range(SAMPLE)]
    every = [*layouts.each()]
    chance.shuffle(every)
    return every


def _has_exchange(record: Record, seq: int) -> bool:
    has = False
    for step in record.until(seq).steps():
        if isinstance(step.entry, Dealt):
            has = False
        has |= isinstance(step.entry, Moved)
    return has


class _Hidden:
    """The cards that a seat does not see, and where they may be: other hands, and beside them."""

    def __init__(self, record: Record, made: Playout, at: OpenCards, seat: int) -> None:
        self._at, self._goal = at, made.goal
        seats = range(len(at.hands))
        self._others = [number for number in seats if made.seat(number) != seat]
        begin = made.deals[0].moments[0].at
        self._beside = record.header.deck & ~sum(begin.hands)
        suits, so_far = at.ranking.suits, [*_so_far(made)]
        self._void = [unfollowed(so_far, made.seat(number), suits) for number in self._others]

    def layouts(self) -> Layouts:
        hands = [self._at.hands[number] for number in self._others]
        suits = [list[Card]() for _ in self._at.ranking.masks]
        for card in cards_in(sum(hands) | self._beside):
            suits[self._at.ranking.suits[card]].append(card)
        room = [hand.bit_count() for hand in (*hands, self._beside)]
        return Layouts(suits, room, [*self._void, frozenset()])

    def supposed(self, layout: Layout) -> tuple[OpenCards, SharedWin | Sides]:
        """The moment, and the goal, if the cards lie like this."""
        hands, goal = list(self._at.hands), self._goal
        for number, cards in zip(self._others, layout, strict=False):
            hands[number] = mask(cards)
        if isinstance(goal, SharedWin) and goal.apart:
            goal = goal._replace(apart=frozenset(card.suit for card in layout[-1]))
        return self._at._replace(hands=tuple(hands)), goal


def _so_far(made: Playout) -> Iterator[OpenMoment]:
    """The cards that were played by now."""
    return (each for each in made.deals[0].moments if each.seq <= made.record.seq)
