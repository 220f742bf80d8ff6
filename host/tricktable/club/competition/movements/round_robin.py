"""Round robin: everybody meets everybody.

Two sides at a table: once each, by the circle method (É. Lucas, Récréations mathématiques II, 1883,
from whom chess has its Berger tables). Square numbers whose root is a table's size: once each, by
the lines of a finite plane (R. C. Bose 1938). Other numbers: nobody meets anybody again whom they
could meet for the first time, as far as exchanging people finds it; told as such, not promised.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from tricktable.club.competition.contest import Contest, RoundSeats
from tricktable.club.competition.movements import spread
from tricktable.club.competition.movements.planned import PlannedTable, Schedule


@cache
def circle(places: int) -> Schedule:
    """Everybody meets everybody once, two at a table; the last place of an odd number is vacant.

    One place stays, and all others move round it. At its own table it changes seats every round,
    and everybody else sits on the two sides as evenly as can be.
    """
    full = places + places % 2
    rounds = []
    for turn in range(full - 1):
        moving = [(at + turn) % (full - 1) + 1 for at in range(full - 1)]
        line = [full, *moving]
        tables = []
        for at in range(full // 2):
            one, other = line[at], line[-at] if at else line[full // 2]
            turned = turn % 2 if not at else at % 2
            sides = ((other,), (one,)) if turned else ((one,), (other,))
            tables.append(PlannedTable(at + 1, sides))
        rounds.append(tuple(tables))
    return tuple(rounds)


_FOUR = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))
"""Products in the field of four elements, whose sums are exclusive ors."""


@cache
def plane(size: int) -> Schedule:
    """`size` x `size` places: everybody meets everybody once, `size` at a table, `size` + 1 rounds.

    A round is all lines in one direction of the plane over the field of `size` elements.
    """

    def point(x: int, y: int) -> int:
        return x * size + y + 1

    def on_line(slope: int, x: int, start: int) -> int:
        if size == 4:
            return _FOUR[slope][x] ^ start
        return (slope * x + start) % size

    uprights = tuple(tuple(point(x, y) for y in range(size)) for x in range(size))
    sloped = (
        tuple(
            tuple(point(x, on_line(slope, x, start)) for x in range(size)) for start in range(size)
        )
        for slope in range(size)
    )
    return tuple(
        tuple(_turned(number, line, turn) for number, line in enumerate(lines, 1))
        for turn, lines in enumerate((uprights, *sloped))
    )


def has_plane(places: int, size: int) -> bool:
    """Whether `plane` has this many places."""
    # Primes, and 4 by `_FOUR`: of 6 there is no such plane (G. Tarry, 1901).
    return size in (2, 3, 4, 5, 7) and places == size * size


def _turned(number: int, line: Sequence[int], turn: int) -> PlannedTable:
    """Everybody a seat further on in each round."""
    by = turn % len(line)
    return PlannedTable(number, tuple((each,) for each in (*line[by:], *line[:by])))


def fewest_again(contest: Contest, order: Sequence[int]) -> RoundSeats:
    """The next round of any other number: as few as possible meet again."""
    out = spread.who_sits_out(contest, order)
    met = contest.have_met
    playing = [number for number in order if number not in out]

    def cost(one: int, other: int) -> float:
        return met[min(one, other), max(one, other)] ** 2

    # Begins each round with other neighbours, lest it exchange its way back to the last one.
    size = contest.conditions.size
    tables = len(playing) // size
    rows = [
        _shifted(playing[at * tables : (at + 1) * tables], at * contest.next_round)
        for at in range(size)
    ]
    begun = [who for table in zip(*rows, strict=True) for who in table]
    return RoundSeats(spread.seated(contest, spread.grouped(begun, size, cost)), out)


def _shifted(row: Sequence[int], by: int) -> list[int]:
    at = by % len(row)
    return [*row[at:], *row[:at]]
