"""Groups people at tables so that they meet those they have met least. No chance, no clock.

The search exchanges two people at a time for as long as that makes the whole better: it finds no
certain optimum, and the same one each time. Where few people leave few ways, `swiss` tries all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, permutations
from typing import Final

from tricktable.club.competition.contest import Contest, Group, Meeting, couples

Cost = Callable[[int, int], float]
"""What it costs that these two sit at one table."""

ALL_ORDERS: Final = 6
"""Up to this many people at a table, every order of sides and seats is tried: 720 of them."""


def groups(order: Sequence[int], size: int, cost: Cost) -> list[list[int]]:
    """Tables of this size, beginning with neighbours in this order, exchanged while it helps."""
    tables = [list(order[at : at + size]) for at in range(0, len(order), size)]
    better = True
    while better:
        better = False
        for one, left in enumerate(tables):
            for right in tables[one + 1 :]:
                better = _exchange(left, right, cost) or better
    return tables


def _exchange(left: list[int], right: list[int], cost: Cost) -> bool:
    """Exchange one of each table, if that costs less; the first exchange that does."""
    for here in range(len(left)):
        for there in range(len(right)):
            one, other = left[here], right[there]
            stay = _with(one, left, cost) + _with(other, right, cost)
            swap = _with(other, left, cost, one) + _with(one, right, cost, other)
            if swap < stay:
                left[here], right[there] = other, one
                return True
    return False


def _with(who: int, table: Sequence[int], cost: Cost, but: int = 0) -> float:
    return sum(cost(who, each) for each in table if each not in (who, but))


def who_sits_out(contest: Contest, order: Sequence[int]) -> Group:
    """Those for whom no table is left: who has sat out least, of these the last in this order."""
    return next(may_sit_out(contest, order))


def may_sit_out(contest: Contest, order: Sequence[int]) -> Iterator[Group]:
    """Every group that can sit out while nobody has done so oftener than they must.

    The fairest first: the last in this order. Ascending in itself; one empty group if all play.
    """
    spare = len(order) % contest.conditions.size
    sat_out = contest.have_sat_out
    rank = {number: at for at, number in enumerate(order)}
    last_first = sorted(order, key=lambda number: (sat_out[number], -rank[number]))
    # Who has sat out less often than the last of them has to; the others are all alike.
    often = sat_out[last_first[spare - 1]] if spare else 0
    sure = [each for each in last_first[:spare] if sat_out[each] < often]
    alike = [each for each in last_first if sat_out[each] == often]
    for more in combinations(alike, spare - len(sure)):
        yield tuple(sorted((*sure, *more)))


def meetings(contest: Contest, tables: Sequence[Sequence[int]]) -> tuple[Meeting, ...]:
    """Sides and seats for each table: new partners first, then each one's seats in turn."""
    partnered = contest.have_partnered
    been = _been(contest)
    per_side = contest.conditions.per_side

    def cost(order: Sequence[int]) -> tuple[int, int]:
        sides = [order[at : at + per_side] for at in range(0, len(order), per_side)]
        # Squares: rather two pairs who partner for the second time than one for the third. Of seats
        # 2n + 1 is what one more adds to a square, so that each gets every seat about as often.
        partners = sum(partnered[two] ** 2 for side in sides for two in couples(side))
        return partners, sum(2 * been.get((who, seat), 0) + 1 for seat, who in enumerate(order))

    meetings = []
    for number, table in enumerate(tables, 1):
        orders = permutations(table) if len(table) <= ALL_ORDERS else _rotations(table)
        best = min(orders, key=cost)
        sides = tuple(tuple(best[at : at + per_side]) for at in range(0, len(best), per_side))
        meetings.append(Meeting(number, sides))
    return tuple(meetings)


def _been(contest: Contest) -> dict[tuple[int, int], int]:
    """How often each entrant has had each place at a table."""
    been: dict[tuple[int, int], int] = {}
    for each in contest.rounds:
        for meeting in each.meetings:
            for seat, who in enumerate(meeting.entrants):
                been[who, seat] = been.get((who, seat), 0) + 1
    return been


def _rotations(table: Sequence[int]) -> list[tuple[int, ...]]:
    return [(*table[at:], *table[:at]) for at in range(len(table))]
