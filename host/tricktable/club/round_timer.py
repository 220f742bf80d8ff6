"""The round timer: when the round ends, or how much of it is left while it is paused.

It keeps the time at which it ends and not a count, so that every page runs it by its own clock.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from tricktable.club.part import Body, ClubChange, ClubChanges, ClubMoment, ClubRefusal, Part
from tricktable.text.language import _

SET, CLEARED = "timer", "timer_ended"
LONGEST_MIN: Final = 600
SHOWN_AFTER: Final = timedelta(minutes=15)
"""How long the end of a round stays on pages and displays by itself: play goes on, and a table that
finishes its deal first must still see it then."""
NONE, RUNS, PAUSED, OVER = "none", "runs", "paused", "over"


class StartTimer(Struct, frozen=True):
    """A round begins, and lasts this many minutes; one that was running is forgotten."""

    minutes: Annotated[int, Meta(ge=1, le=LONGEST_MIN)]


class PauseTimer(Struct, frozen=True):
    """Stop the clock."""


class ResumeTimer(Struct, frozen=True):
    """Let the clock go on."""


class AddTime(Struct, frozen=True):
    """Everybody gets this many minutes more."""

    minutes: Annotated[int, Meta(ge=1, le=60)] = 1


class EndTimer(Struct, frozen=True):
    """The round is over now, or its end has been seen: the timer is put away."""


TimerRequest = StartTimer | PauseTimer | ResumeTimer | AddTime | EndTimer


@dataclass(frozen=True, slots=True)
class Timer:
    """The round timer; neither field is set while there is none."""

    ends: datetime | None = None
    """When the round ends, while the clock runs."""
    left_s: float | None = None
    """Seconds that were left when it was paused."""

    def state(self, at: datetime) -> str:
        """`none`, `runs`, `paused` or `over`."""
        if self.left_s is not None:
            return PAUSED
        if self.ends is None or at >= self.ends + SHOWN_AFTER:
            return NONE
        return RUNS if at < self.ends else OVER

    def seconds_left(self, at: datetime) -> float:
        """Seconds left; 0 if there is no timer, or it is over."""
        if self.left_s is not None:
            return self.left_s
        return max(0.0, (self.ends - at).total_seconds()) if self.ends else 0.0


class _Set(Struct):
    seconds: float
    runs: bool


def fold(_state: Timer, kind: str, body: Body, at: datetime) -> Timer:
    """The timer after a row. Raises: msgspec.ValidationError."""
    if kind == CLEARED:
        return Timer()
    said = msgspec.convert(body, _Set)
    if said.runs:
        return Timer(ends=at + timedelta(seconds=said.seconds))
    return Timer(left_s=said.seconds)


def decide(now: ClubMoment, request: TimerRequest) -> ClubChanges | ClubRefusal:
    """The row that a request becomes."""
    if isinstance(request, StartTimer):
        return [_set(60.0 * request.minutes, True)]
    timer = now.of(PART)
    state, left = timer.state(now.at), timer.seconds_left(now.at)
    if state == NONE:
        return ClubRefusal(_("No round timer is running."))
    match request:
        case EndTimer():
            return [ClubChange(CLEARED, {})]
        case AddTime():
            seconds = min(left + 60.0 * request.minutes, 60.0 * LONGEST_MIN)
            return [_set(seconds, state != PAUSED)]
        case PauseTimer():
            return [_set(left, False)] if state == RUNS else []
        case ResumeTimer():
            return [_set(left, True)] if state == PAUSED else []


def _set(seconds: float, runs: bool) -> ClubChange:
    return ClubChange(SET, {"seconds": round(seconds, 3), "runs": runs})


def stage(state: Timer, at: datetime) -> Hashable:
    """Whether it runs: its end is told."""
    return state.state(at)


PART: Final = Part(
    "timer",
    Timer(),
    frozenset((SET, CLEARED)),
    fold,
    (StartTimer, PauseTimer, ResumeTimer, AddTime, EndTimer),
    decide,
    stage,
)
