"""A club's notice to one table: what is announced, when the round ends, and its own call.

Most of it is the same for every table. Knows neither the club nor a table.
"""

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from tricktable.text.language import _
from tricktable.text.sentences import paragraph

CallState = Literal["", "called", "coming"]
CALLED: Final = "called"
"""This table has called the organiser."""
COMING: Final = "coming"
"""The organiser is on the way to this table."""

ClockState = Literal["runs", "paused", "over"]
RUNS: Final = "runs"
PAUSED: Final = "paused"
OVER: Final = "over"


class RoundClock(NamedTuple):
    """The round timer: its end and not a count, so that pages and displays run it by themselves."""

    state: ClockState
    ends_ms: int = 0
    """When it ends, or ended, in milliseconds since 1970 (UTC); 0 while it is paused."""
    until: str = ""
    """The same as a clock on the host's wall shows it: `20:45`."""
    left_s: int = 0
    """Seconds left, while it is paused."""

    @property
    def time_left(self) -> str:
        """What is left while it is paused: `12:05`."""
        return f"{self.left_s // 60}:{self.left_s % 60:02}"


@dataclass(frozen=True, slots=True)
class ClubNotice:
    """What a table shows and heeds of the club."""

    announced: tuple[str, ...] = ()
    """The announcements that stand, the oldest first."""
    is_locked: bool = False
    """Whether all tables are locked."""
    has_organiser: bool = False
    """Whether somebody looks after several tables, so that people may call for help."""
    call: CallState = ""
    clock: RoundClock | None = None

    @property
    def of_call(self) -> str:
        """The state of this table's call; empty if it has none."""
        return {
            "": "",
            CALLED: _("The organiser has been called."),
            COMING: _("The organiser is coming."),
        }[self.call]

    @property
    def of_round(self) -> str:
        """That the round is over; empty if it is not."""
        return _("The round is over.") if self.clock and self.clock.state == OVER else ""

    @property
    def summary(self) -> str:
        """All of it in short, for a display: of announcements the newest."""
        return paragraph(self.of_call, self.of_round, *self.announced[-1:])


NOTHING_SAID: Final = ClubNotice()
