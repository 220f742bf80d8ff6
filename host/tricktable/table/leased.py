"""What hosts of one club lease of a table: a seat for a phone that waits, the scorekeeper's pen.

Only their names: who has a lease, and until when, the database knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from tricktable.store.journal import ERASED, Lease

CLAIM: Final = "claim"
"""`claim:CODE:SEAT`, held by the word that the display asks the seat's button."""
PEN: Final = "pen"
"""`pen:CODE`, held by the console that keeps the score."""
_KINDS: Final = (CLAIM, PEN)


def claims_at(code: str) -> str:
    """What the names of all claims at this table begin with."""
    return f"{CLAIM}:{code}:"


def pen_of(code: str) -> str:
    """The name of the pen of this table."""
    return f"{PEN}:{code}"


def erased(leases: Iterable[Lease]) -> Mapping[str, int]:
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
