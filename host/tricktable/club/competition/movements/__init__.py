"""The movements by name: for whom each is, how many rounds it has, and how the next one sits."""

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Final, NamedTuple

from tricktable.club.competition.conditions import Conditions
from tricktable.club.competition.contest import Contest, Group, RoundSeats
from tricktable.club.competition.movements import individual, round_robin, spread, swiss, timetable
from tricktable.club.competition.movements.howell import MOST as MOST_HOWELL
from tricktable.club.competition.movements.howell import howell
from tricktable.club.competition.movements.mitchell import mitchell
from tricktable.club.competition.movements.timetable import Schedule
from tricktable.text.language import Message, message

ROUND_ROBIN, SWISS, HOWELL, MITCHELL, INDIVIDUAL, FREE = (
    "round_robin",
    "swiss",
    "howell",
    "mitchell",
    "individual",
    "free",
)


def _any_number(_conditions: Conditions, _entrants: int) -> None:
    return None


def _no_schedule(_conditions: Conditions, _entrants: int) -> Schedule | None:
    return None


class Movement(NamedTuple):
    """One way to move people between rounds."""

    title: str
    """A message."""
    promise: str
    """A message: what it promises to those who enter, in one sentence."""
    rounds: Callable[[Conditions, int], int]
    """How many rounds it has, or usually has, for this many entrants."""
    refusal: Callable[[Conditions, int], Message | None] = _any_number
    """Why it does not fit; None if it does."""
    schedule: Callable[[Conditions, int], Schedule | None] = _no_schedule
    """All of it, if it is known beforehand."""


def draw(contest: Contest, standing: Sequence[int]) -> RoundSeats | Message:
    """Who sits where in the next round, or why there is none.

    Args:
        contest: the competition so far.
        standing: all entrants, the first in the standings first; only Swiss looks at it.
    """
    conditions, movement = contest.conditions, MOVEMENTS[contest.conditions.movement]
    here = contest.here
    if len(here) < conditions.size:
        return Message("There are too few entrants for one table.")
    if not contest.rounds:
        refusal = movement.refusal(conditions, len(here))
        if refusal:
            return refusal
    if contest.next_round > last_round(contest):
        return Message("All rounds have been played.")
    schedule = _schedule(contest)
    if schedule:
        # At most one place is vacant, the last one.
        order = (*_start(conditions, here), 0)
        return timetable.seats(contest, schedule, order[: _places(schedule)])
    if conditions.movement == SWISS and contest.rounds:
        return swiss.neighbours(contest, [each for each in standing if each in here])
    if conditions.movement == FREE:
        return _as_they_came(contest)
    return round_robin.fewest_again(contest, _start(conditions, here))


def last_round(contest: Contest) -> int:
    """The number of the last round, for those who are here or were there when it began."""
    conditions = contest.conditions
    number = sum(map(bool, contest.places)) or len(contest.here)
    usual = MOVEMENTS[conditions.movement].rounds(conditions, max(number, conditions.size))
    wanted = conditions.rounds or usual
    schedule = _schedule(contest)
    return min(wanted, len(schedule)) if schedule else wanted


def _schedule(contest: Contest) -> Schedule | None:
    """The schedule in use: the one of the first round, if that had one.

    None, too, while the movement does not fit those who are here: others may still come or go.
    """
    conditions, movement = contest.conditions, MOVEMENTS[contest.conditions.movement]
    if contest.rounds and not contest.places:
        return None
    number = len(contest.places) or len(contest.here)
    if not contest.rounds and movement.refusal(conditions, number):
        return None
    found = movement.schedule(conditions, number)
    # More people than there are places to begin with meet as those of any number do.
    is_full = contest.rounds and not {*contest.here} <= {*contest.places}
    return None if is_full and conditions.movement == ROUND_ROBIN else found


def _places(schedule: Schedule) -> int:
    return max(at for tables in schedule for each in tables for side in each.sides for at in side)


def _start(conditions: Conditions, here: Group) -> Group:
    """The starting order: as they entered, or as the seed has it."""
    if conditions.seed is None:
        return here
    # A digest gives the same order on every machine, and anybody can check it.
    return tuple(sorted(here, key=lambda who: sha256(f"{conditions.seed} {who}".encode()).digest()))


def _as_they_came(contest: Contest) -> RoundSeats:
    """A proposal for free seating, for people to change: everybody next to whom they sat before."""
    order = contest.here
    out = spread.who_sits_out(contest, order)
    size = contest.conditions.size
    playing = [number for number in order if number not in out]
    tables = [playing[at : at + size] for at in range(0, len(playing), size)]
    return RoundSeats(spread.meetings(contest, tables), out)


