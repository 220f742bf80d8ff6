"""The club's notice to each table."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from tricktable.club import announcements, calls, locks, round_timer
from tricktable.club.club import ClubView
from tricktable.club.round_timer import Timer
from tricktable.table.club_notice import (
    CALLED,
    COMING,
    OVER,
    PAUSED,
    RUNS,
    CallState,
    ClubNotice,
    RoundClock,
)


class ClubNotices(NamedTuple):
    """The club's notices, worked out once for all tables."""

    to_all: ClubNotice
    calls: Mapping[str, CallState]
    """By the code of the table that called."""

    def at(self, code: str) -> ClubNotice:
        """The notice to the table with this code."""
        call = self.calls.get(code)
        return replace(self.to_all, call=call) if call else self.to_all


def notices(view: ClubView, at: datetime, tables: int) -> ClubNotices:
    """The notices at that time, in its time zone; `tables` is how many the house has."""
    standing = view.of(announcements.PART).current(at)
    return ClubNotices(
        ClubNotice(
            tuple(each.text for each in standing),
            view.of(locks.PART).is_on,
            tables > 1,
            clock=_clock(view.of(round_timer.PART), at),
        ),
        {each.table: COMING if each.is_answered else CALLED for each in view.of(calls.PART).open},
    )


def _clock(timer: Timer, at: datetime) -> RoundClock | None:
    state = timer.state(at)
    if state == round_timer.PAUSED:
        return RoundClock(PAUSED, left_s=round(timer.seconds_left(at)))
    if timer.ends is None or state == round_timer.NONE:
        return None
    until = timer.ends.astimezone(at.tzinfo).strftime("%H:%M")
    return RoundClock(RUNS if state == round_timer.RUNS else OVER, _ms(timer.ends), until)


def _ms(at: datetime) -> int:
    return round(1000 * at.timestamp())
