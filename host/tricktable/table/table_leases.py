"""What hosts of one club lease of a table: a seat for a phone, the write lock, another game.

Only their names: who has a lease, and until when, the database knows.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from tricktable.store.journal import ERASED, Lease

CLAIM: Final = "claim"
"""`claim:CODE:SEAT`, held by the word that the display asks the seat's button."""
WRITE_LOCK: Final = "pen"
"""`pen:CODE`, held by the host's page that keeps the score.

The database has it under this word, and hosts of an older version beside this one look for it.
"""
REMATCH: Final = "rematch"
"""`rematch:CODE`, held by the person who offers another game (`persons.Persons`)."""
_KINDS: Final = (CLAIM, WRITE_LOCK, REMATCH)


def claims_at(code: str) -> str:
    """What the names of all claims at this table begin with."""
    return f"{CLAIM}:{code}:"


def write_lock_of(code: str) -> str:
    """The name of the write lock of this table."""
    return f"{WRITE_LOCK}:{code}"


def rematch_of(code: str) -> str:
    """The name of what is offered at this table after a game."""
    return f"{REMATCH}:{code}"


def erasures(leases: Iterable[Lease]) -> Mapping[str, int]:
    """How often rows of each table were overwritten, by its code; of most never."""
    return {
        lease.name.removeprefix(ERASED): lease.epoch
        for lease in leases
        if lease.name.startswith(ERASED)
    }


def by_table(leases: Iterable[Lease]) -> Mapping[str, Sequence[Lease]]:
    """Those that concern a table, by its code."""
    found: dict[str, list[Lease]] = {}
    for lease in leases:
        kind, _, rest = lease.name.partition(":")
        if kind in _KINDS:
            found.setdefault(rest.partition(":")[0], []).append(lease)
    return found
