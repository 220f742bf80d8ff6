"""Which phones sit, or sat, at a table: enough to know one again by its token, never the token."""

from __future__ import annotations

from typing import Final, NamedTuple

SITS: Final = "sits"
REPLACED: Final = "replaced"
"""Another phone has taken its place."""
SENT_AWAY: Final = "sent_away"
"""The host, or the phone itself, has ended it."""


class Phone(NamedTuple):
    """One phone at one table."""

    table: str
    """The table's code."""
    digest: str
    """The token's SHA-256, in hex."""
    person: str
    """Whose phone it is, as the table tells people apart."""
    state: str
    """`SITS`, `REPLACED` or `SENT_AWAY`."""
    since: str
    """Wall time, ISO 8601: since when it is so."""
