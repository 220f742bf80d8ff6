"""The write lock of one table: one host's page in the whole club keeps the score, the others read.

A lease of the club's, so that it outlasts the host that gave it, and ends by the database's clock
if nobody writes. Without the database each host goes on with what it knows. The API calls it a pen.
"""

from collections.abc import Sequence
from typing import Final

from tricktable.store import erasure
from tricktable.store.journal import Full, Journal, Lease, Outage
from tricktable.table import table_leases

LASTS_MS: Final = 30 * 60_000
"""How long a host's page has the write lock after it has last written.

Rather too long than too short: whoever cannot wait takes it over with one confirmation, but a lock
that ends during supper goes to whoever writes next, and its owner is not asked."""
_NOBODY: Final = "-"
"""Stands where a word was that is deleted."""
_FRESH_MS: Final = LASTS_MS - 60_000
"""With so much left it is not prolonged: each time costs a flush."""


class WriteLock:
    """Who has it. Mutable, and locked by its table."""

    def __init__(self, code: str, journal: Journal) -> None:
        """Nobody is known to have it: the first who asks, or `heed`, finds out."""
        self._name = table_leases.write_lock_of(code)
        self._journal = journal
        self.holder: str | None = None
        """The host's page that has the lock, as far as this host knows, or None."""

    def take(self, page: str, *, only_free: bool) -> bool:
        """Give this page the lock; if `only_free`, only if no other has it.

        Returns whether it has it now.
        """
        try:
            found = self._holder()
            is_fresh = found and found.holder == page and found.left_ms > _FRESH_MS
            if found is None or not is_fresh:
                found = self._journal.take(self._name, page, LASTS_MS, forced=not only_free)
            self.holder = found.holder
        except (Full, Outage):
            # Nobody can know of other hosts now. Here somebody must be able to write, and a page
            # that takes over says so on purpose.
            if not only_free or self.holder is None:
                self.holder = page
        return self.holder == page

    def give_back(self, page: str) -> bool:
        """Let others have it; returns whether this page had it."""
        try:
            found = self._holder()
            self.holder = found.holder if found else None
            if found is not None and found.holder == page:
                self._journal.let_go(found)
        except (Full, Outage):
            pass  # the lease ends by itself, `LASTS_MS` after its last use
        had_it = self.holder == page
        if had_it:
            self.holder = None
        return had_it

    def forget(self, name: str) -> None:
        """Keep no word in which this name may be: whoever has the lock by it loses it.

        What is stored of a lock that has ended is replaced, too. Raises: Full, Outage.
        """
        found = self._holder()
        if found is None or erasure.holds(found.holder, name):
            blank = self._journal.take(self._name, _NOBODY, LASTS_MS, forced=found is not None)
            if blank.holder == _NOBODY:  # else another page has just taken it
                self._journal.let_go(blank)
            self.holder = None if blank.holder == _NOBODY else blank.holder

    def heed(self, leases: Sequence[Lease]) -> bool:
        """Learn from the table's leases who has it; returns whether that is news."""
        before, self.holder = self.holder, self._among(leases)
        return before != self.holder

    def _among(self, leases: Sequence[Lease]) -> str | None:
        return next((each.holder for each in leases if each.name == self._name), None)

    def _holder(self) -> Lease | None:
        """Who has it. Raises: Outage."""
        return next(
            (each for each in self._journal.leases(self._name) if each.name == self._name), None
        )
