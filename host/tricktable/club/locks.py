"""The lock on all tables: while it is on, each table is as if its own host had locked it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from msgspec import Struct

from tricktable.club.part import Body, ClubChange, ClubChanges, ClubMoment, ClubRefusal, Part

LOCKED, UNLOCKED = "locked", "unlocked"


class LockAll(Struct, frozen=True):
    """Only the host may write at any table. Cards on readers still count."""


class UnlockAll(Struct, frozen=True):
    """Everybody may write again, except at tables that are locked one by one."""


@dataclass(frozen=True, slots=True)
class Locks:
    """Whether all tables are locked."""

    since: datetime | None = None
    """Since when; None if they are not."""

    @property
    def is_on(self) -> bool:
        """Whether all tables are locked."""
        return self.since is not None


def fold(_state: Locks, kind: str, _body: Body, at: datetime) -> Locks:
    """The lock after a row."""
    return Locks(at if kind == LOCKED else None)


def decide(now: ClubMoment, request: LockAll | UnlockAll) -> ClubChanges | ClubRefusal:
    """The row that a request becomes; none if it is so already."""
    is_wanted = isinstance(request, LockAll)
    if now.of(PART).is_on == is_wanted:
        return []
    return [ClubChange(LOCKED if is_wanted else UNLOCKED, {})]


PART: Final = Part(
    "locks", Locks(), frozenset((LOCKED, UNLOCKED)), fold, (LockAll, UnlockAll), decide
)
