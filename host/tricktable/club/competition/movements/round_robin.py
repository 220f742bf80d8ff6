"""Round robin: everybody meets everybody.

Two sides at a table: once each, by the circle method (É. Lucas, Récréations mathématiques II, 1883,
from whom chess has its Berger tables). Square numbers whose root is a table's size: once each, by
the lines of a finite plane (R. C. Bose 1938). Other numbers: nobody meets anybody again whom they
could meet for the first time, as far as exchanging people finds it; told as such, not promised.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, islice
from typing import Final

from tricktable.club.competition.contest import Contest, Group, RoundSeats
from tricktable.club.competition.movements import spread
from tricktable.club.competition.movements.timetable import PlannedTable, Schedule


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
        tuple(_rotated_table(number, line, turn) for number, line in enumerate(lines, 1))
        for turn, lines in enumerate((uprights, *sloped))
    )


def has_plane(places: int, size: int) -> bool:
    """Whether `plane` has this many places."""
    # Primes, and 4 by `_FOUR`: of 6 there is no such plane (G. Tarry, 1901).
    return size in (2, 3, 4, 5, 7) and places == size * size


def _rotated_table(number: int, line: Sequence[int], turn: int) -> PlannedTable:
    """Everybody a seat further on in each round."""
    by = turn % len(line)
    return PlannedTable(number, tuple((each,) for each in (*line[by:], *line[:by])))


MOST_GROUPS: Final = 12
"""Groups that could sit out for whom tables are sought, before the best so far are taken."""


def fewest_again(contest: Contest, order: Sequence[int]) -> RoundSeats:
    """The next round of any other number: as few as possible meet again.

    Who sits out is chosen together with the tables, of those who have sat out least.
    """
    met = contest.have_met

    def cost(one: int, other: int) -> float:
        return met[min(one, other), max(one, other)] ** 2

    def tables_without(out: Group) -> list[list[int]]:
        begun = _first_order(contest, [number for number in order if number not in out])
        return spread.groups(begun, contest.conditions.size, cost)

    def again(tables: list[list[int]]) -> float:
        return sum(cost(*two) for table in tables for two in combinations(table, 2))

    ways = []
    for out in islice(spread.may_sit_out(contest, order), MOST_GROUPS):
        ways.append((out, tables_without(out)))
        if not again(ways[-1][1]):
            break
    out, tables = min(ways, key=lambda way: again(way[1]))
    return RoundSeats(spread.meetings(contest, tables), out)


def _first_order(contest: Contest, playing: Sequence[int]) -> list[int]:
    """Each round begins with other neighbours, lest it exchange its way back to the last one."""
    size = contest.conditions.size
    tables = len(playing) // size
    rows = [
        _rotation(playing[at * tables : (at + 1) * tables], at * contest.next_round)
        for at in range(size)
    ]
    return [who for table in zip(*rows, strict=True) for who in table]


def _rotation(row: Sequence[int], by: int) -> list[int]:
    at = by % len(row)
    return [*row[at:], *row[:at]]
