"""All finished games of people who keep theirs, kept up with the journal. Decides nothing.

Only tables at which somebody who keeps games has sat are read, and each game's result is worked out
once, until a correction changes the game.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from functools import partial

from tricktable.club.people.career import PlayedGame
from tricktable.club.people.results import Result, result
from tricktable.rules.names import name_key
from tricktable.store import erasure
from tricktable.store.journal import Row
from tricktable.table.scorebook import (
    Appearance,
    PastCorrections,
    Scorebook,
    Scorebooks,
    Scoresheet,
)

_Read = tuple[int, tuple[str, ...]]
"""How many entries a game has, and its corrections since its table has left it."""


class Careers:
    """The games of every person by their appearances. Any thread may call any method.

    Mutable: it reads on at each call.
    """

    def __init__(self, read: Callable[[str, int], Iterable[Row]]) -> None:
        """`read` gives a table's rows behind a number, as `Journal.read` does."""
        self._read = read
        self._books = Scorebooks()
        self._results: dict[tuple[str, int], tuple[_Read, Result | None]] = {}
        """By table and number of the game: what was read of it, and what it came to."""

    def newest(self, code: str) -> Scoresheet | None:
        """The newest game of this table; None before its first. Raises: Outage."""
        with self._open_book(code) as book:
            return book.sheets[-1] if book.sheets else None

    def name_of(self, code: str, who: str) -> str:
        """What this person of the table was called when they last sat there; empty if never.

        Raises: Outage.
        """
        with self._open_book(code) as book:
            for game in reversed(book.sheets):
                for there, name in zip(game.persons, game.names, strict=True):
                    if there == who:
                        return name
        return ""

    def read_again(self, code: str) -> None:
        """Forget what was read of this table: its rows have changed."""
        self._books.read_again(code)

    def is_named(self, code: str, name: str) -> bool:
        """Whether the name is in this table's rows, as the journal has them now. Raises: Outage."""
        return name_key(name) in {*map(name_key, erasure.known_names(self._read(code, 0)))}

    def games(self, evenings: Mapping[Appearance, str], past: PastCorrections) -> list[PlayedGame]:
        """The finished games in which any of these appearances took part; whose each is, is given.

        `past` is what was corrected of games since their tables have left them. Raises: Outage.
        """
        codes = sorted({each.table for each in evenings})
        return [game for code in codes for game in self._games_of(code, evenings, past)]

    def _open_book(self, code: str) -> AbstractContextManager[Scorebook]:
        return self._books.reading(code, partial(self._read, code))

    def _games_of(
        self, code: str, evenings: Mapping[Appearance, str], past: PastCorrections
    ) -> Iterator[PlayedGame]:
        with self._open_book(code) as book:
            for game in book.sheets:
                people = tuple(map(evenings.get, game.sittings))
                more = past.get((code, game.number), ())
                if any(people) and (came_to := self._result(game, more)) is not None:
                    yield PlayedGame(code, game.number, game.kind, game.ended, came_to, people)

    def _result(self, game: Scoresheet, more: tuple[str, ...]) -> Result | None:
        where, now = (game.table, game.number), (game.entries, more)
        known = self._results.get(where)
        if known is None or known[0] != now:
            # Read anew and not kept: there are too many tables for the records of all.
            known = (now, result(game.read(partial(self._read, game.table)), more))
            self._results[where] = known
        return known[1]
