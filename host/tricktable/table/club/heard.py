"""What every table hears from the club: what is announced, and whether all tables are locked."""

from __future__ import annotations

from datetime import datetime

from tricktable.table.club import announcements, locks
from tricktable.table.club.club import ClubView
from tricktable.table.views import FromClub


def heard(view: ClubView, at: datetime) -> FromClub:
    """What tables hear at that time."""
    standing = view.of(announcements.PART).standing(at)
    return FromClub(tuple(each.text for each in standing), view.of(locks.PART).is_on)
