"""Howell: everybody meets everybody once, one place stays and all others follow each other round.

Invented by E. C. Howell for whist clubs (1897). In round r each place but the last is r - 1 numbers
on from where it began, so that everybody goes where the next lower number sat. The first rounds of
3 to 6 tables are those of the guide cards that clubs use (American Contract Bridge League; the one
for 8 places also at pjms.nl/BALANS/8p8rHowell.html, renumbered). Those of more tables were found by
trying, with the same two promises: everybody meets everybody and every set of prepared deals once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from tricktable.club.competition.movements.timetable import PlannedTable, Schedule

Sets = int | tuple[int, ...]
"""A table's set of prepared deals in the first round, from which all follow; or in each round."""

_FIRST: Final[Mapping[int, Sequence[tuple[int, int, Sets]]]] = {
    4: ((4, 1, 1), (2, 3, 1)),
    # No rotation of five sets suits three tables, so they share.
    6: ((6, 1, (1, 2, 3, 4, 5)), (3, 4, (2, 3, 2, 3, 5)), (5, 2, (4, 4, 1, 1, 5))),
    8: ((8, 1, 1), (6, 3, 4), (7, 2, 6), (4, 5, 7)),
    10: ((7, 3, 1), (5, 2, 2), (10, 1, 3), (9, 8, 4), (4, 6, 5)),
    12: ((9, 5, 1), (3, 2, 2), (8, 10, 3), (7, 4, 5), (12, 1, 6), (11, 6, 8)),
    14: ((14, 1, 1), (13, 10, 7), (2, 11, 13), (3, 8, 4), (4, 5, 8), (6, 12, 11), (7, 9, 2)),
    16: (
        *((16, 1, 1), (15, 3, 8), (2, 4, 15), (5, 11, 2), (6, 13, 7), (7, 12, 14), (8, 9, 12)),
        (10, 14, 9),
    ),
    18: (
        *((18, 1, 1), (17, 3, 6), (2, 15, 14), (4, 10, 8), (5, 14, 16), (6, 16, 7), (7, 12, 17)),
        *((8, 9, 5), (11, 13, 3)),
    ),
    20: (
        *((20, 1, 1), (19, 4, 10), (2, 5, 9), (3, 10, 2), (6, 11, 8), (7, 18, 16), (8, 17, 13)),
        *((9, 15, 4), (12, 13, 6), (14, 16, 17)),
    ),
}
"""By the number of places: one side, the other, and the set of deals at each table."""

MOST: Final = max(_FIRST)


@cache
def howell(places: int) -> Schedule:
    """The movement for an even number of places from 4 to `MOST`, one round fewer than places.

    With 4 places both tables share a set of deals in each round.
    """
    turns = places - 1

    def on(place: int, turn: int) -> int:
        return place if place == places else (place - 1 + turn) % turns + 1

    def boards(sets: Sets, turn: int) -> int:
        return sets[turn] if isinstance(sets, tuple) else (sets - 1 + turn) % turns + 1

    return tuple(
        tuple(
            PlannedTable(table, ((on(one, turn),), (on(other, turn),)), boards(sets, turn))
            for table, (one, other, sets) in enumerate(_FIRST[places], 1)
        )
        for turn in range(turns)
    )
