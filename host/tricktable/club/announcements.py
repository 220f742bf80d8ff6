"""Announcements to everybody: shown for some minutes, or until they are taken back."""

from collections.abc import Hashable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated, Final, NamedTuple

import msgspec
from msgspec import Meta, Struct

from tricktable.club.part import Body, ClubChange, ClubChanges, ClubMoment, ClubRefusal, Part
from tricktable.text.characters import BYTES_EACH, is_printable, is_within, visible
from tricktable.text.language import _

MOST: Final = 3
"""Announcements that stand at once: more would hide the table on a phone."""
LONGEST: Final = 140
"""Characters of one, as people see them: what fits on a display by turning it over four times."""
LONGEST_CODES: Final = LONGEST * BYTES_EACH
"""Code points that are looked at; a longer text is hostile or a mistake."""
MINUTES: Final = 10
"""How long one stands unless somebody says otherwise."""
MADE, WITHDRAWN = "announced", "withdrawn"


class Announce(Struct, frozen=True):
    """Tell everybody something, on all displays and phones."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_CODES)]
    minutes: Annotated[int, Meta(ge=1, le=600)] = MINUTES
    """How long it stands."""


class Withdraw(Struct, frozen=True):
    """Take an announcement back."""

    id: int


class Announcement(NamedTuple):
    """One announcement."""

    id: int
    text: str
    at: datetime
    until: datetime


@dataclass(frozen=True, slots=True)
class Announcements:
    """The newest announcements that nobody took back, the oldest first."""

    made: tuple[Announcement, ...] = ()

    def current(self, at: datetime) -> tuple[Announcement, ...]:
        """Those that stand at that time."""
        return tuple(each for each in self.made if each.until > at)


class _NewAnnouncement(Struct):
    id: int
    text: str
    minutes: int


def fold(state: Announcements, kind: str, body: Body, at: datetime) -> Announcements:
    """The announcements after a row. Raises: msgspec.ValidationError."""
    if kind == MADE:
        said = msgspec.convert(body, _NewAnnouncement)
        until = at + timedelta(minutes=said.minutes)
        standing = (*state.current(at), Announcement(said.id, said.text, at, until))
        return Announcements(standing[-MOST:])
    gone = msgspec.convert(body, Withdraw).id
    return Announcements(tuple(each for each in state.made if each.id != gone))


def decide(now: ClubMoment, request: Announce | Withdraw) -> ClubChanges | ClubRefusal:
    """The row that a request becomes."""
    if isinstance(request, Announce):
        # On one line: a display turns lines itself, and a page would show none of the breaks.
        text = " ".join(request.text.split())
        if not is_printable(text) or not text:
            return ClubRefusal(_("An announcement needs words."))
        if not is_within(text := visible(text), LONGEST):
            words = _("An announcement needs words, at most {most} letters of them.", most=LONGEST)
            return ClubRefusal(words)
        return [ClubChange(MADE, {"id": now.seq, "text": text, "minutes": request.minutes})]
    if all(each.id != request.id for each in now.of(PART).current(now.at)):
        return ClubRefusal(_("This announcement is already gone."))
    return [ClubChange(WITHDRAWN, {"id": request.id})]


def stage(state: Announcements, at: datetime) -> Hashable:
    """Which of them stand."""
    return tuple(each.id for each in state.current(at))


PART: Final = Part(
    "announcements",
    Announcements(),
    frozenset((MADE, WITHDRAWN)),
    fold,
    (Announce, Withdraw),
    decide,
    stage,
    frozenset(("text",)),
)
