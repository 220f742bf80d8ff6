"""A competition as it was declared: who plays, who sat where, round by round.

Results are not part of it: they are the tables' records, which may still be corrected.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from tricktable.club.competition.conditions import Conditions
from tricktable.text.language import Message

Group = tuple[int, ...]
"""Entrants, by their numbers."""


class Meeting(NamedTuple):
    """One table of a round."""

    table: int
    """From 1."""
    sides: tuple[Group, ...]
    """The entrants of each side, in the order of the game's sides."""
    boards: int = 0
    """The set of prepared deals that a published movement brings to this table, from 1; 0: none."""

    @property
    def entrants(self) -> Group:
        """Everybody there, side by side."""
        return tuple(each for side in self.sides for each in side)


class RoundSeats(NamedTuple):
    """Where everybody sits in one round."""

    meetings: tuple[Meeting, ...]
    sitting_out: Group = ()
    """Those who are here and have no table, ascending."""
    places: Group = ()
    """With the first round of a planned movement: the entrant at each of its places, 0 for none."""


class Entrant(NamedTuple):
    """A person, a fixed pair or a team."""

    number: int
    """From 1, in the order of entering."""
    people: tuple[str, ...]
    since: int
    """The first round that they can play."""
    is_here: bool = True
    """Whether they play on."""

    @property
    def name(self) -> str:
        """What lists call them."""
        return " – ".join(self.people)


# --- what is declared ----------------------------------------------------------------------------


class Entered(NamedTuple):
    """Somebody enters, before the first round or later."""

    people: tuple[str, ...]


class Departed(NamedTuple):
    """An entrant goes home, between rounds or in the middle of one."""

    entrant: int


class Came(NamedTuple):
    """An entrant who had left is back."""

    entrant: int


class Substituted(NamedTuple):
    """Other people play for this entrant from now on."""

    entrant: int
    people: tuple[str, ...]


class RoundBegan(NamedTuple):
    """A round begins, and everybody knows where to sit."""

    seats: RoundSeats


class RoundOver(NamedTuple):
    """The round is over: what has not been played by now is not played."""


class Finished(NamedTuple):
    """The competition is over."""


Declaration = Entered | Departed | Came | Substituted | RoundBegan | RoundOver | Finished


@dataclass(frozen=True, slots=True)
class Contest:
    """A competition so far."""

    conditions: Conditions
    entrants: tuple[Entrant, ...] = ()
    rounds: tuple[RoundSeats, ...] = ()
    is_running: bool = False
    """Whether the newest round is being played."""
    is_over: bool = False
    places: tuple[int, ...] = ()
    """The entrant at each place of a planned movement, from the first round on; 0 for nobody."""
    broken: frozenset[tuple[int, int]] = frozenset()
    """Rounds in whose middle somebody went home, with their numbers."""

    def of(self, number: int) -> Entrant:
        """The entrant with this number."""
        return self.entrants[number - 1]

    @property
    def here(self) -> Group:
        """Those who play on."""
        return tuple(each.number for each in self.entrants if each.is_here)

    @property
    def next_round(self) -> int:
        """The number of the round that begins next."""
        return len(self.rounds) + 1

    @property
    def have_met(self) -> Counter[tuple[int, int]]:
        """How often each two have sat at one table; the lower number first."""
        return Counter(
            two
            for each in self.rounds
            for meeting in each.meetings
            for two in couples(meeting.entrants)
        )

    @property
    def have_partnered(self) -> Counter[tuple[int, int]]:
        """How often each two have sat on one side."""
        return Counter(
            two
            for each in self.rounds
            for meeting in each.meetings
            for side in meeting.sides
            for two in couples(side)
        )

    @property
    def have_sat_out(self) -> Counter[int]:
        """How often each has sat out."""
        return Counter(number for each in self.rounds for number in each.sitting_out)


