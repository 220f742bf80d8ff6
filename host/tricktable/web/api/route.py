"""What a route is: a row of the API's table (`routes.ROUTES`), with its permission and its words.

Its handler, its description and its problems are made from the row. The kinds of rows are in
`dispatch`; each room (`tables`, `games`, `play` …) has the rows of one tag.
"""

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from enum import Enum, auto
from functools import cached_property
from typing import ClassVar, Final, Generic, NamedTuple, TypeVar

from flask import Response

from tricktable.table.table import Table
from tricktable.web.api.shapes import Takes
from tricktable.web.tables import table_or_404

R = TypeVar("R")

TABLES: Final = "tables"
GAMES: Final = "games"
ENTRIES: Final = "entries"
PLAY: Final = "play"
PHONES: Final = "phones"
DECKS: Final = "decks"
CLUB_EVENING: Final = "club"
HOUSE: Final = "house"
COMPETITION: Final = "competition"
TAGS: Final = {
    TABLES: "The tables of the house, their games and their boards.",
    GAMES: "Games to choose from, past games, and new games.",
    ENTRIES: "The record of the running game.",
    PLAY: "Decisions made at the table.",
    PHONES: "Which phones have seats.",
    DECKS: "Decks of tagged cards, and control cards.",
    CLUB_EVENING: "What all tables share on a club evening, and every table at a glance.",
    HOUSE: "The house's people and season, and the address that guests open.",
    COMPETITION: "The club's competition: who plays whom at which table, and the standings.",
}
"""The groups of operations."""


class Permission(Enum):
    """Who may ask: a route's permission."""

    ANYBODY = auto()
    HOST = auto()
    """The host's own machine, or whoever has the host's token."""
    OWNER = auto()
    """A person, by their name and word."""


ANYBODY: Final = Permission.ANYBODY
HOST: Final = Permission.HOST
OWNER: Final = Permission.OWNER


class HeaderField(NamedTuple):
    """A header that a route reads."""

    name: str
    words: str
    pattern: str = ""
    """Its form, as a regular expression; empty for any."""


_ALWAYS: Final = ("slowly", "unreadable", "away")
_OF_WHO: Final = {HOST: ("not-host",), OWNER: ("no-word", "busy")}
_ON_CHANGE: Final = ("origin", "media", "too-long")
"""The problems of every request that changes something, whatever it takes."""


class RouteCall(Generic[R]):
    """A request on its way to what its route does."""

    def __init__(
        self,
        takes: Takes[R],
        code: str = "",
        number: int = 0,
        find: Callable[[str], Table] = table_or_404,
    ) -> None:
        """A request for this address; `find` gives the table with its code."""
        self.code = code
        """The text in its address: a table's code, or a game's name; empty if there is none."""
        self.number = number
        """The number in its address; 0 if there is none."""
        self._takes, self._find = takes, find

    @cached_property
    def read(self) -> R:
        """What it carries, read when it is first needed. Raises: Refusal."""
        return self._takes.read()

    def check(self) -> None:
        """Read it now. Raises: Refusal."""
        _ = self.read

    @cached_property
    def table(self) -> Table:
        """The table with its code; ends the request if there is none."""
        return self._find(self.code)


@dataclass(frozen=True)
class Route:
    """One row: what is said of a route, in this order. What it does is said by its kind."""

    permission: Permission
    at: str
    """Its method, and its path below /api/v1 as Flask writes it."""
    name: str
    """The operation's name."""
    tag: str
    """What it is about: one of TAGS."""
    words: str
    """The description; its first sentence is the summary."""
    takes: Takes[object]
    """What it reads."""
    _: KW_ONLY
    problems: tuple[str, ...] = ()
    """The kinds it may answer with, besides those of its kind."""
    status: int = 200
    """Of an answer that tells that all is done and saved."""

    of_kind: ClassVar[tuple[str, ...]] = ()
    """The problems of all routes of its kind."""
    may_wait: ClassVar[bool] = False
    """Whether 202 may come instead: done, but not saved yet."""

    @property
    def method(self) -> str:
        """The method of its requests."""
        return self.at.partition(" ")[0]

    @property
    def path(self) -> str:
        """The path of its requests."""
        return self.at.partition(" ")[2]

    @property
    def is_change(self) -> bool:
        """Whether it may change something."""
        return self.method != "GET"

    @property
    def every_problem(self) -> tuple[str, ...]:
        """The kinds of problems that it may answer with, without repetition."""
        missing = ("missing",) if self.is_change or "<" in self.path else ()
        on_change = _ON_CHANGE if self.is_change else ()
        of_who = _OF_WHO.get(self.permission, ())
        every = (*_ALWAYS, *missing, *self.of_kind, *self.problems, *of_who, *on_change)
        return tuple(dict.fromkeys(every))

    @property
    def headers(self) -> tuple[HeaderField, ...]:
        """The headers it reads."""
        return ()

    @property
    def is_conditional(self) -> bool:
        """Whether 304 may come instead: the client has that answer."""
        return False

    @property
    def shape(self) -> object:
        """The struct that it answers with, or a Text."""
        raise NotImplementedError

    def handle(self, code: str, number: int) -> Response:
        """Answer a request for this code and number. Raises: Refusal."""
        raise NotImplementedError
