"""The season: which days count, and by what its table is sorted. Declared beforehand."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from tricktable.club.part import Body, ClubChange, ClubChanges, ClubMoment, ClubRefusal, Part
from tricktable.text.language import _

DECLARED: Final = "season"
FIRST_YEAR: Final = 1900
LAST_YEAR: Final = 2999
"""Days in other years are slips of the finger."""
SortedBy = Literal["wins", "share", "rank", "games"]


class DeclareSeason(Struct, frozen=True):
    """A season lasts from one day to another, both of which count."""

    first: date
    last: date
    by: SortedBy = "wins"
    """Games won, the share of games won, the mean rank, or games played."""
    least: Annotated[int, Meta(ge=1, le=1000)] = 1
    """People who have finished fewer games are not listed."""


@dataclass(frozen=True, slots=True)
class SeasonDeclared:
    """The season that was declared last."""

    now: DeclareSeason | None = None
    """None before the first."""


def fold(_state: SeasonDeclared, _kind: str, body: Body, _at: datetime) -> SeasonDeclared:
    """The season after a row. Raises: msgspec.ValidationError."""
    return SeasonDeclared(msgspec.convert(body, DeclareSeason))


def refusal(of: DeclareSeason) -> str:
    """Why these days are no season; empty if they are one."""
    if of.last < of.first:
        return _("A season cannot end before it begins.")
    if of.first.year < FIRST_YEAR or of.last.year > LAST_YEAR:
        return _(
            "Choose days between the years {first} and {last}.",
            first=str(FIRST_YEAR),
            last=str(LAST_YEAR),
        )
    return ""


def decide(now: ClubMoment, request: DeclareSeason) -> ClubChanges | ClubRefusal:
    """The row that a request becomes; none if it is so already."""
    if reason := refusal(request):
        return ClubRefusal(reason)
    if now.of(PART).now == request:
        return []
    return [ClubChange(DECLARED, msgspec.to_builtins(request))]


PART: Final = Part(
    "season", SeasonDeclared(), frozenset((DECLARED,)), fold, (DeclareSeason,), decide
)