def couples(group: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Each two of a group, the lower number first."""
    ordered = sorted(group)
    return ((one, other) for at, one in enumerate(ordered) for other in ordered[at + 1 :])


# --- the fold ------------------------------------------------------------------------------------


def refusal(contest: Contest, said: Declaration) -> Message | None:
    """Why this cannot be declared now; None if it can."""
    if contest.is_over:
        return Message("This competition is over.")
    match said:
        case Entered(people):
            return _people_refused(contest, people, contest.entrants)
        case Substituted(number, people):
            others = [each for each in contest.entrants if each.number != number]
            return _unknown_entrant(contest, number) or _people_refused(contest, people, others)
        case Departed(number):
            return _unknown_entrant(contest, number) or (
                None if contest.of(number).is_here else Message("They have left already.")
            )
        case Came(number):
            return _unknown_entrant(contest, number) or (
                Message("They are here already.") if contest.of(number).is_here else None
            )
        case RoundBegan(seats):
            return _seats_refused(contest, seats)
        case RoundOver():
            return None if contest.is_running else Message("No round is being played.")
        case Finished():
            return Message("End the round first.") if contest.is_running else None


def contest_after(contest: Contest, said: Declaration) -> Contest:
    """The contest after this; call it only if `refusal` has nothing against it."""
    match said:
        case Entered(people):
            since = contest.next_round
            entrant = Entrant(len(contest.entrants) + 1, people, since)
            return _take_place(
                replace(contest, entrants=(*contest.entrants, entrant)), entrant.number
            )
        case Departed(number):
            gone = contest.of(number)._replace(is_here=False)
            places = tuple(0 if each == number else each for each in contest.places)
            broken = contest.broken
            if contest.is_running:
                broken |= {(len(contest.rounds), number)}
            return replace(_with(contest, gone), places=places, broken=broken)
        case Came(number):
            back = contest.of(number)._replace(is_here=True)
            return _take_place(_with(contest, back), number)
        case Substituted(number, people):
            return _with(contest, contest.of(number)._replace(people=people))
        case RoundBegan(seats):
            places = contest.places if contest.rounds else seats.places
            rounds = (*contest.rounds, seats)
            return replace(contest, rounds=rounds, places=places, is_running=True)
        case RoundOver():
            return replace(contest, is_running=False)
        case Finished():
            return replace(contest, is_over=True)


def fold(conditions: Conditions, said: Iterable[Declaration]) -> Contest:
    """The contest after these declarations; what is refused changes nothing."""
    contest = Contest(conditions)
    for each in said:
        if refusal(contest, each) is None:
            contest = contest_after(contest, each)
    return contest


def _with(contest: Contest, entrant: Entrant) -> Contest:
    at = entrant.number - 1
    entrants = (*contest.entrants[:at], entrant, *contest.entrants[at + 1 :])
    return replace(contest, entrants=entrants)


def _take_place(contest: Contest, number: int) -> Contest:
    """Give a late arrival the first place that nobody has; without one they sit out."""
    if 0 not in contest.places:
        return contest
    at = contest.places.index(0)
    return replace(contest, places=(*contest.places[:at], number, *contest.places[at + 1 :]))


def _unknown_entrant(contest: Contest, number: int) -> Message | None:
    known = 1 <= number <= len(contest.entrants)
    return None if known else Message("Nobody has entered as number {number}.", {"number": number})


def _people_refused(
    contest: Contest, people: Sequence[str], others: Iterable[Entrant]
) -> Message | None:
    wanted = contest.conditions.people
    if len(people) != wanted or not all(people):
        if wanted == 1:
            return Message("An entry needs one name.")
        return Message("An entry needs {number} names.", {"number": wanted})
    taken = {name for each in others for name in each.people}
    for at, name in enumerate(people):
        if name in taken or name in people[:at]:
            return Message("{name} has entered already.", {"name": name})
    return None


def _seats_refused(contest: Contest, seats: RoundSeats) -> Message | None:
    """Check that everybody who is here has exactly one seat or sits out."""
    if contest.is_running:
        return Message("End the round first.")
    if not seats.meetings:
        return Message("There are too few entrants for one table.")
    seated = [number for meeting in seats.meetings for number in meeting.entrants]
    if sorted((*seated, *seats.sitting_out)) != sorted(contest.here):
        return Message("Everybody who is here needs one seat, or sits out.")
    sides, per_side = contest.conditions.sides, contest.conditions.per_side
    full = [per_side] * sides
    if any([len(side) for side in meeting.sides] != full for meeting in seats.meetings):
        return Message("Every table needs {sides} full sides.", {"sides": sides})
    tables = [meeting.table for meeting in seats.meetings]
    if len({*tables}) < len(tables):
        return Message("Each group needs its own table.")
    return None
