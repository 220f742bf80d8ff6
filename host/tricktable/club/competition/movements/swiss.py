"""Swiss: neighbours in the standings meet, nobody meets anybody again while that can be avoided.

Who sits out and who meets whom are chosen together: of those who have sat out least the last in the
standings sit out, unless somebody else of them would spare others a second meeting. Who meets whom
is the organiser's to correct: what is declared is the seats, not this proposal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

from tricktable.club.competition.contest import Contest, Group, RoundSeats
from tricktable.club.competition.movements import spread

AGAIN: Final = 1_000_000
"""What meeting again costs, beside places in the standings: more than any distance there."""
ALL_WAYS: Final = 12
"""Up to this many people every way is weighed: 4,096 sets of people, each once."""
MOST_TRIED: Final = 60_000
"""Seats tried with more people, before the best exchange found so far is taken …"""
MOST_TRIED_EACH: Final = 20_000
"""… and with each of those groups who could sit out."""
MOST_EXCHANGED: Final = 3
"""Groups that could sit out for whom exchanges are tried, where no way was found that spares all a
second meeting."""

Again = Callable[[int, int], bool]
"""Whether these two have met already."""
Cost = Callable[[int, int], int]
"""What it costs that these two meet."""
Tables = list[list[int]]


class _Way(NamedTuple):
    """Who sits out, and who meets."""

    out: Group
    tables: Tables


def neighbours(contest: Contest, standing: Sequence[int]) -> RoundSeats:
    """The next round.

    Args:
        contest: the competition so far.
        standing: everybody who is here, the first in the standings first.
    """
    met = contest.have_met

    def again(one: int, other: int) -> int:
        # Squares, so that many meet for the second time before two meet for the third.
        return met[min(one, other), max(one, other)] ** 2

    size = contest.conditions.size
    way = (_best_of_all if len(standing) <= ALL_WAYS else _first_or_best)(contest, standing, again)
    playing = [number for number in standing if number not in way.out]
    rank = {number: at for at, number in enumerate(playing)}

    def cost(one: int, other: int) -> int:
        # Squares, so that many small distances are better than one large one.
        return AGAIN * again(one, other) + (rank[one] - rank[other]) ** 2

    tables = way.tables
    if len(standing) > ALL_WAYS:
        tables = spread.groups([who for table in tables for who in table], size, cost)
    else:
        tables = cheapest(size, cost)(tuple(playing))[1]
    tables.sort(key=lambda table: min(rank[each] for each in table))
    return RoundSeats(spread.meetings(contest, tables), way.out)


def cheapest(size: int, cost: Cost) -> Callable[[Group], tuple[int, Tables]]:
    """Finds the tables that cost least for a group of people, and what they cost together.

    Exact; each set of people is worked out once, also for the next group.
    """

    @cache
    def best(people: Group) -> tuple[int, tuple[Group, ...]]:
        if not people:
            return 0, ()
        first, others = people[0], people[1:]
        found: tuple[int, tuple[Group, ...]] | None = None
        for more in combinations(others, size - 1):
            table = (first, *more)
            here = sum(cost(*two) for two in combinations(table, 2))
            if found is not None and here >= found[0]:
                continue
            rest, tables = best(tuple(each for each in others if each not in more))
            if found is None or here + rest < found[0]:
                found = here + rest, (table, *tables)
        assert found is not None, "the people fill whole tables"
        return found

    def tables_of(people: Group) -> tuple[int, Tables]:
        least, tables = best(people)
        return least, [[*table] for table in tables]

    return tables_of


def _best_of_all(contest: Contest, standing: Sequence[int], again: Cost) -> _Way:
    """Of all ways the one in which fewest meet again, and of these the fairest to sit out."""
    best = cheapest(contest.conditions.size, again)
    found: tuple[int, _Way] | None = None
    for out in spread.may_sit_out(contest, standing):
        least, tables = best(tuple(each for each in standing if each not in out))
        if found is None or least < found[0]:
            found = least, _Way(out, tables)
        if not least:
            break
    assert found is not None, "somebody always can sit out"
    return found[1]


def _first_or_best(contest: Contest, standing: Sequence[int], again: Cost) -> _Way:
    """The first way found in which nobody meets again; else the best of some exchanges."""
    size, left = contest.conditions.size, MOST_TRIED
    groups = spread.may_sit_out(contest, standing)
    seen: list[Group] = []
    for out in groups:
        if len(seen) < MOST_EXCHANGED:
            seen.append(out)
        people = [each for each in standing if each not in out]
        most = min(left, MOST_TRIED_EACH)
        tables, tried = without_again(people, size, lambda *two: bool(again(*two)), most)
        if tables is not None:
            return _Way(out, tables)
        left -= tried
        if left <= 0:
            break
    ways = [
        _Way(out, spread.groups([each for each in standing if each not in out], size, again))
        for out in seen
    ]
    return min(
        ways,
        key=lambda way: sum(again(*two) for table in way.tables for two in combinations(table, 2)),
    )


def without_again(
    order: Sequence[int], size: int, again: Again, most: int = MOST_TRIED
) -> tuple[Tables | None, int]:
    """Tables at which nobody meets anybody again, the first found, and how many seats were tried.

    None if there are none, or if they were not found with `most` seats. Who comes first in the
    order gets neighbours first.
    """
    tried = 0
    fits = {one: {each for each in order if each != one and not again(one, each)} for one in order}

    def rest(people: Sequence[int]) -> Tables | None:
        if not people:
            return []
        here = {*people}
        if any(len(fits[each] & here) < size - 1 for each in people):
            return None  # somebody is left whom too few can meet
        return filled([people[0]], people[1:], people)

    def filled(table: list[int], others: Sequence[int], people: Sequence[int]) -> Tables | None:
        nonlocal tried
        if len(table) == size:
            found = rest([each for each in people if each not in table])
            return None if found is None else [table, *found]
        last = fits[table[-1]]
        others = [each for each in others if each in last]
        for at in range(len(others) - (size - len(table)) + 1):
            if tried >= most:
                return None
            tried += 1
            found = filled([*table, others[at]], others[at + 1 :], people)
            if found is not None:
                return found
        return None

    return rest(order), tried
