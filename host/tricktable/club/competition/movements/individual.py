"""Individual: everybody partners everybody once and plays against everybody twice, four at a table.

Whist tournaments, as E. H. Moore named them (Tactical Memoranda I-III, American Journal of
Mathematics 18, 1896). There is one for every 4n and 4n + 1 people: with 4n + 1 one sits out each
round, everybody once. All rounds follow from the first: everybody moves to where the next lower
number sat. First rounds here were found by trying; with 9 people by Moore's construction.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from tricktable.club.competition.movements.timetable import PlannedTable, Schedule

_FIRST: Final = {
    4: "4 0 1 2",
    5: "1 4 2 3",
    8: "8 0 2 3, 1 5 6 4",
    9: "1 2 3 6, 4 8 5 7",
    12: "12 0 8 9, 1 7 2 5, 3 10 6 4",
    13: "1 10 7 5, 2 8 3 4, 6 11 9 12",
    16: "16 0 2 11, 1 4 7 12, 3 5 6 13, 8 9 10 14",
    17: "1 3 12 8, 2 7 15 4, 5 13 6 16, 9 10 14 11",
    20: "20 0 12 17, 1 9 13 6, 2 8 4 3, 5 14 11 15, 7 10 18 16",
    21: "1 11 13 16, 2 8 20 4, 3 15 7 14, 5 9 19 6, 10 12 17 18",
    24: "24 0 11 21, 1 15 18 6, 2 22 19 3, 4 8 16 17, 5 20 12 10, 7 13 9 14",
    25: "1 22 23 13, 2 16 24 6, 3 8 12 14, 4 21 9 15, 5 17 10 7, 11 20 18 19",
    28: "28 0 24 25, 1 18 17 6, 2 26 11 19, 3 21 8 4, 5 12 23 9, 7 13 20 15, 10 22 14 16",
    32: (
        "32 0 27 28, 1 16 19 6, 2 4 12 21, 3 23 25 8, "
        "5 26 11 14, 7 13 24 20, 9 17 10 15, 18 30 29 22"
    ),
    33: (
        "1 30 19 13, 2 5 4 15, 3 31 8 7, 6 21 28 20, "
        "9 23 26 17, 10 27 29 22, 11 32 14 24, 12 25 18 16"
    ),
}
"""By the number of people: the first round's tables, two partners and two partners.

Numbers from 0; the one that equals the number of people stays. 9 people count in threes: 3a + b is
the point (a, b), and both coordinates move.
"""

NUMBERS: Final = tuple(sorted(_FIRST))
"""For how many people there is a movement."""


@cache
def individual(places: int) -> Schedule:
    """The movement for a number of people out of `NUMBERS`."""
    stays = places % 4 == 0
    moving = places - 1 if stays else places
    first = [[int(each) for each in table.split()] for table in _FIRST[places].split(", ")]

    def on(who: int, turn: int) -> int:
        if who == places:
            return places
        if places == 9:
            return 3 * ((who // 3 + turn // 3) % 3) + (who + turn) % 3 + 1
        return (who + turn) % moving + 1

    def table(number: int, turn: int) -> PlannedTable:
        a, b, c, d = (on(who, turn) for who in first[number])
        return PlannedTable(number + 1, ((a, b), (c, d)))

    return tuple(
        tuple(table(number, turn) for number in range(len(first))) for turn in range(moving)
    )
