"""What may be asked about a competition, as values. Carries nothing out.

Who sits where is never drawn here: `BeginRound` brings it, so that a replay draws nothing anew.
"""

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from tricktable.club.competition.conditions import AVERAGE, SUM, TIE_BREAKS, Conditions
from tricktable.rules.limits import MOST_PLAYERS
from tricktable.rules.values import JsonValue
from tricktable.table.commands import TableCode
from tricktable.text.characters import BYTES_EACH

MOST_ENTRANTS: Final = 400
"""A hall with a hundred tables of four."""
LONGEST_TITLE: Final = 80
"""Characters of a title, as people see them."""
TITLE_CODES: Final = LONGEST_TITLE * BYTES_EACH
"""Code points that are looked at; a longer title is hostile or a mistake."""

PersonName = Annotated[str, Meta(min_length=1, max_length=200)]
Number = Annotated[int, Meta(ge=1, le=MOST_ENTRANTS)]
"""An entrant's number or a table's, from 1."""
People = Annotated[list[PersonName], Meta(min_length=1, max_length=MOST_PLAYERS)]
"""The people of one entrant: one, or those of a fixed side."""
RoundNumber = Annotated[int, Meta(ge=1, le=100)]
GameNumber = Annotated[int, Meta(ge=1, le=10**9)]


class AnnounceCompetition(Struct, frozen=True):
    """Declare a competition: everything here is fixed before the first round."""

    title: Annotated[str, Meta(min_length=1, max_length=TITLE_CODES)]
    game: Annotated[str, Meta(max_length=200)]
    players: Annotated[int, Meta(ge=1, le=MOST_PLAYERS)]
    """How many sit at one table."""
    movement: Annotated[str, Meta(max_length=40)]
    """A name in `movements.MOVEMENTS`."""
    options: Mapping[str, JsonValue] = {}
    """House rules that differ from the game's defaults."""
    entrants: Annotated[list[People], Meta(max_length=MOST_ENTRANTS)] = []
    """Those who have entered already; more can follow."""
    singly: bool = False
    """Whether people enter one by one and change partners, in a game of partners."""
    rounds: Annotated[int, Meta(ge=0, le=100)] = 0
    """0 for as many as the movement has."""
    games: Annotated[int, Meta(ge=1, le=20)] = 1
    """Games at each table in a round."""
    minutes: Annotated[int, Meta(ge=1, le=600)] = 30
    """How long a round lasts."""
    scoring: Annotated[str, Meta(max_length=40)] = SUM
    """A name in `conditions.SCORINGS`."""
    points: Annotated[
        list[Annotated[int, Meta(ge=-1000, le=1000)]], Meta(max_length=MOST_PLAYERS)
    ] = []
    """Rank points by place; empty for the usual ones."""
    sat_out: Annotated[int, Meta(ge=-1000, le=1000)] | Literal["average"] = AVERAGE
    ties: Annotated[
        tuple[Annotated[str, Meta(max_length=40)], ...], Meta(max_length=len(TIE_BREAKS))
    ] = Conditions("").ties
    """Names in `conditions.TIE_BREAKS`, in the order in which they are tried."""
    seed: Annotated[int, Meta(ge=0, le=10**9)] | None = None
    """Mixes the starting order; without one it is the order of entering."""
    tables: Annotated[list[TableCode], Meta(max_length=MOST_ENTRANTS)] = []
    """The codes of tables 1, 2, 3 …; empty for the club's tables as they come."""


class EnterCompetition(Struct, frozen=True):
    """Somebody enters, before the first round or as a late arrival."""

    people: People


class LeaveCompetition(Struct, frozen=True):
    """An entrant goes home."""

    entrant: Number


class RejoinCompetition(Struct, frozen=True):
    """An entrant who had left is back."""

    entrant: Number


class SubstitutePeople(Struct, frozen=True):
    """Other people play for this entrant from now on, or the name was written wrongly."""

    entrant: Number
    people: People


class SeatedMeeting(Struct, frozen=True):
    """One table of a round."""

    table: Number
    code: TableCode
    """The club's table."""
    sides: list[list[Number]]
    """The entrants of each side."""
    first: GameNumber
    """The number that the round's first game gets at that table."""
    boards: int = 0
    """The set of prepared deals that comes to this table, from 1; 0 for none."""


class BeginRound(Struct, frozen=True):
    """A round begins with these seats, and the clock with it if that is wanted."""

    round: RoundNumber
    meetings: list[SeatedMeeting]
    sitting_out: list[Number] = []
    places: list[int] = []
    """With the first round of a planned movement: the entrant at each of its places."""
    has_clock: bool = True


class EndRound(Struct, frozen=True):
    """The round is over: these were the last games that belong to it."""

    round: RoundNumber
    last: Mapping[str, int]
    """The number of the newest game at each of its tables, by code."""


class CountGames(Struct, frozen=True):
    """At this table of a round exactly these games count, whatever was begun there."""

    round: RoundNumber
    table: Number
    code: TableCode
    games: Annotated[list[GameNumber], Meta(max_length=20)]


class CorrectPlayed(Struct, frozen=True):
    """An entry behind the end of a past game's record: a correction that the table took no more."""

    code: TableCode
    game: GameNumber
    entry: Mapping[str, JsonValue]
    """As in records: `corrected` or `struck`."""
    after: Annotated[int, Meta(ge=0)]
    """How many such corrections of this game the asker has seen."""


class EndCompetition(Struct, frozen=True):
    """The competition is over. Corrections still count."""


class UndoCompetition(Struct, frozen=True):
    """Take back the newest act of the competition."""

    act: Annotated[int, Meta(ge=1)]
    """Its id, so that nobody takes back another one by accident."""


CompetitionRequest = (
    AnnounceCompetition
    | EnterCompetition
    | LeaveCompetition
    | RejoinCompetition
    | SubstitutePeople
    | BeginRound
    | EndRound
    | CountGames
    | CorrectPlayed
    | EndCompetition
    | UndoCompetition
)
