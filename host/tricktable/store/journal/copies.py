"""Copies a journal into another one, of the same kind or not, and compares the two row by row.

What is there already is left as it is, so that a copy that was interrupted is continued.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple, Protocol

from tricktable.store.journal.errors import JournalError
from tricktable.store.journal.row import CLUB, Home, Journal, Phone, Row, ShelfRow

ROWS_AT_A_TIME: Final = 1000
"""Written in one commit: one flush for all of them, and never a whole journal in memory."""


class Differs(JournalError):
    """Raised if the other journal holds something that this one does not; it was not changed."""


class CopySource(Protocol):
    """What a journal is copied from: each method as `Journal` has it."""

    def tables(self) -> list[str]:
        """See `Journal.tables`."""

    def read(self, table: str, after: int = 0) -> Iterator[Row]:
        """See `Journal.read`."""

    def phones(self, *tables: str) -> list[Phone]:
        """See `Journal.phones`."""

    def homes(self) -> list[Home]:
        """See `Journal.homes`."""

    def shelf(self) -> list[ShelfRow]:
        """See `Journal.shelf`."""


class CopiedTable(NamedTuple):
    """One table, or the club, that is the same in both journals now."""

    code: str
    rows: int
    added: int
    """How many of them were not there before."""


def copy(source: CopySource, target: Journal) -> Iterator[CopiedTable]:
    """Add to `target` all that it lacks, table by table, then the club, and at last who sits where.

    Nobody may write to either meanwhile. Raises: Differs, before anything is added;
    Full, Outage.
    """
    codes = [*source.tables(), CLUB]
    if strange := sorted({*target.tables()} - {*codes}):
        raise Differs(f"the other journal has tables of its own: {', '.join(strange)}")
    there = {code: common(source, target, code) for code in codes}
    for code in codes:
        copied = CopiedTable(code, *_table(source, target, code, there[code]))
        if code != CLUB or copied.rows:
            yield copied
        target.append((), source.phones(code))
    target.keep_homes(source.homes())
    target.shelve(source.shelf())


def common(source: CopySource, target: CopySource, code: str) -> int:
    """How many rows of the table are in both. Raises: Differs."""
    count = 0
    for ours, theirs in zip(source.read(code), target.read(code), strict=False):
        if ours != theirs:
            raise Differs(f"row {theirs.seq} of table {code} is another one in the other journal")
        count += 1
    if next(target.read(code, after=count), None) is not None:
        raise Differs(f"table {code} has more rows in the other journal")
    return count


def _table(source: CopySource, target: Journal, code: str, there: int) -> tuple[int, int]:
    rows = source.read(code, after=there)
    added = 0
    while some := [*islice(rows, ROWS_AT_A_TIME)]:
        target.append(some)
        added += len(some)
    if (same := common(source, target, code)) != there + added:
        raise Differs(f"row {same + 1} of table {code} did not come back: copy it again")
    return same, added
