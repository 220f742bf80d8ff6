"""Swiss: neighbours in the standings meet, nobody meets anybody again while that can be avoided.

The last in the standings of those who have sat out least sit out. Who meets whom is the organiser's
to correct: what is declared is the seats, not this proposal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Final

from tricktable.rules.competition.contest import Contest, RoundSeats
from tricktable.rules.competition.movements import spread

AGAIN: Final = 1_000_000.0
"""What meeting again costs, beside places in the standings: more than any distance there."""
MOST_TRIED: Final = 20_000
"""Tables tried before the best exchange found so far is taken; enough for any way of ten people."""

Again = Callable[[int, int], bool]
"""Whether these two have met already."""


def neighbours(contest: Contest, standing: Sequence[int]) -> RoundSeats:
    """The next round.

    Args:
        contest: the competition so far.
        standing: everybody who is here, the first in the standings first.
    """
    out = spread.who_sits_out(contest, standing)
    playing = [number for number in standing if number not in out]
    rank = {number: at for at, number in enumerate(playing)}
    met = contest.have_met

    def times(one: int, other: int) -> int:
        return met[min(one, other), max(one, other)]

    def cost(one: int, other: int) -> float:
        # Squares, so that many small distances are better than one large one.
        return AGAIN * times(one, other) ** 2 + (rank[one] - rank[other]) ** 2

    size = contest.conditions.size
    tables = spread.grouped(playing, size, cost)
    if any(times(one, other) for table in tables for one, other in combinations(table, 2)):
        tables = without_again(playing, size, lambda *two: bool(times(*two))) or tables
    tables.sort(key=lambda table: min(rank[each] for each in table))
    return RoundSeats(spread.seated(contest, tables), out)


def without_again(order: Sequence[int], size: int, again: Again) -> list[list[int]] | None:
    """Tables at which nobody meets anybody again, the first found; None if there are none.

    Also None after `MOST_TRIED` tables. Who comes first in the order gets neighbours first.
    """
    left = MOST_TRIED

    def rest(people: Sequence[int]) -> list[list[int]] | None:
        nonlocal left
        if not people:
            return []
        for table in _tables(people, size, again):
            left -= 1
            if left < 0:
                return None
            found = rest([each for each in people if each not in table])
            if found is not None:
                return [table, *found]
        return None

    return rest(order)


def _tables(people: Sequence[int], size: int, again: Again) -> Iterator[list[int]]:
    """Tables with the first of these people at which nobody meets anybody again."""

    def more(table: list[int], others: Sequence[int]) -> Iterator[list[int]]:
        if len(table) == size:
            yield table
            return
        for at, who in enumerate(others):
            if not any(again(who, each) for each in table):
                yield from more([*table, who], others[at + 1 :])

    return more([people[0]], people[1:])
