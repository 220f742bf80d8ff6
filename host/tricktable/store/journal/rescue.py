"""Moves the content of a journal whose file was replaced into the file now in its place."""

from collections.abc import Mapping
from typing import Final

from sqlalchemy.exc import DBAPIError

from tricktable.store.journal.connections import OpenFile, transaction
from tricktable.store.journal.schema import (
    ADD,
    ADD_HOME,
    ADD_PHONE,
    ADD_SHELVED,
    ALL_HOMES,
    ALL_PHONES,
    ALL_SHELVED,
    FORGET_HOME,
    FORGET_PHONE,
    FORGET_SHELVED,
    READ,
)

_ALL: Final = 2**62
"""More rows than any table has."""
_BESIDE: Final = (
    (ALL_PHONES, "digest", FORGET_PHONE, ADD_PHONE),
    (ALL_HOMES, "board", FORGET_HOME, ADD_HOME),
    (ALL_SHELVED, "name", FORGET_SHELVED, ADD_SHELVED),
)
"""What lies beside the rows and changes: how it is read, what names one, how one is replaced."""


def bring_over(taken: OpenFile, there: OpenFile, saved: Mapping[str, int]) -> bool:
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
    beside = [
        ([each._asdict() for each in taken.writer.execute(every)], key, forget, add)
        for every, key, forget, add in _BESIDE
    ]
    with transaction(there.file):
        for table in lacking:
            wanted = {"table": table, "after": have.get(table, 0), "most": _ALL}
            rows = [each._asdict() for each in taken.writer.execute(READ, wanted)]
            there.writer.execute(ADD, rows)
        for found, key, forget, add in beside:
            if found:
                there.writer.execute(forget, [{"known": each[key]} for each in found])
                there.writer.execute(add, found)
    return True


def _newest(taken: OpenFile) -> Mapping[str, int]:
    try:
        return taken.newest()
    except DBAPIError:  # it lies on a disk that is gone
        return {}
