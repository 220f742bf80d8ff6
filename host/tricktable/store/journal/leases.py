"""Leases: what one host, page or phone of a club has for a while, and everybody can see.

A lease ends by the database's clock, never by a host's: hosts' clocks differ, and a host may be
stopped and go on. Its epoch grows whenever it passes to another holder.
"""

from __future__ import annotations

from typing import Final, NamedTuple

FOR_EVER_MS: Final = 1 << 52
"""For a lease that does not end by itself: 140,000 years."""


ERASED: Final = "erased:"
"""Behind it stands a table's code: the epoch of that lease grows with each `Journal.overwrite`."""


class Lease(NamedTuple):
    """Who has what, as the database said when it was asked."""

    name: str
    """What it is for, its kind in front: `board:E661`, `pen:7KQ`."""
    holder: str
    """Who has it; any text that no other holder uses."""
    epoch: int
    """How often it has passed to another holder, from 1: a paused holder knows by it that it is
    one no more."""
    left_ms: int
    """How long it goes on unless it is renewed."""
    what: str = "{}"
    """JSON text of the holder's; the journal does not look inside."""
