"""How often somebody may guess a person's word: counted by the database for all hosts of a club.

So another host gives no further guesses, and a restart forgives none. Names are counted in buckets:
what is stored says of nobody that somebody guessed at their word.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

from tricktable.store.journal import Full, Journal, Outage

MOST: Final = 5
"""So many guesses at one name may follow each other at once."""
EACH_MS: Final = 60_000
"""After so long there may be one more."""
_BUCKETS: Final = 1024
"""Few enough that rows for names that nobody has never fill a database, and enough that hardly any
two people share one."""


class Guesses:
    """Counts guesses. Any thread may call any method.

    A guess takes one of a bucket's `MOST` leases. Each ends `EACH_MS` after the one before it, so
    one comes free at a time. No two hosts get the same: who comes second looks again.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def allows(self, whose: str) -> bool:
        """Whether there may be one more guess at this name now, at any host. If so, counts it.

        True while the database cannot be asked: each host's own count holds then. Blocks as
        `Journal.append` does.
        """
        slots = [f"{_bucket(whose)}{number}" for number in range(MOST)]
        holder = secrets.token_hex(8)
        try:
            while True:
                taken = {each.name: each.left_ms for each in self._journal.leases(_bucket(whose))}
                free = next((slot for slot in slots if slot not in taken), None)
                if free is None:
                    return False
                for_ms = max(taken.values(), default=0) + EACH_MS
                if self._journal.take(free, holder, for_ms).holder == holder:
                    return True
        except (Full, Outage):
            return True


def _bucket(whose: str) -> str:
    digest = hashlib.sha256(whose.encode()).digest()
    return f"guess:{int.from_bytes(digest[:2], 'big') % _BUCKETS:03x}:"
