"""Which phones have, or had, seats: enough to recognise one by its token, never the token."""

from __future__ import annotations

from typing import Final, NamedTuple

SITS: Final = "sits"
REPLACED: Final = "replaced"
"""Another phone has taken its place."""
SENT_AWAY: Final = "sent_away"
"""The host, or the phone itself, has given up the seat."""


class Phone(NamedTuple):
    """One phone at one table."""

    table: str
    """The table's code."""
    digest: str
    """The token's SHA-256, in hex."""
    person: str
    """The phone's owner, as the table tells people apart."""
    state: str
    """`SITS`, `REPLACED` or `SENT_AWAY`."""
    since: str
    """Wall time, ISO 8601: since when."""
