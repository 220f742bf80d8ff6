"""The JSON of the season and of a person's own games: a struct for each shape. Decides nothing."""

from datetime import date
from typing import Annotated, Final

from msgspec import Meta, Struct

from tricktable.club.season import SortedBy
from tricktable.rules.names import MAX_READ
from tricktable.web.api.bodies import StrictJson

LONGEST: Final = MAX_READ
"""The longest name or word accepted: more of a name is not looked at."""


class SeasonSpan(StrictJson, frozen=True):
    """Days or an order other than those declared."""

    first: date | None = None
    """The first day, instead of the declared one."""
    last: date | None = None
    """The last day, instead of the declared one."""
    by: SortedBy | None = None
    """What the table is sorted by, instead of the declared order."""
    least: Annotated[int, Meta(ge=1, le=1000)] | None = None
    """How many finished games somebody needs to be listed, instead of the declared number."""


class SeasonToDeclareJson(StrictJson, frozen=True):
    """Which days count, and how the season's table is sorted."""

    first: date
    last: date
    by: SortedBy = "wins"
    """Sorts by games won, share of games won, mean rank, or games played."""
    least: Annotated[int, Meta(ge=1, le=1000)] = 1
    """The minimum number of finished games to be listed."""


class SeasonLineJson(Struct, frozen=True):
    """One person's line in the season's table."""

    place: int
    name: str
    games: int
    won: int
    mean_rank: float | None
    """Null if all of these games were won or lost together."""


class SeasonJson(Struct, frozen=True):
    """The season's table, the best first."""

    first: date
    last: date
    by: SortedBy
    least: int
    lines: list[SeasonLineJson]


class OwnWordJson(StrictJson, frozen=True):
    """A person's name and their word."""

    name: Annotated[str, Meta(min_length=1, max_length=LONGEST)]
    word: Annotated[str, Meta(min_length=1, max_length=LONGEST)]


class OwnKindJson(Struct, frozen=True):
    """A person's finished games of one kind."""

    game: str
    games: int
    won: int
    mean_rank: float | None
    """Null if all of these games were won or lost together."""


class RarestHandJson(Struct, frozen=True):
    """The rarest hand of which everybody saw every card."""

    shape: list[int]
    """Cards in each suit, the longest first."""
    one_in: int
    """As rare as one hand in this many."""
    game: str
    ended: str


class OwnPartnerJson(Struct, frozen=True):
    """The best partner among people who keep their games."""

    name: str
    games: int
    won: int


class OwnGamesJson(Struct, frozen=True):
    """A person's statistics from their kept games."""

    name: str
    since: str
    kinds: list[OwnKindJson]
    revokes: int
    rarest: RarestHandJson | None
    partner: OwnPartnerJson | None
    running: int
    """The present run of wins."""
    longest: int
    """The longest run of wins."""


class OwnForgottenJson(Struct, frozen=True):
    """Everything about this person has been deleted."""

    forgotten: bool = True