# --- for whom each is ----------------------------------------------------------------------------


def _two_sides(conditions: Conditions) -> Message | None:
    if conditions.sides != 2 or conditions.per_side != 1:
        return Message("This movement is for two sides at a table, each a person or a fixed pair.")
    return None


def _howell_refusal(conditions: Conditions, entrants: int) -> Message | None:
    if not 3 <= entrants <= MOST_HOWELL:
        fields = {"least": 3, "most": MOST_HOWELL}
        return _two_sides(conditions) or Message(
            "Howell is for {least} to {most} entrants.", fields
        )
    return _two_sides(conditions)


def _mitchell_refusal(conditions: Conditions, entrants: int) -> Message | None:
    if entrants < 4:
        return _two_sides(conditions) or Message("Mitchell needs at least 4 entrants.")
    return _two_sides(conditions)


def _individual_refusal(conditions: Conditions, entrants: int) -> Message | None:
    if (conditions.sides, conditions.per_side) != (2, 2):
        return Message("This movement is for people who enter singly and play two against two.")
    if entrants not in individual.NUMBERS:
        numbers = ", ".join(map(str, individual.NUMBERS))
        return Message(
            "Everybody can partner everybody once with {numbers} people, not with {count}.",
            {"numbers": numbers, "count": entrants},
        )
    return None


# --- the schedules -------------------------------------------------------------------------------


def _even(number: int) -> int:
    return number + number % 2


def _robin(conditions: Conditions, entrants: int) -> Schedule | None:
    if conditions.per_side > 1:
        return None
    if conditions.sides == 2:
        return round_robin.circle(entrants)
    has_plane = round_robin.has_plane(entrants, conditions.sides)
    return round_robin.plane(conditions.sides) if has_plane else None


def _robin_rounds(conditions: Conditions, entrants: int) -> int:
    """As many as everybody needs to meet everybody, if nobody had to be met twice."""
    schedule = _robin(conditions, entrants)
    if schedule:
        return len(schedule)
    others, at_a_table = entrants - 1, conditions.size - 1
    if not at_a_table:
        return 1
    # Who sits out meets nobody: each round lacks a share of its meetings.
    seats = entrants // conditions.size * conditions.size
    return -(-others * entrants // (at_a_table * seats))


def _mitchell_rounds(conditions: Conditions, entrants: int) -> int:
    tables = _even(entrants) // 2
    return min(conditions.rounds or tables, tables)


def _mitchell(conditions: Conditions, entrants: int) -> Schedule:
    return mitchell(_even(entrants) // 2, _mitchell_rounds(conditions, entrants))


def _howell(_conditions: Conditions, entrants: int) -> Schedule:
    return howell(_even(entrants))


def _swiss_rounds(_conditions: Conditions, entrants: int) -> int:
    """Enough for one to have beaten everybody, as in a knock-out, and two more."""
    return max(3, min((entrants - 1).bit_length() + 2, entrants - 1))


MOVEMENTS: Final[Mapping[str, Movement]] = {
    ROUND_ROBIN: Movement(
        message("Round robin"),
        message("Everybody meets everybody."),
        _robin_rounds,
        schedule=_robin,
    ),
    SWISS: Movement(
        message("Swiss"),
        message("Neighbours in the standings meet; nobody meets twice while that can be avoided."),
        _swiss_rounds,
    ),
    HOWELL: Movement(
        message("Howell"),
        message("Everybody meets everybody once; one entrant stays, the others move."),
        lambda _, entrants: max(_even(entrants), 4) - 1,
        _howell_refusal,
        _howell,
    ),
    MITCHELL: Movement(
        message("Mitchell"),
        message("One half stays and meets the other half, which moves; each half is ranked alone."),
        _mitchell_rounds,
        _mitchell_refusal,
        _mitchell,
    ),
    INDIVIDUAL: Movement(
        message("Individual"),
        message("Everybody partners everybody once and plays against everybody twice."),
        lambda _, entrants: entrants if entrants % 4 else entrants - 1,
        _individual_refusal,
        lambda _, entrants: individual.individual(entrants),
    ),
    FREE: Movement(
        message("Free seating"),
        message("People sit where they like; the organiser writes down who sits where."),
        lambda _conditions, _entrants: 3,
    ),
}
