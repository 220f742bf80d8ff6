"""How often something may be done, counted by the database for all hosts of a club.

So another host allows no more of it, and a restart forgives nothing. Names and addresses are
counted in buckets: what is stored says of nobody that they did anything.
"""

import hashlib
import secrets
from typing import Final

from tricktable.store.journal import Full, Journal, Outage

COUNTED: Final = "counted:"
"""What the names of these leases begin with."""
_BUCKETS: Final = 1024
"""Few enough that rows for names that nobody has never fill a database, and enough that hardly any
two people share one."""


class ClubAllowance:
    """Counts what all hosts allow together. Any thread may call any method.

    Each act takes one of a bucket's leases, as many as there may be acts at once. Each ends so long
    after the one before it, so one comes free at a time. No two hosts get the same: who comes
    second looks again.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def has_one(self, what: str, whose: str, burst: int, each_ms: int) -> bool:
        """Whether there may be one more such act of theirs now, at any host. If so, counts it.

        True while the database cannot be asked: each host's own count holds then. Blocks as
        `Journal.append` does.

        Args:
            what: the kind of act; each is counted by itself.
            whose: the name or the address that is counted.
            burst: this many may follow each other at once.
            each_ms: after so long there may be one more.
        """
        bucket = _bucket(what, whose)
        slots = [f"{bucket}{number}" for number in range(burst)]
        holder = secrets.token_hex(8)
        try:
            while True:
                taken = {each.name: each.left_ms for each in self._journal.leases(bucket)}
                free = next((slot for slot in slots if slot not in taken), None)
                if free is None:
                    return False
                for_ms = max(taken.values(), default=0) + each_ms
                if self._journal.take(free, holder, for_ms).holder == holder:
                    return True
        except (Full, Outage):
            return True


def _bucket(what: str, whose: str) -> str:
    digest = hashlib.sha256(whose.encode()).digest()
    return f"{COUNTED}{what}:{int.from_bytes(digest[:2], 'big') % _BUCKETS:03x}:"
