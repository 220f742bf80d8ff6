"""The JSON of the season and of a person's own games: a struct for each shape. Decides nothing."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Final

from msgspec import Meta, Struct

from tricktable.table.club.season import SortedBy

LONGEST: Final = 400
"""Letters of a name or a word that are looked at."""


class SeasonSpan(Struct, frozen=True, forbid_unknown_fields=True):
    """Other days, or another order, than was declared."""

    first: date | None = None
    last: date | None = None
    by: SortedBy | None = None
    least: Annotated[int, Meta(ge=1, le=1000)] | None = None


class SeasonToDeclareJson(Struct, frozen=True, forbid_unknown_fields=True):
    """Which days count, and by what the season's table is sorted."""

    first: date
    last: date
    by: SortedBy = "wins"
    """Games won, the share of games won, the mean rank, or games played."""
    least: Annotated[int, Meta(ge=1, le=1000)] = 1
    """Whoever has finished fewer games is not listed."""


class SeasonLineJson(Struct, frozen=True):
    """One person of the season, who keeps their games."""

    place: int
    name: str
    games: int
    won: int
    mean_rank: float


class SeasonJson(Struct, frozen=True):
    """The season's table, the best first."""

    first: date
    last: date
    by: SortedBy
    least: int
    lines: list[SeasonLineJson]


class OwnWordJson(Struct, frozen=True, forbid_unknown_fields=True):
    """A person's name and their word."""

    name: Annotated[str, Meta(min_length=1, max_length=LONGEST)]
    word: Annotated[str, Meta(min_length=1, max_length=LONGEST)]


class OwnKindJson(Struct, frozen=True):
    """A person's finished games of one kind."""

    game: str
    games: int
    won: int
    mean_rank: float


class RarestHandJson(Struct, frozen=True):
    """The rarest hand that everybody saw whole."""

    shape: list[int]
    """Cards in each suit, the longest first."""
    one_in: int
    """One hand in so many is like it."""
    game: str
    ended: str


class OwnPartnerJson(Struct, frozen=True):
    """The partner with whom most was won, who keeps their games, too."""

    name: str
    games: int
    won: int


class OwnGamesJson(Struct, frozen=True):
    """What a person's kept games add up to."""

    name: str
    since: str
    kinds: list[OwnKindJson]
    revokes: int
    rarest: RarestHandJson | None
    partner: OwnPartnerJson | None
    running: int
    """How many of the newest games were all won."""
    longest: int
    """The longest run of wins."""


class OwnForgottenJson(Struct, frozen=True):
    """Nothing of this person is kept any more."""

    forgotten: bool = True
