"""Movements that are known as a whole before they begin: places are moved, whoever has them.

A place that nobody has is vacant: whoever would meet it sits out.
"""

from collections.abc import Sequence
from typing import NamedTuple

from tricktable.club.competition.contest import Contest, Group, Meeting, RoundSeats


class PlannedTable(NamedTuple):
    """One table of one round, with places instead of people; places count from 1."""

    table: int
    sides: tuple[Group, ...]
    boards: int = 0


Schedule = Sequence[Sequence[PlannedTable]]
"""The tables of each round."""


def seats(contest: Contest, schedule: Schedule, order: Group) -> RoundSeats:
    """The next round of a schedule.

    Args:
        contest: the competition so far; its rounds must be fewer than the schedule's.
        schedule: the movement.
        order: who takes which place if this is the first round, 0 for a place left empty.
    """
    places = contest.places or order
    meetings = []
    for planned in schedule[len(contest.rounds)]:
        sides = tuple(tuple(places[at - 1] for at in side) for side in planned.sides)
        if all(number for side in sides for number in side):
            meetings.append(Meeting(planned.table, sides, planned.boards))
    seated = {number for meeting in meetings for number in meeting.entrants}
    out = tuple(number for number in contest.here if number not in seated)
    return RoundSeats(tuple(meetings), out, () if contest.rounds else places)
