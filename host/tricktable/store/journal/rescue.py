"""Moves the content of a journal whose file was replaced into the file now in its place."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy.exc import DBAPIError

from tricktable.store.journal.connections import Opened, transaction
from tricktable.store.journal.schema import (
    ADD,
    ADD_HOME,
    ADD_PHONE,
    ALL_HOMES,
    ALL_PHONES,
    FORGET_HOME,
    FORGET_PHONE,
    READ,
)

_ALL = 2**62
"""More rows than any table has."""


def bring_over(taken: Opened, there: Opened, saved: Mapping[str, int]) -> bool:
    """Add to the journal `there` everything it lacks from the one that was `taken` away.

    `there` may be empty, or an earlier copy. Returns False, and adds nothing, if it is another
    journal: if it has a row that neither the other one has nor `saved`, each table's newest row.
    Raises: what the database raises.
    """
    have = there.newest()
    ours = {**saved, **_newest(taken)}
    if any(seq > ours.get(table, 0) for table, seq in have.items()):
        return False
    lacking = [table for table, seq in ours.items() if have.get(table, 0) < seq]
    if not lacking:
        return True  # and the one that was taken away need not be readable
    phones = [each._asdict() for each in taken.writer.execute(ALL_PHONES)]
    homes = [each._asdict() for each in taken.writer.execute(ALL_HOMES)]
    with transaction(there.file):
        for table in lacking:
            wanted = {"table": table, "after": have.get(table, 0), "most": _ALL}
            rows = [each._asdict() for each in taken.writer.execute(READ, wanted)]
            there.writer.execute(ADD, rows)
        if phones:
            there.writer.execute(FORGET_PHONE, [{"known": each["digest"]} for each in phones])
            there.writer.execute(ADD_PHONE, phones)
        if homes:
            there.writer.execute(FORGET_HOME, [{"known": each["board"]} for each in homes])
            there.writer.execute(ADD_HOME, homes)
    return True


def _newest(taken: Opened) -> Mapping[str, int]:
    try:
        return taken.newest()
    except DBAPIError:  # it lies on a disk that is gone
        return {}
