"""A competition as the club's rows have it: the contest, its tables and which games count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import NamedTuple

from tricktable.club.competition.contest import Contest, Meeting
from tricktable.rules.game import Owners
from tricktable.rules.values import JsonValue
from tricktable.table.scorebook import PastCorrections


class RoundTable(NamedTuple):
    """One table of one round, and which of its games belong to the round."""

    code: str
    first: int
    """The number of the round's first game there."""
    last: int | None = None
    """The number of the last one; None while the round is being played."""
    only: tuple[int, ...] | None = None
    """Exactly these, if the organiser has said so."""


class PastCorrection(NamedTuple):
    """A correction of a game that its table has left behind."""

    code: str
    game: int
    entry: str
    """As one line of a record."""


@dataclass(frozen=True, slots=True)
class Competition:
    """One competition."""

    id: int
    title: str
    at: datetime
    """When it was announced."""
    game: str
    """The game's name in records."""
    players: int
    options: Mapping[str, JsonValue]
    owners: Owners
    """The seats of each side."""
    tables: tuple[str, ...]
    """The codes of tables 1, 2, 3 …; empty for the club's tables as they come."""
    contest: Contest
    seats: tuple[Mapping[int, RoundTable], ...] = ()
    """By round, then by the table's number."""
    begun: tuple[int, ...] = ()
    """By round: the id of the act that began it."""
    corrections: tuple[PastCorrection, ...] = ()

    @property
    def round(self) -> int:
        """The number of the newest round; 0 before the first."""
        return len(self.contest.rounds)

    def where(self, round_number: int, table: int) -> RoundTable:
        """Where a table of a round is."""
        return self.seats[round_number - 1][table]

    def corrections_of(self, code: str, game: int) -> tuple[str, ...]:
        """The corrections of a past game, the oldest first."""
        return tuple(
            each.entry for each in self.corrections if (each.code, each.game) == (code, game)
        )

    def seat_of(self, meeting: Meeting, entrant: int) -> tuple[int, ...]:
        """The seats of an entrant's people at a table, in the order of the people."""
        for side, seats in zip(meeting.sides, self.owners, strict=True):
            if entrant in side:
                people = self.contest.conditions.people
                at = side.index(entrant) * people
                return seats[at : at + people]
        return ()


@dataclass(frozen=True, slots=True)
class Competitions:
    """The club's competitions, the oldest first; the last one is the one that people mean."""

    listed: tuple[Competition, ...] = ()
    act: int = 0
    """The id of the newest act; 0 if there is none to take back."""
    before: Competitions | None = None
    """How it was before that."""

    @property
    def newest(self) -> Competition | None:
        """The competition that runs, or ran last."""
        return self.listed[-1] if self.listed else None

    @property
    def corrections(self) -> PastCorrections:
        """What was corrected of past games, in whichever competition."""
        found: dict[tuple[str, int], tuple[str, ...]] = {}
        for each in chain.from_iterable(listed.corrections for listed in self.listed):
            found[each.code, each.game] = (*found.get((each.code, each.game), ()), each.entry)
        return found
